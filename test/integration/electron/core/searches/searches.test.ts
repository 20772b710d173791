import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createFetches } from '../../../../../electron/core/fetches/create-fetches.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import { createSearches } from '../../../../../electron/core/searches/create-searches.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import { openWorkspace } from '../../../../../electron/core/workspace/open/open-workspace.ts';
import { isActiveJob, type Job } from '../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../shared/result.ts';
import { searchSchema } from '../../../../../shared/results/search.ts';
import {
  type SavedSearch,
  type SavedSearchInput,
  savedSearchInputSchema,
  searchRevertSchema,
} from '../../../../../shared/searches/saved-search.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import type { StoredChange } from '../../../../../shared/stored-revert.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { buildFeature, buildPage, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../../../../builders/service-server.ts';
import { buildFetch, makeTempFolder } from '../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../builders/workspace-columns.ts';

const hour = 3_600_000;
const pageSize = 2;

let service: ServiceServer;
/** Records of the service; a query for what is new gets those uploaded later, as the service’s documents say. */
let records: Record<string, unknown>[];
let folder: string;

const record = (name: string, uploadTime: string, more: Record<string, unknown> = {}) => ({
  ...buildRecord({ assignedId: name, features: [buildFeature(), buildFeature()] }),
  uploadTime,
  ...more,
});

beforeEach(async () => {
  folder = await makeTempFolder();
  service = await startServiceServer();
  onTestFinished(() => service.close());
  records = [
    record('r1', '2026-11-01T00:00:00Z'),
    record('r2', '2026-11-02T00:00:00Z'),
    record('r3', '2026-11-03T00:00:00Z'),
  ];
  answerPages();
});

function answerPages(refuse: (offset: number) => boolean = () => false): void {
  service.fault = ({ path: address, body }, response) => {
    if (address !== '/psdm/graphql/gmss') return false;
    const after = /uploadTime: \{ gt: "([^"]+)"/.exec(body)?.[1];
    const offset = Number(/offset: (\d+)/.exec(body)?.[1]);
    if (refuse(offset)) {
      sendJson(response, 400, { message: 'Not today.' });
      return true;
    }
    const found = records.filter(
      ({ uploadTime }) => after === undefined || Date.parse(String(uploadTime)) > Date.parse(after),
    );
    const next = offset + pageSize < found.length ? { nextOffset: offset + pageSize } : {};
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(buildPage(found.slice(offset, offset + pageSize), next));
    return true;
  };
}

async function start() {
  const workspace = await openWorkspace({
    path: path.join(folder, 'test.gpkg'),
    workerUrl: coreWorkers.workspace,
  });
  const events = createEvents();
  const access = buildServiceAccess(buildProfile(service.url));
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const jobs = createJobRunner({ events, onProblem });
  const shared = { jobs, workspace: () => workspace, events, onProblem };
  const fetches = createFetches({
    ...shared,
    client: createServiceClient(access, { retry: { wait: async () => {} } }),
    access,
    wait: async () => {},
  });
  const state = { status: 'signed-in', workspace: 'open' } as SessionState;
  const session = {
    current: state,
    listeners: new Set<(state: SessionState) => void>(),
    state: () => session.current,
    onChange(listener: (state: SessionState) => void) {
      session.listeners.add(listener);
      return () => session.listeners.delete(listener);
    },
    become(status: SessionState['status']) {
      session.current = { ...state, status };
      for (const listener of session.listeners) listener(session.current);
    },
  };
  await fetches.onWorkspaceOpened(workspace);
  const clock = { ahead: 0 };
  const searches = createSearches({
    ...shared,
    session,
    fetches,
    brand: () => 'svc',
    now: () => Date.now() + clock.ahead,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await searches.close();
    await jobs.stopAll();
    await workspace.close();
  };
  onTestFinished(close);
  return { workspace, events, fetches, jobs, searches, session, clock, problems, close };
}
type Started = Awaited<ReturnType<typeof start>>;

const toSave = (more: Partial<SavedSearchInput> = {}) =>
  savedSearchInputSchema.parse({
    id: buildUuid(),
    name: 'Yellow Sea vessels',
    search: { regions: ['East Asia'], analytics: [], pageSize, maxRecords: 1 },
    schedule: { kind: 'manual' },
    ...more,
  });

/** A saved search as it was saved. */
function saved(result: Result<StoredChange<SavedSearch>>): SavedSearch {
  return valued(result).after;
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

async function ended({ jobs, searches }: Started, id: string): Promise<Job> {
  await expect.poll(() => isActiveJob(jobs.get(id) as Job)).toBe(false);
  // Kept as well, so that the standing shows it.
  await expect
    .poll(
      async () =>
        valued(await searches.history({ text: '', offset: 0, limit: 200 })).entries.find(
          ({ job }) => job.id === id,
        )?.job.state,
    )
    .toBe(jobs.get(id)?.state);
  return jobs.get(id) as Job;
}

const runToEnd = async (started: Started, id: string, kind: 'new' | 'full') =>
  ended(started, valued(await started.searches.run(id, kind)).id);

async function standing({ searches }: Started, id: string) {
  const found = valued(await searches.list()).searches.find(({ search }) => search.id === id);
  if (!found) throw new Error('The search is gone.');
  return found;
}

const queriesSent = () => service.requests.map(({ body }) => body);

describe('a saved search', () => {
  it('requests everything first, and then what was uploaded since, with the overlap', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave({ overlapMinutes: 90 })));
    expect(await standing(started, id)).toMatchObject({
      watermark: null,
      records: 0,
      newRecords: 0,
      lastRun: null,
    });

    const first = await runToEnd(started, id, 'new');
    // “Maximum records” is not retained: it goes on to the end.
    expect(first).toMatchObject({ state: 'complete', fetch: { records: 3, searchId: id } });
    expect(queriesSent()[0]).toMatch(/uploadTime: \{ lt: /);
    const after = await standing(started, id);
    expect(after).toMatchObject({
      records: 3,
      detections: 6,
      newRecords: 3,
      newDetections: 6,
      watermark: first.startedAt,
    });

    valued(await started.searches.markViewed(id));
    expect(await standing(started, id)).toMatchObject({ records: 3, newRecords: 0 });

    const late = new Date(Date.parse(first.startedAt) - hour).toISOString();
    records.push(record('r4', late));
    const sentBefore = queriesSent().length;
    const second = await runToEnd(started, id, 'new');
    const since = new Date(Date.parse('2026-11-03T00:00:00Z') - 1.5 * hour).toISOString();
    expect(queriesSent()[sentBefore]).toContain(`uploadTime: { gt: "${since}", lt: "${second.startedAt}" }`);
    expect(await standing(started, id)).toMatchObject({
      records: 4,
      newRecords: 1,
      newDetections: 2,
      watermark: second.startedAt,
    });
  });

  it('misses nothing that is uploaded after a run whose clock was ahead, or that returned nothing', async () => {
    const started = await start();
    records = [];
    const { id } = saved(await started.searches.save(toSave()));
    const uploadedNow = (name: string) =>
      records.push(record(name, new Date(Date.now() + records.length).toISOString()));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * hour });
    onTestFinished(() => void vi.useRealTimers());
    expect((await runToEnd(started, id, 'new')).fetch).toMatchObject({ records: 0 });
    vi.useRealTimers();
    uploadedNow('r1');
    expect((await runToEnd(started, id, 'new')).fetch).toMatchObject({ newRecords: 1 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * hour });
    await runToEnd(started, id, 'new');
    vi.useRealTimers();
    uploadedNow('r2');
    expect((await runToEnd(started, id, 'new')).fetch).toMatchObject({ newRecords: 1 });
  });

  it('begins at the newest upload of the last run whose clock was not ahead', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * hour });
    onTestFinished(() => void vi.useRealTimers());
    await runToEnd(started, id, 'new');
    vi.useRealTimers();
    expect(await started.workspace.newestUploadOfSearch(id)).toBe('2026-11-03T00:00:00.000Z');
    records.push(record('r4', '2026-11-04T00:00:00Z'));
    await runToEnd(started, id, 'new');
    expect(await started.workspace.newestUploadOfSearch(id)).toBe('2026-11-04T00:00:00.000Z');
    const sentBefore = queriesSent().length;
    await runToEnd(started, id, 'new');
    expect(queriesSent()[sentBefore]).toContain('uploadTime: { gt: "2026-11-03T23:00:00.000Z"');
  });

  it('is not run next to an active run, also when another one has ended since', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    const released = Promise.withResolvers<void>();
    const answer = service.fault;
    service.fault = async (request, response) => {
      await released.promise;
      return answer(request, response);
    };
    const active = valued(await started.searches.run(id, 'new'));
    const since = buildFetch({ state: 'complete', startedAt: new Date().toISOString() }, { searchId: id });
    const run = { searchId: id, revision: 1, kind: 'new' } as const;
    await started.workspace.saveFetch({ ...since, run });
    for (const kind of ['new', 'full'] as const) {
      expect(await started.searches.run(id, kind)).toMatchObject({ failure: { code: 'conflict' } });
    }
    released.resolve();
    expect(await ended(started, active.id)).toMatchObject({ state: 'complete', fetch: { records: 3 } });
  });

  it('counts records as new that another fetch has brought before', async () => {
    const started = await start();
    await ended(
      started,
      valued(await started.fetches.start(searchSchema.parse({ regions: [], analytics: [], pageSize }))).id,
    );
    const { id } = saved(await started.searches.save(toSave()));
    const run = await runToEnd(started, id, 'new');
    expect(run.fetch).toMatchObject({ newRecords: 0 });
    expect(await standing(started, id)).toMatchObject({ newRecords: 3 });
  });

  it('counts the detections of a record that another fetch has replaced', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    await runToEnd(started, id, 'new');
    expect(await standing(started, id)).toMatchObject({ records: 3, detections: 6 });
    const fewer = buildRecord({ assignedId: 'r1', features: [buildFeature()] });
    records[0] = { ...fewer, uploadTime: '2026-11-01T00:00:00Z' };
    await ended(
      started,
      valued(await started.fetches.start(searchSchema.parse({ regions: [], analytics: [], pageSize }))).id,
    );
    const { detections } = await started.workspace.counts({});
    expect(detections).toBe(5);
    expect(await standing(started, id)).toMatchObject({ records: 3, detections });
  });

  it('changes its watermark only after a complete run, and resumes a stopped run', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    answerPages((offset) => offset > 0);
    const failed = await runToEnd(started, id, 'new');
    expect(failed.state).toBe('failed');
    expect(await standing(started, id)).toMatchObject({
      watermark: null,
      records: 2,
      lastRun: { job: { state: 'failed' } },
    });
    answerPages();
    const resumed = await runToEnd(started, id, 'new');
    expect(resumed).toMatchObject({ id: failed.id, state: 'complete', fetch: { records: 3 } });
    expect((await standing(started, id)).watermark).toBe(failed.startedAt);
  });

  it('starts again when its conditions have changed, and only then', async () => {
    const started = await start();
    const input = toSave();
    const { id } = saved(await started.searches.save(input));
    await runToEnd(started, id, 'new');
    const renamed = saved(await started.searches.save({ ...input, name: 'Another name', paused: true }));
    expect(renamed.revision).toBe(1);
    expect((await standing(started, id)).watermark).not.toBeNull();
    saved(await started.searches.save({ ...input, search: { ...input.search, analytics: ['SPEX'] } }));
    expect(await standing(started, id)).toMatchObject({ watermark: null, records: 0, newRecords: 0 });
  });

  it('never runs twice at once', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    const [one, other] = await Promise.all([
      started.searches.run(id, 'new'),
      started.searches.run(id, 'full'),
    ]);
    expect([one.ok, other.ok].toSorted()).toEqual([false, true]);
    const job = [one, other].find(({ ok }) => ok);
    if (job?.ok) await ended(started, job.value.id);
  });

  it('is restored by saving an edit that was begun before it was deleted in another window', async () => {
    const started = await start();
    const input = toSave();
    const { id } = saved(await started.searches.save(input));
    valued(await started.searches.remove(id));
    saved(await started.searches.save({ ...input, name: 'Edited' }));
    expect(valued(await started.searches.list()).searches.map(({ search }) => search.name)).toEqual([
      'Edited',
    ]);
  });

  it('can be deleted and come back with all it has brought', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    await runToEnd(started, id, 'new');
    valued(await started.searches.remove(id));
    expect(valued(await started.searches.list()).searches).toEqual([]);
    expect(await started.searches.run(id, 'new')).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
    valued(await started.searches.restore(id));
    expect(await standing(started, id)).toMatchObject({ records: 3 });
    expect(await started.searches.restore(id)).toMatchObject({ ok: false });
  });

  it('is set back to former settings, unless another window has changed them', async () => {
    const started = await start();
    const input = toSave();
    const before = saved(await started.searches.save(input));
    const after = saved(await started.searches.save({ ...input, name: 'Renamed' }));
    // Viewing its results is no change of its settings.
    valued(await started.searches.markViewed(input.id));
    valued(await started.searches.revert(searchRevertSchema.parse({ expected: after, to: before })));
    const names = async () => valued(await started.searches.list()).searches.map(({ search }) => search.name);
    expect(await names()).toEqual([input.name]);
    valued(await started.searches.save({ ...input, name: 'Of another window' }));
    expect(
      await started.searches.revert(searchRevertSchema.parse({ expected: before, to: after })),
    ).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(
      await started.searches.revert(searchRevertSchema.parse({ expected: before, to: null })),
    ).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(await names()).toEqual(['Of another window']);
  });

  it('that cannot be read is counted, retained, and hides no other', async () => {
    const started = await start();
    const readable = saved(await started.searches.save(toSave({ name: 'Readable' })));
    const newer = saved(await started.searches.save(toSave({ name: 'Newer' })));
    const damaged = saved(await started.searches.save(toSave({ name: 'Damaged' })));
    const { path: file } = started.workspace;
    const stored = () =>
      withFile(file, (sql) => sql.all('SELECT search_id, name, body FROM searches ORDER BY search_id'));
    withFile(file, (sql) => {
      const change = (id: string, body: string) =>
        sql.run('UPDATE searches SET body = ? WHERE search_id = ?', body, id);
      change(newer.id, JSON.stringify({ ...newer, schedule: { kind: 'by-tide' } }));
      change(damaged.id, '{"id":');
    });
    const before = stored();
    const { searches, unreadable } = valued(await started.searches.list());
    expect([searches.map(({ search }) => search.name), unreadable]).toEqual([['Readable'], 2]);
    await runToEnd(started, readable.id, 'new');
    expect(await standing(started, readable.id)).toMatchObject({ records: 3 });
    expect(await started.searches.run(newer.id, 'new')).toMatchObject({ failure: { code: 'not-found' } });
    expect(stored()).toEqual(before);
  });

  it('is refused when it could never be sent', async () => {
    const started = await start();
    const twice = [
      { path: 'content.type', condition: { eq: 'x' } },
      { path: 'content.type.x', condition: { eq: 'y' } },
    ];
    const search = { regions: [], analytics: [], conditions: twice };
    expect(await started.searches.save(toSave({ search }))).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(() => toSave({ name: ' ' })).toThrow('Give the search a name.');
    expect(valued(await started.searches.list()).searches).toEqual([]);
  });
});

describe('a check of everything', () => {
  it('lists what is new, missing and changed, with the paths that differ', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    const first = await runToEnd(started, id, 'full');
    expect(
      await started.searches.compare({ fetchId: first.id, kind: 'new', offset: 0, limit: 10 }),
    ).toMatchObject({ ok: false });
    expect((await standing(started, id)).comparableFetchId).toBeNull();

    // In between, one comes by a run for what is new and one by another fetch; both count as they should.
    records.push(record('r4', new Date().toISOString()));
    await runToEnd(started, id, 'new');
    records = [
      ...records.filter(({ assignedId }) => assignedId !== 'r1' && assignedId !== 'r2'),
      record('r2', '2026-11-02T00:00:00Z', { header: { version: '9', added: true } }),
      record('r5', '2026-11-05T00:00:00Z'),
    ];
    const second = await runToEnd(started, id, 'full');
    expect((await standing(started, id)).comparableFetchId).toBe(second.id);
    const compare = async (kind: 'new' | 'gone' | 'changed') =>
      valued(await started.searches.compare({ fetchId: second.id, kind, offset: 0, limit: 10 }));
    const diff = await compare('new');
    expect(diff).toMatchObject({ formerFetchId: first.id, counts: { new: 1, gone: 1, changed: 1, same: 2 } });
    expect(diff.rows).toMatchObject([{ recordId: 'r5', difference: null }]);
    expect((await compare('gone')).rows.map(({ recordId }) => recordId)).toEqual(['r1']);
    const [changed] = (await compare('changed')).rows;
    expect(changed?.recordId).toBe('r2');
    expect(changed?.difference?.paths).toContainEqual({
      path: 'header.added',
      former: null,
      current: 'true',
    });
    // What is gone at the service stays in the workspace.
    expect((await started.workspace.counts({})).records).toBe(5);
  });

  it('notices a change that another fetch has brought in between', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    await runToEnd(started, id, 'full');
    records = [...records.slice(1), record('r1', '2026-11-01T00:00:00Z', { header: { version: 'other' } })];
    await ended(
      started,
      valued(await started.fetches.start(searchSchema.parse({ regions: [], analytics: [], pageSize }))).id,
    );
    const { id: fetchId } = await runToEnd(started, id, 'full');
    const diff = valued(await started.searches.compare({ fetchId, kind: 'changed', offset: 0, limit: 10 }));
    expect(diff.rows.map(({ recordId }) => recordId)).toEqual(['r1']);
  });
});

describe('the schedule', () => {
  it('runs a search at once, then when its time has come, and not while it is paused', async () => {
    const started = await start();
    const input = toSave({ schedule: { kind: 'every', hours: 2 } });
    const { id } = saved(await started.searches.save(input));
    const runs = async () =>
      valued(await started.searches.history({ text: '', offset: 0, limit: 10, searchId: id })).entries;
    await expect.poll(async () => (await runs()).map(({ job }) => job.state)).toEqual(['complete']);
    expect((await standing(started, id)).dueAt).toBe(
      Date.parse((await runs())[0]?.job.startedAt ?? '') + 2 * hour,
    );

    // Several times were missed while the computer slept: one run makes up for them.
    started.clock.ahead = 7 * hour;
    started.session.become('signed-in');
    await expect
      .poll(async () => (await runs()).map(({ job }) => job.state))
      .toEqual(['complete', 'complete']);
    expect((await runs())[0]?.run?.kind).toBe('new');

    saved(await started.searches.save({ ...input, paused: true }));
    started.clock.ahead = 20 * hour;
    started.session.become('signed-in');
    expect((await standing(started, id)).dueAt).toBeNull();
    expect(await runs()).toHaveLength(2);
    expect(started.problems).toEqual([]);
  });

  it('runs when it is due after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * hour });
    onTestFinished(() => void vi.useRealTimers());
    const started = await start();
    const { id } = saved(await started.searches.save(toSave({ schedule: { kind: 'every', hours: 2 } })));
    const runs = async () =>
      valued(await started.searches.history({ text: '', offset: 0, limit: 10, searchId: id })).entries;
    await expect.poll(async () => (await runs()).map(({ job }) => job.state)).toEqual(['complete']);
    vi.useRealTimers();
    started.session.become('signed-in');
    await expect
      .poll(async () => (await runs()).map(({ job }) => job.state))
      .toEqual(['complete', 'complete']);
    const { lastRun, dueAt } = await standing(started, id);
    expect(dueAt).toBe(Date.parse(lastRun?.job.startedAt ?? '') + 2 * hour);
    expect(dueAt).toBeLessThan(Date.now() + 3 * hour);
  });

  it('waits for a sign-in', async () => {
    const started = await start();
    started.session.become('signed-out');
    const { id } = saved(await started.searches.save(toSave({ schedule: { kind: 'daily', at: '06:00' } })));
    expect((await standing(started, id)).lastRun).toBeNull();
    started.session.become('signed-in');
    await expect.poll(async () => (await standing(started, id)).lastRun?.job.state).toBe('complete');
  });

  it('resumes a run that was interrupted by the end of Sightline', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave({ schedule: { kind: 'daily', at: '06:00' } })));
    const stall = Promise.withResolvers<void>();
    let isStalled = false;
    const answer = service.fault;
    service.fault = async (request, response) => {
      if (/offset: 2/.test(request.body)) {
        isStalled = true;
        await stall.promise;
      }
      return answer(request, response);
    };
    await expect.poll(() => isStalled).toBe(true);
    // The next page is requested while the first one is written, and a run without a page is not resumed.
    await expect.poll(async () => (await standing(started, id)).lastRun?.job.fetch?.records).toBe(2);
    await started.close();
    stall.resolve();
    service.fault = answer;
    const again = await start();
    await expect.poll(async () => (await standing(again, id)).lastRun?.job.state).toBe('complete');
    expect((await standing(again, id)).records).toBe(3);
    expect(valued(await again.searches.history({ text: '', offset: 0, limit: 10 })).total).toBe(1);
  });
});

describe('the history', () => {
  it('has every fetch with the text of its first page, and finds it by search', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    const run = await runToEnd(started, id, 'new');
    const requested = valued(
      await started.fetches.start(searchSchema.parse({ regions: [], analytics: ['SPEX'], pageSize })),
    );
    await ended(started, requested.id);
    valued(await started.jobs.dismiss(requested.id));
    const find = async (text: string) =>
      valued(await started.searches.history({ text, offset: 0, limit: 10 })).entries.map(({ job }) => job.id);
    expect(await find('')).toEqual([requested.id, run.id]);
    expect(await find('sPeX')).toEqual([requested.id]);
    expect(await find('yellow sea')).toEqual([run.id]);
    expect(await find('nothing')).toEqual([]);
    const [entry, other] = valued(await started.searches.history({ text: '', offset: 0, limit: 10 })).entries;
    expect(entry).toMatchObject({
      dismissed: true,
      run: null,
      search: { analytics: ['SPEX'] },
      job: { state: 'complete' },
    });
    expect(entry?.queryText).toContain('offset: 0');
    expect(other).toMatchObject({
      dismissed: false,
      searchName: 'Yellow Sea vessels',
      run: { kind: 'full' },
    });
    const failedOnly = await started.searches.history({ text: '', states: ['failed'], offset: 0, limit: 10 });
    expect(valued(failedOnly)).toEqual({ entries: [], total: 0 });
  });

  it('lists fetches that ended at their maximum apart from the complete ones', async () => {
    const started = await start();
    const fetchAll = async (limit: object) =>
      ended(
        started,
        valued(
          await started.fetches.start(searchSchema.parse({ regions: [], analytics: [], pageSize, ...limit })),
        ).id,
      );
    const whole = await fetchAll({});
    const exact = await fetchAll({ maxRecords: 3 });
    const limited = await fetchAll({ maxRecords: 2 });
    const find = async (endedAtLimit: boolean) =>
      valued(
        await started.searches.history({
          text: '',
          states: ['complete'],
          endedAtLimit,
          offset: 0,
          limit: 10,
        }),
      ).entries.map(({ job }) => job.id);
    expect(await find(true)).toEqual([limited.id]);
    expect(await find(false)).toEqual([exact.id, whole.id]);
  });

  it('can be cleared; a saved search remembers what it has brought', async () => {
    const started = await start();
    const { id } = saved(await started.searches.save(toSave()));
    await runToEnd(started, id, 'new');
    await ended(
      started,
      valued(await started.fetches.start(searchSchema.parse({ regions: [], analytics: [], pageSize }))).id,
    );
    expect(valued(await started.searches.clearHistory('all'))).toBe(2);
    expect(valued(await started.searches.history({ text: '', offset: 0, limit: 10 }))).toEqual({
      entries: [],
      total: 0,
    });
    expect(started.jobs.list()).toEqual([]);
    expect((await started.workspace.counts({})).records).toBe(3);
    expect(await standing(started, id)).toMatchObject({ records: 3, newRecords: 3 });
    expect((await standing(started, id)).watermark).not.toBeNull();
  });
});
