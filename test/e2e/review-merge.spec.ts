import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { countInTable, showAllOnMap } from './results-setup.ts';
import { showPanel } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 40 } });

const columns = 'record_id, identity, verdict, flagged, note, reviewer, reviewed_at';

/** Another analyst's workspace: the open one as it is, with other reviews. Returns how many there are. */
function writeTheirs(open: string, file: string, reviewer: string, verdict: string, most: number): number {
  const database = new DatabaseSync(open, { timeout: 30_000 });
  database.exec(`VACUUM INTO '${file}'`);
  database.close();
  const theirs = new DatabaseSync(file);
  theirs.exec(`
    DELETE FROM review_history;
    DELETE FROM reviews;
    INSERT INTO reviews (detection_id, ${columns})
      SELECT fid, record_id, 'chip 0 ' || chip_identifier, '${verdict}', 0, 'Seen before.', '${reviewer}',
        '2026-11-20T10:00:00.000Z'
      FROM detections WHERE chip_identifier NOT NULL ORDER BY fid LIMIT ${most};
    INSERT INTO review_history (${columns}, batch) SELECT ${columns}, 'theirs' FROM reviews;
  `);
  const count = Number(theirs.prepare('SELECT count(*) AS count FROM reviews').get()?.count);
  theirs.close();
  return count;
}

async function offer(page: Page, file: string) {
  await showPanel(page, 'Review');
  await page.getByRole('button', { name: 'Merge another analyst’s reviews…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge reviews of another workspace' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a workspace…' }).click();
  await (await chooser).setFiles(file);
  return dialog;
}

test('the reviews of two analysts are merged, with every conflict shown and resolved', async ({ app }) => {
  const { page } = app;
  await showAllOnMap(page, await countInTable(page));
  const folder = path.join(app.dataDir, 'workspaces');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.gpkg'));
  const open = path.join(folder, name);
  const [berts, annas] = [path.join(app.dataDir, 'bert.gpkg'), path.join(app.dataDir, 'anna.gpkg')];
  const count = writeTheirs(open, berts, 'bert', 'confirmed', 5);
  expect(count).toBe(5);
  writeTheirs(open, annas, 'anna', 'rejected', 3);

  const dialog = await offer(page, berts);
  await expect(dialog.getByRole('form', { name: 'Merge reviews' })).toContainText('5 · not reviewed here');
  const feeds: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/feed/detections')) feeds.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Merged: 5 reviews imported.')).toBeVisible();

  await offer(page, annas);
  await expect(dialog).toContainText(
    '3 detections are reviewed differently here and in the other workspace.',
  );
  const list = dialog.getByRole('list', { name: 'Conflicts' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('Here: confirmed, “Seen before.” (bert,');
  await expect(list.getByRole('listitem').first()).toContainText('There: rejected, “Seen before.” (anna,');
  // The chip and the map are those of the first conflict, then those of the conflict that is being decided.
  const detection = dialog.getByRole('region', { name: 'Detection of the conflict' });
  const chip = detection.getByRole('img', { name: /^Chip of detection \d+$/ });
  await expect(chip).toBeVisible();
  const first = await chip.getAttribute('aria-label');
  await expect(detection.getByRole('application').locator('canvas').first()).toBeVisible();
  await list.getByRole('checkbox').nth(1).check();
  await expect(chip).not.toHaveAttribute('aria-label', first ?? '');
  await expect(chip).toBeVisible();
  await app.screenshot('review-merge');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged: 1 review imported. 3 conflicts resolved.')).toBeVisible();
  await expect(
    page
      .getByRole('application', { name: /^Map\. / })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  const standing = () => {
    const database = new DatabaseSync(open, { readOnly: true, timeout: 30_000 });
    const rows = database.prepare('SELECT verdict, count(*) AS count FROM reviews GROUP BY verdict').all();
    database.close();
    return rows.map(({ verdict, count }) => `${count} ${verdict}`);
  };
  expect(standing()).toEqual(['4 confirmed', '1 rejected']);
  // Nothing was loaded again for it.
  expect(feeds).toEqual([]);

  await page
    .getByRole('alert')
    .filter({ hasText: 'Merged: 1 review imported.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(standing).toEqual(['5 confirmed']);

  await offer(page, path.join(app.dataDir, 'settings.json'));
  await expect(dialog).toContainText('The reviews of settings.json cannot be merged.');
});
