import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { legalMoves, readMove } from '../../lib/rules';
import { Opponent } from './opponent.svelte';
import { Session } from './session.svelte';

type Body = { moves: string[]; level: number | null; time_ms?: number; clock?: { remaining_ms: number } };
let asked: Body[] = [];
let session: Session;
let opponent: Opponent;

// A server that plays the first legal move.
function serve(outcome = 'open', reason = ''): void {
  vi.stubGlobal('fetch', (_url: string, options: { body: string }) => {
    asked.push(JSON.parse(options.body) as Body);
    const long = legalMoves(session.position)[0]!.text;
    return Promise.resolve(new Response(JSON.stringify({ move: { long, notation: long }, position: { game: { outcome, reason } } })));
  });
}

const settle = () => vi.advanceTimersByTimeAsync(1);

async function play(text: string): Promise<void> {
  session.play(readMove(session.position, text)!);
  void opponent.moved();
  await settle();
}

describe('an opponent', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    session = new Session();
    opponent = new Opponent(session);
    serve();
  });
  afterEach(() => {
    opponent.leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('waits for Black to move first, then answers', async () => {
    opponent.start({ human: 'black', level: 3, minutes: null, increment: 0 });
    expect(opponent.isHumanTurn).toBe(true);
    expect(asked).toHaveLength(0);
    await play('11-15');
    expect(asked[0]).toMatchObject({ moves: ['11-15'], level: 3, time_ms: 2000 });
    expect(session.moves).toHaveLength(2);
    expect(opponent.isHumanTurn).toBe(true);
  });

  test('moves at once if the human is White; full strength has no level', async () => {
    opponent.start({ human: 'white', level: 11, minutes: null, increment: 0 });
    await settle();
    expect(asked[0]?.level).toBeNull();
    expect(session.moves).toHaveLength(1);
    expect([session.tag('Black'), session.tag('White')]).toEqual(['Deepwell', 'You']);
  });

  test('taking back undoes both moves, and the game goes on', async () => {
    opponent.start({ human: 'black', level: 1, minutes: null, increment: 0 });
    await play('11-15');
    opponent.takeBack();
    expect(session.moves).toEqual([]);
    expect(session.tree.root.children).toHaveLength(0);
    await play('9-14');
    expect(session.moves).toHaveLength(2);
  });

  test('resigning ends the game for the other side', () => {
    opponent.start({ human: 'black', level: 1, minutes: null, increment: 0 });
    opponent.resign();
    expect(opponent.ending).toBe('White wins: you resigned.');
    expect(session.result).toBe('1-0');
  });

  test("the server's word ends the game", async () => {
    serve('black wins', 'no moves left');
    opponent.start({ human: 'black', level: 1, minutes: null, increment: 0 });
    await play('11-15');
    expect(opponent.ending).toBe('Black wins: no moves left.');
    expect(session.result).toBe('0-1');
  });

  test('the clock runs for the side to move, is told to the engine, and ends the game', async () => {
    opponent.start({ human: 'black', level: 1, minutes: 1, increment: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opponent.remaining.black).toBeGreaterThan(49_000);
    expect(opponent.remaining.black).toBeLessThan(50_200);
    expect(opponent.remaining.white).toBe(60_000);
    await play('11-15');
    expect(opponent.remaining.black).toBeGreaterThan(51_000); // two seconds more
    expect(asked[0]?.clock?.remaining_ms).toBeGreaterThan(59_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opponent.ending).toBe('White wins on time.');
  });

  test('a failure is shown, and it can be asked again', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ error: 'all seats are taken' }), { status: 429 })));
    opponent.start({ human: 'white', level: 1, minutes: null, increment: 0 });
    await settle();
    expect(opponent.error).toBe('All seats are taken.');
    expect(opponent.thinking).toBe(false);
    serve();
    await opponent.answer();
    expect(opponent.error).toBeNull();
    expect(session.moves).toHaveLength(1);
  });
});
