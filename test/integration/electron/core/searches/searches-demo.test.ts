import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../electron/core/core.ts';
import { createCore } from '../../../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../../../electron/core/demo-service/demo-credentials.ts';
import { isActiveJob } from '../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../shared/result.ts';
import { type SearchInput, searchSchema } from '../../../../../shared/results/search.ts';
import { savedSearchInputSchema } from '../../../../../shared/searches/saved-search.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

async function runToEnd(core: Core, id: string, kind: 'new' | 'full') {
  const begun = valued(await core.searches.run(id, kind));
  await expect
    .poll(() => {
      const job = core.jobs.list().find((each) => each.id === begun.id);
      return job !== undefined && !isActiveJob(job);
    })
    .toBe(true);
  const job = core.jobs.list().find((each) => each.id === begun.id);
  expect(job?.failure).toBeUndefined();
  return job;
}

async function startSignedIn() {
  const dataDir = path.join(await makeTempFolder(), 'data');
  const problems: string[] = [];
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    onProblem: (error, where) => problems.push(`${where}: ${error}`),
  });
  onTestFinished(() => core.close());
  valued(await core.session.signIn({ profileId: 'demo', ...demoCredentials }));
  return { core, problems };
}

it('a saved search with conditions of its own runs on the demo service and fills the table’s filter', async () => {
  const { core, problems } = await startSignedIn();
  const uploadedAfter = new Date(Date.now() - 4 * 86_400_000).toISOString();
  const search = searchSchema.parse({
    regions: ['East Asia'],
    analytics: [],
    uploadedAfter,
    conditions: [
      { path: 'content.sensorData.sensorType', condition: { eq: 'SAR' } },
      { path: 'content.sensorData.incidenceAngle', condition: { gt: 20, lt: 45 } },
      { path: 'content.features.properties.nothing_like_it', condition: { ne: 5 } },
    ],
  });
  const { after: saved } = valued(
    await core.searches.save(
      savedSearchInputSchema.parse({
        id: buildUuid(),
        name: 'Steep passes',
        search,
        schedule: { kind: 'manual' },
      }),
    ),
  );
  const { id } = saved;
  const first = await runToEnd(core, id, 'new');
  expect(first).toMatchObject({ state: 'complete', fetch: { searchId: id } });
  const found = first?.fetch?.records ?? 0;
  expect(found).toBeGreaterThan(10);

  // Another fetch brings more, which is not the search's.
  const other = valued(
    await core.fetches.start(
      searchSchema.parse({ regions: ['Eastern Europe'], analytics: [], maxRecords: 50 }),
    ),
  );
  await expect.poll(() => core.jobs.list().find((job) => job.id === other.id)?.state).toBe('complete');
  const [standing] = valued(await core.searches.list()).searches;
  expect(standing).toMatchObject({ records: found, newRecords: found, detections: first?.fetch?.detections });
  const page = { sort: { field: 'id', order: 'ASC' } as const, offset: 0, limit: 5 };
  const workspace = core.workspace();
  const ofSearch = await workspace?.detectionPage({ ...page, filter: { searchId: id } });
  expect(ofSearch?.total).toBe(first?.fetch?.detections);
  expect(await workspace?.detectionPage({ ...page, filter: { fetchId: other.id } })).not.toMatchObject({
    total: ofSearch?.total,
  });

  const second = await runToEnd(core, id, 'full');
  expect(second?.fetch).toMatchObject({ newRecords: 0, records: found });
  const diff = valued(
    await core.searches.compare({ fetchId: second?.id ?? '', kind: 'changed', offset: 0, limit: 10 }),
  );
  expect(diff).toMatchObject({ counts: { new: 0, gone: 0, changed: 0, same: found }, rows: [] });
  // The card of the run before has made room; the history has all three.
  expect(core.jobs.list().filter((job) => job.fetch?.searchId === id)).toHaveLength(1);
  expect(valued(await core.searches.history({ text: '', offset: 0, limit: 10 })).total).toBe(3);
  expect(problems).toEqual([]);
});

it('records that come in part never take the place of whole ones', async () => {
  const { core, problems } = await startSignedIn();
  const fetched = async (fields: 'all' | 'without-features' | 'headers') => {
    const search = searchSchema.parse({
      regions: ['East Asia'],
      analytics: [],
      fields,
      maxRecords: 30,
      pageSize: 30,
    });
    const { id } = valued(await core.fetches.start(search));
    await expect.poll(() => core.jobs.list().find((job) => job.id === id)?.state).toBe('complete');
    return core.jobs.list().find((job) => job.id === id)?.fetch;
  };
  const counts = async () => core.workspace()?.counts({});
  expect(await fetched('headers')).toMatchObject({ records: 30, newRecords: 30, detections: 0 });
  expect(await counts()).toMatchObject({ records: 30, detections: 0, regions: [] });
  expect(await fetched('without-features')).toMatchObject({ changedRecords: 30, detections: 0 });
  expect(await counts()).toMatchObject({ records: 30, detections: 0 });
  const whole = await fetched('all');
  expect(whole).toMatchObject({ changedRecords: 30 });
  expect(whole?.detections).toBeGreaterThan(0);
  expect(await fetched('headers')).toMatchObject({ newRecords: 0, changedRecords: 0 });
  expect(await counts()).toMatchObject({ records: 30, detections: whole?.detections });
  expect(problems).toEqual([]);
});

it('a fetch starts at the record it is given, and one record is fetched by its id', async () => {
  const { core, problems } = await startSignedIn();
  const uploadedAfter = new Date(Date.now() - 4 * 86_400_000).toISOString();
  const fetched = async (search: Partial<SearchInput>) => {
    const all = { regions: ['East Asia'], analytics: [], uploadedAfter, pageSize: 20, ...search };
    const { id } = valued(await core.fetches.start(searchSchema.parse(all)));
    await expect.poll(() => core.jobs.list().find((job) => job.id === id)?.state).toBe('complete');
    return core.jobs.list().find((job) => job.id === id);
  };
  expect((await fetched({ maxRecords: 30 }))?.fetch).toMatchObject({ records: 30, newRecords: 30 });
  const later = await fetched({ startOffset: 20, maxRecords: 30 });
  expect(later?.fetch).toMatchObject({ records: 30, newRecords: 20 });
  expect(later?.fetch?.queryText).toContain('offset: 40');
  expect(later?.warnings).toContainEqual(expect.stringContaining('starts at record 21'));
  const page = await core.workspace()?.recordPage({ having: 'any', offset: 0, limit: 1 });
  const recordId = page?.rows[0]?.recordId ?? '';
  const conditions = [{ path: 'assignedId', condition: { eq: recordId } }];
  const again = await fetched({ regions: [], uploadedAfter: undefined, conditions });
  expect(again?.fetch).toMatchObject({ records: 1, newRecords: 0, changedRecords: 0 });
  expect(again?.warnings).toEqual([]);
  expect(problems).toEqual([]);
});
