import { describe, expect, test } from 'vitest';
import type { Schemas } from '../../lib/api';
import { type Fetch, GameList, NoFilter, queryOf } from './gamelist.svelte';

function games(total: number, asked: number[] = []): Fetch {
  return (offset, limit) => {
    asked.push(offset);
    const list = Array.from({ length: Math.min(limit, total - offset) }, (_, i) => ({ id: offset + i }) as Schemas['GameHeader']);
    return Promise.resolve({ total, matching: total, offset, reading: 'standard', games: list });
  };
}
const settle = () => new Promise((done) => setTimeout(done));

describe('a list of games', () => {
  test('only the blocks in sight are asked for, each once', async () => {
    const asked: number[] = [];
    const list = new GameList(games(5000, asked));
    await list.show(NoFilter);
    list.need(250, 310);
    list.need(255, 320);
    await settle();
    expect(asked).toEqual([0, 200, 300]);
    expect(list.at(301)?.id).toBe(301);
    expect(list.at(1000)).toBeUndefined();
    expect(list.matching).toBe(5000);
  });

  test('nothing beyond the end is asked for', async () => {
    const asked: number[] = [];
    const list = new GameList(games(120, asked));
    await list.show(NoFilter);
    list.need(90, 500);
    await settle();
    expect(asked).toEqual([0, 100]);
  });

  test('a failure is shown and the block can be asked for again', async () => {
    let fail = true;
    const good = games(10);
    const list = new GameList((...args) => (fail ? Promise.reject(new Error('No.')) : good(...args)));
    await list.show(NoFilter);
    expect(list.error).toBe('No.');
    fail = false;
    await list.show(NoFilter);
    expect(list.error).toBeNull();
    expect(list.at(3)?.id).toBe(3);
  });

  test('empty filters are left out of the query', () => {
    expect(queryOf({ ...NoFilter, player: ' Tinsley ', opening: '12' })).toEqual({ player: 'Tinsley', result: undefined, opening: 12, text: undefined, reading: 'standard' });
  });
});
