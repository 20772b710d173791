import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { searchSchema } from '../../../../../shared/results/search.ts';
import { nowUtc } from '../../../../../shared/time.ts';
import { eventually } from '../../../../builders/eventually.ts';
import {
  ended,
  type FetchCore,
  openFileIn,
  recordsIn,
  startFetchCore,
  until,
  valued,
} from '../../../../builders/fetch-core.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import {
  detectionsPerRecord,
  type ServiceServer,
  startServiceServer,
} from '../../../../builders/service-server.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const search = searchSchema.parse({ regions: ['East Asia'], analytics: [], pageSize: 10 });
const recordCount = 95;

let folder: string;
let service: ServiceServer;

beforeEach(async () => {
  folder = await makeTempFolder();
  service = await startServiceServer(recordCount);
  onTestFinished(() => service.close());
});

async function start(workspace?: Workspace): Promise<FetchCore> {
  return startFetchCore(service.url, workspace ?? (await openFileIn(folder)));
}

const pageOffsets = Array.from({ length: 10 }, (_none, page) => page * 10);

describe('a fetch', () => {
  it('fetches every page, with progress', async () => {
    const started = await start();
    const { id } = valued(await started.fetches.start(search));
    const job = await ended(started, id);
    expect(job).toMatchObject({
      state: 'complete',
      resumable: false,
      fetch: {
        pages: 10,
        records: recordCount,
        newRecords: recordCount,
        detections: recordCount * detectionsPerRecord,
        problems: 0,
      },
    });
    expect(service.offsets()).toEqual(pageOffsets);
    expect(await started.file.counts({})).toMatchObject({
      records: recordCount,
      detections: recordCount * detectionsPerRecord,
    });
    const pages = started.published.flatMap((event) =>
      event.type === 'job' && event.job.state === 'running' ? [event.job.fetch?.pages ?? 0] : [],
    );
    expect(pages).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await eventually(() => expect(started.published.at(-1)).toEqual({ type: 'changed', topic: 'results' }));
    expect(started.problems).toEqual([]);
  });

  it('is begun once when two windows start the same search at once', async () => {
    const { fetches, ...started } = await start();
    const [one, other] = await Promise.all([fetches.start(search), fetches.start(search)]);
    expect(valued(other).id).toBe(valued(one).id);
    await ended({ fetches, ...started }, valued(one).id);
    expect(service.offsets()).toEqual(pageOffsets);
  });

  it('is offered again, not begun twice, while the same search is running', async () => {
    const { fetches, ...started } = await start();
    const first = valued(await fetches.start(search));
    expect(valued(await fetches.start(search)).id).toBe(first.id);
    const other = valued(await fetches.start({ ...search, maxRecords: 25 }));
    expect(other.id).not.toBe(first.id);
    for (const { id } of [first, other]) await ended({ fetches, ...started }, id);
    const later = valued(await fetches.start(search));
    expect(later.id).not.toBe(first.id);
    await ended({ fetches, ...started }, later.id);
  });

  it('shows the text of its first page before it is sent', async () => {
    const { fetches } = await start();
    const preview = valued(fetches.preview({ ...search, regions: [] }));
    expect(preview.queryText).toContain('offset: 0');
    expect(preview.advice.join()).toContain('No region');
    expect(service.requests).toHaveLength(0);
  });

  it('ends with the uploads of its start where the clock of this computer is behind', async () => {
    const started = await start();
    const ahead = new Date(Date.now() + 7_200_000);
    service.fault = (_request, response) => {
      response.setHeader('Date', ahead.toUTCString());
      return false;
    };
    await ended(started, valued(await started.fetches.start(search)).id);
    const before = nowUtc();
    const { id } = valued(await started.fetches.start(search));
    const job = await ended(started, id);
    const stored = (await started.file.listFetches()).find((fetch) => fetch.job.id === id);
    expect(Date.parse(stored?.frozenAt ?? '')).toBeGreaterThanOrEqual(ahead.getTime() - 1_000);
    expect(job.startedAt >= before && job.startedAt <= nowUtc()).toBe(true);
  });

  it('stops after the requested number of records', async () => {
    const started = await start();
    const { id } = valued(await started.fetches.start({ ...search, maxRecords: 25 }));
    expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: 25, pages: 3 } });
    expect(service.offsets()).toEqual([0, 10, 20]);
    expect(service.requests.at(-1)?.body).toContain('limit: 5');
  });

  it('brings nothing twice when it is repeated', async () => {
    const started = await start();
    const first = valued(await started.fetches.start(search));
    await ended(started, first.id);
    const second = valued(await started.fetches.start(search));
    expect(await ended(started, second.id)).toMatchObject({
      fetch: { records: recordCount, newRecords: 0, changedRecords: 0 },
    });
    expect(await recordsIn(started)).toBe(recordCount);
  });

  it('does not begin for an account that has just been left', async () => {
    const started = await start();
    const starting = started.fetches.start(search);
    started.current.workspace = undefined;
    expect(await starting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(started.jobs.list()).toEqual([]);
    expect(service.requests).toHaveLength(0);
  });

  it('refuses a sort field that has no text', async () => {
    const { fetches } = await start();
    const sort = { field: 'content) { x', sortOrder: 'ASC' as const };
    expect(await fetches.start({ ...search, sort })).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
  });
});

describe('a fetch that is stopped', () => {
  it('saves complete pages and resumes at its offset', async () => {
    const started = await start();
    let cancelled: Promise<unknown> | undefined;
    service.fault = ({ body }) => {
      if (!body.includes('offset: 40')) return false;
      cancelled ??= started.jobs.cancel(started.jobs.list()[0]?.id ?? '');
      return cancelled.then(() => true);
    };
    const { id } = valued(await started.fetches.start(search));
    const stopped = await ended(started, id);
    expect(stopped).toMatchObject({ state: 'cancelled', resumable: true });
    // The page at 30 is dropped when it was still being prepared.
    const offset = stopped.fetch?.offset ?? 0;
    expect([30, 40]).toContain(offset);
    expect(stopped.fetch?.records).toBe(offset);
    expect(await recordsIn(started)).toBe(offset);
    service.fault = () => false;
    const resumed = await Promise.all([started.jobs.resume(id), started.jobs.resume(id)]);
    expect(resumed.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await ended(started, id)).toMatchObject({
      state: 'complete',
      fetch: { pages: 10, records: recordCount },
    });
    const again = [30, 40, 50, 60, 70, 80, 90].filter((at) => at >= offset);
    expect(service.offsets()).toEqual([0, 10, 20, 30, 40, ...again]);
  });

  it('by the end of the app is interrupted, and its pages stay those of its start', async () => {
    const first = await start();
    service.fault = ({ body }, response) => body.includes('offset: 30') && !response.closed;
    const { id } = valued(await first.fetches.start(search));
    while (first.jobs.get(id)?.fetch?.offset !== 30) await new Promise((r) => setTimeout(r, 2));
    await first.jobs.stopAll();
    expect(await ended(first, id)).toMatchObject({ state: 'interrupted', resumable: true });
    await first.file.close();

    service.fault = () => false;
    const second = await start();
    expect(second.jobs.get(id)).toMatchObject({ state: 'interrupted', fetch: { offset: 30 } });
    valued(await second.jobs.resume(id));
    expect(await ended(second, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    const bounds = new Set(service.requests.map(({ body }) => /lt: "([^"]+)"/.exec(body)?.[1]));
    expect(bounds.size).toBe(1);
  });

  it('as running in the file was interrupted by whatever ended the app', async () => {
    const first = await start();
    service.fault = ({ body }) => body.includes('offset: 50');
    const { id } = valued(await first.fetches.start(search));
    while (first.jobs.get(id)?.fetch?.offset !== 50) await new Promise((r) => setTimeout(r, 2));
    const second = await start(first.file);
    expect(second.jobs.get(id)).toMatchObject({ state: 'interrupted', resumable: true });
    await first.jobs.stopAll();
  });

  it('and ended can be dismissed; its results stay', async () => {
    const started = await start();
    const { id } = valued(await started.fetches.start({ ...search, maxRecords: 10 }));
    await ended(started, id);
    expect(await started.jobs.resume(id)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    valued(await started.jobs.dismiss(id));
    expect(started.jobs.list()).toEqual([]);
    expect(await started.file.listFetches()).toEqual([]);
    expect(await recordsIn(started)).toBe(10);
    expect(started.published.at(-1)).toEqual({ type: 'job-removed', id });
  });
});

describe('a fetch whose service fails temporarily', () => {
  it('waits for a sign-in and continues at the same page', async () => {
    const started = await start();
    service.fault = ({ body }) => {
      if (body.includes('offset: 50')) service.tokens.delete('test-token');
      return false;
    };
    const { id } = valued(await started.fetches.start(search));
    expect(await until(started, id, 'waiting')).toMatchObject({ fetch: { offset: 50 } });
    expect(await started.jobs.dismiss(id)).toMatchObject({ ok: false });
    service.tokens.add('another-token');
    started.access.signIn('another-token');
    expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(service.offsets()).toEqual([...pageOffsets.slice(0, 6), ...pageOffsets.slice(5)]);
  });

  it('can be cancelled while it waits for a sign-in', async () => {
    const started = await start();
    service.tokens.clear();
    const { id } = valued(await started.fetches.start(search));
    await until(started, id, 'waiting');
    valued(await started.jobs.cancel(id));
    await until(started, id, 'cancelled');
  });

  it('continues after temporary failures', async () => {
    const started = await start();
    let requested = 0;
    service.fault = (_request, response) => {
      requested += 1;
      if (requested % 3 === 0) response.socket?.resetAndDestroy();
      else if (requested % 3 === 1) sendJson(response, 503, {});
      return requested % 3 !== 2;
    };
    const { id } = valued(await started.fetches.start(search));
    expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
  });

  it('fails when the service stays away, and can be resumed', async () => {
    const started = await start();
    service.fault = ({ body }, response) => {
      if (!body.includes('offset: 20')) return false;
      response.socket?.resetAndDestroy();
      return true;
    };
    const { id } = valued(await started.fetches.start(search));
    expect(await ended(started, id)).toMatchObject({
      state: 'failed',
      resumable: true,
      failure: { code: 'unreachable' },
      fetch: { offset: 20, records: 20 },
    });
    service.fault = () => false;
    const resumed = valued(await started.jobs.resume(id));
    expect(resumed.failure).toBeUndefined();
    const job = await ended(started, id);
    expect(job).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(job.failure).toBeUndefined();
  });

  it('fails with the service’s reason when it refuses the query', async () => {
    const started = await start();
    service.fault = (_request, response) => {
      sendJson(response, 400, { message: 'Unknown region.' });
      return true;
    };
    const { id } = valued(await started.fetches.start(search));
    const job = await ended(started, id);
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'refused', status: 400 } });
    expect(job.failure?.message).toContain('Unknown region.');
    expect(service.requests).toHaveLength(1);
  });
});
