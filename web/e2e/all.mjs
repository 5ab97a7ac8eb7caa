// Every journey, one after another in one process: `npm run e2e`, or `npm run e2e -- board games` for some.

import { readdirSync } from 'node:fs';

const wanted = process.argv.slice(2);
const every = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => name.replace('.test.mjs', ''))
  .sort();
const unknown = wanted.filter((name) => !every.includes(name));
if (unknown.length > 0) throw new Error(`there is no journey ${unknown.join(', ')}; there are ${every.join(', ')}`);
for (const name of wanted.length > 0 ? wanted : every) await import(`./${name}.test.mjs`);
