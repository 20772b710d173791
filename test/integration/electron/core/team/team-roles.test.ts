import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { teamSchemaVersion } from '../../../../../electron/core/team/migrations/migrate-team.ts';
import { writeQgisLayers } from '../../../../../electron/core/team/qgis-layers.ts';
import { setUpTeam } from '../../../../../electron/core/team/team.ts';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { whyNoGdal } from '../../../../builders/gdal-server.ts';
import { positions } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import {
  countTeam,
  createTeam,
  expectOk,
  follow,
  openFilledStore,
  publish,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases, whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres() ?? whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: roles of a team database, as ${missing}.\n`);

const python = '/usr/bin/python3';
const missingQgis =
  spawnSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'python3-qgis is not installed';
if (missingQgis !== undefined)
  process.stderr.write(`Skipped: QGIS with a team database, as ${missingQgis}.\n`);

const square = {
  type: 'Polygon',
  coordinates: [positions('0 0, 1 0, 1 1, 0 0')],
};

describe.skipIf(missing !== undefined)('roles of a team database', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('let readers read the views and do nothing else, and reviewers pull', async () => {
    const team = await createTeam(databases);
    const reader = await team.createUser('reader');
    const reviewer = await team.createUser('reviewer');
    const names = async (text: string) => (await runSql(team.owner, text)).map(([name]) => String(name));
    const tables = await names(
      `SELECT oid::regclass FROM pg_class WHERE relnamespace = 'sightline'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const views = await names(
      `SELECT oid::regclass FROM pg_class WHERE relnamespace = 'sightline_gis'::regnamespace`,
    );
    const columns = await runSql(
      team.owner,
      `SELECT attrelid::regclass::text, quote_ident(attname) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE attnum > 0 AND NOT attisdropped AND relnamespace IN ('sightline'::regnamespace, 'sightline_gis'::regnamespace)
       ORDER BY attrelid, attnum`,
    );
    const lastColumns = new Map(columns.map(([relation, column]) => [String(relation), String(column)]));
    const calls = await names(
      `SELECT oid::regproc || '(' || coalesce((SELECT string_agg('NULL::' || format_type(t, NULL), ', ' ORDER BY n)
         FROM unnest(proargtypes) WITH ORDINALITY AS a (t, n)), '') || ')'
       FROM pg_proc WHERE pronamespace = 'sightline'::regnamespace`,
    );
    expect([tables.length, views.length, calls.length].every((count) => count > 2)).toBe(true);
    for (const view of views) expect(await runSql(reader, `SELECT * FROM ${view}`)).toEqual([]);
    const refused = [
      ...tables.flatMap((table) => [
        `SELECT FROM ${table}`,
        `INSERT INTO ${table} DEFAULT VALUES`,
        `UPDATE ${table} SET ${lastColumns.get(table)} = NULL`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]),
      ...views.flatMap((view) => [
        `INSERT INTO ${view} DEFAULT VALUES`,
        `UPDATE ${view} SET ${lastColumns.get(view)} = NULL`,
        `DELETE FROM ${view}`,
      ]),
      ...calls.map((call) => `SELECT ${call}`),
      'CREATE TABLE sightline_gis.own (id int)',
    ];
    // What is computed in a view cannot be written by anyone.
    const refusal = /permission denied|cannot (insert into|update|delete from) view/;
    for (const statement of refused) {
      await expect(runSql(reader, statement), statement).rejects.toThrow(refusal);
    }
    const pulls =
      /team_state|revision_at|pull_records|(pull|push)_(corrections|decisions|places)|pull_items|pull_item_part|claim_findings|(exchange|pull|push|may_push|unlocated|locate)_reviews|(create|delete)_queue\(|list_queues|(lease|renew|release)_items/;
    for (const statement of refused.filter((text) => !pulls.test(text))) {
      await expect(runSql(reviewer, statement), statement).rejects.toThrow(refusal);
    }
    // The roles of one team mean nothing in the database of another.
    const other = await createTeam(databases);
    await expect(runSql({ ...reader, database: other.name }, 'SELECT 1')).rejects.toThrow(
      /permission denied/,
    );
  });

  test('are created by an owner who may do no more than that, and by two at the same time', async () => {
    const { name, owner: admin } = await databases.createDatabase();
    await runSql(
      admin,
      `CREATE EXTENSION postgis; CREATE ROLE ${name}_owner LOGIN CREATEROLE; ALTER DATABASE ${name} OWNER TO ${name}_owner`,
    );
    const owner = { ...admin, user: `${name}_owner` };
    const [first, second] = await Promise.all([
      setUpTeam(coreWorkers.team, owner),
      setUpTeam(coreWorkers.team, owner),
    ]);
    expect(expectOk(first)).toMatchObject({ schemaVersion: teamSchemaVersion, version: 0 });
    expect(second).toEqual(first);
    expect(expectOk(await publish(owner, openFilledStore([buildRecord()])))).toMatchObject({ published: 1 });
  });

  test('objects with the names of PostgreSQL’s own have no effect, wherever a user puts them', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    // What an owner of the schema public could do, and worse than what any role of the team can.
    await runSql(
      team.owner,
      `CREATE SCHEMA hostile; GRANT USAGE ON SCHEMA hostile TO PUBLIC;
       CREATE FUNCTION hostile.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea';
       CREATE FUNCTION public.to_regclass(text) RETURNS regclass LANGUAGE sql AS 'SELECT NULL::regclass';
       CREATE FUNCTION hostile.differs(bytea, bytea) RETURNS boolean LANGUAGE sql AS 'SELECT false';
       CREATE OPERATOR hostile.<> (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = hostile.differs);
       CREATE TABLE hostile.records (record_key bigint);
       ALTER ROLE ${publisher.user} SET search_path = hostile, public, pg_catalog`,
    );
    await runSql(team.owner, `GRANT ${team.name}_reviewer TO ${publisher.user}`);
    const store = openFilledStore([buildRecord()]);
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 1 });
    expect(await countTeam(team.owner)).toMatchObject({ records: 1, detections: 1, orphans: 0 });
    const workspace = await openTestWorkspace();
    expect(expectOk(await follow(publisher, workspace))).toMatchObject({ added: 1 });
    await workspace.setReviews(
      [...(await workspace.matchingIds({}))],
      { verdict: 'confirmed' },
      { batch: randomUUID(), reviewer: publisher.user, at: '2026-11-21T08:00:00.000Z' },
    );
    expect(expectOk(await syncReviews(publisher, workspace))).toMatchObject({ pushed: 1, received: 1 });
    expect(await runSql(team.owner, 'SELECT verdict FROM sightline_gis.detections')).toEqual([['confirmed']]);
  });

  test('ogr2ogr and psql read every view as reader', async () => {
    const team = await createTeam(databases);
    const store = openFilledStore([
      buildRecord({ features: [buildFeature(), buildFeature({ geometry: square })] }),
    ]);
    expectOk(await publish(await team.createUser('publisher'), store));
    const { host, database, user } = await team.createUser('reader');
    const run = async (program: string, ...args: string[]) =>
      (await promisify(execFile)(program, args)).stdout;
    const connection = `host=${host} dbname=${database} user=${user}`;
    const views = (
      await runSql(
        team.owner,
        `SELECT relname FROM pg_class WHERE relnamespace = 'sightline_gis'::regnamespace AND relkind = 'v' ORDER BY relname`,
      )
    ).map(([view]) => String(view));
    expect(views).toEqual(['detection_areas', 'detections', 'records']);
    for (const view of views) {
      const layer = JSON.parse(
        await run('ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', `PG:${connection} schemas=sightline_gis`, view),
      );
      const kinds = { detections: 'Point', detection_areas: 'Polygon' };
      const kind = kinds[view as keyof typeof kinds];
      if (kind === undefined) expect(layer.features).toHaveLength(1);
      else expect(layer.features).toMatchObject([{ geometry: { type: kind } }]);
      const count = await run(
        'psql',
        ...['-X', '-A', '-t', '-c', `SELECT count(*) FROM sightline_gis.${view}`],
        connection,
      );
      expect(count.trim()).toBe('1');
    }
  });

  test.skipIf(missingQgis !== undefined)(
    'QGIS adds the layers of the definition file as reader',
    async () => {
      const team = await createTeam(databases);
      const store = openFilledStore([
        buildRecord({ features: [buildFeature(), buildFeature({ geometry: square }), buildFeature()] }),
      ]);
      expectOk(await publish(await team.createUser('publisher'), store));
      const { user, ...connection } = await team.createUser('reader');
      const file = path.join(await makeTempFolder(), 'team.qlr');
      await writeFile(file, writeQgisLayers(connection));
      // QGIS prompts for the user, whom the file does not have; without a window libpq reads it from the environment.
      const { stdout } = await promisify(execFile)(
        python,
        [inProject('test', 'builders', 'qgis-layers-report.py'), file],
        {
          env: { ...process.env, PGUSER: user },
        },
      );
      const same = { valid: true, key: 'detection_id', estimated: true, credentials: '' };
      expect(JSON.parse(stdout)).toEqual({
        ...{ loaded: true, message: '' },
        layers: [
          { name: 'Detection areas', ...same, ids: [2 ** 20 + 1] },
          { name: 'Detections', ...same, ids: [2 ** 20, 2 ** 20 + 2] },
        ],
      });
    },
  );
});
