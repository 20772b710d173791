import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  migrateTeam,
  teamMigrations,
  teamSchemaVersion,
} from '../../../../../electron/core/team/migrations/migrate-team.ts';
import { withTeamDatabase } from '../../../../../electron/core/team/pg-client.ts';
import { setUpTeam } from '../../../../../electron/core/team/team.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
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
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: migrations of a team database, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('migrations of a team database', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('keep records, reviews and roles, and refuse versions that do not fit', async () => {
    const ids = [buildUuid(), buildUuid()];
    const team = await createTeam(databases);
    const anna = await team.createUser('reviewer');
    const store = openFilledStore(ids.map((assignedId) => buildRecord({ assignedId })));
    const publisher = await team.createUser('publisher');
    expectOk(await publish(publisher, store));
    const workspace = await openTestWorkspace();
    expectOk(await follow(anna, workspace));
    const [first = 0] = await workspace.matchingIds({});
    const batch = { batch: randomUUID(), reviewer: anna.user, at: '2026-11-21T08:00:00.000Z' };
    await workspace.setReviews([first], { verdict: 'confirmed' }, batch);
    expectOk(await syncReviews(anna, workspace));

    // An older database than this Sightline needs.
    await runSql(team.owner, 'UPDATE sightline.team SET schema_version = schema_version - 1');
    for (const outcome of [await publish(publisher, store), await syncReviews(anna, workspace)]) {
      expect(outcome).toMatchObject({
        failure: { code: 'read-only', message: expect.stringContaining('set up by an older') },
      });
    }
    await runSql(team.owner, 'UPDATE sightline.team SET schema_version = schema_version + 1');

    const next = [
      ...teamMigrations,
      'ALTER TABLE sightline.records ADD COLUMN extra integer NOT NULL DEFAULT 7',
    ];
    const migrate = () =>
      withTeamDatabase({ connection: team.owner }, (database) => migrateTeam(database, next));
    expect(await migrate()).toMatchObject({ schemaVersion: teamSchemaVersion + 1 });
    // Once only.
    expect(await migrate()).toMatchObject({ schemaVersion: teamSchemaVersion + 1 });
    expect(await runSql(team.owner, 'SELECT DISTINCT extra FROM sightline.records')).toEqual([[7]]);
    expect(await countTeam(team.owner)).toMatchObject({
      records: 2,
      detections: 2,
      orphans: 0,
      lost: 0,
      gaps: 0,
    });
    expect(await setUpTeam(coreWorkers.team, team.owner)).toMatchObject({ failure: { code: 'read-only' } });
    expect(await publish(publisher, store)).toMatchObject({ failure: { code: 'read-only' } });

    // This Sightline still reads it.
    const followed = await openTestWorkspace();
    const ben = await team.createUser('reviewer');
    expect(expectOk(await follow(ben, followed))).toMatchObject({ added: 2 });
    expect(expectOk(await syncReviews(ben, followed))).toMatchObject({ received: 1 });
    const reviews = await followed.reviewsOfRecords(ids);
    expect(reviews.map(({ review }) => [review.verdict, review.reviewer])).toEqual([
      ['confirmed', anna.user],
    ]);
  });

  test('are refused in a database whose name is too long for the names of its roles', async () => {
    const [fits, long] = ['a'.repeat(53), 'b'.repeat(54)];
    const { owner } = await databases.createDatabase();
    for (const name of [fits, long]) await runSql(owner, `CREATE DATABASE ${name}`);
    expectOk(await setUpTeam(coreWorkers.team, { ...owner, database: fits }));
    const roles = await runSql(
      owner,
      `SELECT rolname::text FROM pg_roles WHERE rolname LIKE 'aaa%' ORDER BY 1`,
    );
    expect(roles).toEqual([[`${fits}_publisher`], [`${fits}_reader`], [`${fits}_reviewer`]]);
    expect(await setUpTeam(coreWorkers.team, { ...owner, database: long })).toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('at most 53') },
    });
    expect(await runSql(owner, `SELECT FROM pg_roles WHERE rolname LIKE 'bbb%'`)).toEqual([]);
  });
});
