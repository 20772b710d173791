import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { layersOf } from '../../../../builders/import-layer.ts';
import { addLayerTo } from '../../../../builders/vector-layer-builder.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

/** A closed workspace in a folder of its own, with a layer of three points. */
async function closedWorkspace() {
  const workspace = await openTestWorkspace();
  const features = [1, 2, 3].map((at) => ({
    geometries: [{ type: 'Point' as const, coordinates: [at, at] }],
    attributes: { name: `Point ${at}`, depth: at },
  }));
  const layer = await addLayerTo(workspace, 'Points', features);
  await workspace.close();
  return { file: workspace.path, layer };
}

const spatialFunctions = ['ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY', 'ST_IsEmpty'];

/** Changes a file as a stranger does, whose functions accept any geometry. */
function change(file: string, text: string): void {
  const database = new DatabaseSync(file);
  for (const name of spatialFunctions) database.function(name, (_geometry) => 0);
  database.exec(text);
  database.close();
}

function contentsOf(folder: string) {
  return readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]);
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
const names = [['Point 1'], ['Point 2'], ['Point 3']];

test.each<[string, (table: string) => string, 'refused' | readonly (readonly unknown[])[]]>([
  ['as it is written', () => '', names],
  [
    'whose table is a view without an end',
    (table) => `ALTER TABLE ${table} RENAME TO other;
      CREATE VIEW ${table} AS SELECT fid, geom, name, (${endless}) AS depth FROM other`,
    'refused',
  ],
  [
    'whose table is virtual',
    (table) => `DROP TABLE ${table}; CREATE VIRTUAL TABLE ${table} USING fts5 (fid, geom, name, depth)`,
    'refused',
  ],
  [
    'with a computed column',
    (table) =>
      `ALTER TABLE ${table} DROP COLUMN name; ALTER TABLE ${table} ADD COLUMN name AS (hex(zeroblob(9)))`,
    'refused',
  ],
  ['without a column that it states', (table) => `ALTER TABLE ${table} DROP COLUMN name`, 'refused'],
  [
    'with a trigger',
    (table) => `CREATE TRIGGER trap AFTER INSERT ON ${table} BEGIN DELETE FROM reviews; END`,
    'refused',
  ],
  [
    'with a key that is none',
    (
      table,
    ) => `DROP TABLE ${table}; CREATE TABLE ${table} (fid TEXT, geom GEOMETRY, name TEXT, depth INTEGER);
      INSERT INTO ${table} VALUES ('x', NULL, 'x', 1)`,
    'refused',
  ],
  [
    'with a cell of 150 MB',
    (table) => `UPDATE ${table} SET name = printf('%.*c', 150000000, 'x') WHERE fid = 2`,
    'refused',
  ],
  ...[
    'zeroblob(100)',
    `x'47500003e6100000${'00'.repeat(32)}ff'`,
    "'POINT (1 1)'",
    "x'4750000300000000ffffffffffffffff'",
    "x'47500001e6100000'",
  ].map((geometry): [string, (table: string) => string, 'refused'] => [
    `with the geometry ${geometry}`,
    (table) => `UPDATE ${table} SET geom = ${geometry} WHERE fid = 2`,
    'refused',
  ]),
  [
    'with cells of other types',
    (table) => `UPDATE ${table} SET name = x'ff' WHERE fid = 1;
      UPDATE ${table} SET name = 9007199254740993 WHERE fid = 2;
      UPDATE ${table} SET name = 1e300, geom = NULL WHERE fid = 3`,
    [[null], ['9007199254740993'], ['1.0e+300']],
  ],
  [
    'with a key beyond exact numbers',
    (table) => `UPDATE ${table} SET fid = 9223372036854775807 WHERE fid = 3`,
    'refused',
  ],
  ['with keys below zero', (table) => `UPDATE ${table} SET fid = fid - 10`, names],
])(
  'a layer of a stranger’s workspace %s is copied whole or refused in words, and its file is not written',
  async (_, changes, expected) => {
    const { file, layer } = await closedWorkspace();
    change(file, changes(layer.table));
    const before = contentsOf(path.dirname(file));
    const target = await openTestWorkspace();
    const { layers } = layersOf(target);
    const received = layers.receive(target, file, [layer], new AbortController().signal);
    if (expected === 'refused')
      await expect(received).rejects.toThrow(/^Its layer Points was not imported\. It|The/);
    else expect(await received).toEqual({ count: 1, diverged: [] });
    const present = await target.listLayers();
    expect(present).toHaveLength(expected === 'refused' ? 0 : 1);
    if (expected !== 'refused') {
      const sort = { column: 'depth', order: 'ASC' } as const;
      const page = await target.layerFeatures({ id: layer.id, sort, text: '', offset: 0, limit: 10 });
      expect(page?.rows.map(({ values }) => values.slice(0, 1))).toEqual(expected);
      expect(await target.layerTile(layer.id, { z: 0, x: 0, y: 0 })).toBeDefined();
    }
    expect(contentsOf(path.dirname(file))).toEqual(before);
    expect(readdirSync(path.join(path.dirname(target.path), 'incoming'))).toEqual([]);
  },
);

test('a layer of a workspace that was killed is copied with its log, which stays as it is', async () => {
  const { file, layer } = await closedWorkspace();
  const script = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(file)});
    for (const name of ${JSON.stringify(spatialFunctions)}) database.function(name, (_geometry) => 0);
    database.exec("PRAGMA journal_mode = WAL; UPDATE ${layer.table} SET name = 'In the log' WHERE fid = 2");
    process.kill(process.pid, 'SIGKILL')`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
  const before = contentsOf(path.dirname(file)).filter(([name]) => !name?.endsWith('-shm'));
  expect(before.map(([name]) => name)).toEqual([path.basename(file), `${path.basename(file)}-wal`]);
  const target = await openTestWorkspace();
  const { layers } = layersOf(target);
  await layers.receive(target, file, [layer], new AbortController().signal);
  const sort = { column: 'depth', order: 'ASC' } as const;
  const page = await target.layerFeatures({ id: layer.id, sort, text: '', offset: 0, limit: 10 });
  expect(page?.rows.map(({ values }) => values[0])).toEqual(['Point 1', 'In the log', 'Point 3']);
  expect(contentsOf(path.dirname(file)).filter(([name]) => !name?.endsWith('-shm'))).toEqual(before);
});
