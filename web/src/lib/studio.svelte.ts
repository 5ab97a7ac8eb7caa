// What the server has: databases, limits, what can be done.  Loaded once and after every break of
// the connection or change that matters.

import { call, type Schemas, sentenceOf } from './api';

class Studio {
  status = $state.raw<Schemas['Status'] | null>(null);
  error = $state<string | null>(null);

  async load(): Promise<void> {
    try {
      this.status = await call('get', '/api/status');
      this.error = null;
    } catch (error) {
      this.error = sentenceOf(error);
    }
  }
}

export const studio = new Studio();
