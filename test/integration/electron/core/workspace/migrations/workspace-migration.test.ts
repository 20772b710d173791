import { hash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeGeometry } from '../../../../../../electron/core/workspace/geopackage/geometry-blob.ts';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/geopackage/spatial-functions.ts';
import { readRawRecords } from '../../../../../../electron/core/workspace/ingest/raw-blocks.ts';
import { createFirstTables } from '../../../../../../electron/core/workspace/migrations/0001-first-tables.ts';
import { createOrderDrafts } from '../../../../../../electron/core/workspace/migrations/0002-order-drafts.ts';
import { createSchema } from '../../../../../../electron/core/workspace/migrations/migrate.ts';
import { openDatabase } from '../../../../../../electron/core/workspace/open-database.ts';
import { buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';
import { expectColumnsMatchRows, withFile } from '../../../../../builders/workspace-columns.ts';

const recordText = JSON.stringify(buildRecord({ assignedId: 'old' }));
const properties = JSON.stringify({ sarChipIdentifier: 'chip', length_m: 12.5, kind: 'Tug' });

/** A file as the first Sightline left it, with one record, a point and an area. */
async function makeOldFile(): Promise<string> {
  const file = path.join(await makeTempFolder(), 'old.gpkg');
  const database = new DatabaseSync(file);
  registerSpatialFunctions(database);
  createFirstTables(database);
  createOrderDrafts(database);
  database.exec(`
    INSERT INTO app_meta VALUES ('schema_version', '2'), ('results_version', '7');
    INSERT INTO queries VALUES (1, 'query');
    INSERT INTO records (id, record_id, uploaded_at, generator, region, detections, content_hash, fetched_at, query_id,
      last_fetch_id) VALUES (5, 'old', '2026-11-18T06:00:00.000Z', 'workflow · 2.4.1 · 2026-11-18T05:59Z',
      'East Asia', 2, x'${hash('sha256', recordText)}', '2026-11-18', 1, 'fetch');
    INSERT INTO sensors (id, record_id, position) VALUES (3, 'old', 0);
    INSERT INTO processors (id, record_id, position, name) VALUES (4, 'old', 0, 'SmallVesselDetection');
  `);
  const fetch = buildFetch({ state: 'complete' });
  database
    .prepare('INSERT INTO fetches VALUES (?, ?, ?)')
    .run(fetch.job.id, fetch.job.startedAt, JSON.stringify(fetch));
  database.prepare('INSERT INTO record_raw VALUES (5, ?)').run(deflateRawSync(recordText));
  const rows = [
    ['detections', 8190, { type: 'Point', coordinates: [121.5, 31.25] }],
    [
      'detection_areas',
      8200,
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
  ] as const;
  for (const [table, fid, geometry] of rows) {
    database
      .prepare(
        `INSERT INTO ${table} (fid, geom, analytic, region, collected_at, sensor_name, confidence, chip_identifier,
           longitude, latitude, record_id, sensor_id, position, properties)
         VALUES (?, ?, 'Vessels', 'East Asia', '2026-11-18T03:12:45.120Z', 'ICEYE', 0.5, 'chip', 2, 3, 'old', 3, 0, ?)`,
      )
      .run(fid, encodeGeometry(JSON.parse(JSON.stringify(geometry))), properties);
  }
  database.close();
  return file;
}

test('a file of schema 1 is migrated with all of its data', async () => {
  const file = await makeOldFile();
  const workspace = await openTestWorkspace(file);
  expect(workspace).toMatchObject({ readOnly: undefined, setAside: undefined });
  const entries = expectColumnsMatchRows(file);
  expect(entries).toMatchObject([
    { id: 8190, record: 5, analytic: 'Vessels', flags: 2, properties: { kind: 'Tug', length_m: 12.5 } },
    { id: 8200, record: 5, collected: Date.parse('2026-11-18T03:12:45.120Z'), flags: 3 },
  ]);
  withFile(file, (sql) => {
    expect(
      [...readRawRecords(sql)].map(({ recordKey, bytes }) => [recordKey, Buffer.from(bytes).toString()]),
    ).toEqual([[5, recordText]]);
    expect(sql.all('SELECT * FROM fetch_records')).toEqual([
      { fetch_id: 'fetch', record_key: 5, outcome: 'unchanged' },
    ]);
    expect(sql.all('SELECT fields, page_offset, generated_at FROM records')).toEqual([
      { fields: 'all', page_offset: null, generated_at: '2026-11-18T05:59:00.000Z' },
    ]);
    expect(JSON.parse(String(sql.get('SELECT parameters FROM processors')?.parameters))).toEqual(
      buildProcessor().parameters,
    );
    expect(sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });
  expect(await workspace.counts({})).toMatchObject({ records: 1, detections: 2 });

  const changed = { ...JSON.parse(recordText), uploadTime: '2026-11-19T06:00:00.000Z' };
  await fillWorkspace(workspace, [changed, buildRecord({ assignedId: 'new' })]);
  expect(await workspace.counts({})).toMatchObject({ records: 2, detections: 2 });
  expect(expectColumnsMatchRows(file).map(({ id, record }) => [id, record])).toEqual([
    [8201, 5],
    [8202, 6],
  ]);
});

test('columns of properties are moved from a table without row ids to one with them', async () => {
  const file = path.join(await makeTempFolder(), 'old.gpkg');
  const database = new DatabaseSync(file);
  registerSpatialFunctions(database);
  createSchema(database, 9);
  database.exec(`
    INSERT INTO app_meta VALUES ('schema_version', '9');
    INSERT INTO properties VALUES (1, 'length_m', 1), (2, 'kind', 1);
    INSERT INTO property_chunks VALUES (2, 0, x'0203'), (1, 0, x'01'), (1, 7, x'04');
  `);
  database.close();
  const workspace = await openTestWorkspace(file);
  expect(workspace).toMatchObject({ readOnly: undefined, setAside: undefined });
  withFile(file, (sql) => {
    expect(sql.all('SELECT rowid, property_id, chunk, hex(body) AS body FROM property_chunks')).toEqual([
      { rowid: 1, property_id: 1, chunk: 0, body: '01' },
      { rowid: 2, property_id: 1, chunk: 7, body: '04' },
      { rowid: 3, property_id: 2, chunk: 0, body: '0203' },
    ]);
  });
});

test('a migration is preceded by a copy, of which the two newest are kept', async () => {
  const file = await makeOldFile();
  const folder = path.dirname(file);
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('old.before-update-'));
  for (const time of ['20260101T000000000Z', '20260201T000000000Z']) {
    copyFileSync(file, path.join(folder, `old.before-update-${time}.gpkg`));
  }
  const workspace = await openTestWorkspace(file);
  expect(await workspace.counts({})).toMatchObject({ records: 1 });
  const [older, newest] = copies();
  expect(copies()).toHaveLength(2);
  expect(older).toContain('20260201');
  const copy = new DatabaseSync(path.join(folder, newest ?? ''), { readOnly: true });
  expect(copy.prepare("SELECT value FROM app_meta WHERE key = 'schema_version'").get()?.value).toBe('2');
  expect(copy.prepare('SELECT record_id FROM records').all()).toEqual([{ record_id: 'old' }]);
  expect(copy.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
  copy.close();
  await workspace.close();
  await openTestWorkspace(file);
  expect(copies()).toHaveLength(2);
});

test('a file of which no copy can be saved is not migrated', async () => {
  // With the suffix of the copy the name is longer than file systems allow.
  const name = `${'a'.repeat(220)}.gpkg`;
  const old = await makeOldFile();
  const file = path.join(path.dirname(old), name);
  renameSync(old, file);
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(
    /was not brought up to date, because no copy of it could be saved/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual([name]);
});
