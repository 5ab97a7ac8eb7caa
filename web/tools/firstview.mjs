// How long the first view takes: `npm run firstview` (DEEPWELL_BIN as for the journeys).  A fresh
// profile each time, so that nothing is cached; milliseconds from the start of the navigation.

import { startStudio } from '../e2e/studio.mjs';

const Times = 7;
const studio = await startStudio({ pieces: 2 });
const middle = (numbers) => Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
try {
  for (const hash of ['board', 'endgames', 'proofs', 'problems', 'games', 'jobs', 'settings']) {
    const paints = [];
    const views = [];
    for (let i = 0; i < Times; ++i) {
      const page = await studio.open(hash);
      await page.waitForSelector(hash === 'board' || hash === 'endgames' ? '[role=grid]' : 'main section');
      const [paint, now] = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, performance.now()]);
      paints.push(paint);
      views.push(now);
      await page.context().close();
    }
    console.log(`${hash.padEnd(10)} first paint ${middle(paints)} ms (at most ${Math.round(Math.max(...paints))}), whole page ${middle(views)} ms (at most ${Math.round(Math.max(...views))})`);
  }
} finally {
  await studio.stop();
}
