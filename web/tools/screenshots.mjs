// Every page in both themes, wide and narrow, with something on it: screenshots/PAGE-THEME-WIDTH.png.
// `npm run shots`, or `npm run shots -- board proofs` for some.  DEEPWELL_BIN as for the journeys.

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pagesOf, seed } from '../e2e/pages.mjs';
import { startStudio } from '../e2e/studio.mjs';

const out = fileURLToPath(new URL('../screenshots/', import.meta.url));
const wanted = process.argv.slice(2);
const settle = 900; // ms: what glides has come to rest

const studio = await startStudio();
try {
  await mkdir(out, { recursive: true });
  const pages = pagesOf(await seed(studio.address));
  for (const { name, hash, ready, prepare } of pages.filter((page) => wanted.length === 0 || wanted.includes(page.name)))
    for (const width of [1280, 360]) {
      const page = await studio.open(hash, { viewport: { width, height: width === 360 ? 740 : 820 }, isMobile: width === 360, hasTouch: width === 360 });
      await page.waitForSelector(ready);
      await prepare?.(page);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(settle);
        await page.screenshot({ path: `${out}${name}-${colorScheme}-${width}.png` });
        if (width === 360 && colorScheme === 'light') await page.screenshot({ path: `${out}${name}-whole-360.png`, fullPage: true });
      }
      await page.context().close();
    }
} finally {
  await studio.stop();
}
