// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Schemas } from '../lib/api';
import ConfirmButton from './ConfirmButton.svelte';
import JobCard from './JobCard.svelte';
import Notice from './Notice.svelte';
import Tabs from './Tabs.svelte';
import ValueTag from './ValueTag.svelte';
import VirtualList from './VirtualList.svelte';

afterEach(cleanup);
const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }));

describe('a button for what cannot be undone', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('asks first and does it when it is pressed again', async () => {
    const onconfirm = vi.fn();
    render(ConfirmButton, { label: 'Delete it', onconfirm, children: text('x') });
    await fireEvent.click(screen.getByRole('button'));
    expect(onconfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('button').getAttribute('aria-label')).toContain('press again');
    await fireEvent.click(screen.getByRole('button'));
    expect(onconfirm).toHaveBeenCalledOnce();
  });

  test('forgets the question after a while, and by Escape', async () => {
    const onconfirm = vi.fn();
    render(ConfirmButton, { label: 'Delete it', onconfirm, children: text('x') });
    await fireEvent.click(screen.getByRole('button'));
    await vi.advanceTimersByTimeAsync(5000);
    await fireEvent.click(screen.getByRole('button'));
    await fireEvent.keyDown(screen.getByRole('button'), { key: 'Escape' });
    await fireEvent.click(screen.getByRole('button'));
    expect(onconfirm).not.toHaveBeenCalled();
  });
});

describe('a job', () => {
  const job: Schemas['Job'] = {
    id: '7', kind: 'build', title: 'Databases up to 6 pieces', state: 'running', request: { kind: 'BuildRequest', pieces: 6 }, actions: ['pause', 'cancel'],
    created: '2026-01-02T03:04:05Z', started: null, finished: null, seconds: 12, error: null, summary: null, files: [],
    progress: { stage: '3k-3k', done: 1500, total: 3000, unit: 'positions', rate: 100, seconds_left: 15 },
  };

  test('tells progress, rate and time left, and what can be done', () => {
    render(JobCard, { job });
    const words = screen.getByTestId('job').textContent!;
    for (const part of ['running', '1,500 of 3,000 positions', '100/s', '15 s left', 'Pause', 'Cancel']) expect(words).toContain(part);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  });

  test('shows why it failed', () => {
    render(JobCard, { job: { ...job, state: 'failed', error: 'The disk is full.', actions: ['resume', 'delete'] } });
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
  });

  test('an action that is refused says so in place', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ error: 'the job is done' }), { status: 409 })));
    render(JobCard, { job });
    await fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The job is done.');
    vi.unstubAllGlobals();
  });
});

describe('small parts', () => {
  test('a notice without text is nothing; an error is an alert, the rest a status', () => {
    const { rerender } = render(Notice, { text: null as string | null });
    expect(screen.queryByRole('alert')).toBeNull();
    return rerender({ text: 'Wrong.' }).then(() => expect(screen.getByRole('alert').textContent).toContain('Wrong.'));
  });

  test('a value is a word and a sign, not a colour alone', () => {
    render(ValueTag, { value: 'loss', distance: 12 });
    expect(screen.getByText(/Loss in 12 plies/).textContent).toContain('▼');
  });

  test('arrow keys go from tab to tab, around the end', async () => {
    render(Tabs, { id: 't', label: 'Tools', chosen: 'b', tabs: [{ name: 'a', title: 'A' }, { name: 'b', title: 'B' }] });
    await fireEvent.keyDown(screen.getByRole('tab', { name: 'B' }), { key: 'ArrowRight' });
    await tick();
    expect(screen.getByRole('tab', { name: 'A' }).getAttribute('aria-selected')).toBe('true');
  });

  test('a long list has only the rows in sight', () => {
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    const ranges: number[][] = [];
    const row = createRawSnippet((index: () => number) => ({ render: () => `<p>row ${index()}</p>` }));
    render(VirtualList, { count: 100_000, rowHeight: 20, row, label: 'Rows', onrange: (from: number, to: number) => ranges.push([from, to]) });
    expect(screen.getAllByText(/^row /).length).toBeLessThan(100);
    expect(ranges[0]![0]).toBe(0);
  });
});
