// Server-sent events that come back by themselves.
//
//     const stream = listen('/api/jobs/events', { job: (data) => ... });
//     stream.close();
//
// When the connection breaks it is opened again after a second, then two, ... at most eight; the
// server sends the whole state at the beginning of each stream, so that nothing needs to be kept.

import { connection } from './connection.svelte';

export interface Stream {
  close(): void;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Handlers = Record<string, (data: any) => void>;

const FirstRetryMs = 1000;
const LastRetryMs = 8000;

export function listen(url: string, handlers: Handlers, onFailure?: (sentence: string) => void): Stream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FirstRetryMs;
  let closed = false;

  function open(): void {
    source = new EventSource(url);
    source.onopen = () => (delay = FirstRetryMs);
    source.onerror = () => void recover();
    for (const [name, handle] of Object.entries(handlers))
      source.addEventListener(name, (event) => handle(JSON.parse((event as MessageEvent<string>).data)));
  }

  // An EventSource does not say why it failed; a plain request to the same address does.
  async function recover(): Promise<void> {
    source?.close();
    if (closed) return;
    const refusal = await refusalOf(url);
    if (closed) return;
    if (refusal) return onFailure?.(refusal);
    timer = setTimeout(open, delay);
    delay = Math.min(delay * 2, LastRetryMs);
  }

  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}

// One sentence if the server refuses the address, null if it is worth trying again.
async function refusalOf(url: string): Promise<string | null> {
  const abort = new AbortController();
  try {
    const response = await fetch(url, { signal: abort.signal, headers: { Accept: 'text/event-stream' } });
    if (response.ok) return null;
    const body = (await response.json().catch(() => ({}))) as { error?: string };
    return response.status >= 500 ? null : (body.error ?? `The studio answered with ${response.status}.`);
  } catch {
    connection.lost();
    return null;
  } finally {
    abort.abort();
  }
}
