// One job with its log, samples and result, kept up to date while it works.
//
//     const detail = new JobDetail();
//     $effect(() => detail.follow(id));          null: nothing

import { call, isAbort, type Schemas, sentenceOf } from './api';
import { connection } from './connection.svelte';
import { isOver, jobs } from './jobs.svelte';

const RefreshMs = 500; // at most so often

export class JobDetail {
  detail = $state.raw<Schemas['JobDetail'] | null>(null);
  error = $state<string | null>(null);
  #id: string | null = null;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  // REQUIRES: called in an effect, which it makes depend on the job's state and progress.
  follow(id: string | null): (() => void) | void {
    const job = jobs.find(id ?? undefined);
    void connection.generation;
    if (id !== this.#id) {
      this.detail = null;
      this.error = null;
      this.#asked = 0;
      this.#id = id;
    }
    if (!id) return;
    const wait = job && isOver(job) ? 0 : Math.max(0, this.#asked + RefreshMs - Date.now());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(id), wait);
    return () => clearTimeout(this.#timer);
  }

  async #load(id: string): Promise<void> {
    this.#asked = Date.now();
    this.#abort?.abort();
    this.#abort = new AbortController();
    try {
      const answer = await call('get', '/api/jobs/{id}', { path: { id }, signal: this.#abort.signal });
      if (this.#id === id) this.detail = answer;
      this.error = null;
    } catch (error) {
      if (!isAbort(error) && this.#id === id) this.error = sentenceOf(error);
    }
  }
}
