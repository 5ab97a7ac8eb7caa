// A position is proved and its certificate verified.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Patience, startStudio, until } from './studio.mjs';

const Fen = 'W:W11,K18,K19:BK1,5'; // White wins, by five pieces: beyond the databases of this test

describe('proofs', { concurrency: false }, () => {
  let studio;
  before(async () => {
    studio = await startStudio();
  });
  after(() => studio.stop());

  test('a win is proved, its tree browsed, its certificate verified', { timeout: 6 * Patience }, async () => {
    const page = await studio.open('proofs');
    await page.getByTestId('proof-fen').fill(Fen);
    await page.getByRole('spinbutton', { name: 'Seconds' }).fill('120');
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    const result = page.getByTestId('proof-result');
    await until('the proof', async () => /White wins\./.test((await result.textContent().catch(() => '')) ?? ''), 4 * Patience);

    const tree = page.getByRole('tree', { name: 'Proof tree' });
    await until('the root', async () => (await tree.getByRole('treeitem').count()) > 1);
    const before = await tree.getByRole('treeitem').count();
    // Which of the moves wins is the prover's choice: the first one with something below it.
    const first = (await tree.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.getAttribute('aria-expanded')))).indexOf('false');
    assert.ok(first > 0, 'no move of the tree leads on');
    await tree.focus();
    for (let step = 0; step < first; ++step) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await until('its children', async () => (await tree.getByRole('treeitem').count()) > before);

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Certificate', exact: true }).click()]);
    assert.ok(await file.path());
    await page.getByRole('button', { name: 'Verify it' }).click();
    await page.getByTestId('verification').getByText('Every claim was shown').waitFor();
    await page.context().close();
  });

  test('a position that is none is refused in place', async () => {
    const page = await studio.open('proofs');
    await page.getByTestId('proof-fen').fill('W:W99:B1');
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
