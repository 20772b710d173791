import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createChipCache } from '../../electron/core/chips/chip-cache.ts';
import { createChips } from '../../electron/core/chips/create-chips.ts';
import { createChipsAhead } from '../../electron/core/chips/create-chips-ahead.ts';
import { createJobs } from '../../electron/core/create-jobs.ts';
import { createEvents } from '../../electron/core/events.ts';
import { createJobRegistry } from '../../electron/core/job-registry.ts';
import { createServiceClient } from '../../electron/core/service/create-service-client.ts';
import type { Workspace } from '../../electron/core/workspace/workspace.ts';
import type { ChipScope } from '../../shared/chips/chips-ahead.ts';
import { isActive, type Job } from '../../shared/jobs/job.ts';
import { buildPng } from '../builders/chip-png.ts';
import { eventually } from '../builders/eventually.ts';
import { valued } from '../builders/fetch-core.ts';
import { sendJson } from '../builders/http-server.ts';
import { buildFeature, buildRecord } from '../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../builders/service-server.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../builders/workspace-builder.ts';

const everything: ChipScope = { kind: 'filter', filter: {} };
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
  const registry = createJobRegistry(events);
  const access = buildServiceAccess(buildProfile(service.url));
  const cache = createChipCache(path.join(folder, 'chips'), { limit, now: () => Date.now() });
  const problems: unknown[] = [];
  const parts = {
    access,
    registry,
    events,
    workspace: () => workspace,
    onProblem: (e: unknown) => problems.push(e),
  };
  const client = createServiceClient(access, { retry: { wait: async () => {} } });
  const chips = createChips({ ...parts, client, cache });
  const waits: number[] = [];
  const ahead = createChipsAhead({
    ...parts,
    chips,
    cache,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  });
  const close = async () => {
    await ahead.interruptAll();
    await chips.close();
  };
  onTestFinished(close);
  await ahead.adopt(workspace);
  return { ahead, chips, cache, access, registry, jobs: createJobs(registry), shown, problems, waits, close };
}

type Started = Awaited<ReturnType<typeof start>>;

async function ended({ registry }: Started, id: string): Promise<Job> {
  await eventually(() => expect(isActive(registry.get(id) as Job)).toBe(false));
  return registry.get(id) as Job;
}

async function fetchAll(started: Started, scope = everything) {
  return ended(started, valued(await started.ahead.start(scope)).id);
}

const chipRequests = () => service.requests.filter(({ path: asked }) => asked.startsWith('/images/')).length;

describe('what it would mean', () => {
  it('is told before: how many are missing, and how large they will be, once any size is known', async () => {
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

  it('knows of a filter and of a selection', async () => {
    const started = await start();
    const ids = [...(await workspace.matchingIds({}))];
    expect(valued(await started.ahead.plan({ kind: 'ids', ids: ids.slice(3, 8) }))).toMatchObject({
      missing: 5,
    });
    const none: ChipScope = { kind: 'filter', filter: { regions: ['Nowhere'] } };
    expect(valued(await started.ahead.plan(none))).toMatchObject({ detections: 0, missing: 0 });
  });

  it('is given up when nobody waits for it', async () => {
    const started = await start();
    await expect(started.ahead.plan(everything, AbortSignal.abort())).rejects.toThrow();
  });
});

describe('fetching ahead', () => {
  it('brings all that are missing, four at a time, and shows how far it is', async () => {
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

  it('takes nothing to do for done', async () => {
    const started = await start();
    expect(await fetchAll(started, { kind: 'filter', filter: { regions: ['Nowhere'] } })).toMatchObject({
      state: 'complete',
      progress: { done: 0, total: 0 },
    });
  });

  it('can be cancelled, goes on where it stood after a restart, and asks for no chip twice', async () => {
    const first = await start();
    service.fault = () => chipRequests() > 100;
    const { id } = valued(await first.ahead.start(everything));
    await eventually(() => expect(chipRequests()).toBe(104));
    valued(await first.jobs.cancel(id));
    expect(first.registry.get(id)).toMatchObject({
      state: 'cancelled',
      resumable: true,
      chips: { fetched: 64 },
    });
    await first.close();

    service.fault = () => false;
    const second = await start();
    expect(second.registry.get(id)).toMatchObject({ state: 'cancelled', progress: { total: chipCount } });
    valued(await second.jobs.resume(id));
    expect(await ended(second, id)).toMatchObject({
      state: 'complete',
      progress: { done: chipCount, total: chipCount },
      chips: { cached: 36, fetched: 114 },
    });
    expect(chipRequests()).toBe(chipCount + 4);
    valued(await second.jobs.dismiss(id));
    expect((await start()).registry.list()).toEqual([]);
  });

  it('that was under way when the app was killed can be resumed', async () => {
    const first = await start();
    service.fault = () => chipRequests() > 80;
    const { id } = valued(await first.ahead.start(everything));
    await eventually(() => expect(chipRequests()).toBe(84));
    await eventually(async () => expect(await workspace.getSetting('chips-ahead')).toContain('"fetched":64'));
    const second = await start();
    expect(second.registry.get(id)).toMatchObject({ state: 'interrupted', resumable: true });
  });

  it('waits while nobody is signed in, also when that happens in the middle, and goes on by itself', async () => {
    const started = await start();
    started.access.current = undefined;
    const { id } = valued(await started.ahead.start(everything));
    await eventually(() => expect(started.registry.get(id)?.state).toBe('waiting'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(chipRequests(), 'nobody knocks meanwhile').toBe(0);
    started.access.signIn('test-token');
    await eventually(() => expect(chipRequests()).toBeGreaterThan(20));
    started.access.current = undefined;
    await eventually(() => expect(started.registry.get(id)?.state).toBe('waiting'));
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

  it('pauses while the service is out of reach, ever longer, says why, and goes on', async () => {
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
    expect(started.registry.list()[0]?.pause).toBeUndefined();
  });

  it('does not take for an error that a chip is not there yet, and gets it later by itself', async () => {
    const started = await start();
    const isLate = (asked: string) => /chip-1\d\.png/.test(asked);
    service.fault = ({ path: asked }, response) => {
      if (!isLate(asked)) return false;
      sendJson(response, 404, {});
      return true;
    };
    const job = await fetchAll(started);
    expect(job).toMatchObject({
      state: 'complete',
      chips: { fetched: chipCount - 10, absent: 10, failed: 0 },
    });
    expect(job.warnings).toEqual([expect.stringContaining('Not there yet: 10.')]);
    expect(await started.cache.stats()).toMatchObject({ absent: 10 });
    expect(valued(await started.ahead.plan(everything))).toMatchObject({ absent: 10, missing: 0 });

    service.fault = () => false;
    const asked = chipRequests();
    expect(await started.chips.askForAbsent(), 'not due yet').toBe(0);
    expect(chipRequests()).toBe(asked);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await started.chips.askForAbsent()).toBe(10);
    expect(await started.cache.stats()).toMatchObject({ absent: 0, files: chipCount });
  });

  it('counts chips that cannot be used and goes on, but not when none can be had', async () => {
    const started = await start();
    service.fault = ({ path: asked }, response) => {
      if (!asked.includes('chip-7.png')) return false;
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

  it('ends where the cache is full of its own chips, and tells what to do', async () => {
    const started = await start({ limit: 70 * bytes });
    const job = await fetchAll(started);
    expect(job).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'disk' } });
    expect(job.failure?.message).toContain('Raise its limit');
  });

  it('runs one at a time; the next is queued', async () => {
    const started = await start();
    service.fault = () => true;
    const first = valued(await started.ahead.start(everything));
    const second = valued(await started.ahead.start(everything));
    expect([first.state, second.state]).toEqual(['running', 'queued']);
    await started.ahead.interruptAll();
    expect(started.registry.list().map(({ state }) => state)).toEqual(['interrupted', 'interrupted']);
  });
});
