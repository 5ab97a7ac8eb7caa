// The one way to the server.  Paths, queries, bodies and answers are those of openapi.json, so that
// a wrong one does not compile.
//
//     const position = await call('get', '/api/position', { query: { fen } });
//
// Every failure is a Failure with one sentence for the user.

import { connection } from './connection.svelte';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

// The generator writes the schema's name where the document has a discriminator; the server knows
// the constants that stand in the schemas.
type Named<T, Kind extends string> = Omit<T, 'kind'> & { kind: Kind };
export type JobRequest =
  | Named<Schemas['BuildRequest'], 'build'>
  | Named<Schemas['ProveRequest'], 'prove'>
  | Named<Schemas['SolveRequest'], 'solve'>
  | Named<Schemas['ReviewRequest'], 'review'>
  | Named<Schemas['MatchRequest'], 'match'>
  | Named<Schemas['CheckRequest'], 'check'>
  | Named<Schemas['ImproveRequest'], 'improve'>;

export class Failure extends Error {
  constructor(
    message: string,
    readonly status: number, // of HTTP; 0: the server did not answer
  ) {
    super(message);
  }
}

// What to show of anything that was caught.
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong.';

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

type Method = 'get' | 'post' | 'put' | 'delete';
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type AnswerOf<Op> = Op extends { responses: infer R }
  ? R extends { 200: infer Ok }
    ? JsonOf<Ok>
    : R extends { 201: infer Made }
      ? JsonOf<Made>
      : undefined
  : never;
type QueryOf<Op> = Op extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type PathOf<Op> = Op extends { parameters: { path: infer P } } ? P : never;
type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;
type Known<Op> = { [K in Method]: Op extends Record<K, infer O> ? ([O] extends [undefined] ? never : K) : never }[Method];

interface CallOptions<Op> {
  query?: QueryOf<Op>;
  path?: PathOf<Op>;
  body?: BodyOf<Op>;
  signal?: AbortSignal;
}

// "/api/jobs/{id}" with its values, and the query behind it; undefined and '' are left out.
export function addressOf(path: string, values: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

export async function call<P extends keyof paths, M extends Known<paths[P]>>(
  method: M,
  path: P,
  options: CallOptions<paths[P][M]> = {},
): Promise<AnswerOf<paths[P][M]>> {
  const url = addressOf(path, options.path as object, options.query as object);
  const response = await send(method, url, options.body, options.signal);
  if (response.status === 204) return undefined as AnswerOf<paths[P][M]>;
  return (await response.json()) as AnswerOf<paths[P][M]>;
}

export function startJob(request: JobRequest): Promise<Schemas['Job']> {
  return call('post', '/api/jobs', { body: request as unknown as Schemas['JobRequest'] });
}

async function send(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: method.toUpperCase(),
      headers: body === undefined ? undefined : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    connection.lost();
    throw new Failure('The studio does not answer.', 0);
  }
  if (!response.ok) throw new Failure(await errorOf(response), response.status);
  return response;
}

// As the user should read it: a capital at the beginning, a full stop at the end.
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

// What went wrong, from an answer that is not ok.
export async function errorOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { error?: string };
    if (body.error) return sentence(body.error);
  } catch {
    // Not JSON: the status has to do.
  }
  return `The studio answered with ${response.status} ${response.statusText}.`.replace(' .', '.');
}
