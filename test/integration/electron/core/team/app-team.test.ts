import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import { createAppTeam } from '../../../../../electron/core/team/create-app-team.ts';
import { pullTeamRecords, syncTeamReviews } from '../../../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../shared/result.ts';
import type { Verdict } from '../../../../../shared/review/review.ts';
import { makeAuthority } from '../../../../builders/certificate.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { startStallingProxy } from '../../../../builders/stalling-proxy.ts';
import {
  addRecords,
  countTeam,
  createTeam,
  cutOff,
  expectOk,
  openFilledStore,
  publish,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import {
  openTransaction,
  runSql,
  startTeamCluster,
  type TeamCluster,
  type TestDatabase,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { startPooler, whyNoPooler } from '../../../../builders/team-pooler.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: the team of the app, as ${missing}.\n`);
const missingPooler = whyNoPooler();
if (missingPooler !== undefined)
  process.stderr.write(`Skipped: a team behind a connection pooler, as ${missingPooler}.\n`);

describe.skipIf(missing !== undefined)('the team of the app', () => {
  let cluster: TeamCluster;
  beforeAll(async () => {
    cluster = await startTeamCluster(['host all all 127.0.0.1/32 scram-sha-256']);
  });
  afterAll(() => cluster?.stop());

  async function build(pollMs?: number) {
    const folder = await makeTempFolder();
    const file = path.join(folder, 'settings.json');
    const settings = await openSettingsFile(file);
    const keychain = createMemoryKeychain();
    const events = createEvents();
    const workspace = await openTestWorkspace();
    const problems: unknown[] = [];
    const onProblem = (error: unknown) => problems.push(error);
    const jobs = createJobRunner({ events, onProblem });
    const untouchable = () => {
      throw new Error('Nothing of layers, sites and rules is exchanged.');
    };
    const team = createAppTeam({
      ...{ settings, keychain, events, jobs, onProblem, folder },
      workspace: () => workspace,
      workerUrl: coreWorkers.team,
      writeItems: untouchable,
      receiveItems: untouchable,
      temporaryFolder: path.join(folder, 'incoming'),
      ...(pollMs === undefined ? {} : { pollMs }),
    });
    onTestFinished(async () => {
      await jobs.stopAll();
      await team.close();
      expect(problems).toEqual([]);
    });
    return { team, jobs, workspace, file, keychain, events };
  }

  /** Exchanges with the team once; returns the job. */
  async function exchanged({ team, jobs }: Pick<Awaited<ReturnType<typeof build>>, 'team' | 'jobs'>) {
    const { id } = expectOk(await team.exchange());
    await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
    return jobs.get(id);
  }

  const toForm = ({ host, port, database, user }: TeamConnection) => ({
    ...{ host, port, database, user },
    address: '',
    password: 'a secret',
  });

  test('saves no password in the settings, and names the hop that fails', async () => {
    const database = await createTeam(cluster);
    const { team, keychain } = await build();
    expect(await team.test()).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(await team.publish()).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    const reviewer = await database.createUser('reviewer');
    const saved = expectOk(await team.save(toForm(reviewer)));
    expect(saved).toMatchObject({ settings: { user: reviewer.user }, passwordStorage: 'keychain' });
    expect(JSON.stringify(saved)).not.toContain('a secret');
    const account = `team-database ${reviewer.host}:${reviewer.port}`;
    expect(await keychain.read(account)).toMatchObject({ value: 'a secret' });
    expect(expectOk(await team.test())).toMatchObject({ failedAt: null, mayReview: true, mayPublish: false });

    const hopOf = async (form: Partial<ReturnType<typeof toForm>>) => {
      expectOk(await team.save({ ...toForm(reviewer), ...form }));
      return expectOk(await team.test()).failedAt;
    };
    expect(await hopOf({ host: 'no-such-host.invalid' })).toBe('name');
    expect(await hopOf({ host: '/tmp/no-such-folder' })).toBe('connection');
    expect(await hopOf({ user: 'nobody' })).toBe('sign-in');
    expect(await hopOf({ ...toForm(database.owner), database: 'nothing' })).toBe('database');
    expect(await hopOf({ ...toForm(database.owner), database: 'template1' })).toBe('tables');

    expectOk(await team.save(toForm(reviewer)));
    for (const other of [{ host: '/tmp/no-such-folder' }, { port: 1 }]) {
      const moved = expectOk(await team.save({ ...toForm(reviewer), ...other, password: null }));
      expect(moved, JSON.stringify(other)).toMatchObject({ passwordStorage: 'none' });
      expect(keychain.entries.size, 'the password for the former host is removed').toBe(0);
      expectOk(await team.save(toForm(reviewer)));
    }

    const removed = expectOk(await team.remove());
    expect(removed).toEqual({ settings: null, passwordStorage: 'none', keychainProblem: null });
    expect(keychain.entries.size).toBe(0);
  });

  test('names reviews that were not sent, and shows no failure of former settings', async () => {
    const database = await createTeam(cluster);
    const user = await database.createUser('publisher');
    const { team, jobs, workspace } = await build();
    expectOk(await team.save({ ...toForm(user), host: '/tmp/no-such-folder' }));
    const failed = expectOk(await team.exchange());
    await eventually(() => expect(jobs.get(failed.id)?.state).toBe('failed'));
    expect(expectOk(await team.overview()).problem).toMatchObject({ code: 'unreachable' });
    expectOk(await team.save(toForm(user)));
    expect(expectOk(await team.overview())).toMatchObject({ problem: null, exchangedAt: null });

    expectOk(await publish(user, openFilledStore([buildRecord()])));
    const exchange = () => exchanged({ team, jobs });
    expect((await exchange())?.warnings).toEqual([]);
    const [detection = 0] = await workspace.matchingIds({});
    const at = new Date().toISOString();
    await workspace.setReviews(
      [detection],
      { verdict: 'confirmed' },
      { batch: buildUuid(), reviewer: user.user, at },
    );
    expect((await exchange())?.warnings).toEqual([
      `1 review change not sent: ${user.user} does not have the role of a reviewer.`,
    ]);
  });

  test('receives records also while a newer Sightline has set up the database, which refuses its reviews', async () => {
    const database = await createTeam(cluster);
    const [user, publisher] = [await database.createUser('reviewer'), await database.createUser('publisher')];
    // It does not poll during this test.
    const { team, jobs, workspace } = await build(2 ** 30);
    const joined = { connection: user, workspace };
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    const { signal } = new AbortController();
    expectOk(await pullTeamRecords(coreWorkers.team, joined, { signal, onProgress() {} }));
    expectOk(await syncTeamReviews(coreWorkers.team, joined, { signal, onChanged() {} }));
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    const [detection = 0] = await workspace.matchingIds({});
    const at = new Date().toISOString();
    const batch = { batch: buildUuid(), reviewer: user.user, at };
    await workspace.setReviews([detection], { verdict: 'confirmed' }, batch);
    await runSql(database.owner, 'UPDATE sightline.team SET schema_version = schema_version + 90');

    expectOk(await team.save(toForm(user)));
    await eventually(async () => {
      expect(expectOk(await team.overview())).toMatchObject({ problem: { code: 'read-only' }, unpushed: 1 });
    });
    expect((await workspace.counts({})).records).toBe(2);

    await runSql(database.owner, 'UPDATE sightline.team SET schema_version = schema_version - 90');
    await exchanged({ team, jobs });
    expect(expectOk(await team.overview())).toMatchObject({ problem: null, unpushed: 0 });
  });

  test('follows from the first exchange on, also when a newer Sightline refuses its reviews', async () => {
    const database = await createTeam(cluster);
    const [user, publisher] = [await database.createUser('reviewer'), await database.createUser('publisher')];
    // It does not poll during this test.
    const { team, jobs, workspace } = await build(2 ** 30);
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    const { signal } = new AbortController();
    expectOk(
      await pullTeamRecords(coreWorkers.team, { connection: user, workspace }, { signal, onProgress() {} }),
    );
    const [detection = 0] = await workspace.matchingIds({});
    const batch = { batch: buildUuid(), reviewer: user.user, at: new Date().toISOString() };
    await workspace.setReviews([detection], { verdict: 'confirmed' }, batch);
    await runSql(database.owner, 'UPDATE sightline.team SET schema_version = schema_version + 90');
    expectOk(await team.save(toForm(user)));
    const { id } = expectOk(await team.exchange());
    await eventually(() => expect(jobs.get(id)?.state).toBe('failed'));
    expect(expectOk(await team.overview())).toMatchObject({ hasJoined: true, unpushed: 1 });
    await eventually(async () => expect(await hasSession(database, user)).toBe(true));
    await runSql(database.owner, 'UPDATE sightline.team SET schema_version = schema_version - 90');
    expectOk(await publish(publisher, openFilledStore([buildRecord()])));
    await eventually(async () => {
      expect((await workspace.counts({})).records).toBe(2);
      expect(expectOk(await team.overview())).toMatchObject({ problem: null, unpushed: 0 });
    });
  });

  test('publishes and exchanges as jobs, then follows by itself', async () => {
    const database = await createTeam(cluster);
    const user = await database.createUser('publisher', 'reviewer');
    const { team, jobs, workspace } = await build(50);
    expectOk(await team.save(toForm(user)));
    const other = openFilledStore([buildRecord({ assignedId: buildUuid() })]);
    expectOk(await publish(user, other));
    // Not before the workspace has joined.
    expect(expectOk(await team.overview())).toMatchObject({ hasJoined: false, lastReceived: null });

    const end = async (id: string) => {
      await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
      return jobs.get(id);
    };
    const exchanged = await end(expectOk(await team.exchange()).id);
    expect(exchanged?.outcome).toBe('1 new record, 0 changed records, 0 review changes received.');
    expect(expectOk(await team.overview())).toMatchObject({
      hasJoined: true,
      problem: null,
      lastReceived: { newRecords: 1 },
    });
    const published = await end(expectOk(await team.publish()).id);
    expect(published?.outcome).toBe('No record published: 1 record compared.');
    addRecords(other, [buildRecord()]);
    expectOk(await publish(user, other));
    await eventually(async () => expect((await workspace.counts({})).records).toBe(2));
    await eventually(async () =>
      expect(expectOk(await team.overview())).toMatchObject({
        lastReceived: { newRecords: 1 },
        problem: null,
      }),
    );
  });

  test('receives corrected meanings, states how many, and shows what they change', async () => {
    const database = await createTeam(cluster);
    const ann = await database.createUser('reviewer');
    const hers = await openTestWorkspace();
    const format = { productType: 'VESSEL', documentVersion: null };
    const to = { meaning: 'lengthMetres', unit: 'ft' } as const;
    await hers.correctProperties([{ format, property: 'size', expected: null, to }]);
    expectOk(await syncReviews(ann, hers));
    const { team, jobs, events } = await build();
    const published: unknown[] = [];
    events.listen(({ event }) => published.push(event));
    expectOk(await team.save(toForm(await database.createUser('reviewer'))));
    const { id } = expectOk(await team.exchange());
    await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
    expect(jobs.get(id)?.outcome).toBe(
      '0 new records, 0 changed records, 0 review changes, 1 corrected meaning received.',
    );
    expect(expectOk(await team.overview()).lastReceived).toMatchObject({ corrections: 1, reviews: 0 });
    expect(published).toContainEqual({ type: 'changed', topic: 'results' });
  });

  /** Two reviewers of one detection, whose workspaces have joined the team by these connections. */
  async function buildJoined(
    database: TestDatabase,
    through: (connection: TeamConnection) => TeamConnection,
    pollMs?: number,
    users?: readonly TeamConnection[],
  ) {
    const [ann, ben] = users ?? [
      await database.createUser('reviewer'),
      await database.createUser('reviewer'),
    ];
    if (!ann || !ben) throw new Error('Two users are needed.');
    expectOk(await publish(await database.createUser('publisher'), openFilledStore([buildRecord()])));
    const join = async (user: TeamConnection) => {
      const desk = await build(pollMs);
      expectOk(await desk.team.save(toForm(through(user))));
      await exchanged(desk);
      const [detection = 0] = await desk.workspace.matchingIds({});
      return {
        ...desk,
        user,
        /** Sets a verdict as the app does. */
        async set(verdict: Verdict) {
          const at = new Date().toISOString();
          await desk.workspace.setReviews(
            [detection],
            { verdict },
            { batch: randomUUID(), reviewer: user.user, at },
          );
          desk.events.publish({ type: 'reviews', previousVersion: 0, version: 0, flags: null });
        },
        async current() {
          const [row] = await desk.workspace.detections([detection]);
          const [entry] = await desk.workspace.reviewsOfRecords([row?.recordId ?? '']);
          return entry?.review.verdict;
        },
      };
    };
    return { hers: await join(ann), his: await join(ben) };
  }

  /** The verdict that a workspace has, and why its automatic exchange failed, if it did. */
  const stateOf = async ({ team, current }: Awaited<ReturnType<typeof buildJoined>>['his']) => ({
    verdict: await current(),
    problem: expectOk(await team.overview()).problem,
  });

  const hasSession = async (database: TestDatabase, { user }: TeamConnection) => {
    const open = `SELECT FROM pg_stat_activity WHERE usename = '${user}' AND state = 'idle'`;
    return (await runSql(database.owner, open)).length > 0;
  };

  test('exchanges a verdict when it is set and when it is announced, also next to a long transaction', async () => {
    const database = await createTeam(cluster);
    // It does not poll during this test.
    const { hers, his } = await buildJoined(database, (connection) => connection, 2 ** 30);
    const foreign = await openTransaction(database.owner, 'CREATE TABLE public.other (id int)');
    await eventually(async () => expect(await hasSession(database, hers.user)).toBe(true));
    await eventually(async () => expect(await hasSession(database, his.user)).toBe(true));
    await hers.set('confirmed');
    await eventually(async () => {
      const shared = { verdict: 'confirmed', problem: null };
      expect({ hers: await stateOf(hers), his: await stateOf(his) }).toEqual({ hers: shared, his: shared });
    });
    await his.set('rejected');
    await eventually(async () => expect(await hers.current()).toBe('rejected'));
    await foreign.rollBack();
    // New records are announced, too, and a new queue.
    expectOk(await publish(await database.createUser('publisher'), openFilledStore([buildRecord()])));
    for (const { workspace } of [hers, his]) {
      await eventually(async () => expect((await workspace.counts({})).records).toBe(2));
    }
    // That exchange has ended, and changes the time no more.
    const { exchangedAt } = await eventually(async () => {
      const overview = expectOk(await his.team.overview());
      expect(overview.lastReceived).toMatchObject({ newRecords: 1 });
      return overview;
    });
    expectOk(await hers.team.createQueue({ title: 'Strait', filter: {} }));
    await eventually(async () => {
      expect(expectOk(await his.team.overview()).exchangedAt).not.toBe(exchangedAt);
    });
  });

  test('has closed the file of the workspace when it has stopped', async () => {
    const database = await createTeam(cluster);
    // It polls, since a session that could not be opened at once is opened by the next poll only.
    const { hers, his } = await buildJoined(database, (connection) => connection, 500);
    await eventually(async () => expect(await hasSession(database, his.user)).toBe(true));
    await hers.set('confirmed');
    await eventually(async () => expect(await stateOf(his)).toEqual({ verdict: 'confirmed', problem: null }));
    // A poll after it would use the workspace that this test closes.
    await his.team.close();
    await his.workspace.close();
    // The log of a file that is open elsewhere stays.
    expect(existsSync(`${his.workspace.path}-wal`)).toBe(false);
  });

  test('misses nothing when its connection is cut, and polls again', async () => {
    const database = await createTeam(cluster);
    const { hers, his } = await buildJoined(database, (connection) => connection, 500);
    await eventually(async () => expect(await hasSession(database, his.user)).toBe(true));
    await cutOff(cluster, database.owner, his.user.user, 'backend');
    await hers.set('confirmed');
    await eventually(async () => expect(await his.current()).toBe('confirmed'));
    await cutOff(cluster, database.owner, his.user.user, 'server');
    await his.set('rejected');
    await eventually(async () => expect(await hers.current()).toBe('rejected'));
    expect((await hers.workspace.disagreements(1, 0)).total).toBe(0);
  });

  test('names why the automatic exchange failed, and goes on when the server is back', async () => {
    const database = await createTeam(cluster);
    const { his } = await buildJoined(database, (connection) => connection, 500);
    await eventually(async () => expect(await hasSession(database, his.user)).toBe(true));
    await cluster.kill();
    try {
      await eventually(async () => {
        expect(expectOk(await his.team.overview()).problem).toMatchObject({ code: 'unreachable' });
      });
    } finally {
      await cluster.start();
    }
    await eventually(async () => expect(expectOk(await his.team.overview()).problem).toBeNull());
  });

  test.skipIf(missingPooler !== undefined)('publishes, exchanges and follows through PgBouncer', async () => {
    const database = await createTeam(cluster);
    const users = [await database.createUser('reviewer'), await database.createUser('reviewer')];
    const publisher = await database.createUser('publisher');
    const pooler = await startPooler([...users, publisher]);
    onTestFinished(() => pooler.stop());
    const { hers, his } = await buildJoined(database, pooler.through, 500, users);
    await hers.set('confirmed');
    await eventually(async () => expect(await his.current()).toBe('confirmed'));
    // Two publications share the one connection to the server.
    const stores = [openFilledStore([buildRecord()]), openFilledStore([buildRecord()])];
    const published = await Promise.all(stores.map((store) => publish(pooler.through(publisher), store)));
    expect(published.map(expectOk)).toMatchObject([{ published: 1 }, { published: 1 }]);
    await eventually(async () => expect((await his.workspace.counts({})).records).toBe(3));
  });

  test('gives each workspace different detections of a shared queue', async () => {
    const database = await createTeam(cluster);
    const ann = await database.createUser('publisher', 'reviewer');
    const ben = await database.createUser('reviewer');
    const store = openFilledStore([
      buildRecord({ features: Array.from({ length: 12 }, () => buildFeature()) }),
    ]);
    expectOk(await publish(ann, store));
    const [hers, his] = [await build(), await build()];
    expectOk(await hers.team.save(toForm(ann)));
    expectOk(await his.team.save(toForm(ben)));
    expect(await hers.team.createQueue({ title: 'Strait', filter: {} })).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    await exchanged(hers);
    const created = expectOk(await hers.team.createQueue({ title: 'Strait', filter: {} }));
    expect(created).toMatchObject({ items: 12, notPublished: 0 });
    const { queue } = created;

    const first = expectOk(await his.team.leaseNextDetections(queue));
    expect(first).toMatchObject({ title: 'Strait', missing: 0 });
    expect(first.ids).toEqual((await his.workspace.matchingIds({})).slice(0, 10).values().toArray());
    expect(expectOk(await hers.team.leaseNextDetections(queue)).ids).toHaveLength(2);
    const [reviewed = 0] = first.ids;
    const at = new Date().toISOString();
    const set = (verdict: Verdict) =>
      his.workspace.setReviews([reviewed], { verdict }, { batch: randomUUID(), reviewer: ben.user, at });
    const until = expectOk(await his.team.overview()).lease?.until ?? '';
    await set('confirmed');
    const rest = expectOk(await his.team.leaseNextDetections(queue));
    expect(rest).toMatchObject({
      ids: [],
      queue: {
        ...{ total: 12, done: 1 },
        held: [
          { reviewer: ann.user, items: 2 },
          { reviewer: ben.user, items: 9 },
        ],
      },
    });
    // Sending a verdict has extended the lease.
    const extended = expectOk(await his.team.overview()).lease;
    expect(extended).toMatchObject({ queue, title: 'Strait' });
    expect((extended?.until ?? '') > until).toBe(true);

    expectOk(await hers.team.leaveQueue());
    expect(expectOk(await his.team.leaseNextDetections(queue)).ids).toHaveLength(2);
    expect(expectOk(await hers.team.queues())).toMatchObject({
      mayReview: true,
      queues: [{ held: [{ reviewer: ben.user, items: 11 }] }],
    });
    // A publisher who is no reviewer sees the queue and may not use it.
    const publisher = await build();
    expectOk(await publisher.team.save(toForm(await database.createUser('publisher'))));
    expect(expectOk(await publisher.team.queues())).toMatchObject({
      mayReview: false,
      queues: [{ title: 'Strait', total: 12, held: [{ reviewer: ben.user, items: 11 }] }],
    });
    expect(await publisher.team.leaseNextDetections(queue)).toMatchObject({
      ok: false,
      failure: { code: 'forbidden' },
    });
    expectOk(await hers.team.deleteQueue(queue));
    expect(await his.team.leaseNextDetections(queue)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
    expectOk(await his.team.save({ ...toForm(ben), host: '/tmp/no-such-folder' }));
    expect(await his.team.queues()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(await his.team.leaveQueue()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(expectOk(await his.team.overview()).lease).toBeNull();
  });

  test('is given the next detections of a shared queue that the workspace has', async () => {
    const { team, database, user, workspace } = await buildPublisher();
    const { queue } = expectOk(await team.createQueue({ title: 'Strait', filter: {} }));
    const ids = [...(await workspace.matchingIds({}))];
    // Twelve that no workspace has come before them.
    await runSql(
      database.owner,
      `INSERT INTO sightline.queue_items (queue, seq, review_hash, record_id, identity, pass, is_done)
       SELECT $1::uuid, -n, '', record_id, 'absent ' || n, 99, false
       FROM sightline.records, generate_series(1, 12) AS n`,
      [queue],
    );
    expect(expectOk(await team.leaseNextDetections(queue))).toMatchObject({
      ...{ ids, missing: 12 },
      queue: { total: ids.length + 12, held: [{ reviewer: user.user, items: ids.length }] },
    });
  });

  /** A user who publishes and reviews, whose workspace has joined the team. */
  async function buildPublisher(features = 1, pollMs?: number) {
    const database = await createTeam(cluster);
    const user = await database.createUser('publisher', 'reviewer');
    const record = buildRecord({ features: Array.from({ length: features }, () => buildFeature()) });
    expectOk(await publish(user, openFilledStore([record])));
    const desk = await build(pollMs);
    expectOk(await desk.team.save(toForm(user)));
    await exchanged(desk);
    return { ...desk, database, user };
  }

  const waitsForLock = async (database: TestDatabase, { user }: TeamConnection) => {
    const waiting = `SELECT FROM pg_stat_activity WHERE usename = '${user}' AND wait_event_type = 'Lock'`;
    return (await runSql(database.owner, waiting)).length > 0;
  };

  test('ends a publication and an exchange that wait for the server when they are cancelled', async () => {
    const { database, user, team, jobs, workspace } = await buildPublisher(1, 2 ** 30);
    await fillWorkspace(workspace, [buildRecord()]);
    const cancelWhileLocked = async (table: string, start: () => Promise<Result<Job>>) => {
      const lock = await openTransaction(database.owner, `LOCK TABLE sightline.${table}`);
      const { id } = expectOk(await start());
      await eventually(async () => expect(await waitsForLock(database, user)).toBe(true));
      void jobs.cancel(id);
      await eventually(() => expect(jobs.get(id)?.state).toBe('cancelled'));
      await lock.rollBack();
    };
    await cancelWhileLocked('raw_blocks', team.publish);
    // The server has rolled back what waited.
    await eventually(async () => {
      const open = `SELECT FROM pg_stat_activity WHERE usename = '${user.user}' AND xact_start IS NOT NULL`;
      expect(await runSql(database.owner, open)).toEqual([]);
    });
    expect(await countTeam(database.owner)).toEqual({
      ...{ records: 1, detections: 1, orphans: 0, lost: 0, gaps: 0 },
    });
    await cancelWhileLocked('raw_blocks', team.exchange);
    await cancelWhileLocked('team', team.exchange);
    expect(expectOk(await team.overview()).problem).toBeNull();
  });

  test('sends reviews and leases detections while it publishes', async () => {
    const { database, user, team, jobs, workspace, events } = await buildPublisher(2, 500);
    const { queue } = expectOk(await team.createQueue({ title: 'Strait', filter: {} }));
    const [detection = 0] = await workspace.matchingIds({});
    await fillWorkspace(workspace, [buildRecord()]);
    const lock = await openTransaction(database.owner, 'LOCK TABLE sightline.records IN SHARE MODE');
    const { id } = expectOk(await team.publish());
    await eventually(async () => expect(await waitsForLock(database, user)).toBe(true));
    const batch = { batch: randomUUID(), reviewer: user.user, at: new Date().toISOString() };
    await workspace.setReviews([detection], { verdict: 'confirmed' }, batch);
    events.publish({ type: 'reviews', previousVersion: 0, version: 0, flags: null });
    await eventually(async () => {
      const sent = await runSql(database.owner, 'SELECT verdict FROM sightline.review_history');
      expect(sent).toEqual([['confirmed']]);
    });
    expect(expectOk(await team.leaseNextDetections(queue)).ids).toHaveLength(1);
    expect(jobs.get(id)?.state).toBe('running');
    await lock.rollBack();
    await eventually(() => expect(jobs.get(id)?.state).toBe('complete'));
  });

  test('signs in with a password that is entered while it follows', async () => {
    const database = await createTeam(cluster);
    const user = await database.createUser('reviewer');
    const setPassword = (password: string) =>
      runSql(database.owner, `ALTER ROLE ${user.user} PASSWORD '${password}'`);
    const authority = await makeAuthority(await makeTempFolder());
    await cluster.setTls(await authority.issue(['db.example']));
    await setPassword('a secret');
    // It does not poll during this test.
    const { team, jobs, keychain } = await build(2 ** 30);
    const form = { ...toForm(user), host: 'db.example', address: '127.0.0.1' };
    expectOk(await team.save(form));
    expectOk(await team.setAuthority({ path: authority.file, name: 'ca.pem', isTemporary: false }));
    await eventually(async () => expect(expectOk(await team.test()).failedAt).toBeNull());
    await exchanged({ team, jobs });
    await eventually(async () => expect(await hasSession(database, user)).toBe(true));

    await setPassword('another secret');
    const { write } = keychain;
    keychain.write = async (...entry) => {
      // As long as a keychain takes: the server responds many times in between.
      for (let responses = 0; responses < 100; responses += 1) await runSql(database.owner, 'SELECT 1');
      return write(...entry);
    };
    expectOk(await team.save({ ...form, password: 'another secret' }));
    await eventually(async () => {
      const { problem, exchangedAt } = expectOk(await team.overview());
      expect(problem).toBeNull();
      expect(exchangedAt).not.toBeNull();
    });
  });

  test('opens another connection at a poll when the one that listens was cut without notice', async () => {
    const database = await createTeam(cluster);
    const proxy = await startStallingProxy(database.owner);
    onTestFinished(() => proxy.stop());
    const [ann, ben] = [await database.createUser('reviewer'), await database.createUser('reviewer')];
    const through = (connection: TeamConnection) =>
      connection === ben ? proxy.through(connection) : connection;
    const { hers, his } = await buildJoined(database, through, 2000, [ann, ben]);
    await eventually(async () => expect(await hasSession(database, his.user)).toBe(true));
    // Cut when an exchange has ended, while none is under way.
    await new Promise<void>((resolve) => {
      his.events.listen(({ event }) => {
        if (event.type === 'changed' && event.topic === 'team') resolve();
      });
    });
    proxy.cut();
    await hers.set('confirmed');
    await eventually(async () => expect(await his.current()).toBe('confirmed'));
    expect(expectOk(await his.team.overview()).problem).toBeNull();
  });

  /** A shared queue of three detections, and a team whose connection stalls at `text`. */
  async function buildStallingQueue(text: string) {
    const { team, database, user } = await buildPublisher(3, 2 ** 30);
    const { queue } = expectOk(await team.createQueue({ title: 'Strait', filter: {} }));
    const proxy = await startStallingProxy(database.owner, text);
    onTestFinished(() => proxy.stop());
    expectOk(await team.save(toForm(proxy.through(user))));
    return { team, user, queue, proxy };
  }

  test('saves a lease before it lists the queue, so that it can be ended when the list does not come', async () => {
    const { team, user, queue, proxy } = await buildStallingQueue('sightline.list_queues');
    const leasing = team.leaseNextDetections(queue);
    await eventually(() => expect(proxy.isStalled()).toBe(true));
    expect(expectOk(await team.overview()).lease).toMatchObject({ queue });
    proxy.stop();
    expect(await leasing).toMatchObject({ ok: false });
    expectOk(await team.save(toForm(user)));
    expect(expectOk(await team.queues())).toMatchObject({ queues: [{ held: [{ items: 3 }] }] });
    expectOk(await team.leaveQueue());
    expect(expectOk(await team.queues())).toMatchObject({ queues: [{ held: [] }] });
  });

  test('stops the exchange of a shared queue when the workspace is frozen', async () => {
    const { team, queue, proxy } = await buildStallingQueue('sightline.exchange_reviews');
    let hasEnded = false;
    const leasing = team.leaseNextDetections(queue).finally(() => {
      hasEnded = true;
    });
    await eventually(() => expect(proxy.isStalled()).toBe(true));
    await team.stop();
    expect(hasEnded).toBe(true);
    expect(await leasing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(expectOk(await team.overview()).lease).toBeNull();
  });

  test('frees all detections of a shared queue that the workspace was given when it leaves', async () => {
    const { team } = await buildPublisher(25, 2 ** 30);
    const { queue } = expectOk(await team.createQueue({ title: 'Strait', filter: {} }));
    const given = [];
    for (const count of [10, 10, 5]) {
      const { ids } = expectOk(await team.leaseNextDetections(queue));
      expect(ids).toHaveLength(count);
      given.push(...ids);
    }
    // No detection that was skipped is given again.
    expect(new Set(given).size).toBe(25);
    // A call that leases nothing ends no lease.
    expect(expectOk(await team.leaseNextDetections(queue)).ids).toEqual([]);
    expectOk(await team.leaveQueue());
    expect(expectOk(await team.queues()).queues).toMatchObject([{ total: 25, held: [] }]);
  });

  test('frees all detections of a shared queue that the workspace was given when it changes to another', async () => {
    const { team } = await buildPublisher(15, 2 ** 30);
    const { queue } = expectOk(await team.createQueue({ title: 'Strait', filter: {} }));
    const other = expectOk(await team.createQueue({ title: 'Harbor', filter: {} })).queue;
    expectOk(await team.leaseNextDetections(queue));
    expectOk(await team.leaseNextDetections(queue));
    expectOk(await team.leaseNextDetections(other));
    const held = expectOk(await team.queues()).queues.map(({ title, held }) => [title, held.length]);
    expect(Object.fromEntries(held)).toEqual({ Strait: 0, Harbor: 1 });
  });
});
