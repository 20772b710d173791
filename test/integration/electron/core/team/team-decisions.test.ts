import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import {
  findDecision,
  readDecisionSubjects,
} from '../../../../../electron/core/workspace/read/ais/read-decisions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import {
  type Desk,
  expectOk,
  follow,
  openReviewerDesks,
  syncDesk,
} from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases, whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { fillWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: AIS decisions of a team, as ${missing}.\n`);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
const record = buildRecord({ features: [buildFeature(), buildFeature(), buildFeature()] });

function decisionsOf(desk: Desk) {
  return entriesOf(desk).map((entry) => entry?.decision ?? null);
}

function entriesOf({ workspace }: Desk) {
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const sql = createSql(database);
  const subjects = readDecisionSubjects(sql, [1, 2, 3]);
  const found = [1, 2, 3].map((id) => {
    const subject = subjects.get(id);
    return subject && findDecision(sql, subject);
  });
  database.close();
  return found;
}

async function decide(desk: Desk, detectionId: number, decision: string | null, time: string) {
  const expected = decisionsOf(desk)[detectionId - 1] ?? null;
  const info = { by: desk.connection.user, at: time };
  expect(await desk.workspace.decideAis([{ detectionId, decision, expected }], info)).toBe('recorded');
}

describe.skipIf(missing !== undefined)('AIS decisions of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  const openDesks = () => openReviewerDesks(databases, (workspace) => fillWorkspace(workspace, [record]));

  test('reach the others with their history, the latest in effect, and an undo is one', async () => {
    const { team, anna, ben } = await openDesks();
    await decide(anna, 1, '440100000', at(1));
    await decide(ben, 1, 'none', at(2));
    await decide(ben, 2, '440100001', at(0));
    expect((await syncDesk(anna)).decisions).toBe(0);
    expect((await syncDesk(ben)).decisions).toBe(0);
    expect((await syncDesk(anna)).decisions).toBe(2);
    expect(decisionsOf(anna)).toEqual(['none', '440100001', null]);
    expect(decisionsOf(ben)).toEqual(['none', '440100001', null]);
    await decide(ben, 1, null, at(3));
    for (const desk of [ben, anna]) await syncDesk(desk);
    expect(decisionsOf(anna)).toEqual([null, '440100001', null]);
    const stored = await runSql(
      team.owner,
      'SELECT author, decision FROM sightline.ais_decisions ORDER BY decided_at',
    );
    expect(stored).toEqual([
      [ben.connection.user, '440100001'],
      [anna.connection.user, '440100000'],
      [ben.connection.user, 'none'],
      [ben.connection.user, null],
    ]);
  });

  test('are sent once, and an exchange without changes sends nothing', async () => {
    const { team, anna, ben } = await openDesks();
    await decide(anna, 1, '440100000', at(1));
    await decide(ben, 2, 'none', at(1));
    for (let round = 0; round < 3; round += 1) for (const desk of [anna, ben]) await syncDesk(desk);
    expect(await runSql(team.owner, 'SELECT version::int FROM sightline.team')).toEqual([[2]]);
  });

  test('of a clock that is ahead are limited by that of the team, in their order, and later ones of others win', async () => {
    const { anna, ben } = await openDesks();
    const soon = (seconds: number) => new Date(Date.now() + 3_600_000 + 1000 * seconds).toISOString();
    await decide(anna, 1, '440100000', soon(0));
    await decide(anna, 1, '440100001', soon(1));
    await decide(anna, 1, '440100002', soon(2));
    for (const desk of [anna, ben]) await syncDesk(desk);
    expect(decisionsOf(ben)[0]).toBe('440100002');
    await decide(ben, 1, 'none', new Date().toISOString());
    for (const desk of [ben, anna, ben]) await syncDesk(desk);
    expect(decisionsOf(anna)[0]).toBe('none');
    expect(decisionsOf(ben)[0]).toBe('none');
  });

  test('of a clock that is ahead stay in their order, however many are sent together', async () => {
    const { team, anna } = await openDesks();
    const ahead = Date.now() + 3_600_000;
    const entries = Array.from({ length: 500 }, (_each, index) => ({
      ...{ id: randomUUID(), recordId: record.assignedId, identity: 'chip', decision: String(index), by: '' },
      at: new Date(ahead + index).toISOString(),
    }));
    await runSql(anna.connection, 'SELECT sightline.push_decisions($1, $2)', [
      ...[randomUUID(), JSON.stringify(entries)],
    ]);
    const stored = await runSql(
      team.owner,
      'SELECT decision::int, count(*) OVER (PARTITION BY decided_at)::int FROM sightline.ais_decisions ORDER BY decided_at',
    );
    expect(stored).toEqual(entries.map((_each, index) => [index, 1]));
  });

  test('are sent again after a backup from before them was restored', async () => {
    const { team, anna, ben } = await openDesks();
    await decide(anna, 1, '440100000', at(1));
    for (const desk of [anna, ben]) await syncDesk(desk);
    await runSql(team.owner, 'DELETE FROM sightline.ais_decisions');
    await runSql(team.owner, 'DELETE FROM sightline.revisions');
    await runSql(team.owner, 'UPDATE sightline.team SET version = 0');
    await decide(ben, 2, 'none', at(2));
    for (const desk of [ben, anna, ben]) await syncDesk(desk);
    for (const desk of [anna, ben]) expect(decisionsOf(desk)).toEqual(['440100000', 'none', null]);
  });

  test('are shown by a workspace that has another version of the record', async () => {
    const { anna, open } = await openDesks();
    const places = [121.1, 121.2, 121.3].map((x) => ({ type: 'Point', coordinates: [x, 31] }));
    const version = (geometries: readonly unknown[]) =>
      buildRecord({
        assignedId: 'versions',
        features: geometries.map((geometry) =>
          buildFeature({ geometry, properties: { sarChipIdentifier: undefined } }),
        ),
      });
    const [first, second] = [await open('reviewer', false), await open('reviewer', false)];
    await fillWorkspace(first.workspace, [version(places)]);
    await fillWorkspace(second.workspace, [version(places.toReversed())]);
    await decide(first, 1, '440100000', at(1));
    for (const desk of [anna, first, second]) await syncDesk(desk);
    expect(decisionsOf(second)).toEqual([null, null, '440100000']);
    await fillWorkspace(first.workspace, [version(places.toReversed())]);
    expect(decisionsOf(first)).toEqual(['440100000', null, null]);
    await decide(second, 3, 'none', at(2));
    for (const desk of [second, first]) await syncDesk(desk);
    expect(decisionsOf(first)).toEqual(['none', null, null]);
  });

  test('name who has decided, and who has sent it where that is another', async () => {
    const { team, anna, ben, open } = await openDesks();
    const decidersOf = (desk: Desk) => entriesOf(desk).map((entry) => entry?.by);
    const [a, b] = [anna, ben].map(({ connection }) => connection.user);
    const ofCase = [{ detectionId: 1, decision: '440100000', expected: null }];
    expect(await anna.workspace.decideAis(ofCase, { by: 'xaver', at: at(1) })).toBe('recorded');
    await decide(anna, 2, 'none', at(2));
    for (const desk of [anna, ben]) await syncDesk(desk);
    expect(decidersOf(anna)).toEqual(['xaver', a, undefined]);
    expect(decidersOf(ben)).toEqual([`xaver (sent by ${a})`, a, undefined]);
    await runSql(team.owner, 'DELETE FROM sightline.ais_decisions');
    await runSql(team.owner, 'DELETE FROM sightline.revisions');
    await runSql(team.owner, 'UPDATE sightline.team SET version = 0');
    const carl = await open('reviewer');
    for (const desk of [ben, anna, carl, ben]) await syncDesk(desk);
    expect(decidersOf(anna)).toEqual(['xaver', a, undefined]);
    expect(decidersOf(ben)).toEqual([`xaver (sent by ${a})`, a, undefined]);
    expect(decidersOf(carl)).toEqual([
      `xaver (sent by ${a}) (sent by ${b})`,
      `${a} (sent by ${b})`,
      undefined,
    ]);
  });

  test('name a decider of any length together with the sender', async () => {
    const { anna, ben } = await openDesks();
    const by = '🚢'.repeat(500);
    const long = [{ detectionId: 1, decision: 'none', expected: null }];
    expect(await anna.workspace.decideAis(long, { by, at: at(1) })).toBe('recorded');
    expect((await syncDesk(anna)).setAside).toEqual([]);
    expect((await syncDesk(ben)).setAside).toEqual([]);
    const shown = `${'🚢'.repeat(400)} (sent by ${anna.connection.user})`;
    expect(entriesOf(ben)[0]?.by).toBe(shown);
  });

  test('wait for the record of their detection, and are received by a member who may not send any', async () => {
    const { anna, open } = await openDesks();
    const reader = await open('publisher', false);
    await decide(anna, 1, '440100000', at(1));
    for (const desk of [anna, reader]) await syncDesk(desk);
    expect(decisionsOf(reader)).toEqual([null, null, null]);
    await fillWorkspace(reader.workspace, [record]);
    expect(decisionsOf(reader)[0]).toBe('440100000');
    await decide(reader, 1, 'none', at(9));
    for (const desk of [reader, anna]) await syncDesk(desk);
    expect(decisionsOf(anna)[0]).toBe('440100000');
    expect(decisionsOf(reader)[0]).toBe('none');
  });

  test('in a form that no Sightline makes are set aside with the name of their author', async () => {
    const { team, anna, open } = await openDesks();
    const mallory = await open('reviewer');
    const { host, port, database, user } = mallory.connection;
    const client = new Client({ host, port, database, user });
    await client.connect();
    const own = { id: randomUUID(), recordId: 'r', identity: 'x'.repeat(100_000), decision: '1', at: at(1) };
    const hostile = [own, { ...own, id: randomUUID() }];
    await client.query('SELECT sightline.push_decisions(gen_random_uuid(), $1)', [JSON.stringify(hostile)]);
    await client.end();
    // No member can write this: it is of another version.
    await runSql(
      team.owner,
      'ALTER TABLE sightline.ais_decisions DROP CONSTRAINT ais_decisions_decision_check',
    );
    await runSql(
      team.owner,
      `UPDATE sightline.ais_decisions SET decision = repeat('x', 30) WHERE decision_id = '${own.id}'`,
    );
    const { setAside } = await syncDesk(anna);
    expect(setAside).toEqual([
      {
        kind: 'decisions',
        author: user,
        reason: '1 AIS decision in a form that this Sightline does not know.',
      },
    ]);
    expect((await syncDesk(anna)).setAside).toEqual([]);
  });

  test('are exchanged again after a rebuild of the workspace', async () => {
    const { anna, ben } = await openDesks();
    await decide(anna, 1, '440100000', at(1));
    for (const desk of [anna, ben]) await syncDesk(desk);
    expectOk(await follow(ben.connection, ben.workspace));
    expect(decisionsOf(ben)[0]).toBe('440100000');
  });
});
