import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import { closeWriter, openDatabase } from '../../../../../electron/core/workspace/open/open-database.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import {
  addRecords,
  analyzedColumns,
  countTeam,
  createTeam,
  cutOff,
  expectOk,
  openFilledStore,
  partitionsWithoutIndex,
  publish,
  startTeamClient,
} from '../../../../builders/team-builder.ts';
import {
  openTransaction,
  runSql,
  startTeamCluster,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { buildFetch, buildFetchedPage } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: publishing to a team database, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('publishing a workspace', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('fills the database, publishes what has changed, and nothing twice', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const changing = buildUuid();
    const area = {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    };
    const store = openFilledStore([
      buildRecord({ assignedId: changing, features: [buildFeature(), buildFeature({ geometry: area })] }),
      buildRecord({
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [-70.5, -33.25, 12] } })],
      }),
    ]);
    expect(expectOk(await publish(publisher, store))).toEqual({
      records: 2,
      published: 2,
      detections: 3,
      notes: [],
    });
    expect(await countTeam(team.owner)).toEqual({ records: 2, detections: 3, orphans: 0, lost: 0, gaps: 0 });

    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 0, detections: 0 });
    const changed = buildRecord({
      assignedId: changing,
      features: [buildFeature({ properties: { length: 42 } })],
    });
    addRecords(store, [changed], '2026-11-21T08:00:00.000Z');
    expect(expectOk(await publish(publisher, store))).toMatchObject({
      records: 2,
      published: 1,
      detections: 1,
    });
    expect(await countTeam(team.owner)).toEqual({ records: 2, detections: 2, orphans: 0, lost: 0, gaps: 0 });

    const reader = await team.createUser('reader');
    const rows = await runSql(
      reader,
      `SELECT public.ST_AsText(geom), collected_at::text, confidence, analytic, region, sensor_name,
         properties ->> 'length' FROM sightline_gis.detections ORDER BY record_id`,
    );
    const same = ['2026-11-18 03:12:45.12+00', 0.875, 'SmallVesselDetection', 'East Asia', 'ICEYE-X7'];
    expect(rows).toEqual([
      ['POINT(121.5 31.25)', ...same, '42'],
      ['POINT(-70.5 -33.25)', ...same, null],
    ]);
  });

  test('creates the spatial indexes of all partitions, also of those that a former publication left without', async () => {
    const team = await createTeam(databases);
    const [anna, ben] = [await team.createUser('publisher'), await team.createUser('publisher')];
    const stores = ['2026-11-18', '2026-12-24'].map((day) =>
      openFilledStore([buildRecord({ sensors: [{ startTimeUTC: `${day}T03:12:45.120Z` }] })]),
    );
    const [first, second] = stores.map((store, index) => publish(index === 0 ? anna : ben, store));
    expect([(await first)?.ok, (await second)?.ok]).toEqual([true, true]);
    expect(await partitionsWithoutIndex(team.owner)).toEqual([]);
    await runSql(anna, `SELECT sightline.create_months('{2027-01-01}')`);
    expect(await partitionsWithoutIndex(team.owner)).toHaveLength(2);
    for (const store of stores) expect(expectOk(await publish(anna, store))).toMatchObject({ published: 0 });
    expect(await partitionsWithoutIndex(team.owner)).toEqual([]);
  });

  test('analyzes the columns by which views are queried, but not the properties', async () => {
    const team = await createTeam(databases);
    const store = openFilledStore([buildRecord({ features: [buildFeature(), buildFeature()] })]);
    expectOk(await publish(await team.createUser('publisher'), store));
    const analyzed = await analyzedColumns(team.owner);
    expect(analyzed).toEqual(expect.arrayContaining(['analytic', 'collected_at', 'detection_id', 'geom']));
    expect(analyzed).not.toContain('properties');
  });

  test('counts the values of a column in at most 30 ranges', async () => {
    const team = await createTeam(databases);
    const features = Array.from({ length: 60 }, (_each, index) =>
      buildFeature({ properties: { confidence: index / 100 } }),
    );
    expectOk(await publish(await team.createUser('publisher'), openFilledStore([buildRecord({ features })])));
    const bounds = await runSql(
      team.owner,
      `SELECT array_length(histogram_bounds::text::float8[], 1) FROM pg_stats
       WHERE schemaname = 'sightline' AND tablename LIKE 'detections\\_2%' AND attname = 'confidence'`,
    );
    expect(bounds).toEqual([[31]]);
  });

  test('read the record of each detection in a view by its key, however many the server expects', async () => {
    const { owner } = await createTeam(databases);
    expectOk(await publish(owner, openFilledStore([buildRecord()])));
    for (const view of ['detections', 'detection_areas']) {
      const plan = await runSql(owner, `EXPLAIN SELECT * FROM sightline_gis.${view}`);
      expect(plan.flat().join('\n')).toContain('SubPlan');
    }
  });

  test('of two publishers in opposite order, the later version stands and neither sees a deadlock', async () => {
    const team = await createTeam(databases);
    const [anna, ben] = [await team.createUser('publisher'), await team.createUser('publisher')];
    const ids = Array.from({ length: 600 }, buildUuid);
    const versionOf = (length: number) => (id: string) =>
      buildRecord({ assignedId: id, features: [buildFeature({ properties: { length } })] });
    const older = openFilledStore(ids.map(versionOf(1)), '2026-11-20T08:00:00.000Z');
    const later = openFilledStore(ids.toReversed().map(versionOf(2)), '2026-11-20T09:00:00.000Z');
    const outcomes = await Promise.all([publish(anna, older), publish(ben, later)]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expectOk(await publish(anna, older));
    expect(await countTeam(team.owner)).toEqual({
      records: 600,
      detections: 600,
      orphans: 0,
      lost: 0,
      gaps: 0,
    });
    const lengths = `SELECT DISTINCT properties ->> 'length' FROM sightline_gis.detections`;
    expect(await runSql(team.owner, lengths)).toEqual([['2']]);
  });

  test('values that PostgreSQL cannot store cost no other detection, and the notes state them', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const property = (value: unknown) => buildFeature({ properties: { value } });
    // The workspace itself has no properties that are nested so deeply, and no numbers that are so large.
    const nested = JSON.parse('['.repeat(900) + ']'.repeat(900));
    const store = openFilledStore([
      buildRecord({
        features: [
          property('a\0b'),
          property('a\ud800b'),
          property('\ud83d\ude00'),
          property(nested),
          property('\\u0000'),
          property(`'); DROP TABLE sightline.records; --`),
          buildFeature({ properties: { sarChipIdentifier: 'x'.repeat(100_000) } }),
          buildFeature({ properties: { "'; DROP SCHEMA sightline; --": 1 } }),
          property(JSON.rawJSON('1e400000')),
          property('NaN'),
        ],
      }),
      buildRecord({ sensors: [{ startTimeUTC: '+300000-01-01T00:00:00.000Z' }] }),
      buildRecord({ assignedId: 'y'.repeat(10_000) }),
      buildRecord({ assignedId: 'n\0l' }),
      buildRecord({ sensors: [{ sensorName: 'nu\0l' }] }),
    ]);
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const page = buildFetchedPage(fetch, [buildRecord({ features: [property('@brackets@'), property(1)] })]);
    const brackets = '['.repeat(20_000) + ']'.repeat(20_000);
    const body = Buffer.from(Buffer.from(page.body).toString().replace('"@brackets@"', brackets));
    expect(store.ingestPage({ ...page, body })).toMatchObject({ ok: true });
    const published = expectOk(await publish(publisher, store));
    expect(published).toMatchObject({ published: 5, detections: 15 });
    expect(published.notes).toEqual([
      expect.stringMatching(/^Not published: 1 record with the character NUL in the id/),
      expect.stringMatching(/^Other properties or none in other GIS: 2 detections /),
    ]);
    const [values] = await runSql(
      team.owner,
      `SELECT array_agg(properties ->> 'value' ORDER BY detection_id) FROM sightline_gis.detections
       GROUP BY record_id HAVING count(*) = 10`,
    );
    expect(values?.[0]).toMatchObject([
      'a\ufffdb',
      'a\ufffdb',
      '😀',
      null,
      '\\u0000',
      expect.stringContaining('DROP'),
      null,
      null,
      null,
      'NaN',
    ]);
  });

  test('properties that another program has damaged cost no other detection', async () => {
    const team = await createTeam(databases);
    const property = (value: unknown) => buildFeature({ properties: { value } });
    const store = openFilledStore([buildRecord({ features: [property(1), property(2), property(3)] })]);
    store.close();
    const { database } = openDatabase(store.path);
    database.exec(`UPDATE detections SET properties = '{"value": }' WHERE position = 1`);
    closeWriter(database);
    const published = expectOk(await publish(await team.createUser('publisher'), store));
    expect(published).toMatchObject({ published: 1, detections: 3 });
    expect(published.notes).toEqual([expect.stringMatching(/none in other GIS: 1 detection /)]);
    const values = await runSql(
      team.owner,
      `SELECT properties ->> 'value' FROM sightline_gis.detections ORDER BY detection_id`,
    );
    expect(values).toEqual([['1'], [null], ['3']]);
  });

  test('an end at any point leaves whole revisions, and the next publication completes them', async () => {
    const cluster = await startTeamCluster();
    onTestFinished(() => cluster.stop());
    const team = await createTeam(cluster);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore(Array.from({ length: 1500 }, () => buildRecord()));
    const whole = { records: 1500, detections: 1500, orphans: 0, lost: 0, gaps: 0 };
    const random = seededRandom(7);
    for (let repetition = 0; repetition < repetitions(1, 20); repetition += 1) {
      for (const end of ['client', 'backend', 'server'] as const) {
        await runSql(team.owner, 'TRUNCATE sightline.records, sightline.raw_blocks, sightline.detections');
        const enough = Math.floor(random.next() * 3);
        const isReached = (records: number) =>
          eventually(async () => {
            expect((await countTeam(team.owner)).records).toBeGreaterThanOrEqual(records);
          });
        if (end === 'client') {
          const client = startTeamClient('publish', publisher, store.path);
          await isReached(500 * Math.max(1, enough));
          await client.kill();
        } else {
          const published = publish(publisher, store);
          await isReached(500 * enough);
          await cutOff(cluster, team.owner, publisher.user, end);
          const outcome = await published;
          if (!outcome.ok) expect(outcome.failure.code).toBe('unreachable');
        }
        // What the server had received when the client was killed may still be committed.
        const sessions = `SELECT FROM pg_stat_activity WHERE usename = '${publisher.user}'`;
        await eventually(async () => expect(await runSql(team.owner, sessions)).toEqual([]));
        const counts = await countTeam(team.owner);
        expect(counts).toMatchObject({ orphans: 0, lost: 0, gaps: 0, detections: counts.records });
        expectOk(await publish(publisher, store));
        expect(await countTeam(team.owner)).toEqual(whole);
      }
    }
  });

  test('names why the database cannot be used, and leaves no transaction open', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore([buildRecord()]);
    const codeOf = async (connection: TeamConnection) => {
      const outcome = await publish(connection, store);
      return outcome.ok ? 'published' : [outcome.failure.code, outcome.failure.message];
    };
    const { database } = publisher;
    expect(await codeOf({ ...publisher, host: '/nowhere' })).toEqual([
      'unreachable',
      `The team database ${database} on /nowhere does not accept connections.`,
    ]);
    expect(await codeOf({ ...publisher, database: 'none' })).toEqual([
      'not-found',
      expect.stringContaining('There is no database none'),
    ]);
    expect(await codeOf(await team.createUser('reviewer'))).toEqual([
      'forbidden',
      expect.stringContaining(`${database}_publisher`),
    ]);
    const empty = await databases.createDatabase();
    expect(await codeOf(empty.owner)).toEqual(['not-found', expect.stringContaining('team-setup')]);

    await runSql(team.owner, 'UPDATE sightline.team SET schema_version = schema_version + 90');
    expect(await codeOf(publisher)).toEqual(['read-only', expect.stringContaining('newer Sightline')]);
    await runSql(team.owner, 'UPDATE sightline.team SET schema_version = schema_version - 90');

    // Another transaction holds the counter, so that the publication waits until its statement is ended.
    const other = await openTransaction(team.owner, 'UPDATE sightline.team SET version = version');
    await runSql(team.owner, `ALTER ROLE ${publisher.user} SET statement_timeout = '200ms'`);
    expect(await codeOf(publisher)).toEqual(['timeout', expect.stringContaining('cancelled a statement')]);
    await other.rollBack();
    await runSql(team.owner, `ALTER ROLE ${publisher.user} RESET statement_timeout`);
    const [[idle] = []] = await runSql(
      team.owner,
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = '${database}' AND state LIKE 'idle in transaction%'`,
    );
    expect(idle).toBe(0);
    expect(await countTeam(team.owner)).toMatchObject({ records: 0, detections: 0 });
    expect(await codeOf(publisher)).toBe('published');
  });
});
