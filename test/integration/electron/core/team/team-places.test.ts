import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import { readPlaceLabels } from '../../../../../electron/core/workspace/read/place-labels.ts';
import {
  type Desk,
  expectOk,
  follow,
  openReviewerDesks,
  syncDesk,
} from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases, whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';

const missing = whyNoPostgres();
if (missing !== undefined)
  process.stderr.write(`Skipped: statements about places of a team, as ${missing}.\n`);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

/** The statements in effect, the earliest first: the presence, who has stated it, and its position. */
function labelsOf({ workspace }: Desk) {
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const labels = readPlaceLabels(createSql(database));
  database.close();
  return labels;
}

const presencesOf = (desk: Desk) => labelsOf(desk).map(({ presence, by }) => [presence, by]);

async function state(
  { workspace, connection }: Desk,
  presence: 'stationary' | 'passing',
  time: string,
  { longitude = 121, by = connection.user, id = randomUUID() as string } = {},
) {
  const position: [number, number] = [longitude, 31];
  const add = { id, analytic: 'SmallVesselDetection', position, presence };
  expect(await workspace.changePlaceLabels([{ remove: null, add }], { by, at: time })).toBe('done');
  return id;
}

async function withdraw({ workspace, connection }: Desk, remove: string, time: string) {
  const info = { by: connection.user, at: time };
  expect(await workspace.changePlaceLabels([{ remove, add: null }], info)).toBe('done');
}

describe.skipIf(missing !== undefined)('statements about places of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  const openDesks = () => openReviewerDesks(databases);

  test('reach the others, and a withdrawal and its undo do, too', async () => {
    const { anna, ben } = await openDesks();
    const [a, b] = [anna, ben].map(({ connection }) => connection.user);
    const id = await state(anna, 'stationary', at(1));
    await state(ben, 'passing', at(2), { longitude: 122 });
    expect((await syncDesk(anna)).places).toBe(0);
    expect((await syncDesk(ben)).places).toBe(1);
    expect((await syncDesk(anna)).places).toBe(1);
    const both = [
      ['stationary', a],
      ['passing', b],
    ];
    for (const desk of [anna, ben]) expect(presencesOf(desk)).toEqual(both);
    await withdraw(ben, id, at(3));
    for (const desk of [ben, anna]) await syncDesk(desk);
    expect(presencesOf(anna)).toEqual([['passing', b]]);
    const [label] = labelsOf(ben);
    expect(label).toMatchObject({ presence: 'passing' });
    const undo = { remove: null, add: { ...(label ?? ({} as never)), id } };
    expect(await anna.workspace.changePlaceLabels([undo], { by: a ?? '', at: at(4) })).toBe('done');
    for (const desk of [anna, ben]) await syncDesk(desk);
    for (const desk of [anna, ben]) expect(presencesOf(desk)).toEqual(both);
  });

  test('of which two disagree are all shown, the later last, which is in effect, in every workspace', async () => {
    const { anna, ben } = await openDesks();
    await state(anna, 'stationary', at(1));
    await state(ben, 'passing', at(2));
    for (const desk of [anna, ben, anna]) await syncDesk(desk);
    for (const desk of [anna, ben])
      expect(labelsOf(desk).map(({ presence }) => presence)).toEqual(['stationary', 'passing']);
  });

  test('that were withdrawn stay so when a workspace that does not know it sends its own', async () => {
    const { anna, ben, open } = await openDesks();
    const id = await state(anna, 'stationary', at(1));
    const carl = await open('reviewer');
    // By a case.
    await state(carl, 'stationary', at(1), { by: anna.connection.user, id });
    for (const desk of [anna, ben]) await syncDesk(desk);
    await withdraw(ben, id, at(2));
    for (const desk of [ben, carl, anna]) await syncDesk(desk);
    for (const desk of [anna, ben, carl]) expect(presencesOf(desk)).toEqual([]);
  });

  test('are sent once, and an exchange without changes sends nothing', async () => {
    const { team, anna, ben } = await openDesks();
    await state(anna, 'stationary', at(1));
    await state(ben, 'passing', at(1), { longitude: 122 });
    for (let round = 0; round < 3; round += 1) for (const desk of [anna, ben]) await syncDesk(desk);
    expect(await runSql(team.owner, 'SELECT version::int FROM sightline.team')).toEqual([[2]]);
  });

  test('of a clock that is ahead stay in their order, however many are sent together', async () => {
    const { team, anna } = await openDesks();
    const ahead = Date.now() + 3_600_000;
    const statements = Array.from({ length: 500 }, (_each, index) => ({
      ...{ id: randomUUID(), analytic: 'Ships', position: [index / 10, 0], presence: 'passing', by: '' },
      at: new Date(ahead + index).toISOString(),
    }));
    await runSql(anna.connection, 'SELECT sightline.push_places($1, $2)', [
      ...[randomUUID(), JSON.stringify(statements)],
    ]);
    const stored = await runSql(
      team.owner,
      'SELECT round(longitude * 10)::int, count(*) OVER (PARTITION BY stated_at)::int FROM sightline.place_statements ORDER BY stated_at',
    );
    expect(stored).toEqual(statements.map((_each, index) => [index, 1]));
  });

  test('of a clock that is ahead are limited by that of the team, in their order, and later ones of others win', async () => {
    const { anna, ben } = await openDesks();
    const soon = (seconds: number) => new Date(Date.now() + 3_600_000 + 1000 * seconds).toISOString();
    await state(anna, 'stationary', soon(0));
    await state(anna, 'passing', soon(1), { longitude: 122 });
    await syncDesk(anna);
    await state(ben, 'passing', new Date().toISOString(), { longitude: 123 });
    for (const desk of [ben, anna]) await syncDesk(desk);
    for (const desk of [anna, ben])
      expect(labelsOf(desk).map(({ position: [longitude] }) => longitude)).toEqual([121, 122, 123]);
  });

  test('are sent again after a backup from before them was restored, and after a rebuild of the workspace', async () => {
    const { team, anna, ben } = await openDesks();
    const id = await state(anna, 'stationary', at(1));
    for (const desk of [anna, ben]) await syncDesk(desk);
    await withdraw(ben, id, at(2));
    await syncDesk(ben);
    await runSql(team.owner, 'DELETE FROM sightline.place_statements');
    await runSql(team.owner, 'DELETE FROM sightline.revisions');
    await runSql(team.owner, 'UPDATE sightline.team SET version = 0');
    await state(ben, 'passing', at(3), { longitude: 122 });
    for (const desk of [ben, anna, ben]) await syncDesk(desk);
    for (const desk of [anna, ben]) expect(presencesOf(desk)).toEqual([['passing', ben.connection.user]]);
    expectOk(await follow(ben.connection, ben.workspace));
    expect(presencesOf(ben)).toEqual([['passing', ben.connection.user]]);
  });

  test('name who has stated them, and who has sent them where that is another', async () => {
    const { anna, ben } = await openDesks();
    await state(anna, 'stationary', at(1), { by: 'xaver' });
    await state(anna, 'passing', at(2), { longitude: 122, by: '🚢'.repeat(500) });
    for (const desk of [anna, ben]) await syncDesk(desk);
    const a = anna.connection.user;
    expect(labelsOf(ben).map(({ by }) => by)).toEqual([
      `xaver (sent by ${a})`,
      `${'🚢'.repeat(400)} (sent by ${a})`,
    ]);
  });

  test('are received by a member who may not send any', async () => {
    const { anna, ben, open } = await openDesks();
    const reader = await open('publisher');
    await state(anna, 'stationary', at(1));
    for (const desk of [anna, reader]) await syncDesk(desk);
    expect(presencesOf(reader)).toEqual([['stationary', anna.connection.user]]);
    await state(reader, 'passing', at(2), { longitude: 122 });
    for (const desk of [reader, ben]) await syncDesk(desk);
    expect(labelsOf(ben)).toHaveLength(1);
  });

  test.each([
    { title: 'withdrawn', isWithdrawn: true, arrives: true },
    { title: 'in effect', isWithdrawn: false, arrives: false },
  ])(
    'of a member with 10,000 that are $title: another one arrives: $arrives',
    async ({ isWithdrawn, arrives }) => {
      const { team, anna, ben } = await openDesks();
      const own = await state(anna, 'stationary', at(1));
      await syncDesk(anna);
      const [sender, other] = [anna, ben].map(({ connection }) => connection.user);
      // With the statement above, which is in effect.
      const stored = isWithdrawn ? 10_001 : 9_999;
      await runSql(
        team.owner,
        `INSERT INTO sightline.place_statements SELECT gen_random_uuid(), 'SPEX', 0, n / 1e3, 'passing', $1, NULL,
         now() - interval '1 day', $2, NULL, CASE WHEN $2 THEN now() - interval '1 day' + n * interval '1 second' END,
         $3, gen_random_uuid() FROM generate_series(1, ${stored}) AS n`,
        [sender, isWithdrawn, other],
      );
      await state(anna, 'passing', at(2), { longitude: 122 });
      for (const desk of [anna, ben]) await syncDesk(desk);
      expect(presencesOf(ben)).toEqual([['stationary', sender], ...(arrives ? [['passing', sender]] : [])]);
      // A statement can always be withdrawn. The earliest withdrawal of more than 10,000 was dropped.
      await withdraw(anna, own, at(3));
      for (const desk of [anna, ben]) await syncDesk(desk);
      expect(presencesOf(ben)).toEqual(arrives ? [['passing', sender]] : []);
      const counts = `SELECT count(*) FILTER (WHERE is_withdrawn)::int, count(*) FILTER (WHERE latitude = 0.001)::int
      FROM sightline.place_statements`;
      expect(await runSql(team.owner, counts)).toEqual([isWithdrawn ? [10_001, 0] : [1, 1]]);
    },
  );

  test('in a form that no Sightline makes are set aside with the name of their author', async () => {
    const { team, anna, open } = await openDesks();
    const mallory = await open('reviewer');
    const { host, port, database, user } = mallory.connection;
    const client = new Client({ host, port, database, user });
    await client.connect();
    const own = { id: randomUUID(), analytic: 'SPEX', position: [121, 31], presence: 'passing', at: at(1) };
    const push = (places: readonly unknown[]) =>
      client.query('SELECT sightline.push_places(gen_random_uuid(), $1)', [JSON.stringify(places)]);
    for (const wrong of [
      { presence: 'haunted' },
      { position: [181, 31] },
      { position: ['NaN', 31] },
      { id: 'x' },
    ])
      await expect(push([{ ...own, ...wrong }])).rejects.toThrow();
    await push([own, { ...own, id: randomUUID(), position: [122, 31] }]);
    await client.end();
    // No member can write this: it is of another version.
    await runSql(
      team.owner,
      'ALTER TABLE sightline.place_statements DROP CONSTRAINT place_statements_presence_check',
    );
    await runSql(
      team.owner,
      `UPDATE sightline.place_statements SET presence = 'haunted' WHERE statement_id = '${own.id}'`,
    );
    const { setAside, places } = await syncDesk(anna);
    expect(places).toBe(1);
    expect(setAside).toEqual([
      {
        kind: 'places',
        author: user,
        reason: '1 statement about a place in a form that this Sightline does not know.',
      },
    ]);
    expect((await syncDesk(anna)).setAside).toEqual([]);
  });
});
