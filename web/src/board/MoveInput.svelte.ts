// How a move is made on the board, square by square: first a piece, then where it goes, through the
// landing squares of a jump one at a time or straight to its end.

import type { Move } from '../lib/rules';

export class MoveInput {
  walked = $state.raw<number[]>([]); // the piece's square and the landings chosen so far
  #paths = $state.raw<readonly Move[]>([]);

  // The legal ways to move (legalPaths); begins anew.
  reset(paths: readonly Move[]): void {
    this.#paths = paths;
    this.walked = [];
  }

  get selected(): number | null {
    return this.walked[0] ?? null;
  }

  // The moves that go on from what was walked.
  get #going(): Move[] {
    if (this.walked.length === 0) return [];
    return this.#paths.filter((move) => this.walked.every((square, i) => move.path[i] === square));
  }

  // Where the piece stands now, jumps made so far included.
  get standing(): number | null {
    return this.walked.at(-1) ?? null;
  }

  // Pieces jumped so far.
  get taken(): readonly number[] {
    return this.#going[0]?.captured.slice(0, this.walked.length - 1) ?? [];
  }

  // Next landing squares.
  get targets(): number[] {
    return [...new Set(this.#going.map((move) => move.path[this.walked.length]).filter((s) => s !== undefined))];
  }

  // Squares where the whole move ends, if that says which move it is.
  get ends(): number[] {
    return [...new Set(this.#going.map((move) => move.to))].filter((to) => this.#endingAt(to) !== null);
  }

  get movable(): number[] {
    return [...new Set(this.#paths.map((move) => move.from))];
  }

  #endingAt(square: number): Move | null {
    const moves = this.#going.filter((move) => move.to === square);
    return new Set(moves.map((move) => move.text)).size === 1 ? moves[0]! : null;
  }

  // A square was chosen.  The move if it is complete now; otherwise null, and the state has changed.
  choose(square: number): Move | null {
    if (this.walked.length > 0) {
      if (this.targets.includes(square)) return this.#step(square);
      const whole = this.#endingAt(square);
      if (whole) return this.#done(whole);
    }
    const again = this.walked.length === 1 && this.walked[0] === square;
    this.walked = !again && this.movable.includes(square) ? [square] : this.walked.length > 1 ? this.walked : [];
    return null;
  }

  cancel(): void {
    this.walked = [];
  }

  #step(square: number): Move | null {
    this.walked = [...this.walked, square];
    const complete = this.#going.find((move) => move.path.length === this.walked.length);
    return complete ? this.#done(complete) : null;
  }

  #done(move: Move): Move {
    this.walked = [];
    return move;
  }
}
