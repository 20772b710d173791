import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { countCase } from '../../../../../../electron/core/exchange/case/case-contents.ts';
import { writeCase } from '../../../../../../electron/core/exchange/case/write-case.ts';
import { carriedKinds } from '../../../../../../electron/core/workspace/carried/carried-kinds.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { markingKey } from '../../../../../../electron/core/workspace/read/marking.ts';
import { countedKinds, type WayOn } from '../../../../../../shared/carried-words.ts';
import { buildCalibration } from '../../../../../builders/calibration-builder.ts';
import { buildPng } from '../../../../../builders/chip-png.ts';
import { importTestCase, keepMine } from '../../../../../builders/import-case.ts';
import { createTeam } from '../../../../../builders/team-builder.ts';
import { type TestDatabases, whyNoPostgres } from '../../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../../builders/team-databases.ts';
import { openTeamDesk } from '../../../../../builders/team-desk.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { fillWithWork } from '../../../../../builders/user-work.ts';
import {
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const at = '2026-11-20T12:00:00.000Z';

/** A workspace file with something of every kind that travels. */
async function writeEveryKind(): Promise<string> {
  const store = openTestStore();
  await fillWithWork(store);
  store.saveItem('calibrations', buildCalibration());
  const format = { productType: 'VESSEL', documentVersion: '2.0' };
  const to = { meaning: 'lengthMetres', unit: 'ft' } as const;
  store.correctProperties([{ format, property: 'size', expected: null, to }], at);
  const position: [number, number] = [121, 31];
  const add = { id: randomUUID(), analytic: 'SPEX', position, presence: 'stationary' as const };
  store.changePlaceLabels([{ remove: null, add }], { by: 'anna', at });
  store.close();
  const database = new DatabaseSync(store.path);
  database
    .prepare(
      `UPDATE chips SET data = ?, (region, chip_identifier) =
         (SELECT region, chip_identifier FROM detections WHERE chip_identifier NOT NULL LIMIT 1)`,
    )
    .run(buildPng());
  database.close();
  return store.path;
}

/** Counts of each kind in a file. */
function countKinds(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const counts = countCase(createSql(database));
  database.close();
  return countedKinds.map((kind) => [kind, counts[kind]] as const);
}

/** Counts that arrive on a way by the table: all of the kinds that it names, and nothing of others. */
function expected(source: string, way: WayOn, isApart: (kind: string) => boolean = () => false) {
  return countKinds(source).map(([kind, count]) => {
    const arrives = carriedKinds[kind].ways.includes(way) && !isApart(kind);
    return [kind, arrives ? count : 0];
  });
}

test('a workspace has something of every kind', async () => {
  const source = await writeEveryKind();
  expect(countKinds(source).filter(([, count]) => count === 0)).toEqual([]);
});

test('every kind that travels by case is in one, and arrives with its import', async () => {
  const source = await writeEveryKind();
  const folder = await makeTempFolder();
  const to = path.join(folder, 'case.gpkg');
  await writeCase(
    {
      ...{ workspacePath: source, to, scope: { kind: 'all' }, scopeWords: '', withLayers: true },
      ...{ chips: { cacheFolder: folder, profileId: 'demo' }, withRules: true, madeAt: at, madeBy: 'anna' },
    },
    buildToolRun(),
  );
  expect(countKinds(to)).toEqual(expected(source, 'case'));
  const workspace = await openTestWorkspace();
  const chips: unknown[] = [];
  const cache = { write: async (key: unknown) => void chips.push(key) };
  await importTestCase(to, { workspace, cache, profileId: 'other' });
  // Chips go to the cache.
  expect(countKinds(workspace.path)).toEqual(expected(source, 'case', (kind) => kind === 'chips'));
  expect(chips).toHaveLength(1);
  expect(await workspace.getSetting(markingKey)).toBe('EXERCISE ONLY');
});

test('every kind that travels by merge arrives with one', async () => {
  const source = await writeEveryKind();
  const workspace = await openTestWorkspace();
  const info = { batch: randomUUID(), reviewer: 'ben', at };
  const merged = await workspace.mergeWorkspace(source, keepMine, info);
  expect(merged.kind).toBe('done');
  const target = { workspace, cache: { write: async () => {} }, profileId: 'other' };
  await importTestCase(source, target, keepMine, () => {}, 'items');
  expect(countKinds(workspace.path)).toEqual(expected(source, 'merge'));
});

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: kinds that travel by team, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('every kind that travels by team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('arrives at another member', async () => {
    const source = await writeEveryKind();
    const database = await createTeam(databases);
    const anna = await openTeamDesk(
      await database.createUser('publisher', 'reviewer'),
      await openTestWorkspace(source),
    );
    const ben = await openTeamDesk(await database.createUser('reviewer'), await openTestWorkspace());
    for (const step of [anna.publishRecords, anna.publish, anna.exchange, ben.exchange])
      expect(await step()).toMatchObject({ state: 'complete' });
    expect(countKinds(ben.workspace.path)).toEqual(expected(source, 'team'));
  });
});
