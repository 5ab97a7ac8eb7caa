import { describe, expect, test } from 'vitest';
import { legalPaths, after, readFen, readMove } from '../lib/rules';
import { centreOf, follow, neighbour, squareUnder } from './drawing';
import { MoveInput } from './MoveInput.svelte';

function inputAt(fen: string): MoveInput {
  const input = new MoveInput();
  input.reset(legalPaths(readFen(fen)));
  return input;
}

describe('making a move square by square', () => {
  test('a quiet move: piece, then square', () => {
    const input = inputAt('start');
    expect(input.choose(11)).toBeNull();
    expect(input.targets).toEqual([15, 16]);
    expect(input.choose(15)?.text).toBe('11-15');
    expect(input.selected).toBeNull();
  });

  test('another piece may be chosen instead; the same again puts it down', () => {
    const input = inputAt('start');
    input.choose(11);
    input.choose(9);
    expect(input.selected).toBe(9);
    input.choose(9);
    expect(input.selected).toBeNull();
    input.choose(1);
    expect(input.selected).toBeNull();
  });

  test('a jump of two, step by step', () => {
    const input = inputAt('B:W14,22:B9');
    input.choose(9);
    expect(input.choose(18)).toBeNull();
    expect(input.taken).toEqual([14]);
    expect(input.standing).toBe(18);
    expect(input.choose(25)?.captured).toEqual([14, 22]);
  });

  test('a jump of two, straight to its end', () => {
    const input = inputAt('B:W14,22:B9');
    input.choose(9);
    expect(input.ends).toEqual([25]);
    expect(input.choose(25)?.path).toEqual([9, 18, 25]);
  });

  test('where two moves end on the same square the steps decide', () => {
    const input = inputAt('B:W6,7,14,15:B2');
    input.choose(2);
    expect(input.ends).toEqual([]);
    expect(input.choose(18)).toBeNull();
    input.choose(2);
    expect(input.choose(11)).toBeNull();
    expect(input.choose(18)?.text).toBe('2x11x18');
  });

  test('a king may jump round to where it began', () => {
    const input = inputAt('B:W14,15,22,23:BK10');
    input.choose(10);
    for (const square of [input.targets[0]!]) input.choose(square);
    while (input.targets[0] !== 10) input.choose(input.targets[0]!);
    expect(input.choose(10)?.captured).toHaveLength(4);
  });
});

describe('drawing', () => {
  test('points and squares agree, turned or not', () => {
    for (const turned of [false, true])
      for (let square = 1; square <= 32; ++square) expect(squareUnder(centreOf(square, turned), turned)).toBe(square);
  });

  test('a piece keeps its identity over a move and a captured one is gone', () => {
    const before = readFen('B:W18:B15,1');
    const old = follow([], before.squares, null);
    const move = readMove(before, '15x22')!;
    const now = follow(old, after(before, move).squares, move);
    expect(now).toHaveLength(2);
    expect(now.find((d) => d.square === 22)!.id).toBe(old.find((d) => d.square === 15)!.id);
  });

  test('every square can be reached with the arrow keys and the way back exists', () => {
    for (const turned of [false, true]) {
      const seen = new Set([1]);
      const queue = [1];
      for (let s = queue.pop(); s; s = queue.pop())
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          const next = neighbour(s, key, turned);
          if (!seen.has(next)) seen.add(next), queue.push(next);
        }
      expect(seen.size).toBe(32);
    }
  });
});
