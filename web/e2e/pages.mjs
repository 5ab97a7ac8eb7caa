// Every page, for axe and for the screenshots, with what to do first so that there is something to see.

export const Pages = [
  { name: 'board', hash: 'board', ready: '[role=grid]' },
  { name: 'analysis', hash: 'board?tab=analyse', ready: '[role=grid]', async prepare(page) {
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.querySelectorAll('.pv button').length > 3);
  } },
  { name: 'explain', hash: 'board?tab=explain', ready: 'table' },
  { name: 'set-up', hash: 'board', ready: '[role=grid]', async prepare(page) {
    await page.keyboard.press('s');
    await page.waitForSelector('[data-testid=fen]');
  } },
  { name: 'endgames', hash: 'endgames', ready: '[data-testid=endgame-truth] button' },
  { name: 'proofs', hash: 'proofs', ready: 'form' },
  { name: 'problems', hash: 'problems', ready: 'form' },
  { name: 'games', hash: 'games', ready: 'textarea' },
  { name: 'openings', hash: 'games', ready: 'textarea', async prepare(page) {
    await page.getByRole('tab', { name: 'Openings' }).click();
    await page.waitForSelector('tbody tr');
  } },
  { name: 'jobs', hash: 'jobs', ready: 'form' },
  { name: 'settings', hash: 'settings', ready: '.option' },
  { name: 'keys', hash: 'board', ready: '[role=grid]', async prepare(page) {
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open] kbd');
  } },
];
