// What the server knows of the position that is shown: value and distance, the opening's name,
// whether the game is over (repetitions included).

import { call, isAbort, type Schemas, sentenceOf } from '../../lib/api';

const Kept = 400;

export class Knowledge {
  position = $state.raw<Schemas['Position'] | null>(null);
  opening = $state.raw<Schemas['OpeningName'] | null>(null);
  error = $state<string | null>(null);
  #known = new Map<string, Schemas['Line']>();
  #abort: AbortController | null = null;

  // What is shown stays until the answer is there.
  async ask(fen: string, moves: string[]): Promise<void> {
    this.#abort?.abort();
    const key = `${fen} ${moves.join(' ')}`;
    const known = this.#known.get(key);
    if (known) return this.#show(known);
    const abort = (this.#abort = new AbortController());
    try {
      const line = await call('post', '/api/position/line', { body: { fen, moves }, signal: abort.signal });
      if (this.#known.size > Kept) this.#known.clear();
      this.#known.set(key, line);
      this.#show(line);
    } catch (error) {
      if (isAbort(error)) return;
      this.position = null;
      this.error = sentenceOf(error);
    }
  }

  // The databases have grown.
  forget(): void {
    this.#known.clear();
  }

  #show(line: Schemas['Line']): void {
    this.position = line.position;
    this.opening = line.opening;
    this.error = null;
  }
}
