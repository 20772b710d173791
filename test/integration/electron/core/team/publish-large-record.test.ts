import { beforeAll, describe, expect, test } from 'vitest';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { createTeam, expectOk, openFilledStore, publish } from '../../../../builders/team-builder.ts';
import { runSql, type TestDatabases, whyNoPostgres } from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { buildFetch, buildFetchedPage } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: publishing a large record, as ${missing}.\n`);

/**
 * A page with one record: `count` features without geometry, then `features`. A page is refused above 5,000,000 JSON
 * values, so a million features with a position do not fit in one.
 */
function buildLargePage(fetch: ReturnType<typeof buildFetch>, count: number, features: readonly object[]) {
  const page = buildFetchedPage(fetch, [buildRecord({ features: ['@features@', ...features] })]);
  const text = Buffer.from(page.body).toString();
  const [before, after, ...others] = text.split('"@features@"');
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('The page must contain the place of the features once.');
  const feature = '{"type":"Feature"},';
  const filling = Buffer.alloc(count * feature.length - 1, feature);
  return { ...page, body: Buffer.concat([Buffer.from(before), filling, Buffer.from(after)]) };
}

describe.skipIf(missing !== undefined)('publishing a record of more than 2^20 features', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  test('what lies beyond is not visible in other GIS, all else arrives, and the notes state it', async () => {
    const team = await createTeam(databases);
    const publisher = await team.createUser('publisher');
    const store = openFilledStore([buildRecord()]);
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const named = (name: string) => buildFeature({ properties: { name } });
    const page = buildLargePage(fetch, 2 ** 20 - 1, [named('last'), named('beyond')]);
    expect(store.ingestPage(page)).toMatchObject({ ok: true });

    const published = expectOk(await publish(publisher, store));
    expect(published).toMatchObject({ records: 2, published: 2, detections: 2 });
    expect(published.notes).toEqual([expect.stringMatching(/^Not visible in other GIS: 1 detection /)]);
    const names = await runSql(
      team.owner,
      `SELECT properties ->> 'name' FROM sightline_gis.detections ORDER BY 1 NULLS FIRST`,
    );
    expect(names).toEqual([[null], ['last']]);
    expect(expectOk(await publish(publisher, store))).toMatchObject({ published: 0, detections: 0 });
  });
});
