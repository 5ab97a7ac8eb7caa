// Solving a problem by moving: the program answers with the best defence and says whether the move
// keeps the terms.

import { announcer } from '../../lib/announcer.svelte';
import { call, type Schemas, sentenceOf } from '../../lib/api';
import { after, type Move, type Position, readFen, readMove, toFen } from '../../lib/rules';

export type Terms = 'win' | 'draw';

interface Place {
  position: Position;
  move: Move | null;
}

export type Judge = (request: Schemas['DefenceRequest']) => Promise<Schemas['DefenceAnswer']>;
const fromServer: Judge = (body) => call('post', '/api/problems/defence', { body });

export class Solving {
  trail = $state.raw<Place[]>([]);
  words = $state('');
  verdict = $state<'none' | 'right' | 'wrong' | 'unknown' | 'solved'>('none');
  busy = $state(false);
  error = $state<string | null>(null);
  #fen = '';
  #terms: Terms = 'win';
  #judge: Judge;

  constructor(judge: Judge = fromServer) {
    this.#judge = judge;
  }

  begin(fen: string, terms: Terms): void {
    this.#fen = fen;
    this.#terms = terms;
    this.trail = [{ position: readFen(fen), move: null }];
    this.words = '';
    this.verdict = 'none';
    this.busy = false;
    this.error = null;
  }

  // The side to move is to lose: it makes the best defence first, then the other side solves.
  async beginLost(fen: string): Promise<void> {
    this.begin(fen, 'win');
    this.busy = true;
    try {
      const { move } = await call('post', '/api/play', { body: { fen, level: null, time_ms: 300 } });
      const first = move && this.#fen === fen ? readMove(this.place!.position, move.long) : null;
      if (first) this.begin(toFen(after(this.place!.position, first)), 'win');
    } catch (error) {
      this.error = sentenceOf(error);
    } finally {
      this.busy = false;
    }
  }

  get place(): Place | undefined {
    return this.trail.at(-1);
  }

  get moves(): string[] {
    return this.trail.flatMap((place) => (place.move ? [place.move.text] : []));
  }

  // Whether the solver is to move.
  get isOpen(): boolean {
    return !this.busy && this.verdict !== 'solved' && this.verdict !== 'wrong';
  }

  async play(move: Move): Promise<void> {
    const before = this.trail;
    const moves = this.moves;
    const fen = this.#fen;
    this.#add(move);
    this.busy = true;
    this.error = null;
    try {
      const answer = await this.#judge({ fen, moves, move: move.path.join(move.captured.length > 0 ? 'x' : '-'), terms: this.#terms });
      if (this.#fen === fen) this.#take(answer);
    } catch (error) {
      this.error = sentenceOf(error);
      this.trail = before;
    } finally {
      this.busy = false;
    }
  }

  // Back to before the solver's last move.
  retry(): void {
    const side = this.trail[0]!.position.side;
    let length = this.trail.length - 1;
    while (length > 1 && this.trail[length - 1]!.position.side !== side) --length;
    this.trail = this.trail.slice(0, Math.max(1, length));
    this.verdict = 'none';
    this.words = '';
  }

  #take(answer: Schemas['DefenceAnswer']): void {
    this.words = answer.words;
    announcer.say(answer.words);
    this.verdict = answer.solved ? 'solved' : answer.right === null ? 'unknown' : answer.right ? 'right' : 'wrong';
    if (!answer.reply) return;
    const reply = readMove(this.place!.position, answer.reply.long) ?? readMove(this.place!.position, answer.reply.notation);
    if (reply) this.#add(reply);
  }

  #add(move: Move): void {
    this.trail = [...this.trail, { position: after(this.place!.position, move), move }];
  }
}
