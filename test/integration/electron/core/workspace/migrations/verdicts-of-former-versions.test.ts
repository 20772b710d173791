import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writePackage } from '../../../../../../electron/core/exchange/package/write-package.ts';
import { readRawRecords } from '../../../../../../electron/core/workspace/ingest/raw-blocks.ts';
import { createSql } from '../../../../../../electron/core/workspace/sql.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/workspace.ts';
import { rebuildWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { inProject } from '../../../../../../scripts/lib/paths.mjs';
import type { ConflictChoice } from '../../../../../../shared/review/review-merge.ts';
import { importTestPackage } from '../../../../../builders/import-package.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import {
  buildFetch,
  buildFetchedPage,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const keepMine: ConflictChoice = { winner: 'present', except: [] };

/** A workspace of schema 5, with 16 verdicts of which it showed 8 (test/fixtures/workspaces/README.md). */
async function formerFile(): Promise<string> {
  const file = path.join(await makeTempFolder(), 'former.gpkg');
  const packed = readFileSync(inProject('test', 'fixtures', 'workspaces', 'schema-5.gpkg.gz'));
  writeFileSync(file, gunzipSync(packed));
  return file;
}

/** The notes that are shown, each of which names its detection, and how many verdicts have none. */
async function reviewStates(workspace: Workspace) {
  const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
  for (const { recordId, properties, review } of rows) {
    if (review) expect(review.note).toBe(`${recordId} ${String(properties.name)}`);
  }
  const { total } = await workspace.unattachedReviews({ offset: 0, limit: 100 });
  return { shown: rows.filter(({ review }) => review).length, listed: total };
}

/** Shown and listed verdicts of the fixture: three detections are gone, and their positions are unknown. */
const whole = { shown: 13, listed: 3 };

test('a migrated workspace shows the verdicts that it had lost from sight, and lists the others', async () => {
  const workspace = await openTestWorkspace(await formerFile());
  expect(await reviewStates(workspace)).toEqual(whole);
  const { rows } = await workspace.unattachedReviews({ offset: 0, limit: 100 });
  expect(rows.map(({ review, position }) => [review.note, position]).sort()).toEqual([
    ['gone a', null],
    ['gone b', null],
    ['gone c', null],
  ]);
  const ids = [...(await workspace.matchingIds({ verdicts: ['confirmed'] }))];
  for (const id of ids) expect(await workspace.reviewHistory(id)).toHaveLength(1);
});

const act = { batch: 'merge', reviewer: 'bert', at: '2026-11-21T09:00:00.000Z' };

test('a former workspace says the same as its migration when they are merged', async () => {
  const former = await formerFile();
  const migrated = path.join(await makeTempFolder(), 'migrated.gpkg');
  copyFileSync(former, migrated);
  const mine = await openTestWorkspace(migrated);
  const same = { new: 0, same: 16, newer: 0, older: 0, conflict: 0 };
  expect(await mine.previewMerge(former)).toMatchObject({ value: { counts: same, unreadable: 0 } });
  expect(await mine.mergeWorkspace(former, keepMine, act)).toMatchObject({
    value: { written: { changed: 0 } },
  });
  expect(await reviewStates(mine)).toEqual(whole);
});

test.each(['former', 'migrated'])(
  'a %s workspace gives all its verdicts to one that has none',
  async (kind) => {
    const from = await formerFile();
    if (kind === 'migrated') await (await openTestWorkspace(from)).close();
    const file = path.join(await makeTempFolder(), 'mine.gpkg');
    copyFileSync(from, file);
    const database = new DatabaseSync(file);
    database.exec('DELETE FROM reviews; DELETE FROM review_history');
    database.close();
    const mine = await openTestWorkspace(file);
    await mine.mergeWorkspace(from, keepMine, act);
    expect(await reviewStates(mine)).toEqual(whole);
    await mine.mergeWorkspace(from, keepMine, { ...act, batch: 'again' });
    expect(await reviewStates(mine)).toEqual(whole);
  },
);

test('packages of a former and of the present version bring the same', async () => {
  const former = await formerFile();
  const migrated = path.join(await makeTempFolder(), 'migrated.gpkg');
  copyFileSync(former, migrated);
  await (await openTestWorkspace(migrated)).close();
  for (const workspacePath of [former, migrated]) {
    const to = path.join(await makeTempFolder(), 'case.zip');
    const [madeAt, madeBy] = ['2026-11-20T10:00:00.000Z', 'anna'];
    const scope = { kind: 'all' } as const;
    const task = { workspacePath, to, scope, scopeWords: 'everything', chips: null, madeAt, madeBy };
    await writePackage(task, buildToolRun());
    const into = await openTestWorkspace();
    for (const _ of [1, 2]) {
      await importTestPackage(to, { workspace: into, cache: { write: async () => {} }, profileId: 'p' });
      expect(await reviewStates(into)).toEqual(whole);
    }
  }
});

test('a package of a former version finds its detections in a later version of their record', async () => {
  const to = path.join(await makeTempFolder(), 'case.zip');
  const [madeAt, madeBy] = ['2026-11-20T10:00:00.000Z', 'anna'];
  const scope = { kind: 'all' } as const;
  const former = await formerFile();
  await writePackage(
    { workspacePath: former, to, scope, scopeWords: 'everything', chips: null, madeAt, madeBy },
    buildToolRun(),
  );
  const into = await openTestWorkspace();
  const database = new DatabaseSync(former, { readOnly: true });
  const raw = [...readRawRecords(createSql(database))].find(({ recordId }) => recordId === 'same');
  database.close();
  const record = JSON.parse(Buffer.from(raw?.bytes ?? []).toString());
  const later = record.content.features
    .toReversed()
    .map((feature: { geometry: { coordinates: unknown } }) => ({
      ...feature,
      geometry: JSON.parse(JSON.stringify(feature.geometry), (_, value) =>
        typeof value === 'number' ? value + 1e-9 : value,
      ),
    }));
  const fetch = buildFetch();
  await into.saveFetch(fetch);
  const page = [{ ...record, content: { ...record.content, features: later } }];
  await into.ingestPage(buildFetchedPage(fetch, page, { fetchedAt: '2026-11-21T00:00:00.000Z' }));
  await importTestPackage(to, { workspace: into, cache: { write: async () => {} }, profileId: 'p' });
  expect(await reviewStates(into)).toEqual(whole);
});

test('a rebuild keeps every verdict, of a former and of the present version', async () => {
  const former = await formerFile();
  const migrated = path.join(await makeTempFolder(), 'migrated.gpkg');
  copyFileSync(former, migrated);
  await (await openTestWorkspace(migrated)).close();
  for (const from of [former, migrated]) {
    const to = path.join(await makeTempFolder(), 'rebuilt.gpkg');
    rebuildWorkspace({ from: [from], to }, buildToolRun());
    expect(await reviewStates(await openTestWorkspace(to))).toEqual(whole);
  }
});
