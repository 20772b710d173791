import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { showPanel } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 10 } });

const reviewed = JSON.stringify({
  analytic: 'AircraftDetection',
  shape: 'point',
  positions: [[121.25, 31.5]],
  occurrence: 0,
});

/** Leaves what a record that came again would: a verdict without a detection, and one that was carried over. */
function loseDetection(file: string): void {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  const insert = database.prepare(
    `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at, detection,
       carried_meters) VALUES (?, ?, ?, 'confirmed', 0, ?, 'anna', '2026-11-20T10:00:00.000Z', ?, ?)`,
  );
  const row = database.prepare('SELECT record_id FROM detections WHERE fid = 2').get();
  insert.run(99_999, String(row?.record_id), 'at 77 gone', 'Two engines', reviewed, null);
  insert.run(2, String(row?.record_id), 'at 78 near', 'One engine', reviewed, 3.2);
  database.close();
}

async function focusDetection(page: Page, id: number): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search commands, orders, areas, detection IDs…').fill(String(id));
  await page.getByText(`Detection ${id}`, { exact: true }).first().click();
}

test('a verdict without a detection is listed, exported, attached by hand and taken back', async ({
  app,
}) => {
  const { page } = app;
  await showPanel(page, 'Review');
  const section = page.getByRole('group').filter({ hasText: 'Verdicts without a detection' });
  await expect(section).toContainText('Verdicts without a detection: 0');
  await section.getByText('Verdicts without a detection').click();
  await expect(section).toContainText('Every verdict has its detection');

  const folder = path.join(app.dataDir, 'workspaces');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.gpkg'));
  loseDetection(path.join(folder, name));
  await expect(section).toContainText('Verdicts without a detection: 1');
  await expect(section.getByRole('listitem')).toContainText('Two engines');
  await expect(section.getByRole('listitem')).toContainText('31.5');
  await section.getByRole('button', { name: 'Export list as CSV…' }).click();
  await expect(section).toContainText('verdicts-without-a-detection');
  const [csv = ''] = (await readdir(path.join(app.dataDir, 'exports'))).filter((file) =>
    file.endsWith('.csv'),
  );
  expect(await readFile(path.join(app.dataDir, 'exports', csv), 'utf8')).toContain(
    'confirmed,0,Two engines,anna',
  );
  await section.getByRole('button', { name: /^Show .* on the map$/ }).click();

  await focusDetection(page, 1);
  await app.screenshot('review-unattached');
  await section.getByRole('button', { name: 'Attach to detection 1' }).click();
  await expect(section).toContainText('Verdicts without a detection: 0');
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toContainText('Two engines');
  await page.keyboard.press('Control+z');
  await expect(section).toContainText('Verdicts without a detection: 1');

  await focusDetection(page, 2);
  await expect(review).toContainText('Carried over.');
  await expect(review).toContainText('3.2 m away');
  await app.screenshot('review-carried-over');
  await review.getByRole('button', { name: 'Not the same detection' }).click();
  await expect(review).not.toContainText('Carried over.');
  await expect(section).toContainText('Verdicts without a detection: 2');
});
