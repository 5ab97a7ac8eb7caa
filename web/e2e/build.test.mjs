// A database build is cancelled, the studio restarted, the build resumed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Patience, startStudio, until } from './studio.mjs';

const Pieces = 5;

describe('a database build', { concurrency: false }, () => {
  let studio;
  before(async () => {
    studio = await startStudio({ pieces: 2 });
  });
  after(() => studio.stop());

  test('survives being cancelled and a restart of the studio', { timeout: 10 * Patience }, async () => {
    const page = await studio.open('endgames');
    await page.getByRole('combobox', { name: 'Pieces' }).last().selectOption(String(Pieces));
    await page.getByRole('button', { name: 'Build', exact: true }).click();
    await page.goto(`${studio.address}/#/jobs`);
    const job = page.getByTestId('job').first();
    await until('work', async () => /running|queued/.test((await job.getAttribute('data-state')) ?? ''));
    await job.getByRole('button', { name: 'Cancel' }).click();
    await until('the end of it', async () => (await job.getAttribute('data-state')) === 'cancelled');
    await studio.restart();
    await page.reload();
    await until('the job again', async () => (await job.getAttribute('data-state')) === 'cancelled');
    await job.getByRole('button', { name: 'Resume' }).click();
    await until('the databases', async () => (await job.getAttribute('data-state')) === 'done', 8 * Patience);
    const status = await page.evaluate(async () => (await fetch('/api/status')).json());
    assert.equal(status.databases.pieces, Pieces);
    await page.context().close();
  });

  test('no page failed or broke the security policy', () => assert.deepEqual(studio.faults, []));
});
