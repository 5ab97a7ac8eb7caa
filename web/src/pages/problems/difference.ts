// What is different between two positions, piece by piece and in words.

import { nameOf, type Piece, pieceName, readFen, sideOf } from '../../lib/rules';

const Pieces: readonly Piece[] = ['b', 'B', 'w', 'W'];

const squaresOf = (squares: readonly (Piece | null)[], piece: Piece): number[] =>
  squares.flatMap((there, square) => (there === piece ? [square] : []));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// "White king 10 stands on 27.", "Black man 3 is gone.", "White man on 8 is new."
export function differences(before: string, after: string): string[] {
  const old = readFen(before);
  const now = readFen(after);
  const words: string[] = [];
  const settled = new Set<number>(); // squares where a man and a king have changed places
  old.squares.forEach((piece, square) => {
    const other = now.squares[square];
    if (!piece || !other || piece === other || sideOf(piece) !== sideOf(other)) return;
    settled.add(square);
    words.push(`${capital(pieceName(piece))} ${square} is a ${pieceName(other).split(' ')[1]}.`);
  });
  for (const piece of Pieces) {
    const gone = squaresOf(old.squares, piece).filter((s) => now.squares[s] !== piece && !settled.has(s));
    const come = squaresOf(now.squares, piece).filter((s) => old.squares[s] !== piece && !settled.has(s));
    const name = capital(pieceName(piece));
    for (const from of gone.splice(0, Math.min(gone.length, come.length))) words.push(`${name} ${from} stands on ${come.shift()}.`);
    for (const from of gone) words.push(`${name} ${from} is gone.`);
    for (const to of come) words.push(`${name} on ${to} is new.`);
  }
  if (old.side !== now.side) words.push(`${nameOf(now.side)} moves first.`);
  return words;
}
