import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { propertyCorrectionsKey } from '../../../../../electron/core/workspace/read/property-corrections.ts';
import type {
  CorrectedMeaning,
  StoredCorrection,
} from '../../../../../shared/results/property-correction.ts';
import { type Desk, openReviewerDesks, syncDesk } from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases, whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: corrected meanings of a team, as ${missing}.\n`);

const format = { productType: 'VESSEL', documentVersion: '2.0' };
const feet: CorrectedMeaning = { meaning: 'lengthMetres', unit: 'ft' };
const width: CorrectedMeaning = { meaning: 'widthMetres', unit: '' };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

async function meaningsOf({ workspace }: Desk) {
  const stored = JSON.parse(
    (await workspace.getSetting(propertyCorrectionsKey)) ?? '[]',
  ) as StoredCorrection[];
  return Object.fromEntries(
    stored.filter(({ as }) => as !== null).map(({ property, as }) => [property, [as?.meaning, as?.unit]]),
  );
}

async function correct(
  { workspace }: Desk,
  property: string,
  [expected, to]: readonly [CorrectedMeaning | null, CorrectedMeaning | null],
  minute: number,
) {
  expect(await workspace.correctProperties([{ format, property, expected, to }], at(minute))).toBeNull();
}

describe.skipIf(missing !== undefined)('corrected meanings of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  const openDesks = () => openReviewerDesks(databases);

  test('reach the others, the later one in effect, and a removal is one', async () => {
    const { anna, ben } = await openDesks();
    await correct(anna, 'size', [null, feet], 1);
    await correct(ben, 'size', [null, width], 2);
    await correct(ben, 'extent', [null, width], 0);
    for (const desk of [anna, ben, anna]) await syncDesk(desk);
    const all = { size: ['widthMetres', ''], extent: ['widthMetres', ''] };
    expect(await meaningsOf(anna)).toEqual(all);
    expect(await meaningsOf(ben)).toEqual(all);
    // An undo sets what was before, and is later than what it undoes.
    await correct(ben, 'size', [width, null], 3);
    expect((await syncDesk(ben)).corrections).toBe(0);
    expect((await syncDesk(anna)).corrections).toBe(1);
    expect(await meaningsOf(anna)).toEqual({ extent: ['widthMetres', ''] });
    await correct(anna, 'size', [null, feet], 4);
    for (const desk of [anna, ben]) await syncDesk(desk);
    expect(await meaningsOf(ben)).toEqual({ size: ['lengthMetres', 'ft'], extent: ['widthMetres', ''] });
  });

  test('are sent once, and an exchange without changes sends nothing', async () => {
    const { team, anna, ben } = await openDesks();
    await correct(anna, 'size', [null, feet], 1);
    for (let round = 0; round < 3; round += 1) for (const desk of [anna, ben]) await syncDesk(desk);
    const version = await runSql(team.owner, 'SELECT version::int FROM sightline.team');
    expect(version).toEqual([[1]]);
  });

  test('of a clock that is ahead are limited by that of the team, and later ones of others win', async () => {
    const { anna, ben } = await openDesks();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await anna.workspace.correctProperties([{ format, property: 'size', expected: null, to: feet }], soon);
    for (const desk of [anna, ben]) await syncDesk(desk);
    expect(await meaningsOf(ben)).toEqual({ size: ['lengthMetres', 'ft'] });
    await ben.workspace.correctProperties([{ format, property: 'size', expected: feet, to: width }]);
    for (const desk of [ben, anna, ben]) await syncDesk(desk);
    expect(await meaningsOf(anna)).toEqual({ size: ['widthMetres', ''] });
    expect(await meaningsOf(ben)).toEqual({ size: ['widthMetres', ''] });
  });

  test('are sent again after a backup from before them was restored', async () => {
    const { team, anna, ben } = await openDesks();
    await correct(anna, 'size', [null, feet], 1);
    for (const desk of [anna, ben]) await syncDesk(desk);
    await runSql(team.owner, 'DELETE FROM sightline.corrections');
    await runSql(team.owner, 'DELETE FROM sightline.revisions');
    await runSql(team.owner, 'UPDATE sightline.team SET version = 0');
    await correct(ben, 'extent', [null, width], 2);
    for (const desk of [ben, anna, ben]) await syncDesk(desk);
    const all = { size: ['lengthMetres', 'ft'], extent: ['widthMetres', ''] };
    expect(await meaningsOf(anna)).toEqual(all);
    expect(await meaningsOf(ben)).toEqual(all);
    const kept = await runSql(team.owner, 'SELECT property FROM sightline.corrections ORDER BY property');
    expect(kept).toEqual([['extent'], ['size']]);
  });

  test('are received by a member who may not send any, whose own stay', async () => {
    const { anna, open } = await openDesks();
    const reader = await open('publisher');
    await correct(reader, 'size', [null, width], 5);
    await correct(anna, 'size', [null, feet], 1);
    await correct(anna, 'extent', [null, width], 1);
    for (const desk of [anna, reader, anna]) await syncDesk(desk);
    expect(await meaningsOf(reader)).toEqual({ size: ['widthMetres', ''], extent: ['widthMetres', ''] });
    expect(await meaningsOf(anna)).toEqual({ size: ['lengthMetres', 'ft'], extent: ['widthMetres', ''] });
  });

  test('in a form that no Sightline makes are set aside with the name of their author', async () => {
    const { anna, ben, open } = await openDesks();
    const mallory = await open('reviewer');
    const { host, port, database, user } = mallory.connection;
    const client = new Client({ host, port, database, user });
    await client.connect();
    const hostile = [
      { ...format, property: 'a', as: { meaning: 'everything', unit: '' }, at: at(1) },
      { ...format, property: 'b', as: { meaning: 'lengthMetres', unit: 'parsecs' }, at: at(1) },
      { ...format, property: 'c', as: 'x'.repeat(900), at: at(1) },
    ];
    await client.query('SELECT sightline.push_corrections(gen_random_uuid(), $1)', [JSON.stringify(hostile)]);
    // She fills what one member may add; the others can still add theirs.
    for (let chunk = 0; chunk < 12; chunk += 1) {
      const rows = Array.from({ length: 100 }, (_each, index) => ({
        ...{ ...format, property: `flood ${chunk} ${index}`, as: null, at: at(1) },
      }));
      await client.query('SELECT sightline.push_corrections(gen_random_uuid(), $1)', [JSON.stringify(rows)]);
    }
    await client.end();
    await correct(anna, 'size', [null, feet], 1);
    await syncDesk(anna);
    const { setAside } = await syncDesk(ben);
    expect(setAside).toEqual([
      {
        kind: 'corrections',
        author: user,
        reason: '3 corrected meanings in a form that this Sightline does not know.',
      },
    ]);
    expect(await meaningsOf(ben)).toEqual({ size: ['lengthMetres', 'ft'] });
    expect((await syncDesk(ben)).setAside).toEqual([]);
  });
});
