import { hash, randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { type SeededRandom, seededRandom } from '../../../../builders/seeded-random.ts';
import {
  createTeam,
  expectOk,
  follow,
  openFilledStore,
  publish,
  syncReviews,
} from '../../../../builders/team-builder.ts';
import {
  runSql,
  type TestDatabase,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: a hostile member of a team, as ${missing}.\n`);

/** A call of a function that a member may run: its arguments, of which each has a sound value. */
type Call = { readonly name: string; readonly args: readonly unknown[] };

/** Values that some field of some function cannot have. */
const hostileValues: readonly unknown[] = [
  ...[null, '', '{}', '[]', '[null]', '"', 'null', '}{', '-infinity', 'infinity', 'NaN', '0044-03-15 BC'],
  ...['294276-01-01Z', 'now', 'epoch', '\u202e', 'x'.repeat(200_000), '😀'.repeat(9000), "'); --"],
  ...[-1, 0, 1, 2, 32_767, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, '9223372036854775807', 1e308, 'gzip', true],
  ...['00000000-0000-0000-0000-000000000000', Buffer.alloc(0), Buffer.from('}{'), Buffer.alloc(64, 0xff)],
  Buffer.from(zstdCompressSync(Buffer.alloc(2 ** 24))),
];

const reviewedAt = '2026-11-21T08:00:00.000Z';

function buildChange(recordId: string, identity: string) {
  return {
    ...{ recordId, identity, detection: null as unknown, former: null as unknown, seen: 0 as unknown },
    ...{ verdict: 'rejected' as unknown, flagged: false as unknown, note: '' as unknown },
    reviewedAt: reviewedAt as unknown,
  };
}

function buildCorrection() {
  return {
    ...{ productType: 'VESSEL' as unknown, documentVersion: '2.0' as unknown, property: 'size' as unknown },
    ...{ as: { meaning: 'lengthMetres', unit: 'ft' } as unknown, at: reviewedAt as unknown },
  };
}

function buildDecision(recordId: string) {
  return {
    ...{ id: randomUUID() as unknown, recordId: recordId as unknown, identity: 'own' as unknown },
    ...{ decision: '440100000' as unknown, by: 'own' as unknown, at: reviewedAt as unknown },
  };
}

function buildPlace() {
  const change = { isWithdrawn: true, by: 'own', at: reviewedAt };
  return {
    ...{ id: randomUUID() as unknown, analytic: 'own' as unknown, position: [121, 31] as unknown },
    ...{ presence: 'passing' as unknown, by: 'own' as unknown, at: reviewedAt as unknown },
    change: change as unknown,
  };
}

/** The arguments of `publish_records` for one record with these bytes. */
function buildBlock(recordId: string, bytes: Buffer) {
  return [
    ...['zstd', bytes.length, zstdCompressSync(bytes), [recordId]],
    ...[[hash('sha256', bytes, 'buffer')], [reviewedAt], ['svc'], [2], [0], [bytes.length]],
  ];
}

const seededRows = repetitions(200, 1000);

describe.skipIf(missing !== undefined)('a hostile member of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  /** Runs statements in transactions of their own, whatever the database says to them. */
  async function openHostile({ host, port, database, user }: TeamConnection) {
    const client = new Client({ host, port, database, user });
    await client.connect();
    // Nothing that a member sends may stop the server either.
    await client.query(`SET statement_timeout = '20s'`);
    let accepted = 0;
    return {
      accepted: () => accepted,
      async run(text: string, values: readonly unknown[] = []) {
        try {
          await client.query(text, [...values]);
          accepted += 1;
          return undefined;
        } catch (error) {
          return String(error instanceof Error ? error.message : error);
        }
      },
      end: () => client.end(),
    };
  }

  const callText = ({ name, args }: Call) =>
    `SELECT * FROM sightline.${name}(${args.map((_each, index) => `$${index + 1}`).join(', ')})`;

  async function createFilledTeam(ids: readonly string[]) {
    const team = await createTeam(databases);
    const store = openFilledStore(ids.map((assignedId) => buildRecord({ assignedId })));
    const publisher = await team.createUser('publisher');
    expectOk(await publish(publisher, store));
    const mallory = await team.createUser('publisher', 'reviewer');
    return { team, publisher, mallory };
  }

  /** Another workspace receives a publication and a review that come after what the member has done. */
  async function expectGoodArrives(
    { team, publisher, mallory }: { team: TestDatabase; publisher: TeamConnection; mallory: TeamConnection },
    workspace: Workspace,
    anna: TeamConnection,
  ) {
    const goodId = buildUuid();
    const good = openFilledStore([buildRecord({ assignedId: goodId })]);
    expect(expectOk(await publish(publisher, good))).toMatchObject({ published: 1, notes: [] });
    const hers = await openTestWorkspace();
    expectOk(await follow(anna, hers));
    const rows = await hers.detections([...(await hers.matchingIds({}))]);
    const chosen = rows.find(({ recordId }) => recordId === goodId)?.id ?? 0;
    await hers.setReviews(
      [chosen],
      { verdict: 'confirmed' },
      { batch: randomUUID(), reviewer: anna.user, at: new Date().toISOString() },
    );
    expect(expectOk(await syncReviews(anna, hers))).toMatchObject({ pushed: 1 });

    const pulled = expectOk(await follow(anna, workspace));
    const synced = expectOk(await syncReviews(anna, workspace));
    for (const { author } of [...pulled.setAside, ...synced.setAside]) expect(author).toBe(mallory.user);
    const [review] = await workspace.reviewsOfRecords([goodId]);
    expect(review?.review).toMatchObject({ verdict: 'confirmed', reviewer: anna.user });
    // Both cursors are behind all of it.
    expect(expectOk(await follow(anna, workspace))).toMatchObject({ added: 0, changed: 0, setAside: [] });
    expect(expectOk(await syncReviews(anna, workspace))).toMatchObject({ received: 0, setAside: [] });
    const known = await runSql(team.owner, 'SELECT record_id FROM sightline.records');
    expect(known.flat()).toContain(goodId);
    return { goodId, pulled, synced };
  }

  /** All functions that a member may run with sound arguments, and the changes and items in them field by field. */
  function buildCalls(ids: readonly string[], queue: string): readonly Call[] {
    const change = buildChange(ids[0] ?? '', 'own');
    const block = buildBlock('own', Buffer.from('{"assignedId":"own"}'));
    const item = { recordId: ids[0], identity: 'own', detection: null, pass: 0 };
    return [
      { name: 'publish_records', args: block },
      {
        name: 'missing_records',
        args: [['own'], [hash('sha256', 'own', 'buffer')], [reviewedAt], [2]],
      },
      { name: 'create_months', args: [['2026-11-01']] },
      { name: 'analyze_months', args: [['2026-11-01']] },
      { name: 'push_reviews', args: [randomUUID(), randomUUID(), null, [change]] },
      {
        name: 'exchange_reviews',
        args: [1, randomUUID(), 0, null, 20, randomUUID(), randomUUID(), null, [change]],
      },
      { name: 'push_corrections', args: [randomUUID(), [buildCorrection()]] },
      { name: 'pull_corrections', args: [0, 20] },
      { name: 'push_decisions', args: [randomUUID(), [buildDecision(ids[0] ?? '')]] },
      { name: 'pull_decisions', args: [0, 20] },
      { name: 'push_places', args: [randomUUID(), [buildPlace()]] },
      { name: 'pull_places', args: [0, 20] },
      {
        name: 'push_item_part',
        args: [randomUUID(), 0, 4, zstdCompressSync(Buffer.from('none'))],
      },
      { name: 'publish_items', args: [randomUUID()] },
      { name: 'pull_items', args: [0, 20] },
      { name: 'pull_item_part', args: ['own', randomUUID(), 0] },
      { name: 'claim_findings', args: ['own', [hash('sha256', 'own', 'buffer')]] },
      { name: 'pull_records', args: [0, 4] },
      { name: 'pull_reviews', args: [0, 20] },
      { name: 'revision_at', args: [1] },
      { name: 'unlocated_reviews', args: [10] },
      { name: 'locate_reviews', args: [[ids[0]], ['own'], [hash('sha256', 'own', 'buffer')], [0]] },
      { name: 'create_queue', args: [randomUUID(), 'Title', [item]] },
      { name: 'lease_items', args: [queue, 1, '1 second'] },
      { name: 'renew_items', args: [queue, 1, '1 second'] },
      { name: 'release_items', args: [queue, 1] },
      { name: 'delete_queue', args: [randomUUID()] },
      { name: 'list_queues', args: [5] },
    ];
  }

  /** The argument for `pg`, which takes arrays of JSON for arrays of PostgreSQL. */
  const toParameter = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && !Buffer.isBuffer(value[0])
      ? JSON.stringify(value)
      : value;

  /** An argument in which one value is hostile, at any depth. */
  function replaceValue(value: unknown, hostile: unknown, pick: (length: number) => number): unknown {
    if (Buffer.isBuffer(value) || value === null || typeof value !== 'object') return hostile;
    if (Array.isArray(value)) {
      const at = pick(value.length + 1);
      return at === value.length ? hostile : value.with(at, replaceValue(value[at], hostile, pick));
    }
    const keys = Object.keys(value);
    const key = keys[pick(keys.length)] ?? '';
    const { [key]: member, ...others } = value as Record<string, unknown>;
    return { ...others, [key]: replaceValue(member, Buffer.isBuffer(hostile) ? 'bytes' : hostile, pick) };
  }

  test('with hostile values in every field of every function ends no exchange', async () => {
    const ids = [buildUuid(), buildUuid()];
    const made = await createFilledTeam(ids);
    const queue = randomUUID();
    const hostile = await openHostile(made.mallory);
    const calls = buildCalls(ids, queue);
    // With sound arguments each of them works, so what follows tests fields and no misspelt call.
    for (const call of calls)
      expect(await hostile.run(callText(call), call.args.map(toParameter)), call.name).toBeUndefined();
    const anna = await made.team.createUser('reviewer');
    const workspace = await openTestWorkspace();
    for (const call of buildCalls(ids, queue)) {
      for (const index of call.args.keys()) {
        for (const value of hostileValues) {
          const args = call.args.map((arg, at) =>
            at === index
              ? replaceValue(arg, value, (length) => length - 1 - (Array.isArray(arg) ? 1 : 0))
              : arg,
          );
          const reason = await hostile.run(callText(call), args.map(toParameter));
          expect(reason ?? '', `${call.name} ${index}`).not.toMatch(/statement timeout/);
        }
      }
    }
    for (const field of Object.keys(buildChange('', ''))) {
      for (const value of hostileValues) {
        const change = { ...buildChange(ids[0] ?? '', 'own'), [field]: value };
        await hostile.run(callText({ name: 'push_reviews', args: [0, 0, 0, 0] }), [
          ...[randomUUID(), randomUUID(), null],
          JSON.stringify([change]),
        ]);
      }
    }
    for (const [name, build] of [
      ['push_corrections', buildCorrection],
      ['push_decisions', () => buildDecision(ids[0] ?? '')],
      ['push_places', buildPlace],
    ] as const) {
      for (const field of Object.keys(build())) {
        for (const value of hostileValues) {
          await hostile.run(callText({ name, args: [0, 0] }), [
            ...[randomUUID(), JSON.stringify([{ ...build(), [field]: value }])],
          ]);
        }
      }
    }
    await hostile.end();
    await expectGoodArrives(made, workspace, anna);
    // Nothing freezes a record: the next version of it is published.
    const later = openFilledStore(
      ids.map((assignedId) => buildRecord({ assignedId, features: [] })),
      new Date().toISOString(),
    );
    expect(expectOk(await publish(made.publisher, later))).toMatchObject({ published: 2 });
  });

  test('whose bytes are no records is named, and what comes after them arrives', async () => {
    const ids = [buildUuid()];
    const made = await createFilledTeam(ids);
    const anna = await made.team.createUser('reviewer');
    const workspace = await openTestWorkspace();
    const hostile = await openHostile(made.mallory);
    const other = buildUuid();
    const bodies = [
      '}{',
      `{"assignedId":"${other}"}`,
      `{"assignedId":"forged"},{"assignedId":"${ids[0]}"}`,
      '1',
      '{"assignedId":"forged"}]}}{',
    ];
    for (const [index, text] of bodies.entries()) {
      const recordId = index === 1 ? 'another' : `forged ${index}`;
      const call = { name: 'publish_records', args: buildBlock(recordId, Buffer.from(text)) };
      expect(await hostile.run(callText(call), call.args.map(toParameter))).toBeUndefined();
    }
    // A frame that is damaged behind its first bytes, one that is longer than stated, and one that is shorter.
    const sound = Buffer.from('{"assignedId":"long"}'.repeat(100));
    for (const [index, change] of [
      (args: unknown[]) =>
        args.with(2, Buffer.concat([zstdCompressSync(sound).subarray(0, 12), Buffer.alloc(20, 7)])),
      (args: unknown[]) => args.with(2, zstdCompressSync(Buffer.alloc(2 ** 24))),
      (args: unknown[]) => args.with(2, zstdCompressSync(Buffer.from('{}'))),
    ].entries()) {
      const args = change(buildBlock(`frame ${index}`, sound));
      expect(
        await hostile.run(callText({ name: 'publish_records', args }), args.map(toParameter)),
      ).toBeUndefined();
    }
    await hostile.end();
    const { pulled } = await expectGoodArrives(made, workspace, anna);
    expect(pulled.setAside).toHaveLength(bodies.length + 3);
    expect((await workspace.counts({})).records).toBe(2);
  });

  test('changes nothing of what another member has published or is going to', async () => {
    const made = await createFilledTeam([buildUuid()]);
    const { team, publisher, mallory } = made;
    const before = await runSql(team.owner, 'SELECT detection_id FROM sightline.detections');
    const copy = (detection: string) =>
      runSql(
        mallory,
        `INSERT INTO sightline.detections (detection_id, geom, collected_at, analytic)
         VALUES (${detection}, public.ST_SetSRID(public.ST_MakePoint(1, 1), 4326), '2026-11-18Z', 'x')`,
      );
    // Of a record that is there, and of all that come next.
    await expect(copy('(1::bigint << 20) + 7')).rejects.toThrow(/together with their records/);
    await expect(copy('2::bigint << 20')).rejects.toThrow(/together with their records/);
    await expect(copy('-5')).rejects.toThrow(/together with their records/);
    for (const statement of [
      `SELECT sightline.add_revision(gen_random_uuid(), 'records', 1)`,
      `SELECT sightline.add_block_revision()`,
    ]) {
      await expect(runSql(mallory, statement)).rejects.toThrow(/permission denied/);
    }
    expect(await runSql(team.owner, 'SELECT detection_id FROM sightline.detections')).toEqual(before);
    expect(expectOk(await publish(publisher, openFilledStore([buildRecord()])))).toMatchObject({
      published: 1,
    });
  });

  test('cannot use the ids of another member’s batches and revisions', async () => {
    const ids = [buildUuid()];
    const made = await createFilledTeam(ids);
    const anna = await made.team.createUser('reviewer');
    const hers = await openTestWorkspace();
    expectOk(await follow(anna, hers));
    expectOk(await syncReviews(anna, hers));
    const [detection = 0] = await hers.matchingIds({});
    const batch = randomUUID();
    await hers.setReviews(
      [detection],
      { verdict: 'confirmed' },
      { batch, reviewer: anna.user, at: reviewedAt },
    );
    const [own] = await hers.reviewsOfRecords(ids);
    // Mallory has seen the id, such as in the database before its backup was restored, and is first.
    const hostile = await openHostile(made.mallory);
    const change = buildChange(own?.recordId ?? '', own?.identity ?? '');
    const args = [batch, batch, null, JSON.stringify([{ ...change, verdict: 'rejected', note: 'forged' }])];
    expect(await hostile.run(callText({ name: 'push_reviews', args }), args)).toBeUndefined();
    await hostile.end();
    expect(expectOk(await syncReviews(anna, hers))).toMatchObject({ pushed: 1, disputed: 1, received: 2 });
    const history = await hers.reviewHistory(detection);
    expect(history?.map(({ review, batch: of }) => [review.verdict, review.reviewer, of])).toEqual(
      expect.arrayContaining([
        ['confirmed', anna.user, batch],
        ['rejected', made.mallory.user, null],
      ]),
    );
    expect(history).toHaveLength(2);
  });

  test(`leaves another workspace with exactly the good data after ${seededRows} seeded rows`, async () => {
    const ids = [buildUuid(), buildUuid(), buildUuid()];
    const made = await createFilledTeam(ids);
    const { team, mallory } = made;
    const anna = await team.createUser('reviewer');
    const workspace = await openTestWorkspace();
    expectOk(await follow(anna, workspace));
    expectOk(await syncReviews(anna, workspace));
    const random: SeededRandom = seededRandom(33);
    const pick = (length: number) => Math.floor(random.next() * length);
    const hostile = await openHostile(mallory);
    for (let row = 0; row < seededRows; row += 1) {
      const calls = buildCalls(ids, randomUUID());
      // What writes is called most often.
      const call = pick(2) === 0 ? calls[pick(6)] : calls[pick(calls.length)];
      if (!call) continue;
      const index = pick(call.args.length);
      const value = hostileValues[pick(hostileValues.length)];
      const args = call.args.map((arg, at) => (at === index ? replaceValue(arg, value, pick) : arg));
      const reason = await hostile.run(callText(call), args.map(toParameter));
      expect(reason ?? '', `${call.name}, row ${row}`).not.toMatch(/statement timeout/);
    }
    await hostile.end();
    expect(hostile.accepted()).toBeGreaterThan(seededRows / 10);
    const { goodId } = await expectGoodArrives(made, workspace, anna);
    const records = await workspace.storedRecords([...ids, goodId]);
    expect(records.map(({ recordId }) => recordId).toSorted()).toEqual([...ids, goodId].toSorted());
    // No review of Mallory has replaced one, and each of hers is a valid one in her name.
    const reviews = await workspace.reviewsOfRecords([...ids, goodId]);
    for (const { recordId, review } of reviews) {
      expect(review.reviewer).toBe(recordId === goodId ? anna.user : mallory.user);
    }
    const overview = await workspace.counts({});
    const own = await workspace.storedRecords(['own']);
    expect(overview.records).toBe(ids.length + 1 + own.length);
  });
});
