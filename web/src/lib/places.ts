// Where the result of a job is shown.

import type { Schemas } from './api';
import { hrefOf } from './router.svelte';

export function placeOf(job: Schemas['Job']): string | undefined {
  switch (job.kind) {
    case 'prove':
    case 'solve':
      return hrefOf('proofs', { job: job.id });
    case 'review':
      return hrefOf('board', { review: job.id });
    case 'build':
      return hrefOf('endgames');
    case 'check':
    case 'improve':
      return hrefOf('problems', { job: job.id });
    default:
      return undefined;
  }
}
