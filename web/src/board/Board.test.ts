// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Move, readFen } from '../lib/rules';
import Board from './Board.svelte';

afterEach(cleanup);

const cell = (square: number) => screen.getAllByRole('gridcell').find((element) => element.dataset.square === String(square))!;
const press = (square: number, key: string) => fireEvent.keyDown(cell(square), { key });

async function chooseWithKeys(...squares: number[]): Promise<void> {
  for (const square of squares) {
    cell(square).focus();
    await press(square, 'Enter');
  }
}

describe('the board', () => {
  test('is a grid of 32 squares that say what stands on them', () => {
    render(Board, { position: readFen('W:WK18,21:B1') });
    expect(screen.getAllByRole('gridcell')).toHaveLength(32);
    expect(cell(18)).toHaveAccessibleNameLike('18, white king');
    expect(cell(21)).toHaveAccessibleNameLike('21, white man');
    expect(cell(1)).toHaveAccessibleNameLike('1, black man');
    expect(cell(5)).toHaveAccessibleNameLike('5, empty');
  });

  test('one square only is in the order of the tab key', () => {
    render(Board, { position: readFen('start') });
    expect(screen.getAllByRole('gridcell').filter((element) => element.tabIndex === 0)).toHaveLength(1);
  });

  test('a move is made with the keyboard', async () => {
    const onmove = vi.fn<(move: Move) => void>();
    render(Board, { position: readFen('start'), onmove });
    await chooseWithKeys(11);
    expect(cell(15)).toHaveAccessibleNameLike('15, empty, can go here');
    await chooseWithKeys(15);
    expect(onmove.mock.calls.map(([move]) => move.text)).toEqual(['11-15']);
  });

  test('Escape puts the piece down', async () => {
    const onmove = vi.fn();
    render(Board, { position: readFen('start'), onmove });
    await chooseWithKeys(11);
    await press(11, 'Escape');
    await chooseWithKeys(15);
    expect(onmove).not.toHaveBeenCalled();
  });

  test('a jump goes step by step', async () => {
    const onmove = vi.fn<(move: Move) => void>();
    render(Board, { position: readFen('B:W14,22,32:B9,1'), onmove });
    expect(cell(9)).toHaveAccessibleNameLike('9, black man, must jump');
    expect(cell(1)).toHaveAccessibleNameLike('1, black man');
    await chooseWithKeys(9, 18);
    expect(onmove).not.toHaveBeenCalled();
    await chooseWithKeys(25);
    expect(onmove.mock.calls[0]![0].path).toEqual([9, 18, 25]);
  });

  test('without onmove nothing can be moved', async () => {
    render(Board, { position: readFen('start') });
    await chooseWithKeys(11);
    expect(cell(15)).toHaveAccessibleNameLike('15, empty');
  });

  test('in a set-up squares are told, not moved', async () => {
    const onplace = vi.fn();
    render(Board, { position: readFen('start'), onplace });
    await chooseWithKeys(14);
    expect(onplace).toHaveBeenCalledWith(14);
  });

  test('turned, square 32 comes first', () => {
    render(Board, { position: readFen('start'), turned: true });
    expect(screen.getAllByRole('gridcell')[0]!.dataset.square).toBe('32');
  });
});

expect.extend({
  toHaveAccessibleNameLike(element: HTMLElement, name: string) {
    const label = element.getAttribute('aria-label');
    return { pass: label === name, message: () => `expected "${name}", the label is "${label}"` };
  },
});

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unused-vars
  interface Assertion<T = any> {
    toHaveAccessibleNameLike(name: string): void;
  }
}
