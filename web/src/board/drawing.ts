// Where things stand on a drawn board, and which piece is which from one position to the next.

import { BoardSize, cellOf, type Move, type Piece, sideOf, squareAt, type Squares } from '../lib/rules';

export const Unit = 100; // of a square, in the drawing

export interface Point {
  x: number;
  y: number;
}

// The middle of a square.  Turned: Black stands at the bottom.
export function centreOf(square: number, turned: boolean): Point {
  const { row, column } = cellOf(square);
  const flip = (n: number) => (turned ? BoardSize - 1 - n : n);
  return { x: (flip(column) + 0.5) * Unit, y: (flip(row) + 0.5) * Unit };
}

// The square under a point of the drawing.
export function squareUnder(point: Point, turned: boolean): number | null {
  const column = Math.floor(point.x / Unit);
  const row = Math.floor(point.y / Unit);
  const flip = (n: number) => (turned ? BoardSize - 1 - n : n);
  return squareAt(flip(row), flip(column));
}

export interface Drawn {
  id: number;
  square: number;
  piece: Piece;
}

let nextId = 1;

// The pieces of the new position, each with the identity of the old piece that it was: a piece that
// stayed, the one that made the move, else the nearest of its colour that vanished.
export function follow(old: readonly Drawn[], squares: Squares, move: Move | null): Drawn[] {
  const free = new Map(old.map((drawn) => [drawn.square, drawn]));
  const result: Drawn[] = [];
  const open: { square: number; piece: Piece }[] = [];
  const mover = move && squares[move.to] ? free.get(move.from) : undefined;
  if (mover && move && sideOf(mover.piece) === sideOf(squares[move.to]!)) {
    result.push({ ...mover, square: move.to, piece: squares[move.to]! });
    free.delete(move.from);
  }
  const done = result[0]?.square;
  squares.forEach((piece, square) => {
    if (!piece || square === done) return;
    const same = free.get(square);
    if (same && sideOf(same.piece) === sideOf(piece)) {
      result.push({ ...same, piece });
      free.delete(square);
    } else open.push({ square, piece });
  });
  for (const { square, piece } of open) {
    const near = nearest(free, square, piece);
    if (near) free.delete(near.square);
    result.push({ id: near?.id ?? nextId++, square, piece });
  }
  return result.sort((a, b) => a.id - b.id);
}

function nearest(free: Map<number, Drawn>, square: number, piece: Piece): Drawn | undefined {
  const to = cellOf(square);
  let best: Drawn | undefined;
  let least = Infinity;
  for (const drawn of free.values()) {
    if (sideOf(drawn.piece) !== sideOf(piece)) continue;
    const from = cellOf(drawn.square);
    const distance = Math.abs(from.row - to.row) + Math.abs(from.column - to.column);
    if (distance < least) [best, least] = [drawn, distance];
  }
  return best;
}

export interface Arrow {
  path: readonly number[]; // squares
  tone: 'best' | 'other' | 'own';
}

// The points of an arrow from square to square, shortened at both ends.
export function arrowPoints(path: readonly number[], turned: boolean): string {
  const points = path.map((square) => centreOf(square, turned));
  const last = points.length - 1;
  points[0] = towards(points[0]!, points[1] ?? points[0]!, 18);
  points[last] = towards(points[last]!, points[last - 1] ?? points[last]!, 30);
  return points.map((p) => `${round(p.x)},${round(p.y)}`).join(' ');
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

const round = (n: number): number => Math.round(n * 10) / 10;

// Where the arrow keys lead from a square: left and right along the row, up and down to the nearest
// playing square of the next row, as the board is seen.
export function neighbour(square: number, key: string, turned: boolean): number {
  const { row, column } = cellOf(square);
  const sign = turned ? -1 : 1;
  const to = (r: number, ...columns: number[]) => columns.map((c) => squareAt(r, c)).find((s) => s !== null) ?? square;
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 2 * sign);
    case 'ArrowRight':
      return to(row, column + 2 * sign);
    case 'ArrowUp':
      return to(row - sign, column + (row % 2 === 0 ? -1 : 1), column - 1, column + 1);
    case 'ArrowDown':
      return to(row + sign, column + (row % 2 === 0 ? -1 : 1), column - 1, column + 1);
    default:
      return square;
  }
}
