import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createChipCache } from '../../../../../electron/core/chips/chip-cache.ts';
import { createChips } from '../../../../../electron/core/chips/chips.ts';
import { createChipPrefetch } from '../../../../../electron/core/chips/create-chip-prefetch.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { type ChipScope, chipScopeSchema } from '../../../../../shared/chips/chip-prefetch.ts';
import { isActiveJob, type Job } from '../../../../../shared/jobs/job.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../../../../builders/service-server.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const everything = chipScopeSchema.parse({ kind: 'filter', filter: {} });
const bytes = buildPng().length;
const chipCount = 150;

let service: ServiceServer;
let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
  folder = await makeTempFolder();
  workspace = await openTestWorkspace();
  const feature = (index: number) =>
    buildFeature({
      properties: { sarChipIdentifier: `chip-${index}` },
      geometry: { type: 'Point', coordinates: [120, 30] },
    });
  await fillWorkspace(workspace, [
    buildRecord({ features: Array.from({ length: chipCount }, (_none, index) => feature(index)) }),
    buildRecord({ features: [buildFeature({ properties: { sarChipIdentifier: undefined } })] }),
    buildRecord({ processors: [{ processorName: 'x' }], features: [buildFeature()] }),
  ]);
});

/** The parts of a core that fetch chips ahead; `limit` of the cache in bytes. */
async function start({ limit = 1e9 } = {}) {
  const events = createEvents();
  const shown: Job[] = [];
  events.listen(({ event }) => event.type === 'job' && shown.push(event.job));
  const access = buildServiceAccess(buildProfile(service.url));
  const cache = createChipCache(path.join(folder, 'chips'), { limit, now: () => Date.now() });
  const problems: unknown[] = [];
  const onProblem = (e: unknown) => problems.push(e);
  const jobs = createJobRunner({ events, onProblem });
  const settings = { change: () => Promise.reject(new Error('The limit stays.')) };
  const parts = { access, jobs, events, workspace: () => workspace, onProblem };
  const client = createServiceClient(access, { retry: { wait: async () => {} } });
  const chips = createChips({ ...parts, client, cache, settings });
  const waits: number[] = [];
  const ahead = createChipPrefetch({
    ...parts,
    chips,
    cache,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  });
  const close = async () => {
    await jobs.stopAll();
    await chips.close();
  };
  onTestFinished(close);
  await ahead.onWorkspaceOpened(workspace);
  return { ahead, chips, cache, access, jobs, shown, problems, waits, close };
}

type Started = Awaited<ReturnType<typeof start>>;

async function ended({ jobs }: Started, id: string): Promise<Job> {
  await eventually(() => expect(isActiveJob(jobs.get(id) as Job)).toBe(false));
  return jobs.get(id) as Job;
}

async function fetchAll(started: Started, scope: ChipScope = everything) {
  return ended(started, valued(await started.ahead.start(scope)).id);
}

const chipRequests = () =>
  service.requests.filter(({ path: requested }) => requested.startsWith('/images/')).length;

describe('the plan', () => {
  it('has the number of missing chips, and their estimated size once any size is known', async () => {
    const started = await start();
    expect(valued(await started.ahead.plan(everything))).toEqual({
      detections: chipCount + 2,
      chips: chipCount,
      cached: 0,
      absent: 0,
      missing: chipCount,
      estimatedBytes: null,
      limit: 1e9,
    });
    const [first = 0] = await workspace.matchingIds({});
    await started.chips.get(first);
    expect(valued(await started.ahead.plan(everything))).toMatchObject({
      cached: 1,
      missing: chipCount - 1,
      estimatedBytes: (chipCount - 1) * bytes,
    });
    expect(chipRequests()).toBe(1);
  });

  it('covers a filter and a selection', async () => {
    const started = await start();
    const ids = [...(await workspace.matchingIds({}))];
    expect(valued(await started.ahead.plan({ kind: 'ids', ids: ids.slice(3, 8) }))).toMatchObject({
      missing: 5,
    });
    const none = chipScopeSchema.parse({ kind: 'filter', filter: { regions: ['Nowhere'] } });
    expect(valued(await started.ahead.plan(none))).toMatchObject({ detections: 0, missing: 0 });
  });

  it('is aborted with its caller', async () => {
    const started = await start();
    await expect(started.ahead.plan(everything, AbortSignal.abort())).rejects.toThrow();
  });
});

describe('prefetching', () => {
  it('fetches all missing chips, four at a time, and reports progress', async () => {
    let atOnce = 0;
    let most = 0;
    service.fault = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce -= 1;
      return false;
    };
    const started = await start();
    const job = await fetchAll(started);
    expect(job).toMatchObject({
      kind: 'chips',
      state: 'complete',
      warnings: [],
      progress: { done: chipCount, total: chipCount, unit: 'chips' },
      chips: { cached: 0, fetched: chipCount, bytes: chipCount * bytes, absent: 0, failed: 0 },
    });
    expect(most).toBe(4);
    expect(await started.cache.stats()).toMatchObject({ files: chipCount });
    expect(started.problems).toEqual([]);
    expect(await fetchAll(started)).toMatchObject({ chips: { cached: chipCount, fetched: 0 } });
    expect(chipRequests()).toBe(chipCount);
  });

  it('completes immediately when nothing is missing', async () => {
    const started = await start();
    expect(
      await fetchAll(started, chipScopeSchema.parse({ kind: 'filter', filter: { regions: ['Nowhere'] } })),
    ).toMatchObject({
      state: 'complete',
      progress: { done: 0, total: 0 },
    });
  });

  it('can be cancelled, resumes after a restart, and requests no chip twice', async () => {
    const first = await start();
    service.fault = () => chipRequests() > 100;
    const { id } = valued(await first.ahead.start(everything));
    await eventually(() => expect(chipRequests()).toBe(104));
    valued(await first.jobs.cancel(id));
    await eventually(() =>
      expect(first.jobs.get(id)).toMatchObject({
        state: 'cancelled',
        resumable: true,
        chips: { fetched: 64 },
      }),
    );
    await first.close();

    service.fault = () => false;
    const second = await start();
    expect(second.jobs.get(id)).toMatchObject({ state: 'cancelled', progress: { total: chipCount } });
    valued(await second.jobs.resume(id));
    expect(await ended(second, id)).toMatchObject({
      state: 'complete',
      progress: { done: chipCount, total: chipCount },
      chips: { cached: 36, fetched: 114 },
    });
    expect(chipRequests()).toBe(chipCount + 4);
    valued(await second.jobs.dismiss(id));
    expect((await start()).jobs.list()).toEqual([]);
  });

  it('can be resumed when the app was killed while it was running', async () => {
    const first = await start();
    service.fault = () => chipRequests() > 80;
    const { id } = valued(await first.ahead.start(everything));
    await eventually(() => expect(chipRequests()).toBe(84));
    await eventually(async () => expect(await workspace.getSetting('chips-ahead')).toContain('"fetched":64'));
    const second = await start();
    expect(second.jobs.get(id)).toMatchObject({ state: 'interrupted', resumable: true });
  });

  it('waits while signed out, also in the middle, and continues by itself', async () => {
    const started = await start();
    started.access.current = undefined;
    const { id } = valued(await started.ahead.start(everything));
    await eventually(() => expect(started.jobs.get(id)?.state).toBe('waiting'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(chipRequests(), 'nothing connects in between').toBe(0);
    started.access.signIn('test-token');
    await eventually(() => expect(chipRequests()).toBeGreaterThan(20));
    started.access.current = undefined;
    await eventually(() => expect(started.jobs.get(id)?.state).toBe('waiting'));
    expect(chipRequests()).toBeLessThan(chipCount);
    started.access.signIn('another-token');
    expect(await ended(started, id)).toMatchObject({ state: 'complete', chips: { fetched: chipCount } });
  });

  it('sends the token where chips need one', async () => {
    const started = await start();
    service.fault = ({ headers }, response) => {
      if (headers.authorization === 'Bearer test-token') return false;
      sendJson(response, 401, {});
      return true;
    };
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', chips: { fetched: chipCount } });
  });

  it('pauses for growing times while the service is unreachable, with the reason, and continues', async () => {
    const started = await start();
    // From the first request: a chip that still comes while others wait begins the pauses anew.
    service.fault = (_request, response) => {
      if (started.waits.length >= 2) return false;
      response.socket?.resetAndDestroy();
      return true;
    };
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', chips: { fetched: chipCount } });
    expect(started.waits.slice(0, 2)).toEqual([5_000, 10_000]);
    const paused = started.shown.find(({ pause }) => pause);
    expect(paused).toMatchObject({
      state: 'waiting',
      pause: { reason: expect.stringContaining('127.0.0.1') },
    });
    expect(started.jobs.list()[0]?.pause).toBeUndefined();
  });

  it('does not count an absent chip as an error, and fetches it later by itself', async () => {
    const started = await start();
    const isLate = (requested: string) => /chip-1\d\.png/.test(requested);
    service.fault = ({ path: requested }, response) => {
      if (!isLate(requested)) return false;
      sendJson(response, 404, {});
      return true;
    };
    const job = await fetchAll(started);
    expect(job).toMatchObject({
      state: 'complete',
      chips: { fetched: chipCount - 10, absent: 10, failed: 0 },
    });
    expect(job.warnings).toEqual([expect.stringContaining('Not available yet: 10.')]);
    expect(await started.cache.stats()).toMatchObject({ absent: 10 });
    expect(valued(await started.ahead.plan(everything))).toMatchObject({ absent: 10, missing: 0 });

    service.fault = () => false;
    const requested = chipRequests();
    expect(await started.chips.retryAbsent(), 'not due yet').toBe(0);
    expect(chipRequests()).toBe(requested);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await started.chips.retryAbsent()).toBe(10);
    expect(await started.cache.stats()).toMatchObject({ absent: 0, files: chipCount });
  });

  it('requests absent chips again after one that is refused', async () => {
    const started = await start();
    const respondToImages = (statusOf: (requested: string) => number | undefined): ServiceServer['fault'] => {
      return ({ path: requested }, response) => {
        const status = requested.startsWith('/images/') ? statusOf(requested) : undefined;
        if (status !== undefined) sendJson(response, status, {});
        return status !== undefined;
      };
    };
    service.fault = respondToImages((requested) => (/chip-[37]\.png$/.test(requested) ? 404 : undefined));
    await fetchAll(started);
    expect(await started.cache.stats()).toMatchObject({ absent: 2 });
    let refused: string | undefined;
    service.fault = respondToImages((requested) => {
      refused ??= requested;
      return requested === refused ? 403 : undefined;
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await started.chips.retryAbsent()).toBe(1);
    expect(await started.cache.stats()).toMatchObject({ absent: 1 });
  });

  it('counts unusable chips and continues, but fails when none is usable', async () => {
    const started = await start();
    service.fault = ({ path: requested }, response) => {
      if (!requested.includes('chip-7.png')) return false;
      response.writeHead(200, { 'Content-Type': 'image/png' }).end('no image');
      return true;
    };
    const job = await fetchAll(started);
    expect(job).toMatchObject({ state: 'complete', chips: { fetched: chipCount - 1, failed: 1 } });
    expect(job.warnings.join()).toMatch(/Could not be fetched: 1\..*not a PNG/);

    await started.cache.clear();
    service.fault = (_request, response) => {
      sendJson(response, 403, {});
      return true;
    };
    const before = chipRequests();
    const refused = await fetchAll(started);
    expect(refused).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'forbidden' } });
    expect(chipRequests() - before).toBeLessThan(60);
  });

  it('fails with a remedy when the cache is full with its chips', async () => {
    const started = await start({ limit: 70 * bytes });
    const job = await fetchAll(started);
    expect(job).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'disk' } });
    expect(job.failure?.message).toContain('Raise its limit');

    // Resumed without a higher limit, it does not replace its first chips by its last ones.
    const before = chipRequests();
    valued(await started.jobs.resume(job.id));
    expect(await ended(started, job.id)).toMatchObject({ state: 'failed', failure: { code: 'disk' } });
    expect(chipRequests() - before).toBeLessThan(20);
  });

  it('runs one at a time; the next is queued', async () => {
    const started = await start();
    service.fault = () => true;
    const first = valued(await started.ahead.start(everything));
    const second = valued(await started.ahead.start(everything));
    expect([first.state, second.state]).toEqual(['running', 'queued']);
    await started.jobs.stopAll();
    expect(started.jobs.list().map(({ state }) => state)).toEqual(['interrupted', 'interrupted']);
  });
});
