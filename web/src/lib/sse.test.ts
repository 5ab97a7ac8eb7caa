import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from './connection.svelte';
import { listen } from './sse';

class FakeSource extends EventTarget {
  static made: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.made.push(this);
  }
  say(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  close(): void {
    this.closed = true;
  }
}

const answers = (status: number, body: unknown = {}) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
const latest = () => FakeSource.made.at(-1)!;

describe('a stream of events', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
    FakeSource.made = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    connection.isLost = false;
  });

  test('hands its data over by name', () => {
    const heard: unknown[] = [];
    listen('/api/x', { job: (data) => heard.push(data) });
    latest().say('job', { id: '1' });
    latest().say('other', {});
    expect(heard).toEqual([{ id: '1' }]);
  });

  test('opens again when it breaks, later each time', async () => {
    answers(200);
    listen('/api/x', {});
    for (const [opened, delay] of [[2, 1000], [3, 2000], [4, 4000]] as const) {
      latest().onerror?.();
      await vi.advanceTimersByTimeAsync(delay - 10);
      expect(FakeSource.made).toHaveLength(opened - 1);
      await vi.advanceTimersByTimeAsync(20);
      expect(FakeSource.made).toHaveLength(opened);
    }
  });

  test('a refusal is told in its sentence and not tried again', async () => {
    answers(422, { error: '11-16 is no legal move' });
    const failed = vi.fn();
    listen('/api/x', {}, failed);
    latest().onerror?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failed).toHaveBeenCalledWith('11-16 is no legal move');
    expect(FakeSource.made).toHaveLength(1);
  });

  test('a server that is gone is noticed, and asked for again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    const failed = vi.fn();
    listen('/api/x', {}, failed);
    latest().onerror?.();
    await vi.advanceTimersByTimeAsync(1500);
    expect(connection.isLost).toBe(true);
    expect(failed).not.toHaveBeenCalled();
    expect(FakeSource.made).toHaveLength(2);
    const before = connection.generation;
    answers(200);
    await vi.advanceTimersByTimeAsync(4000);
    expect(connection.isLost).toBe(false);
    expect(connection.generation).toBe(before + 1);
  });

  test('what is closed stays closed', async () => {
    answers(200);
    const stream = listen('/api/x', {});
    const first = latest();
    first.onerror?.();
    stream.close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(first.closed).toBe(true);
    expect(FakeSource.made).toHaveLength(1);
  });
});
