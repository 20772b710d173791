import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openSettings } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 12 } });

async function openChipPrefetch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Prefetch chips…' }).click();
}

/** The card of the prefetch in the tray of jobs. */
function jobOfChips(page: Page) {
  return page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: 'Chips of all detections' });
}

test('chips are prefetched, counted, limited and cleared', async ({ app }) => {
  test.slow();
  const { page } = app;

  await openChipPrefetch(page);
  const dialog = page.getByRole('dialog', { name: 'Prefetch chips' });
  await expect(dialog).toContainText('0 cached');
  await expect(dialog).toContainText('Size unknown: no chip is cached yet');
  await app.screenshot('chip-prefetch-dialog');
  await dialog.getByRole('button', { name: 'Prefetch chips', exact: true }).click();
  await expect(dialog).toBeHidden();
  const job = jobOfChips(page);
  await expect(job).toBeVisible();
  await app.screenshot('chip-prefetch-running');
  // Many simulated chips are rendered and fetched: a busy machine needs long for them.
  await expect(job).toHaveAttribute('data-state', 'complete', { timeout: 300_000 });
  await expect(job).toContainText(/\d+ fetched \([\d.]+ [kM]B\)/);

  await openChipPrefetch(page);
  // The demo store does not have all of them yet, and some that it has are damaged.
  await expect(dialog).toContainText(/[1-9]\d* cached · \d+ not available yet/);
  await expect(dialog).not.toContainText('Size unknown');
  await page.keyboard.press('Escape');

  await openSettings(page, 'Storage');
  const limit = page.getByLabel('Limit (GB)');
  await expect(page.getByText(/^[\d.]+ [kM]B of 4 GB$/)).toBeVisible();
  await limit.fill('0.001');
  await expect(page.getByText('Use at least 10 MB.')).toBeVisible();
  await limit.fill('0.5');
  await page.getByRole('button', { name: 'Save limit' }).click();
  await expect(page.getByText(/ of 500 MB$/)).toBeVisible();
  await page.getByText('Image chips', { exact: true }).scrollIntoViewIfNeeded();
  await app.screenshot('chip-cache');

  const restarted = await app.restart({ demo: 'off' });
  await restarted.getByRole('button', { name: 'Work offline' }).click();
  await restarted.getByRole('button', { name: 'Jobs: all ended' }).click();
  await expect(jobOfChips(restarted)).toContainText('Complete');
  await restarted.getByRole('button', { name: 'Close the jobs' }).click();
  await openSettings(restarted, 'Storage');
  await expect(restarted.getByText(/^[\d.]+ [kM]B of 500 MB$/)).toBeVisible();
  await restarted.getByRole('button', { name: 'Clear…' }).click();
  const asking = restarted.getByRole('dialog', { name: 'Clear the chip cache?' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await restarted.getByRole('button', { name: 'Clear…' }).click();
  await asking.getByRole('button', { name: 'Clear the cache' }).click();
  await expect(restarted.getByText('0 chips of all workspaces', { exact: true })).toBeVisible();
  await expect(restarted.getByRole('button', { name: 'Clear…' })).toBeDisabled();
});

test('problems are paged, narrowed down, and lead to their record', async ({ app }) => {
  const { page } = app;
  const folder = path.join(app.dataDir, 'workspaces');
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.gpkg'));
  const database = new DatabaseSync(path.join(folder, file), { timeout: 30_000 });
  database.exec(`INSERT INTO problems (record_id, path, message, seen_at)
    SELECT record_id, 'content.features[' || value || '].geometry', 'Its coordinates are no numbers.', '2026-11-20T08:00:00Z'
    FROM (SELECT record_id FROM records WHERE detections > 0 LIMIT 1), json_each('[' || '0' || ${"replace(hex(zeroblob(69)), '00', ',1')"} || ']')`);
  database.exec(`INSERT INTO problems (record_id, path, message, seen_at)
    SELECT record_id, 'uploadTime', 'It is no time.', '2026-11-20T08:00:00Z' FROM records LIMIT 1`);
  database.close();

  await page.getByRole('button', { name: '71 problems in records' }).click();
  const problems = page.getByRole('region', { name: 'Problems in records' });
  await expect(problems.getByRole('listitem')).toHaveCount(50);
  await problems.getByRole('button', { name: 'Show 21 more' }).click();
  await expect(problems.getByRole('listitem')).toHaveCount(71);
  await problems.getByLabel('Reason or record ID contains').fill('no time');
  await expect(problems.getByRole('listitem')).toHaveCount(1);
  await problems.getByLabel('Reason or record ID contains').fill('');
  await problems.getByRole('combobox', { name: 'Field path' }).click();
  await page.getByRole('option', { name: 'content.features[].geometry (70)' }).click();
  await expect(problems.getByText('70 problems', { exact: true })).toBeVisible();
  await problems.scrollIntoViewIfNeeded();
  await app.screenshot('problems');

  await problems.getByRole('button', { name: 'Show raw record' }).first().click();
  await expect(page.getByRole('region', { name: 'Raw record' })).toContainText('assignedId');
  await app.screenshot('raw-record');
  await page.keyboard.press('Escape');
  await problems
    .getByRole('button', { name: /^\d+ detections?$/ })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
});
