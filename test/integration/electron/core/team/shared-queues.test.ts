import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { createTeam } from '../../../../builders/team-builder.ts';
import {
  runSql,
  type TestDatabase,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: shared queues of a team, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('shared queues of a team', () => {
  let databases: TestDatabases;
  let team: TestDatabase;
  const recordIds = Array.from({ length: 7 }, buildUuid);
  let queues = 0;
  beforeAll(async () => {
    databases = await openTeamDatabases();
    team = await createTeam(databases);
    await runSql(
      team.owner,
      `INSERT INTO sightline.records
         (id_hash, record_id, content_hash, fetched_at, brand, completeness, raw_block, raw_offset, raw_length)
       SELECT sha256(convert_to(id, 'UTF8')), id, sha256(''), now(), 'svc', 2, 0, 0, 1 FROM unnest($1::text[]) AS id`,
      [recordIds],
    );
  });

  /** A queue of so many detections of one record for each image. */
  async function createFilledQueue(perPass: readonly number[]) {
    const recordId = recordIds[queues] ?? '';
    queues += 1;
    const queue = randomUUID();
    const items = perPass.flatMap((count, pass) =>
      Array.from({ length: count }, (_each, index) => ({
        ...{ recordId, identity: `chip ${pass}-${index}`, detection: null, pass },
      })),
    );
    const maker = await team.createUser('reviewer');
    const unpublished = { recordId: 'unknown', identity: 'chip', detection: null, pass: 0 };
    expect(
      await runSql(maker, 'SELECT sightline.create_queue($1, $2, $3)', [
        queue,
        'Strait',
        JSON.stringify([unpublished, ...items]),
      ]),
    ).toEqual([[items.length]]);
    return { queue, recordId, maker };
  }

  const lease = async (user: TeamConnection, queue: string, time = '10 minutes', limit = 10) => {
    const rows = await runSql(user, 'SELECT identity, token FROM sightline.lease_items($1, $2, $3)', [
      ...[queue, limit, time],
    ]);
    return { identities: rows.map(([identity]) => String(identity)), token: String(rows[0]?.[1]) };
  };

  const verdictOf = (recordId: string, identity: string, verdict: string | null) => ({
    ...{ recordId, identity, detection: null, former: null, seen: 0, verdict, flagged: false, note: '' },
    reviewedAt: new Date().toISOString(),
  });

  const setVerdict = async (
    user: TeamConnection,
    change: ReturnType<typeof verdictOf>,
    undoes: string | null = null,
  ) => {
    const batch = randomUUID();
    await runSql(user, 'SELECT sightline.push_reviews($1, $1, $2, $3)', [
      ...[batch, undoes, JSON.stringify([change])],
    ]);
    return batch;
  };

  const state = async (user: TeamConnection, queue: string) => {
    const [row] = await runSql(
      user,
      'SELECT total, done, held FROM sightline.list_queues(10) WHERE queue = $1',
      [queue],
    );
    if (!row) return undefined;
    const [total, done, held] = row;
    const holders = held as readonly { readonly reviewer: string; readonly items: number }[];
    return { total, done, held: holders.map(({ reviewer, items }) => [reviewer, items]) };
  };

  const expireLeases = (queue: string) =>
    runSql(
      team.owner,
      `UPDATE sightline.queue_items SET leased_until = now() - INTERVAL '1 minute' WHERE queue = $1 AND token > 0`,
      [queue],
    );

  test('give each reviewer up to ten detections of one image, and state who has the rest', async () => {
    const { queue, maker } = await createFilledQueue([12, 5]);
    const ben = await team.createUser('reviewer');
    const first = await lease(maker, queue);
    expect(first.identities).toEqual(Array.from({ length: 10 }, (_each, index) => `chip 0-${index}`));
    expect((await lease(ben, queue)).identities).toEqual(['chip 0-10', 'chip 0-11']);
    expect((await lease(ben, queue)).identities).toHaveLength(5);
    expect((await lease(ben, queue)).identities).toEqual([]);
    expect(await state(ben, queue)).toEqual({
      total: 17,
      done: 0,
      held: [
        [maker.user, 10],
        [ben.user, 7],
      ],
    });
    await runSql(maker, 'SELECT sightline.release_items($1, $2)', [queue, first.token]);
    expect(
      await runSql(maker, `SELECT sightline.renew_items($1, $2, '10 minutes')`, [queue, first.token]),
    ).toEqual([[null]]);
    expect((await lease(ben, queue)).identities).toEqual(first.identities);
    expect(await runSql(ben, 'SELECT sightline.delete_queue($1)', [queue])).toEqual([[false]]);
    expect(await runSql(maker, 'SELECT sightline.delete_queue($1)', [queue])).toEqual([[true]]);
    expect(await state(maker, queue)).toBeUndefined();
  });

  test('give no more than ten, whatever plan the server chooses', async () => {
    const { queue, maker } = await createFilledQueue([12]);
    const settings = ['hashjoin', 'mergejoin', 'hashagg', 'material', 'sort'].map((name) => `enable_${name}`);
    const alter = (change: (setting: string) => string) =>
      runSql(
        team.owner,
        settings.map((setting) => `ALTER FUNCTION sightline.lease_items ${change(setting)}`).join('; '),
      );
    await alter((setting) => `SET ${setting} = off`);
    expect((await lease(maker, queue)).identities).toHaveLength(10);
    await alter((setting) => `RESET ${setting}`);
  });

  test('count a verdict wherever it comes from, and offer the detection again when it is undone', async () => {
    const { queue, recordId, maker } = await createFilledQueue([2]);
    const ben = await team.createUser('reviewer');
    const batch = await setVerdict(ben, verdictOf(recordId, 'chip 0-0', 'confirmed'));
    expect(await state(maker, queue)).toEqual({ total: 2, done: 1, held: [] });
    expect((await lease(maker, queue)).identities).toEqual(['chip 0-1']);
    await setVerdict(ben, verdictOf(recordId, 'chip 0-0', null), batch);
    expect((await lease(maker, queue)).identities).toEqual(['chip 0-0']);
    // A queue that is made later does not offer what has a verdict.
    await setVerdict(ben, verdictOf(recordId, 'chip 0-0', 'rejected'));
    const items = JSON.stringify([{ recordId, identity: 'chip 0-0', detection: null, pass: 0 }]);
    const later = randomUUID();
    await runSql(ben, 'SELECT sightline.create_queue($1, $2, $3)', [later, 'Later', items]);
    expect((await lease(ben, later)).identities).toEqual([]);
  });

  test('accept a verdict after the end of its lease as an ordinary review', async () => {
    const { queue, recordId, maker } = await createFilledQueue([1]);
    const ben = await team.createUser('reviewer');
    await lease(maker, queue);
    await expireLeases(queue);
    expect((await lease(ben, queue)).identities).toEqual(['chip 0-0']);
    await setVerdict(maker, verdictOf(recordId, 'chip 0-0', 'confirmed'));
    expect(await state(ben, queue)).toEqual({ total: 1, done: 1, held: [] });
    await setVerdict(ben, verdictOf(recordId, 'chip 0-0', 'rejected'));
    const [row] = await runSql(
      team.owner,
      `SELECT v.verdict, v.reviewer, v.disputed, count(*)::int FROM sightline.reviews AS v
       JOIN sightline.review_history USING (review_hash) WHERE record_id = $1 GROUP BY 1, 2, 3`,
      [recordId],
    );
    expect(row).toEqual(['confirmed', maker.user, true, 2]);
  });

  test('let no reviewer extend or end a lease that began after theirs had ended', async () => {
    const { queue, maker } = await createFilledQueue([1]);
    const ben = await team.createUser('reviewer');
    const frozen = await lease(maker, queue);
    const renew = async (user: TeamConnection, { token }: { token: string }) => {
      const [row] = await runSql(user, `SELECT sightline.renew_items($1, $2, '10 minutes')`, [queue, token]);
      return row?.[0];
    };
    await expireLeases(queue);
    // Nobody has leased it since.
    expect(await renew(maker, frozen)).toEqual(expect.any(String));
    expect((await lease(ben, queue)).identities).toEqual([]);
    await expireLeases(queue);
    const next = await lease(ben, queue);
    expect(await renew(maker, frozen)).toBeNull();
    await runSql(maker, 'SELECT sightline.release_items($1, $2)', [queue, frozen.token]);
    // Another user cannot use the token either.
    expect(await renew(maker, next)).toBeNull();
    await runSql(maker, 'SELECT sightline.release_items($1, $2)', [queue, next.token]);
    expect(await state(ben, queue)).toEqual({ total: 1, done: 0, held: [[ben.user, 1]] });
    expect(await renew(ben, next)).toEqual(expect.any(String));
  });

  test('hold no detection while they wait for another', async () => {
    const { queue, maker } = await createFilledQueue([2]);
    const connect = async () => {
      const { host, port, database, user } = team.owner;
      const client = new Client({ host, port, database, user });
      await client.connect();
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT pg_backend_pid() AS id');
      return { client, id: Number(rows[0].id) };
    };
    const waitsFor = (id: number) =>
      expect
        .poll(
          async () =>
            (
              await runSql(team.owner, 'SELECT pid FROM pg_locks WHERE $1 = ANY (pg_blocking_pids(pid))', [
                id,
              ])
            ).length,
        )
        .toBeGreaterThan(0);
    const [first, second] = [await connect(), await connect()];
    const set = (seq: number, column: string) =>
      `UPDATE sightline.queue_items SET ${column} WHERE queue = '${queue}' AND seq = ${seq}`;
    await first.client.query(set(1, `leased_until = now() + INTERVAL '1 hour'`));
    await second.client.query(set(2, 'is_done = true'));
    const leased = lease(maker, queue);
    await waitsFor(first.id);
    await first.client.query('COMMIT');
    await waitsFor(second.id);
    await second.client.query(set(1, 'is_done = true'));
    await second.client.query('COMMIT');
    expect((await leased).identities).toEqual([]);
    for (const { client } of [first, second]) await client.end();
  });

  test('never lease a detection to two reviewers at the same time', async () => {
    const { queue, recordId } = await createFilledQueue([60, 60, 60]);
    const seconds = 0.05;
    await runSql(
      team.owner,
      `CREATE EXTENSION btree_gist;
       CREATE TABLE public.leases (seq int, token bigint, held tstzrange, EXCLUDE USING gist (seq WITH =, held WITH &&));
       CREATE FUNCTION public.log_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
       BEGIN
         IF NEW.token <> OLD.token THEN
           INSERT INTO public.leases VALUES
             (NEW.seq, NEW.token, tstzrange(NEW.leased_until - INTERVAL '${seconds} s', NEW.leased_until));
         ELSIF NEW.leased_until <> OLD.leased_until THEN
           UPDATE public.leases SET held = tstzrange(lower(held), NEW.leased_until)
             WHERE seq = NEW.seq AND token = NEW.token;
         END IF;
         RETURN NULL;
       END
       $$;
       CREATE TRIGGER log_lease AFTER UPDATE ON sightline.queue_items FOR EACH ROW EXECUTE FUNCTION public.log_lease()`,
    );
    const random = seededRandom(14);
    const users = await Promise.all(Array.from({ length: 8 }, () => team.createUser('reviewer')));
    const work = async ({ host, port, database, user }: TeamConnection) => {
      const client = new Client({ host, port, database, user });
      await client.connect();
      for (;;) {
        const { rows } = await client.query('SELECT * FROM sightline.lease_items($1, 10, $2)', [
          ...[queue, `${seconds} s`],
        ]);
        if (rows.length === 0) {
          const left = await client.query('SELECT total - done AS count FROM sightline.list_queues(1)');
          if (left.rows[0].count === 0) break;
          continue;
        }
        const { token } = rows[0];
        // Some reviewers freeze until after the end of the lease, some release it, some extend it.
        const choice = random.next();
        if (choice < 0.2) await client.query('SELECT sightline.release_items($1, $2)', [queue, token]);
        else if (choice < 0.4) await client.query('SELECT pg_sleep($1)', [seconds]);
        else if (choice < 0.6) {
          await client.query('SELECT sightline.renew_items($1, $2, $3)', [queue, token, `${seconds} s`]);
        }
        for (const { identity } of rows.slice(0, 3)) {
          await client.query('SELECT sightline.push_reviews($1, $1, NULL, $2)', [
            randomUUID(),
            JSON.stringify([verdictOf(recordId, identity, 'confirmed')]),
          ]);
        }
      }
      await client.end();
    };
    await Promise.all(users.map(work));
    const [counts] = await runSql(
      team.owner,
      `SELECT (SELECT count(*)::int FROM sightline.queue_items WHERE is_done AND queue = $1), count(*) > 180, count(DISTINCT seq)::int
       FROM public.leases`,
      [queue],
    );
    expect(counts).toEqual([180, true, 180]);
  });
});
