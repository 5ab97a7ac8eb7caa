// Games in, looked at, judged, and out again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { Patience, startStudio, until } from './studio.mjs';

// White throws a man away with 24-20; Black wins it.
const Game = `[Event "A lesson"]
[Date "2026.01.02"]
[Black "Anderson"]
[White "Wyllie"]
[Result "0-1"]

1. 11-15 23-19 2. 8-11 22-17 3. 9-14 25-22 4. 11-16 24-20 5. 16x23 27x11
6. 7x16 20x11 7. 3-7 28-24 0-1
`;

describe('games', { concurrency: false }, () => {
  let studio;
  before(async () => {
    studio = await startStudio();
  });
  after(() => studio.stop());

  test('a PDN is imported and reviewed', { timeout: 5 * Patience }, async () => {
    const page = await studio.open('games');
    await page.getByRole('textbox', { name: /Paste PDN/ }).fill(Game);
    await page.getByRole('button', { name: 'Import the text' }).click();
    await page.getByText('1 game imported').waitFor();
    const row = page.getByTestId('game').first();
    await row.getByText('Anderson').waitFor();
    assert.match(await row.textContent(), /Black won/);
    await row.getByRole('button', { name: /Review/ }).click();
    await page.getByRole('slider', { name: 'Evaluation through the game' }).waitFor();
    await until('every move judged', async () => {
      const graph = page.getByRole('slider', { name: 'Evaluation through the game' });
      return Number(await graph.getAttribute('aria-valuemax')) === 14 && (await page.locator('.graph polyline').getAttribute('points')).split(' ').length === 14;
    }, 3 * Patience);
    assert.match(await page.getByTestId('review-counts').textContent(), /Black.*dubious.*White.*blunder/s);
    await page.context().close();
  });

  test('thousands of games: only those in sight are there; filters and export', { timeout: 4 * Patience }, async () => {
    const page = await studio.open('games');
    const many = Array.from({ length: 3000 }, (_, i) => Game.replace('Anderson', `Player ${i}`)).join('\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'many.pdn', mimeType: 'text/plain', buffer: Buffer.from(many) });
    await page.getByText('3,000 games imported').waitFor();
    await until('the list', async () => (await page.getByTestId('game').count()) > 5);
    assert.ok((await page.getByTestId('game').count()) < 200);
    await page.getByRole('searchbox', { name: 'Player' }).fill('Player 1234');
    await until('one match', async () => (await page.getByTestId('game').count()) === 1);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export these' }).click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /Player 1234/);
    await page.context().close();
  });

  test('a faulty game says what is wrong', async () => {
    const page = await studio.open('games');
    await page.getByRole('textbox', { name: /Paste PDN/ }).fill('[Event "x"]\n\n1. 11-15 23-19 2. 1-2 *');
    await page.getByRole('button', { name: 'Import the text' }).click();
    await page.locator('.errors li, [role=alert]').first().waitFor();
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
