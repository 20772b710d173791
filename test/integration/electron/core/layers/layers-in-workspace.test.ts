import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MVT from 'ol/format/MVT.js';
import { describe, expect, it } from 'vitest';
import { CallStopped } from '../../../../../electron/core/base/thread-protocol.ts';
import { registerSpatialFunctions } from '../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { fileIdSetting } from '../../../../../electron/core/workspace/open/workspace-file-id.ts';
import { openForeign } from '../../../../../electron/core/workspace/safety/open-foreign.ts';
import { compactWorkspace } from '../../../../../electron/core/workspace-tools/tasks/compact-workspace.ts';
import { copyWorkspace } from '../../../../../electron/core/workspace-tools/tasks/copy-workspace.ts';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from '../../../../../electron/core/workspace-tools/tasks/save-safety-copy.ts';
import { readLayers } from '../../../../builders/gdal-server.ts';
import { importLayer, layersOf } from '../../../../builders/import-layer.ts';
import { positions } from '../../../../builders/positions.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

type Point = readonly [longitude: number, latitude: number];

async function writePoints(points: readonly Point[], name = 'Ports of call.geojson'): Promise<string> {
  const file = path.join(await makeTempFolder(), name);
  const features = points.map((coordinates, index) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { name: `Port ${index}`, berths: index, depth: index / 2 },
  }));
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}

const grid: readonly Point[] = Array.from({ length: 500 }, (_, index) => [
  (index % 25) - 12,
  Math.floor(index / 25),
]);

/** A closed workspace file with a layer of 500 points. */
async function closedWorkspace(): Promise<{ readonly file: string; readonly table: string }> {
  const workspace = await openTestWorkspace();
  const job = await importLayer(workspace, await writePoints(grid));
  expect(job).toMatchObject({ state: 'complete', outcome: 'Imported “Ports of call” with 500 features.' });
  const [layer] = await workspace.listLayers();
  expect(job.imported).toEqual({ kind: 'layers', bounds: layer?.bounds });
  await workspace.close();
  return { file: workspace.path, table: layer?.table ?? '' };
}

function besides(file: string, name: string): string {
  return path.join(path.dirname(file), `${name}.gpkg`);
}

function withDatabase<Result>(file: string, action: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  registerSpatialFunctions(database);
  try {
    return action(database);
  } finally {
    database.close();
  }
}

function readTable(file: string, table: string) {
  return withDatabase(file, (database) => ({
    layers: database.prepare('SELECT name, body FROM layers').all(),
    rows: database.prepare(`SELECT * FROM ${table} ORDER BY fid`).all(),
    index: database.prepare(`SELECT count(*) AS n FROM rtree_${table}_geom`).get(),
    contents: database.prepare('SELECT * FROM gpkg_contents WHERE table_name = ?').get(table),
  }));
}

function layerTablesOf(file: string): readonly string[] {
  return withDatabase(file, (database) =>
    database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE name LIKE 'layer\\_%' ESCAPE '\\' OR name LIKE 'rtree\\_layer%' ESCAPE '\\'",
      )
      .all()
      .map(({ name }) => String(name)),
  );
}

describe('a layer in the workspace', () => {
  it('is a table of features that GDAL lists, with its attributes, extent and index', async () => {
    const { file, table } = await closedWorkspace();
    expect(table).toMatch(/^layer_ports_of_call_[0-9a-f]{8}$/);
    const layer = (await readLayers(file)).find(({ name }) => name === table);
    expect(layer).toMatchObject({ features: 500, extent: [-12, 0, 12, 19], geometry: 'Point' });
    expect(layer?.fields).toMatchObject({ name: 'String', berths: 'Integer64', depth: 'Real' });
    const inBox = execFileSync('ogrinfo', ['-ro', '-so', '-spat', '-0.5', '-0.5', '1.5', '1.5', file, table]);
    expect(inBox.toString()).toContain('Feature Count: 4');
  });

  it('gets another name when there is one of its name', async () => {
    const workspace = await openTestWorkspace();
    const file = await writePoints([[1, 2]]);
    await importLayer(workspace, file);
    await importLayer(workspace, file);
    expect((await workspace.listLayers()).map(({ name }) => name)).toEqual([
      'Ports of call',
      'Ports of call (2)',
    ]);
  });

  it('leaves nothing of a thread that was ended', async () => {
    const workspace = await openTestWorkspace();
    const { layers, jobs, ended } = layersOf(workspace, ({ to }, { signal }) => {
      writeFileSync(`${to}-0`, 'half a layer');
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new CallStopped())));
    });
    const started = await layers.start({
      path: '/points.geojson',
      name: 'points.geojson',
      isTemporary: false,
    });
    const incoming = path.join(path.dirname(workspace.path), 'incoming');
    await expect.poll(() => existsSync(incoming) && readdirSync(incoming)).toHaveLength(1);
    await jobs.cancel(started.ok ? started.value.id : '');
    expect((await ended(started)).state).toBe('cancelled');
    expect(readdirSync(path.join(path.dirname(workspace.path), 'incoming'))).toEqual([]);
  });

  it('leaves nothing when its import is cancelled', async () => {
    const workspace = await openTestWorkspace();
    const file = await writePoints(Array.from({ length: 40_000 }, (_, index) => [index % 180, index % 90]));
    const job = await importLayer(workspace, file, ({ progress }, cancel) => {
      // Only while the rows are copied is it known how many there are.
      if (progress?.total !== undefined) cancel();
    });
    expect(job.state).toBe('cancelled');
    expect(await workspace.listLayers()).toEqual([]);
    await workspace.close();
    expect(layerTablesOf(workspace.path)).toEqual([]);
    expect(readdirSync(path.join(path.dirname(workspace.path), 'incoming'))).toEqual([]);
  });

  it('is deleted with its table, its index and what lists it', async () => {
    const workspace = await openTestWorkspace();
    await importLayer(workspace, await writePoints(grid));
    const [layer] = await workspace.listLayers();
    expect(await workspace.deleteLayer(layer?.id ?? '')).toBe(true);
    expect(await workspace.deleteLayer(layer?.id ?? '')).toBe(false);
    await workspace.close();
    expect(layerTablesOf(workspace.path)).toEqual([]);
    expect((await readLayers(workspace.path)).map(({ name }) => name)).not.toContain(layer?.table);
  });

  it('opens again after another program has changed it', async () => {
    const { file, table } = await closedWorkspace();
    const more = await writePoints([[100, 50]], 'more.geojson');
    execFileSync('ogr2ogr', ['-append', '-nln', table, file, more], { stdio: 'pipe' });
    withDatabase(file, (database) => database.exec(`ALTER TABLE ${table} ADD COLUMN "remark made" TEXT`));
    const workspace = await openTestWorkspace(file);
    expect(workspace.setAside).toBeUndefined();
    const [layer] = await workspace.listLayers();
    const page = await workspace.layerFeatures({
      id: layer?.id ?? '',
      sort: { column: null, order: 'ASC' },
      offset: 499,
      limit: 10,
    });
    expect(page?.rows).toEqual([
      { fid: 500, values: ['Port 499', 499, 249.5] },
      { fid: 501, values: ['Port 0', 0, 0] },
    ]);
  });
});

describe('the table of a layer that is not as Sightline creates it refuses the file', () => {
  const index = (table: string) => `rtree_${table}_geom`;
  it.each<readonly [what: string, change: (table: string) => string]>([
    [
      'a trigger',
      (table) => `CREATE TRIGGER gpkg_note AFTER INSERT ON ${table} BEGIN DELETE FROM areas; END`,
    ],
    [
      'a trigger in the place of the index’s',
      (table) =>
        `DROP TRIGGER ${index(table)}_insert;
         CREATE TRIGGER ${index(table)}_insert AFTER INSERT ON ${table} WHEN (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
         BEGIN DELETE FROM areas; END`,
    ],
    [
      'a computed column',
      (table) => `ALTER TABLE ${table} ADD COLUMN c AS (length(hex(zeroblob(100000000))))`,
    ],
    ['a column with a condition', (table) => `ALTER TABLE ${table} ADD COLUMN c TEXT CHECK (length(c) < 10)`],
    ['a unique index', (table) => `CREATE UNIQUE INDEX one ON ${table} (name)`],
    [
      'an index on an expression',
      (table) => `CREATE INDEX one ON ${table} (length(hex(zeroblob(100000000))))`,
    ],
    [
      'a table that refers to it',
      (table) => `CREATE TABLE other (fid INTEGER REFERENCES ${table} (fid) ON DELETE CASCADE)`,
    ],
    ['another key', () => 'CREATE TABLE layer_other_0123abcd (geom GEOMETRY, name TEXT)'],
    ['a view of its name', () => 'CREATE VIEW layer_other_0123abcd AS SELECT 1 AS fid'],
  ])('%s', async (_, change) => {
    const { file, table } = await closedWorkspace();
    withDatabase(file, (database) => database.exec(change(table)));
    const { database, schema } = openForeign(file, 500);
    database.close();
    expect(schema).toMatchObject({ kind: 'refused' });
  });
});

describe('a layer stays through', () => {
  it('a copy, a compaction and a rebuild', async () => {
    const { file, table } = await closedWorkspace();
    const expected = readTable(file, table);
    expect(expected.rows).toHaveLength(500);
    const [copy = '', compact = '', rebuilt = ''] = ['copy', 'compact', 'rebuilt'].map((name) =>
      besides(file, name),
    );
    await copyWorkspace({ from: file, to: copy }, buildToolRun());
    expect(readTable(copy, table)).toEqual(expected);
    compactWorkspace({ from: file, to: compact }, buildToolRun());
    expect(readTable(compact, table)).toEqual(expected);
    const report = rebuildWorkspace({ from: [file], to: rebuilt }, buildToolRun());
    expect(report.tables.find((each) => each.table === table)).toMatchObject({ rescued: 500, lost: 0 });
    const { rows, index, layers } = readTable(rebuilt, table);
    expect({ rows, index, layers }).toEqual({
      rows: expected.rows,
      index: expected.index,
      layers: expected.layers,
    });
    const again = await openTestWorkspace(rebuilt);
    expect(again.setAside).toBeUndefined();
    expect(await again.listLayers()).toHaveLength(1);
  });

  it.each(['layers', 'features'] as const)(
    'a rebuild from the safety copy when its %s are damaged',
    async (damaged) => {
      const { file, table } = await closedWorkspace();
      withDatabase(file, (database) =>
        database
          .prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
          .run(fileIdSetting, 'file-1'),
      );
      const expected = readTable(file, table);
      const saved = await saveSafetyCopy({ path: file, isOnNetwork: false }, buildToolRun());
      expect(saved).toEqual({ kind: 'saved' });
      overwrite(file, damaged === 'layers' ? 'layers' : table);
      const to = besides(file, 'rebuilt');
      rebuildWorkspace({ from: [file], to }, buildToolRun());
      const { rows, layers } = readTable(to, table);
      expect({ rows, layers }).toEqual({ rows: expected.rows, layers: expected.layers });
    },
  );
});

/** Overwrites all pages of a table. */
function overwrite(file: string, table: string): void {
  const pages = withDatabase(file, (database) =>
    database.prepare('SELECT pageno, pgsize FROM dbstat WHERE name = ?').all(table),
  );
  const bytes = readFileSync(file);
  for (const { pageno, pgsize } of pages) {
    const start = (Number(pageno) - 1) * Number(pgsize);
    bytes.fill(0x5a, start, start + Number(pgsize));
  }
  writeFileSync(file, bytes);
}

describe('the tiles of a layer', () => {
  /** Positions in a tile by the numbers of their features, read back by OpenLayers, in degrees. */
  async function readTile(
    workspace: Workspace,
    tile: { readonly z: number; readonly x: number; readonly y: number },
  ) {
    const [layer] = await workspace.listLayers();
    const bytes = await workspace.layerTile(layer?.id ?? '', tile);
    if (!bytes) throw new Error('There is no tile.');
    return new MVT()
      .readFeatures(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
      .map((feature) => {
        const [x = 0, y = 0] = feature.getFlatCoordinates();
        const size = 2 ** tile.z;
        const [east, south] = [(tile.x + x / 4096) / size, (tile.y + y / 4096) / size];
        const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * south))) * 180) / Math.PI;
        return { id: Number(feature.getId()), longitude: (east - 0.5) * 360, latitude };
      });
  }

  it('have each point where it is, also across 180° and at the poles', async () => {
    const workspace = await openTestWorkspace();
    const points: readonly Point[] = positions('0.5 51, 179.99 10, -179.99 -10, 30 90, 190 5');
    await importLayer(workspace, await writePoints(points));
    const world = await readTile(workspace, { z: 0, x: 0, y: 0 });
    const near = (id: number, longitude: number, latitude: number) =>
      world.some(
        (one) =>
          one.id === id &&
          Math.abs(one.longitude - longitude) < 0.1 &&
          Math.abs(one.latitude - latitude) < 0.1,
      );
    expect(near(1, 0.5, 51)).toBe(true);
    expect([near(2, 179.99, 10), near(2, -180.01, 10)]).toEqual([true, true]);
    expect([near(3, -179.99, -10), near(3, 180.01, -10)]).toEqual([true, true]);
    expect(near(4, 30, 85.05)).toBe(true);
    expect(near(5, -170, 5)).toBe(true);
    const [port] = await readTile(workspace, { z: 10, x: 513, y: 342 });
    expect(port?.longitude).toBeCloseTo(0.5, 3);
    expect(port?.latitude).toBeCloseTo(51, 3);
  });

  it('have all points when there is room, and thin them out when there is none', async () => {
    const workspace = await openTestWorkspace();
    const crowd: readonly Point[] = Array.from({ length: 5_000 }, (_, index) => [
      index / 5_000,
      index / 9_000,
    ]);
    await importLayer(workspace, await writePoints([...grid, ...crowd]));
    const world = await readTile(workspace, { z: 0, x: 0, y: 0 });
    expect(world.length).toBeLessThan(600);
    const inTile = crowd.filter(([longitude]) => longitude < 360 / 1024);
    const close = await readTile(workspace, { z: 10, x: 512, y: 511 });
    // What is beyond its edges by less than a symbol is in the tile, too.
    expect(close.filter(({ id, longitude }) => id > 500 && longitude < 360 / 1024).length).toBe(
      inTile.length,
    );
  });
});
