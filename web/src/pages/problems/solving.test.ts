import { describe, expect, test } from 'vitest';
import type { Schemas } from '../../lib/api';
import { readMove } from '../../lib/rules';
import { Solving } from './solving.svelte';

const move = (text: string) => ({ notation: text, long: text, from: 1, to: 1, path: [], captures: [], fen: '' });
const answer = (more: Partial<Schemas['DefenceAnswer']>): Schemas['DefenceAnswer'] => ({
  move: move('1-6'),
  right: true,
  solved: false,
  reply: null,
  position: {} as Schemas['Position'],
  words: 'Right.',
  ...more,
});

function solving(...answers: Schemas['DefenceAnswer'][]) {
  const asked: Schemas['DefenceRequest'][] = [];
  const made = new Solving((request) => {
    asked.push(request);
    const next = answers.shift();
    return next ? Promise.resolve(next) : Promise.reject(new Error('Not now.'));
  });
  made.begin('W:WK18,K19:BK1', 'win');
  return { made, asked };
}
const play = (s: Solving, text: string) => s.play(readMove(s.place!.position, text)!);

describe('solving', () => {
  test('the reply is played and the next request knows both moves', async () => {
    const { made, asked } = solving(answer({ reply: move('1-5') }), answer({ solved: true, words: 'Solved.' }));
    await play(made, '18-14');
    expect(made.moves).toEqual(['18-14', '1-5']);
    expect(made.verdict).toBe('right');
    await play(made, '19-15');
    expect(asked[1]!.moves).toEqual(['18-14', '1-5']);
    expect(made.verdict).toBe('solved');
    expect(made.isOpen).toBe(false);
  });

  test('a wrong move can be taken back', async () => {
    const { made } = solving(answer({ right: false, words: 'That throws the win away.' }));
    await play(made, '18-22');
    expect(made.verdict).toBe('wrong');
    expect(made.isOpen).toBe(false);
    made.retry();
    expect(made.moves).toEqual([]);
    expect(made.isOpen).toBe(true);
  });

  test('when the server fails the move is not made', async () => {
    const { made } = solving();
    await play(made, '18-14');
    expect(made.moves).toEqual([]);
    expect(made.error).toBe('Not now.');
  });
});
