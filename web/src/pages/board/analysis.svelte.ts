// A live analysis of one position; a new position replaces the old one.

import { addressOf, type Schemas } from '../../lib/api';
import { listen, type Stream } from '../../lib/sse';
import { Stored } from '../../lib/stored.svelte';

const SettleMs = 120; // one who leafs through a game does not start a search at every ply

export class Analysis {
  update = $state.raw<Schemas['AnalysisUpdate'] | null>(null);
  isLive = $state(false);
  error = $state<string | null>(null);
  readonly lines = new Stored('multipv', 3);
  #stream: Stream | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(fen: string, moves: string[], multipv: number): void {
    this.stop();
    this.error = null;
    this.isLive = true;
    this.#timer = setTimeout(() => this.#open(fen, moves, multipv), SettleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = null;
    this.isLive = false;
  }

  clear(): void {
    this.stop();
    this.update = null;
  }

  #open(fen: string, moves: string[], multipv: number): void {
    const url = addressOf('/api/analysis', {}, { fen, moves: moves.join(' '), multipv });
    this.#stream = listen(
      url,
      {
        lines: (data: Schemas['AnalysisUpdate']) => (this.update = data),
        done: (data: Schemas['AnalysisUpdate']) => {
          this.update = data;
          this.stop();
        },
        failed: (data: Schemas['Error']) => this.#fail(data.error),
      },
      (sentence) => this.#fail(sentence),
    );
  }

  #fail(sentence: string): void {
    this.error = sentence;
    this.stop();
  }
}
