import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createResults } from '../../../../../electron/core/team/migrations/0001-results.ts';
import { createReviews } from '../../../../../electron/core/team/migrations/0002-reviews.ts';
import { teamSchemaVersion } from '../../../../../electron/core/team/migrations/migrate-team.ts';
import { setUpTeam } from '../../../../../electron/core/team/team.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import {
  addRecords,
  analyzedColumns,
  countTeam,
  createTeam,
  expectOk,
  follow,
  openFilledStore,
  partitionsWithoutIndex,
  publish,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import {
  runSql,
  startTeamCluster,
  type TeamCluster,
  type TestDatabase,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: migrations of a team database, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('migrations of a team database', () => {
  let cluster: TeamCluster;
  beforeAll(async () => {
    cluster = await startTeamCluster();
  });
  afterAll(() => cluster?.stop());

  /** The contents of all tables that two databases have, except those of the migration itself. */
  async function copyTables(from: TestDatabase, to: TestDatabase) {
    const tables = ['raw_blocks', 'revisions', 'records', 'reviews', 'review_history'];
    await runSql(to.owner, `SELECT sightline.create_months('{2026-11-01}')`);
    for (const table of [...tables, 'detections', 'detection_areas']) {
      const [[rows] = []] = await runSql(
        from.owner,
        `SELECT coalesce(json_agg(t), '[]') FROM sightline.${table} AS t`,
      );
      await runSql(
        to.owner,
        `INSERT INTO sightline.${table} OVERRIDING SYSTEM VALUE
         SELECT * FROM json_populate_recordset(NULL::sightline.${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    const [[version] = []] = await runSql(from.owner, 'SELECT version FROM sightline.team');
    await runSql(to.owner, `UPDATE sightline.team SET version = ${version}`);
    for (const [table, column] of Object.entries({
      raw_blocks: 'block',
      records: 'record_key',
      review_history: 'entry',
    })) {
      await runSql(
        to.owner,
        `SELECT setval(pg_get_serial_sequence('sightline.${table}', '${column}'), max(${column})) FROM sightline.${table}`,
      );
    }
  }

  test('from the schema without shared queues keep records, reviews and roles', async () => {
    const ids = [buildUuid(), buildUuid()];
    const store = openFilledStore(ids.map((assignedId) => buildRecord({ assignedId })));
    // Filled by the present functions, of which those of the two first schemas are the same.
    const filled = await createTeam(cluster);
    const anna = await filled.createUser('reviewer');
    expectOk(await publish(await filled.createUser('publisher'), store));
    const workspace = await openTestWorkspace();
    expectOk(await follow(anna, workspace));
    const [first = 0] = await workspace.matchingIds({});
    await workspace.setReviews(
      [first],
      { verdict: 'confirmed' },
      { batch: randomUUID(), reviewer: anna.user, at: '2026-11-21T08:00:00.000Z' },
    );
    expectOk(await syncReviews(anna, workspace));

    const old = await cluster.createDatabase();
    await runSql(
      old.owner,
      `CREATE EXTENSION postgis SCHEMA public; SET search_path = pg_catalog, public; ${createResults} ${createReviews}
       INSERT INTO sightline.team (schema_version, min_reader) VALUES (2, 1)`,
    );
    await copyTables(filled, old);
    const [publisher, ben] = [await old.createUser('publisher'), await old.createUser('reviewer')];
    expect(await publish(publisher, store)).toMatchObject({
      failure: { code: 'read-only', message: expect.stringContaining('its schema is 2') },
    });
    expect(await syncReviews(ben, workspace)).toMatchObject({
      failure: { code: 'read-only', message: expect.stringContaining('its schema is 2') },
    });

    expect(expectOk(await setUpTeam(coreWorkers.team, old.owner))).toMatchObject({
      schemaVersion: teamSchemaVersion,
    });
    expect(await partitionsWithoutIndex(old.owner)).toEqual([]);
    await runSql(old.owner, 'ANALYZE');
    expect(await analyzedColumns(old.owner)).toContain('geom');
    expect(await analyzedColumns(old.owner)).not.toContain('properties');
    const followed = await openTestWorkspace();
    expect(expectOk(await follow(ben, followed))).toMatchObject({ added: 2 });
    expect(expectOk(await syncReviews(ben, followed))).toMatchObject({ received: 1 });
    const reviews = await followed.reviewsOfRecords(ids);
    expect(reviews.map(({ review }) => [review.verdict, review.reviewer])).toEqual([
      ['confirmed', anna.user],
    ]);
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 0 });
    addRecords(store, [buildRecord({ features: [buildFeature(), buildFeature()] })]);
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 1, detections: 2 });
    expect(await countTeam(old.owner)).toMatchObject({
      records: 3,
      detections: 4,
      orphans: 0,
      lost: 0,
      gaps: 0,
    });

    // A queue that is created after the migration counts the verdict from before it.
    const [[recordId, identity] = []] = await runSql(
      old.owner,
      'SELECT record_id, identity FROM sightline.reviews WHERE verdict IS NOT NULL',
    );
    const items = [
      { recordId, identity, detection: null, pass: 0 },
      { recordId, identity: 'another', detection: null, pass: 0 },
    ];
    await runSql(ben, 'SELECT sightline.create_queue(gen_random_uuid(), $1, $2)', [
      'Strait',
      JSON.stringify(items),
    ]);
    expect(await runSql(ben, 'SELECT total, done FROM sightline.list_queues(1)')).toEqual([[2, 1]]);
  });
});
