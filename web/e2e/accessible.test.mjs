// axe finds nothing on any page, in both themes, wide and narrow; no page jumps while it loads, none complains.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { pagesOf, seed } from './pages.mjs';
import { Patience, startStudio } from './studio.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Contrast goes by the theme, the layout by the width: two of the four show every fault of either.
const Looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
];

const words = (violations) =>
  violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.slice(0, 4).map((n) => `    ${n.target.join(' ')}: ${n.failureSummary?.split('\n').slice(1, 3).join(' ')}`).join('\n')}`).join('\n');

describe('every page', { concurrency: false }, () => {
  let studio;
  let pages;
  before(async () => {
    studio = await startStudio();
    pages = pagesOf(await seed(studio.address));
  });
  after(() => studio.stop());

  for (const { name } of pagesOf({}))
    test(name, { timeout: 3 * Patience }, async () => {
      const { hash, ready, prepare } = pages.find((page) => page.name === name);
      const page = await studio.open(hash, { colorScheme: 'light', reducedMotion: 'reduce', viewport: { width: 360, height: 800 } });
      await page.waitForSelector(ready);
      await prepare?.(page);
      const jumps = await page.evaluate(() => globalThis.jumps ?? 0);
      assert.ok(jumps < 0.1, `what is shown jumped by ${jumps.toFixed(3)}`);
      // Through the debugger: the page's own policy forbids scripts of others.
      await page.evaluate(axe);
      for (const { colorScheme, width } of Looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.equal(violations.length, 0, `${colorScheme}, ${width} wide:\n${words(violations)}`);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(excess <= 0, `at ${width} the page is ${excess} pixels too wide`);
      }
      await page.context().close();
    });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
