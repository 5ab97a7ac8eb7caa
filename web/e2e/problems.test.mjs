// A collection is opened, a problem solved by moving, checked and improved.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { choose, Patience, startStudio, until } from './studio.mjs';

const Collection = 'W:WK18,K19:BK1\nB:W21,23,24,29:B6,10,15,16\n';

describe('problems', { concurrency: false }, () => {
  let studio;
  let hasWorkshop;
  before(async () => {
    studio = await startStudio();
    hasWorkshop = (await (await fetch(`${studio.address}/api/status`)).json()).problems;
  });
  after(() => studio.stop());

  async function openCollection() {
    const page = await studio.open('problems');
    await page.getByRole('textbox', { name: 'Name' }).fill('Two endings');
    await page.getByRole('textbox', { name: /one FEN a line/ }).fill(Collection);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByTestId('terms').waitFor();
    return page;
  }

  test('solving by moving', { timeout: 2 * Patience }, async (t) => {
    if (!hasWorkshop) return t.skip('this build has no workshop');
    const page = await openCollection();
    await choose(page, 18, 14);
    await until('the answer', async () => /Right|Solved/.test(await page.getByTestId('solving').textContent()));
    await page.context().close();
  });

  test('a problem is improved', { timeout: 5 * Patience }, async (t) => {
    if (!hasWorkshop) return t.skip('this build has no workshop');
    const page = await openCollection();
    await page.getByRole('spinbutton', { name: 'Seconds' }).fill('5');
    await page.getByRole('button', { name: 'Improve' }).click();
    await page.getByTestId('candidates').waitFor();
    await until('the end of the search', async () => (await page.getByTestId('job').first().getAttribute('data-state')) === 'done', 3 * Patience);
    assert.ok((await page.getByTestId('candidates').locator('svg[role=img]').count()) > 0);
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
