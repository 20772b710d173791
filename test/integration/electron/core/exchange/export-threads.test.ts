import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExportPlan, PlannedScope } from '../../../../../electron/core/exchange/export-plan.ts';
import { runExport } from '../../../../../electron/core/exchange/run-export.ts';
import { openSerializerThreads } from '../../../../../electron/core/exchange/threads/serializer-threads.ts';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../electron/core/workspace/open/open-database.ts';
import { plainSigns } from '../../../../../shared/csv-cell.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { hostileRecords } from '../../../../builders/hostile-records.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const still = { throwIfStopped() {}, written() {} };

function manyRecords(): readonly unknown[] {
  const features = (record: number) =>
    Array.from({ length: 50 }, (_, place) =>
      buildFeature({ geometry: { type: 'Point', coordinates: [100 + record / 10, place / 10] } }),
    );
  return Array.from({ length: 130 }, (_, record) => buildRecord({ features: features(record) }));
}

function planOf(workspacePath: string, part: string, scope: PlannedScope): ExportPlan {
  return {
    workspacePath,
    scope,
    format: 'geojson',
    reviews: true,
    places: true,
    byteOrderMark: false,
    csvSigns: plainSigns,
    withFootprints: false,
    detections: { part, target: part },
  };
}

test.each<[string, PlannedScope]>([
  ['everything', { kind: 'all' }],
  ['a choice', { kind: 'ids', ids: Uint32Array.from({ length: 3000 }, (_, index) => 2 * index + 1) }],
  ['nothing', { kind: 'ids', ids: new Uint32Array(0) }],
])('several threads serialize %s as one does, from one state of the file', async (_name, scope) => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [...hostileRecords(), ...manyRecords()]);
  const folder = await makeTempFolder();
  const run = async (name: string, threadCount: number) => {
    const plan = planOf(workspace.path, path.join(folder, name), scope);
    const { database } = openReader(workspace.path);
    const sql = createSql(database);
    const threads =
      threadCount > 1
        ? await openSerializerThreads(coreWorkers.exporting, plan, sql, threadCount)
        : undefined;
    if (threadCount > 1) {
      expect(threads).toBeDefined();
      // What comes now is not seen any more.
      await fillWorkspace(workspace, [buildRecord()]);
    }
    try {
      const { written } = await runExport(sql, plan, still, threads);
      return { written, text: readFileSync(plan.detections.part, 'utf8') };
    } finally {
      await threads?.close();
      database.close();
    }
  };
  const one = await run('one', 1);
  const three = await run('three', 3);
  expect(three.written).toBe(one.written);
  expect(three.text === one.text).toBe(true);
  expect(JSON.parse(three.text).features).toHaveLength(one.written);
});

test('an export that is stopped lets its threads end', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, manyRecords());
  const plan = planOf(workspace.path, path.join(await makeTempFolder(), 'd'), { kind: 'all' });
  const { database } = openReader(workspace.path);
  const sql = createSql(database);
  const threads = await openSerializerThreads(coreWorkers.exporting, plan, sql, 2);
  if (!threads) throw new Error('Nobody writes, so there is a common state.');
  const stopped = {
    throwIfStopped() {},
    written: () => {
      throw new Error('enough');
    },
  };
  await expect(runExport(sql, plan, stopped, threads)).rejects.toThrow('enough');
  await threads.close();
  database.close();
});

test('a serializer thread that ends fails the export', async () => {
  const workspace = await openTestWorkspace();
  const plan = planOf(workspace.path, path.join(await makeTempFolder(), 'd'), { kind: 'all' });
  const { database } = openReader(workspace.path);
  const endingWorker = new URL('data:text/javascript,process.exit(7)');
  const threads = openSerializerThreads(endingWorker, plan, createSql(database), 2);
  await expect(threads).rejects.toThrow('A thread of the export ended unexpectedly (exit code 7).');
  database.close();
});
