// A game against the engine: whose turn it is, the clocks, resigning and taking back.  The moves
// themselves are in the Session.

import { announcer } from '../../lib/announcer.svelte';
import { call, isAbort, type Schemas, sentenceOf } from '../../lib/api';
import { movesTo } from '../../lib/gametree';
import { nameOf, other, readMove, type Side } from '../../lib/rules';
import type { Session } from './session.svelte';

export interface Terms {
  human: Side;
  level: number; // 1 to 10, or FullStrength
  minutes: number | null; // for each side; null: no clock
  increment: number; // seconds a move
}

export const FullStrength = 11; // one above the levels
const TickMs = 100;
const MoveMs = 2000; // for a move without a clock, at full strength

// '1-0' says that White won.
const resultFor = (winner: Side): Schemas['Result'] => (winner === 'white' ? '1-0' : '0-1');

export class Opponent {
  terms = $state.raw<Terms | null>(null); // null: no game is going on
  ending = $state<string | null>(null); // "White wins: no moves left."
  thinking = $state(false);
  error = $state<string | null>(null);
  remaining = $state<Record<Side, number>>({ black: 0, white: 0 }); // ms
  #session: Session;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ticked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get isOn(): boolean {
    return this.terms !== null;
  }

  get isHumanTurn(): boolean {
    return this.terms !== null && this.#session.position.side === this.terms.human;
  }

  // From the position on the board.
  start(terms: Terms): void {
    this.leave();
    this.terms = terms;
    this.ending = null;
    this.error = null;
    const ms = (terms.minutes ?? 0) * 60000;
    this.remaining = { black: ms, white: ms };
    const you = 'You';
    const it = terms.level >= FullStrength ? 'Deepwell' : `Deepwell, level ${terms.level}`;
    this.#session.setTag('Black', terms.human === 'black' ? you : it);
    this.#session.setTag('White', terms.human === 'white' ? you : it);
    if (terms.minutes !== null) this.#startClock();
    void this.answer();
  }

  // The game stays on the board, nobody plays it on.
  leave(): void {
    this.#abort?.abort();
    clearInterval(this.#timer);
    this.thinking = false;
    this.terms = null;
  }

  // A move of the human was made.
  async moved(): Promise<void> {
    this.#increment(other(this.#session.position.side));
    await this.answer();
  }

  // Asks for the engine's move if it is its turn.
  async answer(): Promise<void> {
    const terms = this.terms;
    if (!terms || this.ending || this.isHumanTurn) return;
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    this.thinking = true;
    this.error = null;
    try {
      const answer = await call('post', '/api/play', { body: this.#request(terms), signal: abort.signal });
      if (abort.signal.aborted) return;
      this.thinking = false;
      this.#take(answer);
    } catch (error) {
      if (isAbort(error)) return;
      this.thinking = false;
      this.error = sentenceOf(error);
    }
  }

  #request(terms: Terms): Schemas['PlayRequest'] {
    const session = this.#session;
    const engine = other(terms.human);
    const base = { fen: session.initialFen, moves: movesTo(session.current), level: terms.level >= FullStrength ? null : terms.level };
    if (terms.minutes === null) return { ...base, time_ms: MoveMs };
    const remaining_ms = Math.max(50, Math.round(this.remaining[engine]));
    return { ...base, clock: { remaining_ms, increment_ms: terms.increment * 1000 } };
  }

  #take(answer: Schemas['PlayAnswer']): void {
    if (answer.move) {
      const move = readMove(this.#session.position, answer.move.long) ?? readMove(this.#session.position, answer.move.notation);
      if (move) this.#session.play(move);
      if (this.terms) this.#increment(other(this.terms.human));
    }
    this.judge(answer.position.game);
  }

  // The server's word on whether the game is over.
  judge(game: Schemas['GameState']): void {
    if (!this.terms || this.ending || game.outcome === 'open') return;
    const winner = game.outcome === 'black wins' ? 'black' : game.outcome === 'white wins' ? 'white' : null;
    const words = winner ? `${nameOf(winner)} wins` : 'Drawn';
    this.#end(`${words}: ${game.reason}.`, winner ? resultFor(winner) : '1/2-1/2');
  }

  resign(): void {
    if (!this.terms || this.ending) return;
    const winner = other(this.terms.human);
    this.#end(`${nameOf(winner)} wins: you resigned.`, resultFor(winner));
  }

  // Back to where the human was to move the last time.
  takeBack(): void {
    if (!this.terms) return;
    this.#abort?.abort();
    this.thinking = false;
    const session = this.#session;
    const steps = this.isHumanTurn ? 2 : 1;
    let node = session.current;
    for (let i = 0; i < steps && node.parent; ++i) node = node.parent;
    if (node.position.side !== this.terms.human) return void this.answer();
    const next = node.children.find((child) => child === session.current || child.children.includes(session.current));
    session.goTo(node);
    if (next) session.remove(next);
    this.ending = null;
    session.result = '*';
    if (this.terms.minutes !== null) this.#startClock();
  }

  #end(words: string, result: Schemas['Result']): void {
    this.#abort?.abort();
    clearInterval(this.#timer);
    this.thinking = false;
    this.ending = words;
    this.#session.result = result;
    announcer.say(words);
  }

  #startClock(): void {
    clearInterval(this.#timer);
    this.#ticked = performance.now();
    this.#timer = setInterval(() => this.#tick(), TickMs);
  }

  #tick(): void {
    const now = performance.now();
    const side = this.#session.position.side;
    const left = this.remaining[side] - (now - this.#ticked);
    this.#ticked = now;
    this.remaining[side] = Math.max(0, left);
    if (left <= 0) this.#end(`${nameOf(other(side))} wins on time.`, resultFor(other(side)));
  }

  #increment(side: Side): void {
    if (this.terms?.minutes) this.remaining[side] += this.terms.increment * 1000;
  }
}
