import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

// The heading that the command-line program writes and the library does not.
const withoutHeading = (text: string) => text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '').trim();

test('src/lib/schema.d.ts is what openapi.json says (npm run types makes it anew)', async () => {
  const made = astToString(await openapiTS(new URL('../openapi.json', import.meta.url)));
  const kept = readFileSync(new URL('../src/lib/schema.d.ts', import.meta.url), 'utf8');
  expect(withoutHeading(kept)).toBe(withoutHeading(made));
}, 60_000);
