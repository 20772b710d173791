import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { Verdict } from '../../../../../shared/review/review.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import {
  addRecords,
  createTeam,
  cutOff,
  expectOk,
  follow,
  openFilledStore,
  publish,
  startTeamClient,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import {
  runSql,
  startTeamCluster,
  type TestDatabase,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: reviews of a team, as ${missing}.\n`);

/** A reviewer at a computer: a workspace that has followed the team. */
type Desk = {
  readonly workspace: Workspace;
  readonly connection: TeamConnection;
  /** Sets a verdict on the n-th record's detection, at a minute of the day. Returns the batch. */
  set(record: number, verdict: Verdict | null, minute: number): Promise<string>;
  undo(batch: string, minute: number): Promise<void>;
  sync(): ReturnType<typeof syncReviews>;
  /** The review of the n-th record's detection. */
  review(
    record: number,
  ): Promise<{ readonly verdict: Verdict | null; readonly reviewer: string } | undefined>;
};

describe.skipIf(missing !== undefined)('reviews of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

  async function createFilledTeam(ids: readonly string[]): Promise<TestDatabase> {
    const team = await createTeam(databases);
    const records = ids.map((id) => buildRecord({ assignedId: id }));
    expectOk(await publish(await team.createUser('publisher'), openFilledStore(records)));
    return team;
  }

  async function openDesk(ids: readonly string[], connection: TeamConnection): Promise<Desk> {
    const workspace = await openTestWorkspace();
    expectOk(await follow(connection, workspace));
    const info = (minute: number) => ({ batch: randomUUID(), reviewer: connection.user, at: at(minute) });
    const detections = new Map<string, number>();
    for (const id of await workspace.matchingIds({})) {
      const [row] = await workspace.detections([id]);
      if (row) detections.set(row.recordId, id);
    }
    return {
      workspace,
      connection,
      async set(record, verdict, minute) {
        const { batch } = await workspace.setReviews(
          [detections.get(ids[record] ?? '') ?? 0],
          { verdict },
          info(minute),
        );
        if (batch === null) throw new Error('Nothing was changed.');
        return batch;
      },
      async undo(batch, minute) {
        expect(await workspace.undoReviews(batch, info(minute))).toMatchObject({ ok: true });
      },
      sync: () => syncReviews(connection, workspace),
      async review(record) {
        const [entry] = await workspace.reviewsOfRecords([ids[record] ?? '']);
        return entry && { verdict: entry.review.verdict, reviewer: entry.review.reviewer };
      },
    };
  }

  /** Exchanges reviews until everyone has those of everyone, and expects the same in all workspaces. */
  async function expectEqual(ids: readonly string[], desks: readonly Desk[]) {
    for (const desk of desks) expectOk(await desk.sync());
    for (const desk of desks) expectOk(await desk.sync());
    const [first, ...others] = await Promise.all(
      desks.map(({ workspace }) => workspace.reviewsOfRecords(ids)),
    );
    for (const other of others) expect(other).toEqual(first);
    return first ?? [];
  }

  test('reach the others with their history, and can be undone', async () => {
    const ids = [buildUuid(), buildUuid()];
    const team = await createFilledTeam(ids);
    const [anna, ben] = await Promise.all([
      openDesk(ids, await team.createUser('reviewer')),
      openDesk(ids, await team.createUser('reviewer')),
    ]);
    const batch = await anna.set(0, 'confirmed', 0);
    expect(expectOk(await anna.sync())).toMatchObject({ pushed: 1, disputed: 0, received: 1, mayPush: true });
    expect(expectOk(await anna.sync())).toMatchObject({ pushed: 0, received: 0 });
    expect(expectOk(await ben.sync())).toMatchObject({ received: 1 });
    expect(await ben.review(0)).toEqual({ verdict: 'confirmed', reviewer: anna.connection.user });
    await anna.undo(batch, 1);
    await expectEqual(ids, [anna, ben]);
    expect(await ben.review(0)).toMatchObject({ verdict: null });
    const seen = await runSql(await readerOf(team), 'SELECT verdict, disputed FROM sightline_gis.detections');
    expect(seen).toEqual([
      [null, false],
      [null, null],
    ]);

    // An undo restores what another reviewer has set, in that reviewer's name.
    await anna.set(1, 'confirmed', 2);
    await expectEqual(ids, [anna, ben]);
    const overruling = await ben.set(1, 'rejected', 3);
    await expectEqual(ids, [anna, ben]);
    await ben.undo(overruling, 4);
    await expectEqual(ids, [anna, ben]);
    expect(await ben.review(1)).toEqual({ verdict: 'confirmed', reviewer: anna.connection.user });
    expect((await ben.workspace.disagreements(10, 0)).total).toBe(0);
    const gis = `SELECT verdict FROM sightline_gis.detections WHERE record_id = '${ids[1]}'`;
    expect(await runSql(await readerOf(team), gis)).toEqual([['confirmed']]);
  });

  const readerOf = (team: TestDatabase) => team.createUser('reader');

  test('that two set at the same instant: one stands, both are in the history, every time', async () => {
    const rounds = 1000;
    const team = await createTeam(databases);
    const users = [await team.createUser('reviewer'), await team.createUser('reviewer')];
    const clients = users.map(({ host, port, database, user }) => new Client({ host, port, database, user }));
    for (const client of clients) await client.connect();
    const verdicts = ['confirmed', 'rejected'];
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        clients.map((client, index) =>
          client.query('SELECT sightline.push_reviews($1, $1, NULL, $2)', [
            randomUUID(),
            JSON.stringify([
              {
                ...{ recordId: `record ${round}`, identity: 'chip', detection: null, former: null, seen: 0 },
                ...{ verdict: verdicts[index], flagged: false, note: '', reviewedAt: at(round) },
              },
            ]),
          ]),
        ),
      );
    }
    for (const client of clients) await client.end();
    const [counts] = await runSql(
      team.owner,
      `SELECT count(*)::int, count(*) FILTER (WHERE disputed)::int, count(current_entry)::int,
         (SELECT count(*)::int FROM sightline.review_history WHERE outcome = 'accepted'),
         (SELECT count(*)::int FROM sightline.review_history WHERE outcome = 'disputed') FROM sightline.reviews`,
    );
    expect(counts).toEqual([rounds, rounds, rounds, rounds, rounds]);
    const ids = Array.from({ length: rounds }, (_each, round) => `record ${round}`);
    const workspaces = [await openTestWorkspace(), await openTestWorkspace()];
    for (const workspace of workspaces) {
      expect(expectOk(await syncReviews(users[0] as TeamConnection, workspace))).toMatchObject({
        received: 2 * rounds,
      });
      expect(await workspace.disagreements(1, 0)).toMatchObject({ total: rounds });
    }
    const [one, other] = await Promise.all(workspaces.map((workspace) => workspace.reviewsOfRecords(ids)));
    expect(one).toHaveLength(rounds);
    expect(other).toEqual(one);
  });

  test('disagree until someone who has seen both decides', async () => {
    const ids = [buildUuid()];
    const team = await createFilledTeam(ids);
    const desks = await Promise.all(
      [0, 1, 2].map(async () => openDesk(ids, await team.createUser('reviewer'))),
    );
    const [anna, ben, cleo] = desks as [Desk, Desk, Desk];
    await anna.set(0, 'confirmed', 0);
    // Two days without a network.
    await ben.set(0, 'rejected', 60 * 48);
    expectOk(await anna.sync());
    expect(expectOk(await ben.sync())).toMatchObject({ pushed: 1, disputed: 1 });
    await expectEqual(ids, desks);
    expect(await ben.review(0)).toEqual({ verdict: 'confirmed', reviewer: anna.connection.user });
    const [disagreement] = (await cleo.workspace.disagreements(10, 0)).rows;
    expect(disagreement).toMatchObject({
      recordId: ids[0],
      current: { verdict: 'confirmed', reviewer: anna.connection.user },
      disputing: [{ verdict: 'rejected', reviewer: ben.connection.user }],
    });
    expect(disagreement?.detectionId).toEqual(expect.any(Number));
    expect(await cleo.workspace.reviewHistory(disagreement?.detectionId ?? 0)).toHaveLength(2);
    // The same verdict again is a decision here.
    await cleo.set(0, 'confirmed', 1);
    await expectEqual(ids, desks);
    for (const { workspace } of desks) expect((await workspace.disagreements(10, 0)).total).toBe(0);
  });

  test('attach by UUID in a workspace that has another version of the record', async () => {
    const id = buildUuid();
    const versionOf = (...places: readonly (readonly [string, number])[]) =>
      buildRecord({
        assignedId: id,
        features: places.map(([uuid, longitude]) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, 31] },
          properties: { uuid },
        })),
      });
    const [first, second] = [buildUuid(), buildUuid()];
    const team = await createTeam(databases);
    const stores = [versionOf([first, 121], [second, 122]), versionOf([second, 121], [first, 122.003])].map(
      (record) => openFilledStore([record]),
    );
    const desks = await Promise.all(
      stores.map(async (store) => {
        store.close();
        const workspace = await openTestWorkspace(store.path);
        const connection = await team.createUser('reviewer');
        const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
        const idOf = (uuid: string) => rows.find(({ properties }) => properties.uuid === uuid)?.id ?? 0;
        return { workspace, connection, idOf };
      }),
    );
    const [anna, ben] = desks as [(typeof desks)[0], (typeof desks)[0]];
    const set = (desk: typeof anna, uuid: string, verdict: Verdict) =>
      desk.workspace.setReviews(
        [desk.idOf(uuid)],
        { verdict },
        { batch: randomUUID(), reviewer: desk.connection.user, at: at(0) },
      );
    await set(anna, first, 'confirmed');
    await set(anna, second, 'unsure');
    await set(ben, second, 'rejected');
    for (const desk of [anna, ben, anna, ben]) expectOk(await syncReviews(desk.connection, desk.workspace));
    for (const { workspace, idOf } of [anna, ben]) {
      const [one, other] = await workspace.detections([idOf(first), idOf(second)]);
      expect(one?.review?.verdict).toBe('confirmed');
      expect(other?.review?.verdict).toBe('unsure');
      expect((await workspace.disagreements(10, 0)).rows).toMatchObject([{ detectionId: idOf(second) }]);
    }
  });

  test('an undo of what was overruled in between neither disagrees nor restores', async () => {
    const ids = [buildUuid()];
    const team = await createFilledTeam(ids);
    const anna = await openDesk(ids, await team.createUser('reviewer'));
    const ben = await openDesk(ids, await team.createUser('reviewer'));
    const batch = await anna.set(0, 'confirmed', 0);
    expectOk(await anna.sync());
    expectOk(await ben.sync());
    await ben.set(0, 'rejected', 1);
    expectOk(await ben.sync());
    await anna.undo(batch, 2);
    const [review] = await expectEqual(ids, [anna, ben]);
    expect(review?.review).toMatchObject({ verdict: 'rejected', reviewer: ben.connection.user });
    expect((await anna.workspace.disagreements(10, 0)).total).toBe(0);
  });

  test('of one reviewer on two computers: the later one is current, and one from a clock that is ahead can be replaced', async () => {
    const ids = [buildUuid(), buildUuid()];
    const team = await createFilledTeam(ids);
    const reviewer = await team.createUser('reviewer');
    const [office, home] = [await openDesk(ids, reviewer), await openDesk(ids, reviewer)];
    await office.set(0, 'confirmed', 0);
    await home.set(0, 'rejected', 1);
    expectOk(await home.sync());
    expectOk(await office.sync());
    await expectEqual(ids, [office, home]);
    expect(await office.review(0)).toMatchObject({ verdict: 'rejected' });

    const ben = await openDesk(ids, await team.createUser('reviewer'));
    const year = 60 * 24 * 365;
    await office.set(1, 'confirmed', year);
    await expectEqual(ids, [office, ben]);
    await ben.set(1, 'unsure', 5);
    const reviews = await expectEqual(ids, [office, home, ben]);
    expect(reviews.map(({ review }) => review.verdict).toSorted()).toEqual(['rejected', 'unsure']);
    const [latest] = await runSql(
      team.owner,
      'SELECT count(*)::int FROM sightline.review_history WHERE reviewed_at > now()',
    );
    expect(latest).toEqual([0]);
    for (const { workspace } of [office, home, ben])
      expect((await workspace.disagreements(10, 0)).total).toBe(0);
  });

  test('an end at any point of a push loses no batch and repeats none', async () => {
    const cluster = await startTeamCluster();
    onTestFinished(() => cluster.stop());
    const ids = [buildUuid()];
    const team = await createFilledTeam(ids);
    const batches = 80;
    const random = seededRandom(9);
    for (let repetition = 0; repetition < repetitions(1, 20); repetition += 1) {
      for (const end of ['client', 'backend', 'server'] as const) {
        const desk = await openDesk(ids, await team.createUser('reviewer'));
        const { user } = desk.connection;
        for (let batch = 0; batch < batches; batch += 1) {
          await desk.set(0, batch % 2 === 0 ? 'confirmed' : 'rejected', batch);
        }
        const countPushed = async () => {
          const [row] = await runSql(
            team.owner,
            'SELECT count(*)::int, count(DISTINCT batch)::int FROM sightline.review_history WHERE reviewer = $1',
            [user],
          );
          return row ?? [];
        };
        const enough = 1 + Math.floor(random.next() * (batches - 1));
        const isReached = () =>
          eventually(async () => expect((await countPushed())[0]).toBeGreaterThanOrEqual(enough));
        let { workspace } = desk;
        if (end === 'client') {
          await workspace.close();
          const client = startTeamClient('push', desk.connection, workspace.path);
          await isReached();
          await client.kill();
          workspace = await openTestWorkspace(workspace.path);
        } else {
          const synced = desk.sync();
          await isReached();
          await cutOff(cluster, team.owner, user, end);
          const outcome = await synced;
          if (!outcome.ok) expect(outcome.failure.code).toBe('unreachable');
        }
        expectOk(await syncReviews(desk.connection, workspace));
        expect(await countPushed()).toEqual([batches, batches]);
        expect(await workspace.unpushedReviews(batches)).toBe(0);
      }
    }
  });

  test('survive a restored backup: every verdict is pushed again, and none twice', async () => {
    const ids = [buildUuid(), buildUuid()];
    const team = await createFilledTeam(ids);
    const anna = await openDesk(ids, await team.createUser('reviewer'));
    await anna.set(0, 'confirmed', 0);
    expectOk(await anna.sync());
    const backup = await databases.createDatabase(team.name);
    await anna.set(1, 'rejected', 1);
    expectOk(await anna.sync());
    const restored = { ...anna.connection, database: backup.name };
    expect(expectOk(await syncReviews(restored, anna.workspace))).toMatchObject({
      startedAnew: true,
      pushed: 2,
    });
    expect(expectOk(await syncReviews(restored, anna.workspace))).toMatchObject({
      startedAnew: false,
      pushed: 0,
    });
    const stored = await runSql(backup.owner, 'SELECT verdict FROM sightline.review_history ORDER BY entry');
    expect(stored).toEqual([['confirmed'], ['rejected']]);
    expect((await anna.workspace.disagreements(10, 0)).total).toBe(0);
  });

  test('that were not pushed yet are pushed to a restored backup after those that it has lost', async () => {
    const ids = [buildUuid()];
    const team = await createFilledTeam(ids);
    const anna = await openDesk(ids, await team.createUser('reviewer'));
    const backup = await databases.createDatabase(team.name);
    await anna.set(0, 'confirmed', 0);
    expectOk(await anna.sync());
    await anna.set(0, 'unsure', 1);
    const restored = { ...anna.connection, database: backup.name, user: backup.owner.user };
    expect(expectOk(await syncReviews(restored, anna.workspace))).toMatchObject({
      ...{ startedAnew: true, pushed: 2, disputed: 0 },
    });
    const stored = await runSql(backup.owner, 'SELECT verdict FROM sightline.review_history ORDER BY entry');
    expect(stored).toEqual([['confirmed'], ['unsure']]);
  });

  test('can be received later by who pushed them, and are not lost when a backup is restored before', async () => {
    const ids = [buildUuid(), buildUuid()];
    const team = await createFilledTeam(ids);
    const [anna, ben] = await Promise.all([
      openDesk(ids, await team.createUser('reviewer')),
      openDesk(ids, await team.createUser('reviewer')),
    ]);
    const syncSoon = ({ connection, workspace }: Desk) =>
      syncReviews(connection, workspace, { pullsLater: true });
    for (const desk of [anna, ben]) expectOk(await desk.sync());
    await anna.set(0, 'confirmed', 0);
    expect(expectOk(await syncSoon(anna))).toMatchObject({ pushed: 1, received: 0, isComplete: false });
    expect(expectOk(await syncSoon(ben))).toMatchObject({ received: 1, isComplete: true });
    expect(expectOk(await syncSoon(anna))).toMatchObject({ received: 1, isComplete: true });
    expect(expectOk(await syncSoon(anna))).toMatchObject({ pushed: 0, received: 0, isComplete: true });

    // A disagreement is received at once, and so is everything when several batches were pushed.
    await anna.set(0, 'unsure', 1);
    await ben.set(0, 'rejected', 2);
    expect(expectOk(await syncSoon(anna))).toMatchObject({ isComplete: false });
    expect(expectOk(await syncSoon(ben))).toMatchObject({ received: 2, disputed: 1, isComplete: true });
    await anna.set(1, 'confirmed', 3);
    expect(expectOk(await syncSoon(anna))).toMatchObject({ received: 3, isComplete: true });

    const backup = await databases.createDatabase(team.name);
    await anna.set(1, 'rejected', 4);
    expect(expectOk(await syncSoon(anna))).toMatchObject({ isComplete: false });
    // The backup has the revision of the cursor, but not the batch.
    const restored = { ...anna.connection, database: backup.name, user: backup.owner.user };
    expect(expectOk(await syncReviews(restored, anna.workspace))).toMatchObject({
      ...{ startedAnew: false, pushed: 1, received: 1, isComplete: true },
    });
    const [last] = await runSql(
      backup.owner,
      'SELECT verdict, reviewer FROM sightline.review_history ORDER BY entry DESC LIMIT 1',
    );
    expect(last).toEqual(['rejected', restored.user]);
  });

  test('keep their place when their record is published in another version', async () => {
    const id = buildUuid();
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore([buildRecord({ assignedId: id })]);
    expectOk(await publish(publisher, store));
    const anna = await openDesk([id], await team.createUser('reviewer'));
    await anna.set(0, 'confirmed', 0);
    expectOk(await anna.sync());
    const shown = 'SELECT count(*)::int FROM sightline_gis.detections WHERE verdict IS NOT NULL';
    expect(await runSql(team.owner, shown)).toEqual([[1]]);
    // A review may be pushed before its record is published; an exchange without news finds its detection, too.
    await runSql(team.owner, 'UPDATE sightline.reviews SET detection_id = NULL');
    expectOk(await anna.sync());
    expect(await runSql(team.owner, shown)).toEqual([[1]]);
    addRecords(store, [buildRecord({ assignedId: id, features: [] })], '2027-11-21T08:00:00.000Z');
    expectOk(await publish(publisher, store));
    expect(await runSql(team.owner, shown)).toEqual([[0]]);
    expect(await runSql(team.owner, 'SELECT verdict FROM sightline.reviews')).toEqual([['confirmed']]);
  });

  test('are written in one’s own name only, and by reviewers only', async () => {
    const ids = [buildUuid()];
    const team = await createFilledTeam(ids);
    const mallory = await team.createUser('reviewer');
    const change = {
      ...{
        recordId: 'r',
        identity: 'i',
        detection: null,
        former: null,
        seen: 0,
        reviewer: 'anna',
        author: 'anna',
      },
      ...{ verdict: 'confirmed', flagged: false, note: '', reviewedAt: at(0) },
    };
    const push = `SELECT sightline.push_reviews(gen_random_uuid(), gen_random_uuid(), NULL, '${JSON.stringify([change])}')`;
    await runSql(mallory, push);
    expect(await runSql(team.owner, 'SELECT reviewer FROM sightline.reviews')).toEqual([[mallory.user]]);
    const asOther = [
      `SELECT sightline.add_review('', gen_random_uuid(), gen_random_uuid(), NULL, '{}')`,
      `UPDATE sightline.reviews SET reviewer = 'anna'`,
      `INSERT INTO sightline.review_history DEFAULT VALUES`,
      `SET SESSION AUTHORIZATION ${team.owner.user}`,
    ];
    for (const statement of asOther) {
      await expect(runSql(mallory, statement), statement).rejects.toThrow(/permission denied/);
    }
    await expect(runSql(await team.createUser('publisher'), push)).rejects.toThrow(/permission denied/);
    await expect(runSql(await readerOf(team), push)).rejects.toThrow(/permission denied/);

    // What PostgreSQL cannot store in a note does not stop the others.
    const anna = await openDesk(ids, await team.createUser('reviewer'));
    const [id = 0] = await anna.workspace.matchingIds({});
    const info = { batch: randomUUID(), reviewer: 'anna', at: at(0) };
    await anna.workspace.setReviews([id], { note: 'a\0b\ud800' }, info);
    expect(expectOk(await anna.sync())).toMatchObject({ pushed: 1 });
    const publisher = await openDesk(ids, await team.createUser('publisher'));
    expect(expectOk(await publisher.sync())).toMatchObject({ received: 2, mayPush: false });
    await publisher.set(0, 'confirmed', 1);
    expect(expectOk(await publisher.sync())).toMatchObject({ pushed: 0, mayPush: false });
    expect(await publisher.review(0)).toMatchObject({ verdict: 'confirmed' });
  });
});
