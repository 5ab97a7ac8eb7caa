// Playing and analysing on the board.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { choose, movable, Patience, square, startStudio, targets, until } from './studio.mjs';

describe('the board', { concurrency: false }, () => {
  let studio;
  before(async () => {
    studio = await startStudio();
  });
  after(() => studio.stop());

  // A good move for the side to move, from the server itself.
  const advice = (page) =>
    page.evaluate(async () => {
      const draft = JSON.parse(localStorage.getItem('deepwell.board'));
      const body = JSON.stringify({ fen: draft.fen, moves: draft.moves.slice(0, draft.at), level: null, time_ms: 60 });
      const response = await fetch('/api/play', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const answer = await response.json();
      return answer.move?.long ?? null;
    });

  test('a game to the end against level 1', { timeout: 6 * Patience }, async () => {
    const page = await studio.open('board');
    await page.getByRole('slider', { name: /Strength/ }).fill('1');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const state = page.getByTestId('play-state');
    const turn = () => until('my turn or the end', async () => /Your move|wins|Drawn/.test((await state.textContent()) ?? ''));
    await turn();

    // The first move square by square, the second dragged, the others typed.
    const from = (await movable(page))[0];
    await square(page, from).click();
    const to = (await targets(page))[0];
    await square(page, to).click();
    await turn();
    const second = (await advice(page)).match(/\d+/g);
    await square(page, second[0]).dragTo(square(page, second.at(-1)));
    await turn();
    for (let i = 0; i < 150 && /Your move/.test((await state.textContent()) ?? ''); ++i) {
      const move = await advice(page);
      if (!move) break;
      const field = page.getByRole('textbox', { name: 'Type a move' });
      await field.fill(move);
      await field.press('Enter');
      await until('the move on the board', async () => !(await field.inputValue()));
      await turn();
    }
    assert.match(await state.textContent(), /wins|Drawn/);
    await page.getByRole('button', { name: 'Review the game' }).waitFor();
    await page.context().close();
  });

  test('moves with the keyboard alone, and they are spoken', async () => {
    const page = await studio.open('board?fen=start');
    await square(page, 11).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await targets(page), [15, 16]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const spoken = await until('the spoken move', async () => (await page.locator('#spoken').textContent()) || null);
    assert.match(spoken, /Black 11 to 1[56]/);
    await page.keyboard.press('Escape');
    await page.locator('main').focus();
    await page.keyboard.press('ArrowLeft');
    await until('the start again', async () => (await square(page, 11).getAttribute('aria-label')).includes('black man'));
    await page.context().close();
  });

  test('a jump of two, square by square', async () => {
    const page = await studio.open('board?fen=B:W14,22,32:B9');
    await choose(page, 9, 18);
    assert.deepEqual(await targets(page), [25]);
    await choose(page, 25);
    await until('the move in the list', async () => (await page.getByTestId('moves').textContent()).includes('9x25'));
    await page.context().close();
  });

  test('an arrow is drawn with the right button and with the keyboard', async () => {
    const page = await studio.open('board?fen=start');
    await square(page, 11).click({ button: 'right' }); // pressed and released on one square: none
    assert.equal(await page.locator('polyline.own').count(), 0);
    const from = await square(page, 9).boundingBox();
    const to = await square(page, 14).boundingBox();
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(to.x + 9, to.y + 9);
    await page.mouse.up({ button: 'right' });
    await page.locator('polyline.own').waitFor();
    await square(page, 10).focus();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    await until('two arrows', async () => (await page.locator('polyline.own').count()) === 2);
    await page.context().close();
  });

  test('take back and resign', { timeout: 2 * Patience }, async () => {
    const page = await studio.open('board?fen=start');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await choose(page, 11, 15);
    const state = page.getByTestId('play-state');
    await until('the answer', async () => /Your move/.test(await state.textContent()) && (await page.locator('[data-node]').count()) === 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until('no moves', async () => (await page.locator('[data-node]').count()) === 0);
    await choose(page, 9, 14);
    await until('the next answer', async () => (await page.locator('[data-node]').count()) === 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    assert.match(await state.textContent(), /White wins: you resigned/);
    await page.context().close();
  });

  test('lines of the analysis follow the position', { timeout: 2 * Patience }, async () => {
    const page = await studio.open('board?fen=start&tab=analyse');
    await page.keyboard.press('a');
    await until('three lines', async () => (await page.locator('.pv').count()) === 3);
    const depth = async () => Number(/depth (\d+)/.exec(await page.getByTestId('analysis-stats').textContent())?.[1] ?? 0);
    await until('some depth', async () => (await depth()) > 8);
    const changes = await page.evaluate(
      (ms) =>
        new Promise((done) => {
          const seen = new Set();
          const watcher = new MutationObserver(() => seen.add(document.querySelector('[data-testid=analysis-stats]').textContent));
          watcher.observe(document.querySelector('[data-testid=analysis-stats]'), { subtree: true, childList: true, characterData: true });
          setTimeout(() => done(seen.size), ms);
        }),
      2000,
    );
    assert.ok(changes >= 10, `the lines changed ${changes} times in two seconds`);
    await choose(page, 11, 15);
    await until('lines for White', async () => /^(2[1-4])-/.test((await page.locator('.pv .first').first().textContent()) ?? ''));
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.context().close();
  });

  test('the truth of an ending, variations, comments and symbols', async () => {
    const page = await studio.open('board?fen=W:WK18,K19:BK1');
    await until('the truth', async () => /White wins in 21 plies/.test(await page.getByTestId('truth').textContent()));
    await choose(page, 18, 14);
    await page.keyboard.press('Escape');
    await page.locator('main').focus();
    await page.keyboard.press('ArrowLeft');
    await choose(page, 19, 15);
    await page.getByRole('button', { name: 'good', exact: true }).click();
    await page.getByRole('textbox', { name: 'Comment on this move' }).fill('also wins');
    await page.getByRole('textbox', { name: 'Comment on this move' }).blur();
    await page.getByRole('button', { name: 'Game', exact: true }).click();
    const pdn = await page.locator('dialog textarea').inputValue();
    assert.match(pdn.replaceAll('\n', ' '), /1\. 18-14 \(1\. 19-15! \{also wins\}\)/);
    await page.context().close();
  });

  test('a position is set up, and a bad FEN is refused in place', async () => {
    const page = await studio.open('board');
    await page.keyboard.press('s');
    const fen = page.getByTestId('fen');
    await fen.fill('B:W99:B1');
    await fen.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'There is no square 99.' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'white king' }).click();
    await choose(page, 18, 19);
    await page.getByRole('button', { name: 'black king' }).click();
    await choose(page, 1);
    await page.getByRole('radio', { name: 'White' }).check();
    assert.equal(await fen.inputValue(), 'W:WK18,K19:BK1');
    await page.getByRole('button', { name: 'Use this position' }).click();
    await until('the truth', async () => /White wins in 21 plies/.test(await page.getByTestId('truth').textContent()));
    await page.context().close();
  });

  test('the first view takes less than a second', { timeout: 2 * Patience }, async () => {
    const times = [];
    for (let i = 0; i < 3; ++i) {
      const page = await studio.open('board');
      await page.waitForSelector('[role=grid]');
      times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()));
      await page.context().close();
    }
    assert.ok(Math.min(...times) < 1000, `first views took ${times.map(Math.round).join(', ')} ms`);
  });

  test('the connection is lost and found again', { timeout: 4 * Patience }, async () => {
    const page = await studio.open('board?fen=start');
    await studio.restart(async () => {
      await page.getByText('The studio does not answer').waitFor();
    });
    await page.getByText('Connected again').waitFor();
    await choose(page, 11, 15);
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
