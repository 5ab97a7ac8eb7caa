// Every page in both themes, wide and narrow, with something on it: screenshots/PAGE-THEME-WIDTH.png.
// `npm run shots`, or `npm run shots -- board proofs` for some.  DEEPWELL_BIN as for the journeys.

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Pages } from '../e2e/pages.mjs';
import { startStudio, until } from '../e2e/studio.mjs';

const out = fileURLToPath(new URL('../screenshots/', import.meta.url));
const wanted = process.argv.slice(2);

const Games = `[Event "World championship"]
[Date "1847.05.01"]
[Black "Anderson"]
[White "Wyllie"]
[Result "1/2-1/2"]

1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 6. 3-7 28-24 1/2-1/2

[Event "Ending"]
[Date "1950.??.??"]
[Black "Long"]
[White "Hellman"]
[Result "0-1"]

1. 10-14 24-19 2. 7-10 28-24 3. 9-13 22-18 4. 11-16 26-22 0-1
`;

// What the pages show: two games, a review, a proof, a collection of problems.
async function seed(address) {
  const post = async (path, body) => {
    const response = await fetch(address + path, { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: address }, body: JSON.stringify(body) });
    return response.ok ? response.json() : null;
  };
  await post('/api/games', { pdn: Games });
  const proof = await post('/api/jobs', { kind: 'prove', fen: 'W:W11,K18,K19:BK1,5', seconds: 30 });
  const review = await post('/api/jobs', { kind: 'review', game: 1, seconds: 0.1 });
  const collection = await post('/api/problems', { name: 'Endings', text: 'W:WK18,K19:BK1\nB:W21,23,24,29:B6,10,15,16\n' });
  for (const job of [proof, review].filter(Boolean))
    await until(job.title, async () => ['done', 'failed'].includes((await (await fetch(`${address}/api/jobs/${job.id}`)).json()).job.state));
  return { proof: proof?.id, review: review?.id, collection: collection?.collection.id };
}

const studio = await startStudio();
try {
  await mkdir(out, { recursive: true });
  const made = await seed(studio.address);
  const more = [
    { name: 'review', hash: `board?review=${made.review}`, ready: '.graph' },
    { name: 'proof', hash: `proofs?job=${made.proof}`, ready: '[role=treeitem]' },
    { name: 'problem', hash: `problems?collection=${made.collection}`, ready: '[role=grid]' },
  ].filter(({ hash }) => !hash.includes('undefined'));
  for (const { name, hash, ready, prepare } of [...Pages, ...more].filter((page) => wanted.length === 0 || wanted.includes(page.name)))
    for (const width of [1280, 360]) {
      const page = await studio.open(hash, { viewport: { width, height: width === 360 ? 740 : 820 } });
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        if (colorScheme === 'light') {
          await page.waitForSelector(ready);
          await prepare?.(page);
          await page.waitForTimeout(700);
        }
        await page.screenshot({ path: `${out}${name}-${colorScheme}-${width}.png` });
      }
      await page.context().close();
    }
} finally {
  await studio.stop();
}
