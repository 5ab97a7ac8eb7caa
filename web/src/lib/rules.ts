// The rules of English checkers, so that the board answers a finger without asking the server.
// Truth (values, distances, engine moves) comes from the server; the tests count this module's
// moves against the published perft numbers.
//
// Squares are numbered 1 to 32 from the top left; Black stands on top and moves first.

export type Side = 'black' | 'white';
export type Piece = 'b' | 'B' | 'w' | 'W'; // capitals are kings
export type Squares = readonly (Piece | null)[]; // [0] is unused

export interface Position {
  readonly side: Side;
  readonly squares: Squares;
}

export interface Move {
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
  readonly path: readonly number[]; // from, every landing square, to
  readonly text: string; // 11-15, 15x22, or with all squares where that is ambiguous
}

export const BoardSize = 8;
export const SquareCount = (BoardSize * BoardSize) / 2;
export const StartFen =
  'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12';

export interface Cell {
  row: number; // 0 on top
  column: number; // 0 at the left
}

export function cellOf(square: number): Cell {
  const perRow = BoardSize / 2;
  const row = Math.floor((square - 1) / perRow);
  return { row, column: ((square - 1) % perRow) * 2 + (row % 2 === 0 ? 1 : 0) };
}

// null: outside the board, or a square that is not played on.
export function squareAt(row: number, column: number): number | null {
  const inside = row >= 0 && row < BoardSize && column >= 0 && column < BoardSize;
  if (!inside || (row + column) % 2 === 0) return null;
  return row * (BoardSize / 2) + Math.floor(column / 2) + 1;
}

export const isKing = (piece: Piece): boolean => piece === 'B' || piece === 'W';
export const sideOf = (piece: Piece): Side => (piece === 'b' || piece === 'B' ? 'black' : 'white');
export const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');
export const crowned = (piece: Piece): Piece => (sideOf(piece) === 'black' ? 'B' : 'W');
export const nameOf = (side: Side): string => (side === 'black' ? 'Black' : 'White');

export function pieceName(piece: Piece): string {
  return `${sideOf(piece)} ${isKing(piece) ? 'king' : 'man'}`;
}

export function emptyPosition(side: Side = 'black'): Position {
  return { side, squares: Array<Piece | null>(SquareCount + 1).fill(null) };
}

export function withPiece(position: Position, square: number, piece: Piece | null): Position {
  const squares = [...position.squares];
  squares[square] = piece;
  return { side: position.side, squares };
}

// A man on the row where it would have been crowned is a king, as everybody expects of a set-up.
export function placed(position: Position, square: number, piece: Piece): Position {
  return withPiece(position, square, isCrownedOn(piece, square) ? crowned(piece) : piece);
}

export function countPieces(position: Position, side?: Side): number {
  return position.squares.filter((p) => p !== null && (!side || sideOf(p) === side)).length;
}

// ---- moves

const Forward = { black: 1, white: -1 } as const;

function steps(piece: Piece): [number, number][] {
  const forward = Forward[sideOf(piece)];
  const ahead: [number, number][] = [
    [forward, -1],
    [forward, 1],
  ];
  return isKing(piece) ? [...ahead, [-forward, -1], [-forward, 1]] : ahead;
}

function isCrownedOn(piece: Piece, square: number): boolean {
  const kingRow = sideOf(piece) === 'black' ? BoardSize - 1 : 0;
  return !isKing(piece) && cellOf(square).row === kingRow;
}

interface Jump {
  path: number[];
  captured: number[];
}

function jumpsFrom(squares: (Piece | null)[], piece: Piece, jump: Jump): Jump[] {
  const at = jump.path[jump.path.length - 1]!;
  if (jump.captured.length > 0 && isCrownedOn(piece, at)) return [jump];
  const { row, column } = cellOf(at);
  const found: Jump[] = [];
  for (const [down, right] of steps(piece)) {
    const over = squareAt(row + down, column + right);
    const landing = squareAt(row + 2 * down, column + 2 * right);
    if (over === null || landing === null) continue;
    const victim = squares[over];
    if (!victim || sideOf(victim) === sideOf(piece) || squares[landing]) continue;
    squares[over] = null;
    const further = { path: [...jump.path, landing], captured: [...jump.captured, over] };
    found.push(...jumpsFrom(squares, piece, further));
    squares[over] = victim;
  }
  if (found.length === 0 && jump.captured.length > 0) return [jump];
  return found;
}

function allJumps(position: Position): Jump[] {
  const squares = [...position.squares];
  return pieceSquares(position).flatMap((from) => {
    const piece = squares[from]!;
    squares[from] = null;
    const jumps = jumpsFrom(squares, piece, { path: [from], captured: [] });
    squares[from] = piece;
    return jumps;
  });
}

function allSteps(position: Position): Jump[] {
  return pieceSquares(position).flatMap((from) => {
    const { row, column } = cellOf(from);
    return steps(position.squares[from]!)
      .map(([down, right]) => squareAt(row + down, column + right))
      .filter((to): to is number => to !== null && !position.squares[to])
      .map((to) => ({ path: [from, to], captured: [] }));
  });
}

function pieceSquares(position: Position): number[] {
  const found: number[] = [];
  position.squares.forEach((piece, square) => {
    if (piece && sideOf(piece) === position.side) found.push(square);
  });
  return found;
}

const sameSet = (jump: Jump) =>
  [jump.path[0], jump.path.at(-1), ...[...jump.captured].sort((a, b) => a - b)].join();

// Every way to move, two jump paths with the same beginning, end and captured pieces included:
// the board lets the player walk either.
export function legalPaths(position: Position): Move[] {
  const jumps = allJumps(position);
  const found = jumps.length > 0 ? jumps : allSteps(position);
  const ends = new Map<string, Set<string>>(); // 'from,to' -> different moves between them
  for (const jump of found) {
    const key = `${jump.path[0]},${jump.path.at(-1)}`;
    ends.set(key, (ends.get(key) ?? new Set()).add(sameSet(jump)));
  }
  return found.map((jump) => {
    const from = jump.path[0]!;
    const to = jump.path.at(-1)!;
    const ambiguous = ends.get(`${from},${to}`)!.size > 1;
    const sign = jump.captured.length > 0 ? 'x' : '-';
    const text = ambiguous ? jump.path.join(sign) : `${from}${sign}${to}`;
    return { from, to, captured: jump.captured, path: jump.path, text };
  });
}

// The legal moves, each once.
export function legalMoves(position: Position): Move[] {
  const seen = new Set<string>();
  return legalPaths(position).filter((move) => {
    const key = sameSet({ path: [...move.path], captured: [...move.captured] });
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

export function after(position: Position, move: Move): Position {
  const squares = [...position.squares];
  const piece = squares[move.from]!;
  squares[move.from] = null;
  for (const square of move.captured) squares[square] = null;
  squares[move.to] = isCrownedOn(piece, move.to) ? crowned(piece) : piece;
  return { side: other(position.side), squares };
}

// A move as players write it: 11-15, 11 15, 11x18, 23-14-7, 23x14x7.  null: no such legal move, or
// not enough to tell which.
export function readMove(position: Position, text: string): Move | null {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length < 2 || /[^\d\s:x×\-–.]/i.test(text)) return null;
  const paths = legalPaths(position).filter((move) =>
    numbers.length === 2
      ? move.from === numbers[0] && move.to === numbers[1]
      : move.path.join() === numbers.join() ||
        (move.from === numbers[0] &&
          move.to === numbers.at(-1) &&
          numbers.slice(1, -1).every((n) => move.path.includes(n))),
  );
  const exact = paths.find((move) => move.path.join() === numbers.join());
  if (exact) return exact;
  const different = new Set(paths.map((move) => sameSet({ path: [...move.path], captured: [...move.captured] })));
  return different.size === 1 ? paths[0]! : null;
}

// ---- FEN

// Throws an Error with one sentence for the user.
export function readFen(text: string): Position {
  const trimmed = text.trim().replace(/^\[FEN\s+"|"\]$/g, '').replace(/\.$/, '');
  if (trimmed === '' ) throw new Error('The FEN is empty.');
  if (trimmed === 'start') return readFen(StartFen);
  const [side, ...lists] = trimmed.split(':').map((part) => part.trim());
  if (!side || !/^[BW]$/i.test(side)) throw new Error('A FEN begins with B: or W:, the side to move.');
  const squares = [...emptyPosition().squares];
  for (const list of lists) readFenList(list, squares);
  return { side: side.toUpperCase() === 'B' ? 'black' : 'white', squares };
}

function readFenList(list: string, squares: (Piece | null)[]): void {
  const colour = list.charAt(0).toUpperCase();
  if (colour !== 'B' && colour !== 'W') throw new Error(`"${list}" does not begin with B or W.`);
  for (const item of list.slice(1).split(',').map((s) => s.trim()).filter(Boolean)) {
    const match = /^(K?)(\d+)(?:-(\d+))?$/i.exec(item);
    if (!match) throw new Error(`"${item}" is not a square.`);
    const first = Number(match[2]);
    const last = Number(match[3] ?? match[2]);
    for (let square = first; square <= last; ++square) {
      if (square < 1 || square > SquareCount) throw new Error(`There is no square ${square}.`);
      if (squares[square]) throw new Error(`Two pieces stand on square ${square}.`);
      const man: Piece = colour === 'B' ? 'b' : 'w';
      squares[square] = match[1] || isCrownedOn(man, square) ? crowned(man) : man;
    }
  }
}

export function toFen(position: Position): string {
  const list = (side: Side) =>
    position.squares
      .map((piece, square) => (piece && sideOf(piece) === side ? (isKing(piece) ? `K${square}` : `${square}`) : ''))
      .filter(Boolean)
      .join(',');
  return `${position.side === 'black' ? 'B' : 'W'}:W${list('white')}:B${list('black')}`;
}

// Same pieces and same side to move?
export function samePosition(a: Position, b: Position): boolean {
  return a.side === b.side && a.squares.every((piece, square) => piece === b.squares[square]);
}
