// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressOf, call, Failure, sentence } from './api';
import { blackShare, bytes, clock, duration, points, short, truth } from './format';
import { nameOfEvent } from './keys.svelte';
import { openingName } from './openings';
import { hrefOf, parseRoute } from './router.svelte';
import { Stored } from './stored.svelte';
import { graphPath, niceStep, scaleOf } from '../ui/graph';

afterEach(() => vi.unstubAllGlobals());

describe('calls', () => {
  const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));

  test('addresses are filled and escaped, empty values left out', () => {
    expect(addressOf('/api/jobs/{id}', { id: 'a/b' })).toBe('/api/jobs/a%2Fb');
    expect(addressOf('/api/games', {}, { player: 'A & B', text: '', offset: 0, result: undefined })).toBe('/api/games?player=A+%26+B&offset=0');
  });

  test("the server's sentence is what fails", async () => {
    answer(400, { error: 'there is no square 40' });
    await expect(call('get', '/api/position', { query: { fen: 'x' } })).rejects.toThrow('There is no square 40.');
  });

  test('an answer that is no JSON still gives a sentence', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502, statusText: 'Bad Gateway' })));
    await expect(call('get', '/api/status')).rejects.toThrow('The studio answered with 502 Bad Gateway.');
  });

  test('a server that is gone is told from one that refuses', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    const failure = await call('get', '/api/status').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).status).toBe(0);
  });

  test('sentences begin with a capital and end with a full stop', () => {
    expect(sentence('no such game')).toBe('No such game.');
    expect(sentence('Really?')).toBe('Really?');
  });
});

describe('numbers in words', () => {
  test.each([[7, '7'], [999, '999'], [1234, '1.2 k'], [2_500_000, '2.5 M'], [3e9, '3.0 G']])('%d is %s', (n, text) => expect(short(n)).toBe(text));
  test.each([[0.44, '0.4 s'], [59.6, '60 s'], [61, '1 min 01 s'], [7260, '2 h 01 min'], [200000, '2 d 7 h']])('%d seconds are %s', (n, text) => expect(duration(n)).toBe(text));
  test.each([[299000, '4:59'], [9300, '0:09.3'], [-5, '0:00.0']])('a clock of %d ms shows %s', (n, text) => expect(clock(n)).toBe(text));
  test('points and bytes', () => {
    expect([points(34), points(-7), points(0)]).toEqual(['+0.34', '−0.07', '0.00']);
    expect(bytes(1_487_301)).toBe('1.5 MB');
  });
  test('the truth names the winner', () => {
    expect(truth('white', 'win', 21)).toBe('White wins in 21 plies.');
    expect(truth('white', 'loss', 1)).toBe('Black wins in 1 ply.');
    expect(truth('black', 'draw', null)).toBe('A draw with best play.');
  });
  test("Black's share of the bar grows with the score and is a half when even", () => {
    expect(blackShare(0)).toBe(0.5);
    expect(blackShare(300)).toBeGreaterThan(blackShare(100));
    expect(blackShare(-300)).toBeLessThan(0.1);
  });
});

describe('addresses of pages', () => {
  test('come back', () => {
    const href = hrefOf('board', { fen: 'B:W18,K27:BK3,14', tab: undefined });
    expect(href).toBe('#/board?fen=B:W18,K27:BK3,14');
    expect(parseRoute(href)).toEqual({ page: 'board', query: { fen: 'B:W18,K27:BK3,14' } });
  });
  test('an unknown page is the board', () => expect(parseRoute('#/nonsense?x=1').page).toBe('board'));
});

describe('openings', () => {
  test('go by their own name, else by that of the first move', () => {
    expect(openingName({ name: 'Inferno', moves: '9-13 22-18 10-14' })).toBe('Inferno');
    expect(openingName({ name: '', moves: '9-13 21-17 5-9' })).toBe('Edinburgh');
    expect(openingName({ name: '', moves: '12-16 24-20 8-12' })).toBe('Dundee');
  });
});

describe('keys', () => {
  test.each([
    [{ key: 'f' }, 'f'],
    [{ key: 'F', shiftKey: true }, 'Shift+f'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: 'ArrowLeft' }, 'ArrowLeft'],
    [{ key: 'c', ctrlKey: true }, 'Ctrl+c'],
  ])('%j is %s', (event, name) => expect(nameOfEvent(new KeyboardEvent('keydown', event))).toBe(name));
});

describe('what is stored', () => {
  test('survives', () => {
    new Stored('test', 1).value = 5;
    expect(new Stored('test', 1).value).toBe(5);
  });
  test('rubbish is not believed', () => {
    localStorage.setItem('deepwell.bad', '{');
    expect(new Stored('bad', 'initial').value).toBe('initial');
  });
});

describe('graphs', () => {
  test.each([[0.7, 1], [1.4, 2], [3, 5], [8, 10], [120, 200]])('a step for %d is %d', (rough, step) => expect(niceStep(rough)).toBeCloseTo(step));
  test('points lie in the frame', () => {
    const points = [{ x: 0, y: 0 }, { x: 10, y: 100 }, { x: 20, y: Infinity }];
    expect(graphPath(points, scaleOf(points, false), { left: 0, top: 0, width: 100, height: 50 })).toBe('M0.0 50.0L100.0 0.0');
  });
  test('a logarithmic scale has whole decades', () => {
    expect(scaleOf([{ x: 0, y: 12345 }], true).ticks).toEqual([1, 100, 10000]);
  });
});
