import { describe, expect, test } from 'vitest';
import { after, cellOf, legalMoves, legalPaths, type Position, readFen, readMove, squareAt, StartFen, toFen } from './rules';

function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  return legalMoves(position).reduce((sum, move) => sum + perft(after(position, move), depth - 1), 0);
}

const texts = (fen: string) => legalMoves(readFen(fen)).map((move) => move.text).sort();

describe('the rules', () => {
  // Published counts of move sequences from the start position (Aart Bik).
  test.each([[1, 7], [2, 49], [3, 302], [4, 1469], [5, 7361], [6, 36768]])('perft %i is %i', (depth, count) => {
    expect(perft(readFen('start'), depth)).toBe(count);
  });

  test('squares and cells are inverse', () => {
    for (let square = 1; square <= 32; ++square) {
      const { row, column } = cellOf(square);
      expect(squareAt(row, column)).toBe(square);
    }
    expect(cellOf(1)).toEqual({ row: 0, column: 1 });
    expect(cellOf(29)).toEqual({ row: 7, column: 0 });
  });

  test('a jump is compulsory', () => {
    expect(texts('B:W18,24:B15,1')).toEqual(['15x22']);
  });

  test('a man that is crowned stops, also in the middle of a jump', () => {
    const moves = legalMoves(readFen('B:W27,26,25:B23'));
    expect(moves.map((move) => move.text).sort()).toEqual(['23x30', '23x32']);
    expect(after(readFen('B:W27,26,25:B23'), moves[0]!).squares[moves[0]!.to]).toBe('B');
  });

  test('a king may circle back to its own square', () => {
    const moves = legalMoves(readFen('B:W14,15,22,23:BK10'));
    expect(moves.some((move) => move.from === 10 && move.to === 10 && move.captured.length === 4)).toBe(true);
  });

  test('two ways to the same end are one move, and both can be walked', () => {
    const fen = 'B:W14,15,22,23:BK10';
    expect(legalMoves(readFen(fen))).toHaveLength(1);
    expect(legalPaths(readFen(fen))).toHaveLength(2);
  });

  test('ambiguous jumps are written with all their squares', () => {
    expect(texts('B:W6,7,14,15:B2')).toEqual(['2x11x18', '2x9x18']);
  });
});

describe('reading moves', () => {
  const start = readFen('start');
  test.each(['11-15', '11 15', '11x15', '11:15', ' 11-15 ', '011-015'])('%s', (text) => {
    expect(readMove(start, text)?.text).toBe('11-15');
  });
  test.each(['', '11', '11-17', 'abc', '11-15 23-19', '99-3'])('%s is no move', (text) => {
    expect(readMove(start, text)).toBeNull();
  });
  test('all squares of a jump', () => {
    const position = readFen('B:W6,7,14,15:B2');
    for (const move of legalPaths(position)) expect(readMove(position, move.path.join('x'))?.path).toEqual(move.path);
  });
});

describe('FEN', () => {
  test.each([StartFen, 'W:WK10,K11,12,16:B3,K19,K20', 'B:W:B1', 'W:WK1:BK32'])('%s comes back', (fen) => {
    expect(toFen(readFen(fen))).toBe(fen);
  });
  test('liberal reading', () => {
    expect(toFen(readFen('b:B1-12:W21-32.'))).toBe(StartFen);
    expect(toFen(readFen('[FEN "W:W1:B32"]'))).toBe('W:WK1:BK32');
  });
  test.each(['', 'X:W1:B2', 'B:W40:B1', 'B:W1:B1', 'B:Wx:B1', 'B:Q1'])('"%s" is refused with a sentence', (fen) => {
    expect(() => readFen(fen)).toThrow(/\.$/);
  });
});
