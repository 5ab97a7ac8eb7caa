// Endings, and the databases behind them.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { choose, Patience, startStudio, until } from './studio.mjs';

describe('endgames', { concurrency: false }, () => {
  let studio;
  before(async () => {
    studio = await startStudio();
  });
  after(() => studio.stop());

  test('a four-piece ending is set up and its distance read', { timeout: 2 * Patience }, async () => {
    const page = await studio.open('endgames');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'white king' }).click();
    await choose(page, 18, 19, 23);
    await page.getByRole('button', { name: 'black king' }).click();
    await choose(page, 1);
    await page.getByRole('radio', { name: 'White' }).check();
    assert.equal(await page.getByTestId('fen').inputValue(), 'W:WK18,K19,K23:BK1');
    const truth = page.getByTestId('endgame-truth');
    const words = await until('its value', async () => /White wins in (\d+) plies\./.exec((await truth.textContent()) ?? ''));
    const known = await page.evaluate(async () => (await fetch('/api/endgame?fen=W:WK18,K19,K23:BK1')).json());
    assert.equal(Number(words[1]), known.distance);

    // The perfect line takes as many plies as the distance says.
    await page.getByRole('button', { name: 'Use this position' }).click();
    await page.getByRole('button', { name: 'Perfect line' }).click();
    await until('the line', async () => (await page.getByTestId('perfect-line').locator('li').count()) === known.distance);
    await page.getByRole('button', { name: 'Line: on' }).click();
    await until('the next distance', async () => new RegExp(`in ${known.distance - 1} pl`).test((await truth.textContent()) ?? ''));
    await page.context().close();
  });

  test('the table of materials leads to the longest win', async () => {
    const page = await studio.open('endgames');
    const longest = page.getByRole('button', { name: /Show the longest win of/ }).first();
    const plies = /(\d+) plies/.exec(await longest.textContent())[1];
    await longest.click();
    await until('that win', async () => ((await page.getByTestId('endgame-truth').textContent()) ?? '').includes(`in ${plies} plies`));
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
