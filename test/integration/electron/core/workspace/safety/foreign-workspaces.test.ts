import { execFile } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../../electron/core/core.ts';
import { createCore } from '../../../../../../electron/core/create-core.ts';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { checkSchema } from '../../../../../../electron/core/workspace/safety/check-schema.ts';
import { isActiveJob } from '../../../../../../shared/jobs/job.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import {
  endlessQuery,
  makeRecordsEndless,
  makeTableEndless,
} from '../../../../../builders/endless-workspace.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import { buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../../../builders/memory-keychain.ts';
import { fillWorkspace, makeTempFolder, openTestStore } from '../../../../../builders/workspace-builder.ts';

function checkAfter(statements: string, options: { readonly defensive?: boolean } = {}) {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(2));
  store.close();
  const database = new DatabaseSync(store.path, options);
  database.exec(statements);
  database.close();
  const reopened = new DatabaseSync(store.path);
  onTestFinished(() => reopened.close());
  return checkSchema(reopened);
}

describe('a schema is refused', () => {
  it.each([
    ['a view', `CREATE VIEW mine AS ${endlessQuery}`, 'the view “mine”'],
    ['a trigger on a table that Sightline writes', endlessTrigger('mine', 'reviews'), 'the trigger “mine”'],
    ['a trigger under a known name', endlessTrigger('rtree_areas_geom_update7', 'areas'), 'update7'],
    ['a trigger on an index', endlessTrigger('gpkg_x', 'gpkg_contents'), 'the trigger “gpkg_x”'],
    [
      'a computed column',
      'ALTER TABLE areas ADD COLUMN a AS (name || name)',
      'The column a of its table areas',
    ],
    [
      'a column that a setting deletes rows by',
      `PRAGMA foreign_keys = OFF; ALTER TABLE reviews ADD COLUMN trap TEXT DEFAULT 'a' REFERENCES settings (key) ON DELETE CASCADE`,
      'The column trap of its table reviews, which Sightline did not create, has more than a name and a type',
    ],
    [
      'a default',
      `ALTER TABLE submissions ADD COLUMN trap TEXT DEFAULT 'a'`,
      'has more than a name and a type',
    ],
    [
      'a check that burns time',
      'ALTER TABLE detections ADD COLUMN trap CHECK (length(hex(zeroblob(1e8))) > 0)',
      'has more than a name and a type',
    ],
    [
      'a collation',
      'ALTER TABLE detections ADD COLUMN trap TEXT COLLATE NOCASE',
      'more than a name and a type',
    ],
    ['a column named like the key of rows', 'ALTER TABLE detections ADD COLUMN rowid TEXT', 'hides the key'],
    [
      'a column named like one of another table',
      'ALTER TABLE fetch_records ADD COLUMN record_id TEXT',
      'has the name of a column of its table',
    ],
    [
      'a unique index',
      'CREATE UNIQUE INDEX mine ON settings (value)',
      'The index “mine” of its table settings',
    ],
    ['an index of an expression', 'CREATE INDEX mine ON reviews (hex(zeroblob(1e8)))', 'The index “mine”'],
    ['an index with a condition', 'CREATE INDEX mine ON reviews (note) WHERE note > 1', 'The index “mine”'],
    [
      'no trigger of an index',
      'DROP TRIGGER rtree_areas_geom_insert',
      'Its trigger rtree_areas_geom_insert is missing',
    ],
    ['no index of identities', 'DROP INDEX reviews_by_identity', 'Its index reviews_by_identity is missing'],
    [
      'another table that refers to ours',
      'CREATE TABLE mine (a TEXT REFERENCES "Records" (record_id) ON DELETE RESTRICT)',
      'Its table “mine”, which Sightline did not create, refers to its table records',
    ],
    [
      'another table with a computed column',
      'CREATE TABLE mine (a, b AS (length(hex(zeroblob(1e8)))))',
      'The column b of its table mine is computed',
    ],
    [
      'a trigger that empties a spatial index',
      'CREATE TRIGGER mine AFTER INSERT ON reviews BEGIN DELETE FROM rtree_areas_geom WHERE 1; END',
      'the trigger “mine”',
    ],
    [
      'a trigger that ignores rows',
      'CREATE TRIGGER gpkg_a BEFORE INSERT ON submissions BEGIN SELECT RAISE(IGNORE); END',
      'the trigger “gpkg_a”',
    ],
    [
      'another count of features',
      'CREATE TABLE gpkg_ogr_contents (table_name TEXT PRIMARY KEY, feature_count INTEGER CHECK (0))',
      'Its table gpkg_ogr_contents is not the one that GDAL creates',
    ],
    ['another kind of table', 'CREATE VIRTUAL TABLE mine USING fts5(text)', '“mine”'],
    ['a missing table', 'DROP TABLE review_batches', 'Its table review_batches is missing'],
    ['a missing column', 'ALTER TABLE reviews DROP COLUMN note', 'lacks the column note'],
    [
      'a table that is a view',
      `ALTER TABLE settings RENAME TO old; CREATE VIEW settings AS SELECT * FROM old`,
      'Its table settings is not a table',
    ],
  ])('that has %s', (_name, statements, problem) => {
    expect(checkAfter(statements)).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining(problem),
    });
  });

  it.each([
    ['settings', 'PRIMARY KEY NOT NULL', 'PRIMARY KEY NOT NULL ON CONFLICT IGNORE'],
    ['submissions', 'submission TEXT NOT NULL', 'submission TEXT "NOT" "NULL"'],
    ['order_status', 'ON DELETE CASCADE', 'ON DELETE SET NULL'],
    ['names', 'UNIQUE', 'UNIQUE /* ) */ CHECK (1)'],
    ['review_batches', 'undoes TEXT', "undoes TEXT DEFAULT 'x'"],
    ['order_status', 'UNIQUE (order_id, position)', 'UNIQUE (order_id, position) ON CONFLICT REPLACE'],
    ['app_meta', 'WITHOUT ROWID', 'WITHOUT ROWID, STRICT'],
  ])('that has a table %s with %s as %s', (table, from, to) => {
    const statements = `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to.replaceAll("'", "''")}') WHERE name = '${table}'`;
    expect(checkAfter(statements, { defensive: false })).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining(`its table ${table}`),
    });
  });

  it('whose tables share a page', () => {
    const statements = `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'order_requests')
        WHERE name = 'review_batches'`;
    expect(checkAfter(statements, { defensive: false })).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining('are on the same page'),
    });
  });

  it('that calls a view a table', () => {
    const disguise = `CREATE VIEW mine AS ${endlessQuery}; PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET type = 'table' WHERE name = 'mine'`;
    // SQLite itself takes it for damage.
    expect(() => checkAfter(disguise, { defensive: false })).toThrow('malformed database schema');
  });
});

function endlessTrigger(name: string, table: string): string {
  return `CREATE TRIGGER ${name} AFTER UPDATE ON ${table} BEGIN
    INSERT INTO settings SELECT 'a' || i, '' FROM (${endlessQuery}); END`;
}

describe('a schema is accepted with what GDAL and QGIS add', () => {
  it.each([
    ['styles', 'CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, f_table_name TEXT, styleQML TEXT)'],
    ['a column', 'ALTER TABLE detections ADD COLUMN remark TEXT'],
    ['an index', 'CREATE INDEX mine ON detections (analytic)'],
    ['a column of any name and type', 'ALTER TABLE areas ADD COLUMN "Größe (m²) CHECK" VARCHAR(80)'],
    ['a column named like one of another layer', 'ALTER TABLE areas ADD COLUMN "verdict" TEXT'],
    [
      'systems of coordinates by WKT 2',
      `CREATE TABLE gpkg_spatial_ref_sys_temp (srs_name TEXT NOT NULL,srs_id INTEGER NOT NULL PRIMARY KEY,
         organization TEXT NOT NULL,organization_coordsys_id INTEGER NOT NULL,definition TEXT NOT NULL,
         description TEXT, definition_12_063 TEXT NOT NULL);
       INSERT INTO gpkg_spatial_ref_sys_temp SELECT *, 'undefined' FROM gpkg_spatial_ref_sys;
       PRAGMA foreign_keys = OFF; DROP TABLE gpkg_spatial_ref_sys;
       ALTER TABLE gpkg_spatial_ref_sys_temp RENAME TO gpkg_spatial_ref_sys`,
    ],
    [
      'a count of features',
      `CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT NULL);
       CREATE TRIGGER "trigger_insert_feature_count_areas" AFTER INSERT ON "areas"
       BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count + 1 WHERE lower(table_name) = lower('areas'); END;
       CREATE TRIGGER "trigger_delete_feature_count_areas" AFTER DELETE ON "areas"
       BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count - 1 WHERE lower(table_name) = lower('areas'); END`,
    ],
    [
      'the triggers of GeoPackage 1.4',
      `DROP TRIGGER rtree_areas_geom_update1; DROP TRIGGER rtree_areas_geom_update3;
       CREATE TRIGGER "rtree_areas_geom_update6" AFTER UPDATE OF "geom" ON "areas"
       WHEN OLD."fid" = NEW."fid" AND (NEW."geom" NOTNULL AND NOT ST_IsEmpty(NEW."geom"))
         AND (OLD."geom" NOTNULL AND NOT ST_IsEmpty(OLD."geom"))
       BEGIN UPDATE "rtree_areas_geom" SET minx = ST_MinX(NEW."geom"), maxx = ST_MaxX(NEW."geom"),
         miny = ST_MinY(NEW."geom"), maxy = ST_MaxY(NEW."geom") WHERE id = NEW."fid"; END;
       CREATE TRIGGER "rtree_areas_geom_update7" AFTER UPDATE OF "geom" ON "areas"
       WHEN OLD."fid" = NEW."fid" AND (NEW."geom" NOTNULL AND NOT ST_IsEmpty(NEW."geom"))
         AND (OLD."geom" ISNULL OR ST_IsEmpty(OLD."geom"))
       BEGIN INSERT INTO "rtree_areas_geom" VALUES (NEW."fid", ST_MinX(NEW."geom"), ST_MaxX(NEW."geom"),
         ST_MinY(NEW."geom"), ST_MaxY(NEW."geom")); END`,
    ],
    [
      'another layer',
      `CREATE TABLE "my layer-1" (fid INTEGER PRIMARY KEY, geom POINT);
       CREATE VIRTUAL TABLE "rtree_my layer-1_geom" USING rtree(id, minx, maxx, miny, maxy);
       CREATE TRIGGER "rtree_my layer-1_geom_delete" AFTER DELETE ON "my layer-1" WHEN old."geom" NOT NULL
       BEGIN DELETE FROM "rtree_my layer-1_geom" WHERE id = OLD."fid"; END`,
    ],
    [
      'metadata',
      `CREATE TABLE gpkg_metadata (id INTEGER PRIMARY KEY, md_scope TEXT NOT NULL);
       CREATE TRIGGER 'gpkg_metadata_md_scope_insert' BEFORE INSERT ON 'gpkg_metadata' FOR EACH ROW BEGIN
       SELECT RAISE(ABORT, 'insert on table gpkg_metadata violates constraint')
       WHERE NOT (NEW.md_scope IN ('undefined', 'fieldSession')); END`,
    ],
  ])('%s', (_name, statements) => {
    expect(checkAfter(statements)).toMatchObject({ kind: 'workspace' });
  });
});

async function startCore(dataDir: string): Promise<Core> {
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    fileResponseMs: 5000,
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  return core;
}

async function signedIn(dataDir: string): Promise<Core> {
  const core = await startCore(dataDir);
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  const signed = await core.session.signIn({ profileId: profile.id, username, password });
  if (!signed.ok) throw new Error(signed.failure.message);
  return core;
}

/** A data folder whose account has a workspace of 30 records; returns the folder and the file. */
async function filledDataDir(): Promise<{ readonly dataDir: string; readonly file: string }> {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const workspace = core.workspace();
  if (!workspace) throw new Error('No workspace is open.');
  await fillWorkspace(workspace, buildRecords(30));
  await core.close();
  return { dataDir, file: workspace.path };
}

describe('a workspace with a view without end', () => {
  it('is set aside at the start, and what it held is recovered', async () => {
    const { dataDir, file } = await filledDataDir();
    const whole = `${file}.whole`;
    copyFileSync(file, whole);
    makeRecordsEndless(file);
    const core = await startCore(dataDir);
    const { workspaceProblem, workspaceSetAside = '', workspace } = core.session.state();
    expect(workspace).toBe('open');
    expect(workspaceProblem).toContain('Its table records is not a table.');
    expect(existsSync(workspaceSetAside)).toBe(true);
    const listed = await core.workspaceTools.list();
    const aside =
      listed.ok && listed.value.find(({ fileName }) => fileName === path.basename(workspaceSetAside));
    expect(aside).toMatchObject({ belongs: 'set-aside', inspection: { kind: 'damaged' } });
    const job = await core.workspaceTools.rebuild(aside ? aside.id : '');
    if (!job.ok) throw new Error(job.failure.message);
    await eventually(() => {
      expect(core.jobs.list().find(({ id }) => id === job.value.id)).toSatisfy((one) => !isActiveJob(one));
    });
    const end = core.jobs.list().find(({ id }) => id === job.value.id);
    expect(end).toMatchObject({ state: 'complete' });
    // The rows were renamed away; the raw records in their blocks are found without them.
    expect(await core.workspace()?.counts({})).toMatchObject({ records: 30 });
  });

  it('is neither opened nor remembered when it is chosen, and its reviews are not merged', async () => {
    const { dataDir, file } = await filledDataDir();
    const chosen = path.join(dataDir, 'chosen.gpkg');
    copyFileSync(file, chosen);
    makeRecordsEndless(chosen);
    const core = await signedIn(dataDir);
    const offered = await core.workspaceTools.inspectFile({
      path: chosen,
      name: 'chosen.gpkg',
      isTemporary: false,
    });
    if (!offered.ok) throw new Error(offered.failure.message);
    expect(offered.value.inspection).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('Sightline reads only ordinary tables.'),
    });
    expect(await core.workspaceTools.open(offered.value.id)).toMatchObject({ ok: false });
    expect(core.session.state().workspacePath).toBe(file);
    expect(openTestStore().previewMerge(chosen)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Its table records is not a table.'),
    });
    await core.close();
    const again = await startCore(dataDir);
    expect(again.session.state()).toMatchObject({ workspacePath: file, workspace: 'open' });
  });
});

describe('a workspace whose pages go round in circles', () => {
  it('does not keep the app from starting, is not opened again, and is recovered', async () => {
    const { dataDir, file } = await filledDataDir();
    makeTableEndless(file, 'detection_chunks');
    const script = fileURLToPath(
      new URL('../../../../../builders/start-with-endless-workspace.ts', import.meta.url),
    );
    const run = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [script, dataDir]);
      return JSON.parse(stdout.slice(stdout.indexOf('{')));
    };
    const first = await run();
    expect(first.started).toMatchObject({
      workspace: 'open',
      workspacePath: file,
      workspaceProblem: expect.stringContaining('did not answer within 5 s'),
      workspaceSetAside: expect.stringContaining('.unresponsive-'),
    });
    expect(first.aside).toMatchObject({ belongs: 'set-aside', inspection: { kind: 'damaged' } });
    expect(first.recovered).toMatchObject({ state: 'complete', counts: { records: 30 } });
    const second = await run();
    expect(second.started.workspaceProblem).toBeUndefined();
  });

  it('is found out when it is chosen', async () => {
    const { dataDir, file } = await filledDataDir();
    const chosen = path.join(dataDir, 'chosen.gpkg');
    copyFileSync(file, chosen);
    makeTableEndless(chosen, 'detection_chunks');
    const core = await signedIn(dataDir);
    const offered = await core.workspaceTools.inspectFile({
      path: chosen,
      name: 'chosen.gpkg',
      isTemporary: false,
    });
    expect(offered).toMatchObject({ ok: true, value: { inspection: { kind: 'damaged' } } });
  });
});

it('reads no schema of endless length', async () => {
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  closeWriter(openDatabase(file).database);
  const database = new DatabaseSync(file);
  database.exec('BEGIN');
  for (let count = 0; count < 5001; count += 1) database.exec(`CREATE TABLE t${count} (a)`);
  database.exec('COMMIT');
  expect(checkSchema(database)).toMatchObject({ kind: 'refused' });
  database.close();
});
