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
  // The count moves the button when it comes.
  await expect(page.getByText(/ to review\./)).toBeVisible();
  await page.getByRole('button', { name: 'Merge another analyst’s reviews…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge reviews of another workspace' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a workspace…' }).click();
  await (await chooser).setFiles(file);
  return dialog;
}

test('reviews and AIS decisions of other analysts are merged', async ({ app }) => {
  const { page } = app;
  await test.step('the reviews of two analysts are merged, with every conflict shown and resolved', async () => {
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
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('AIS decisions are merged with their conflicts and can be undone, and a watch rule comes along', async () => {
    await showAllOnMap(page, await countInTable(page));
    const folder = path.join(app.dataDir, 'workspaces');
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.gpkg'));
    const open = path.join(folder, name);
    const berts = path.join(app.dataDir, 'decisions-of-bert.gpkg');
    const decide = (database: DatabaseSync, by: string, decision: string, most: number) =>
      database
        .prepare(
          `INSERT INTO ais_decisions (decision_id, record_id, identity, decision, decided_by, decided_at)
           SELECT lower(format('%s-0000-4000-8000-%s', hex(randomblob(4)), hex(randomblob(6)))), record_id,
             'chip 0 ' || chip_identifier, ?, ?, ?
           FROM detections WHERE chip_identifier NOT NULL ORDER BY fid LIMIT ?`,
        )
        .run(decision, by, `2026-11-20T${by === 'anna' ? '09' : '10'}:00:00.000Z`, most);
    const database = new DatabaseSync(open, { timeout: 30_000 });
    database.exec(`VACUUM INTO '${berts}'`);
    decide(database, 'anna', 'none', 1);
    database.close();
    const theirs = new DatabaseSync(berts);
    decide(theirs, 'bert', '440100000', 3);
    const [searchId, ruleId] = ['5'.repeat(8), '6'.repeat(8)].map(
      (start) => `${start}-0000-4000-8000-000000000000`,
    );
    const at = '2026-11-20T09:00:00.000Z';
    const search = { regions: ['East Asia'], analytics: [], conditions: [], fields: 'all', pageSize: 500 };
    const saved = { id: searchId, name: 'Daily', search, schedule: { kind: 'manual' }, paused: false };
    const times = { createdAt: at, updatedAt: at, viewedAt: at, confirmedAt: at };
    theirs
      .prepare('INSERT INTO searches (search_id, name, updated_at, body) VALUES (?, ?, ?, ?)')
      .run(
        searchId ?? '',
        'Daily',
        at,
        JSON.stringify({ ...saved, ...times, overlapMinutes: 60, revision: 1 }),
      );
    const rule = {
      id: ruleId,
      name: 'Large ships',
      searchId,
      areaId: null,
      condition: { kind: 'any' },
      minShare: 0.9,
    };
    theirs
      .prepare(
        `INSERT INTO watch_rules (rule_id, name, search_id, updated_at, body, known_subjects) VALUES (?, ?, ?, ?, ?, '[]')`,
      )
      .run(
        ruleId ?? '',
        'Large ships',
        searchId ?? '',
        at,
        JSON.stringify({ ...rule, ...times, silences: [] }),
      );
    theirs.close();

    const dialog = await offer(page, berts);
    await expect(dialog.getByRole('form', { name: 'Merge reviews' })).toContainText(
      '2 · new there, or later there',
    );
    await expect(dialog.getByRole('checkbox', { name: 'Also import 1 watch rule' })).toBeChecked();
    await expect(dialog).toContainText('The AIS contact of 1 detection is decided differently');
    const conflict = dialog.getByRole('list', { name: 'Conflicts' }).getByRole('listitem');
    await expect(conflict).toContainText('Here: none of the AIS contacts (anna,');
    await expect(conflict).toContainText('There: AIS contact 440100000 (bert,');
    await expect(dialog.getByRole('img', { name: /^Chip of detection \d+$/ })).toBeVisible();
    await conflict.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('3 AIS decisions were imported.')).toBeVisible();
    const decisions = () => {
      const file = new DatabaseSync(open, { readOnly: true, timeout: 30_000 });
      const rows = file
        .prepare('SELECT decision, max(decided_at) FROM ais_decisions GROUP BY record_id, identity')
        .all();
      file.close();
      return rows.map(({ decision }) => String(decision)).toSorted();
    };
    expect(decisions()).toEqual(['440100000', '440100000', '440100000']);
    await page
      .getByRole('alert')
      .filter({ hasText: '3 AIS decisions were imported.' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(decisions).toEqual(['none', 'null', 'null']);
    await page.keyboard.press('7');
    const watch = page.getByRole('region', { name: 'Watch panel' });
    await watch.getByText('Rules', { exact: true }).click();
    await expect(watch.getByText('Large ships')).toBeVisible();
  });
});
