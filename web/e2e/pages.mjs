// Every page, for axe and for the screenshots, with something on it to see.
//
//     const made = await seed(address);
//     for (const { name, hash, ready, prepare } of pagesOf(made)) ...

import { until } from './studio.mjs';

const Games = `[Event "World championship"]
[Date "1847.05.01"]
[Black "Anderson"]
[White "Wyllie"]
[Result "1/2-1/2"]

1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 6. 3-7 28-24 1/2-1/2

[Event "A lesson"]
[Date "1950.03.11"]
[Black "Long"]
[White "Hellman"]
[Result "0-1"]

1. 10-14 24-19 2. 7-10 28-24 3. 9-13 22-18 4. 11-16 26-22 {White is cramped.} 0-1

[Event "Club night"]
[Date "2026.02.14"]
[Black "Lucy"]
[White "Noor"]
[Result "1-0"]

1. 9-14 22-18 2. 5-9 24-19 3. 11-15 18x11 4. 8x24 28x19 5. 4-8 25-22 6. 8-11 22-18 1-0
`;
const Problems = `[Event "Two kings against one"]
[FEN "W:WK18,K19:BK1"]
[Stipulation "White to play and win"]
*

[Event "King and man"]
[FEN "B:WK1,23:BK7,14"]
[Stipulation "Black to play and win"]
*
`;
const Proof = 'W:W11,K18,K19:BK1,5';

// Games, a review, a proof and a collection of problems with a report and candidates.
export async function seed(address) {
  const ask = async (path, body) => {
    const options = body && { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: address }, body: JSON.stringify(body) };
    const response = await fetch(address + path, options);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const { first_id: game } = await ask('/api/games', { pdn: Games });
  const { id: collection } = (await ask('/api/problems', { name: 'Endings', text: Problems })).collection;
  const requests = {
    proof: { kind: 'prove', fen: Proof, seconds: 60 },
    review: { kind: 'review', game, seconds: 0.05 },
    improve: { kind: 'improve', collection, problem: 2, seconds: 2 },
    check: { kind: 'check', collection, seconds: 2 },
  };
  const made = { collection };
  for (const [name, request] of Object.entries(requests)) made[name] = (await ask('/api/jobs', request)).id;
  for (const name of Object.keys(requests)) await until(name, async () => (await ask(`/api/jobs/${made[name]}`)).job.state === 'done', 180_000);
  return made;
}

const press = (key, then) => async (page) => {
  await page.keyboard.press(key);
  await page.waitForSelector(then);
};

export const pagesOf = (made) => [
  { name: 'board', hash: 'board', ready: '[role=grid]' },
  { name: 'analysis', hash: 'board?fen=start&moves=11-15+23-19+8-11+22-17&tab=analyse', ready: '[role=grid]', async prepare(page) {
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.querySelectorAll('.pv button').length > 3);
  } },
  { name: 'explain', hash: 'board?tab=explain', ready: 'table' },
  { name: 'review', hash: `board?review=${made.review}`, ready: '.graph polyline' },
  { name: 'set-up', hash: 'board', ready: '[role=grid]', prepare: press('s', '[data-testid=fen]') },
  { name: 'game', hash: 'board', ready: '[role=grid]', prepare: press('g', 'dialog textarea') },
  { name: 'keys', hash: 'board', ready: '[role=grid]', prepare: press('?', 'dialog[open] kbd') },
  { name: 'endgames', hash: 'endgames', ready: '[data-testid=endgame-truth] button' },
  { name: 'proofs', hash: 'proofs', ready: 'form' },
  { name: 'proof', hash: `proofs?job=${made.proof}`, ready: '[role=treeitem]' },
  { name: 'problems', hash: 'problems', ready: 'form' },
  { name: 'problem', hash: `problems?collection=${made.collection}&problem=2`, ready: '[role=grid]' },
  { name: 'check', hash: `problems?job=${made.check}`, ready: 'details' },
  { name: 'improve', hash: `problems?job=${made.improve}`, ready: '[data-testid=candidates] svg' },
  { name: 'games', hash: 'games', ready: '[data-testid=game]' },
  { name: 'openings', hash: 'games', ready: 'textarea', async prepare(page) {
    await page.getByRole('tab', { name: 'Openings' }).click();
    await page.waitForSelector('tbody tr');
  } },
  { name: 'jobs', hash: `jobs?job=${made.review}`, ready: '[role=log] p' },
  { name: 'settings', hash: 'settings', ready: '.option' },
];
