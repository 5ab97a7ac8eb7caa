// The games that match a filter, fetched in blocks as they come into sight.

import { call, isAbort, type Schemas, sentenceOf } from '../../lib/api';

export interface Filter {
  player: string;
  result: '' | 'black' | 'white' | 'draw' | 'none' | 'open';
  opening: string; // ACF number
  text: string;
  sort: 'id' | '-id' | 'date' | '-date' | 'black' | 'white' | 'plies' | '-plies';
  reading: Schemas['Reading'];
}

export const NoFilter: Filter = { player: '', result: '', opening: '', text: '', sort: '-id', reading: 'standard' };

const Block = 100;

// As the server's query; empty ones are left out.
export function queryOf(filter: Filter) {
  return {
    player: filter.player.trim() || undefined,
    result: filter.result || undefined,
    opening: filter.opening ? Number(filter.opening) : undefined,
    text: filter.text.trim() || undefined,
    reading: filter.reading,
  };
}

export type Fetch = (offset: number, limit: number, filter: Filter, signal: AbortSignal) => Promise<Schemas['GameList']>;

const fromServer: Fetch = (offset, limit, filter, signal) =>
  call('get', '/api/games', { query: { ...queryOf(filter), sort: filter.sort, offset, limit }, signal });

export class GameList {
  matching = $state(0);
  total = $state(0);
  loaded = $state(false);
  error = $state<string | null>(null);
  version = $state(0); // grows when rows have come
  #games = new Map<number, Schemas['GameHeader']>();
  #asked = new Set<number>();
  #filter: Filter = NoFilter;
  #abort = new AbortController();
  #fetch: Fetch;

  constructor(fetch: Fetch = fromServer) {
    this.#fetch = fetch;
  }

  // Begins anew.
  show(filter: Filter): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#filter = filter;
    this.#games.clear();
    this.#asked.clear();
    return this.#ask(0);
  }

  at(index: number): Schemas['GameHeader'] | undefined {
    void this.version;
    return this.#games.get(index);
  }

  // Rows [from, to) are in sight.
  need(from: number, to: number): void {
    for (let block = Math.floor(from / Block); block * Block < Math.min(to, this.matching); ++block) void this.#ask(block);
  }

  async #ask(block: number): Promise<void> {
    if (this.#asked.has(block)) return;
    this.#asked.add(block);
    const { signal } = this.#abort;
    try {
      const list = await this.#fetch(block * Block, Block, this.#filter, signal);
      if (signal.aborted) return;
      list.games.forEach((game, i) => this.#games.set(list.offset + i, game));
      this.matching = list.matching;
      this.total = list.total;
      this.loaded = true;
      this.error = null;
      this.version += 1;
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.#asked.delete(block);
      this.error = sentenceOf(error);
    }
  }
}
