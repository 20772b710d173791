import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDirectAccess } from '../../../../../electron/core/service/network-access.ts';
import { openWorkspace } from '../../../../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { type Search, searchSchema } from '../../../../../shared/results/search.ts';
import { makeCertificate } from '../../../../builders/certificate.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import {
  brokenAnswers,
  type FaultServer,
  oddPages,
  pageWithNextOffset,
  refusal,
  startFaultServer,
  status,
  unusableResponses,
} from '../../../../builders/fault-server.ts';
import {
  ended,
  openFileIn,
  recordsIn,
  startFetchCore,
  until,
  valued,
} from '../../../../builders/fetch-core.ts';
import { buildPage, buildRecord } from '../../../../builders/record-builder.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const search = searchSchema.parse({ regions: ['East Asia'], analytics: [], pageSize: 10 });
const recordCount = 35;
const pageOffsets = [0, 10, 20, 30];

let service: FaultServer;

beforeEach(async () => {
  service = await startFaultServer(recordCount);
  onTestFinished(() => service.close());
});

/** For tests that look at their own fetch only: opening a workspace takes longer than most of them. */
let folder: string;
let shared: Workspace;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-test-'));
  shared = await openWorkspace({ path: path.join(folder, 'shared.gpkg'), workerUrl: coreWorkers.workspace });
});
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});
async function start(options: Parameters<typeof startFetchCore>[2] = {}) {
  return startFetchCore(service.url, shared, options);
}

/** With a workspace of its own. */
async function startAfresh() {
  return startFetchCore(service.url, await openTestWorkspace());
}

/** Starts a fetch and waits for its end. */
async function fetchAll(started: Awaited<ReturnType<typeof start>>, more: Partial<Search> = {}) {
  const { id } = valued(await started.fetches.start({ ...search, ...more }));
  return ended(started, id);
}

describe('a response that is not a page', () => {
  it.each(unusableResponses)(
    '%s: is requested again up to a limit, and then the fetch can be resumed',
    async (_what, fault, says) => {
      const started = await start();
      const passing = service.failAt(20, fault, 2);
      expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
      expect(passing()).toBe(2);
      expect(started.problems).toEqual([]);

      const lasting = service.failAt(20, fault);
      const failed = await fetchAll(started);
      expect(failed).toMatchObject({
        state: 'failed',
        resumable: true,
        failure: { code: 'bad-response', message: expect.stringMatching(says) },
        fetch: { offset: 20, records: 20 },
      });
      expect(failed.failure?.message).toContain('offset 20');
      expect(lasting()).toBe(3);
      service.heal();
      valued(await started.jobs.resume(failed.id));
      expect(await ended(started, failed.id)).toMatchObject({
        state: 'complete',
        fetch: { records: recordCount, pages: 4 },
      });
      expect(await recordsIn(started)).toBe(recordCount);
    },
  );

  it('has the reason of a wait in the job', async () => {
    const started = await start();
    service.failAt(20, status(204), 1);
    await fetchAll(started);
    const pauses = started.published.flatMap((event) =>
      event.type === 'job' && event.job.pause ? [event.job.pause] : [],
    );
    expect(pauses).toEqual([
      { reason: expect.stringMatching(/offset 20.*204.*requested again/), until: expect.any(String) },
    ]);
    expect(started.jobs.list().some(({ pause }) => pause)).toBe(false);
  });
});

describe('a truncated response', () => {
  it.each(Object.entries(brokenAnswers))(
    '%s: is requested five times at most, and then the fetch can be resumed',
    async (_what, fault) => {
      const started = await start();
      const passing = service.failAt(20, fault, 4);
      expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
      expect(passing()).toBe(4);

      const lasting = service.failAt(20, fault);
      const failed = await fetchAll(started);
      expect(failed).toMatchObject({
        state: 'failed',
        resumable: true,
        failure: { code: 'unreachable' },
        fetch: { offset: 20, records: 20 },
      });
      expect(lasting()).toBe(5);
      service.heal();
      valued(await started.jobs.resume(failed.id));
      expect(await ended(started, failed.id)).toMatchObject({ state: 'complete' });
    },
  );
});

it.each(oddPages)('a page that %s is ingested', async (_what, alter) => {
  const started = await start();
  service.alterAt(20, alter);
  expect(await fetchAll(started)).toMatchObject({
    state: 'complete',
    warnings: [],
    fetch: { records: recordCount, problems: 0 },
  });
  expect(service.offsets()).toEqual(pageOffsets);
});

it('pages with another number of records than announced are written, with one warning', async () => {
  const started = await start();
  service.fault = ({ body }, response) => {
    const page = JSON.parse(service.pageOf(body).toString('utf8'));
    page.paginationInfo.recordsInPage += 3;
    response.writeHead(200).end(JSON.stringify(page));
    return true;
  };
  expect(await fetchAll(started)).toMatchObject({
    state: 'complete',
    warnings: [expect.stringMatching(/another number.*: 13 for the page at offset 0, which has 10/)],
    fetch: { records: recordCount },
  });
});

it('invalid UTF-8 affects its record only, not the page', async () => {
  const started = await startAfresh();
  service.alterAt(20, (page) => {
    const text = page.toString('latin1').replace('chip-20-0', 'chip-\xff\xfe-0');
    return (response) => response.writeHead(200).end(Buffer.from(text, 'latin1'));
  });
  expect(await fetchAll(started)).toMatchObject({
    state: 'complete',
    fetch: { records: recordCount, problems: 1 },
  });
  expect(await started.file.listProblems(10)).toMatchObject([{ message: expect.stringContaining('UTF-8') }]);
});

describe('a status', () => {
  it.each([
    [400, 'refused'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [422, 'refused'],
    [501, 'server-error'],
  ] as const)('%i is final: requested once, with the reason of the service', async (code, failureCode) => {
    const started = await start();
    const faults = service.failAt(20, refusal(code));
    expect(await fetchAll(started)).toMatchObject({
      state: 'failed',
      resumable: true,
      failure: { code: failureCode, status: code, message: expect.stringContaining(`Reason for ${code}.`) },
      fetch: { records: 20 },
    });
    expect(faults()).toBe(1);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('%i passes: asked five times at most', async (code) => {
    const waits: number[] = [];
    const started = await start({ waits });
    const faults = service.failAt(20, refusal(code));
    expect(await fetchAll(started)).toMatchObject({ state: 'failed', failure: { status: code } });
    expect(faults()).toBe(5);
    expect(waits).toHaveLength(4);
    expect(waits.every((wait) => wait >= 0 && wait <= 20_000)).toBe(true);
  });

  it('with Retry-After is honored, in seconds and as a date', async () => {
    const waits: number[] = [];
    const started = await start({ waits });
    let requested = 0;
    service.failAt(
      20,
      (response) => {
        requested += 1;
        const until = new Date(Date.now() + 31_000).toUTCString();
        response.writeHead(503, { 'Retry-After': requested === 1 ? '7' : until }).end();
      },
      2,
    );
    expect(await fetchAll(started)).toMatchObject({ state: 'complete' });
    expect(waits[0]).toBe(7_000);
    expect(waits[1]).toBeGreaterThan(28_000);
    expect(waits[1]).toBeLessThanOrEqual(31_000);
  });

  it.each([
    ['86400', /pause of 24 h; Sightline waits 60 s at most/],
    ['9'.repeat(400), /more than a year; Sightline waits 60 s at most/],
    ['Fri, 01 Jan 2999 00:00:00 GMT', /more than a year; Sightline waits 60 s at most/],
  ])('with a Retry-After of %s waits a minute, and states the reason', async (header, says) => {
    const waits: number[] = [];
    const started = await start({ waits });
    service.failAt(20, status(429, { 'Retry-After': header }));
    const failed = await fetchAll(started);
    expect(waits).toEqual([60_000, 60_000, 60_000, 60_000]);
    expect(failed.failure?.message).toMatch(says);
    const paused = started.published.find((event) => event.type === 'job' && event.job.pause);
    expect(paused).toMatchObject({ job: { pause: { reason: expect.stringMatching(says) } } });
  });

  it.each(['-5', '1.5', 'soon', '', 'Fri, 20 Nov 1998 07:00:00 GMT'])(
    'with a Retry-After of “%s” waits as without',
    async (header) => {
      const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
      onTestFinished(() => random.mockRestore());
      const waits: number[] = [];
      const started = await start({ waits });
      service.failAt(20, status(503, { 'Retry-After': header }), 2);
      await fetchAll(started);
      expect(waits).toEqual([250, 500]);
    },
  );
});

describe('sign-in', () => {
  it('that has expired is waited for by two fetches, which both continue', async () => {
    const started = await start();
    service.fault = ({ body }) => {
      if (body.includes('offset: 20')) service.tokens.delete('test-token');
      return false;
    };
    const starts = [started.fetches.start(search), started.fetches.start({ ...search, analytics: ['x'] })];
    const [first, second] = (await Promise.all(starts)).map((result) => valued(result).id);
    if (!first || !second) throw new Error('Two fetches were started.');
    await Promise.all([until(started, first, 'waiting'), until(started, second, 'waiting')]);
    expect(started.access.current, 'the session knows that the token is dead').toBeUndefined();
    const requestedBefore = service.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(service.requests.length, 'nothing connects in between').toBe(requestedBefore);
    service.tokens.add('another-token');
    started.access.signIn('another-token');
    for (const id of [first, second]) {
      expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { pages: 4 } });
    }
    expect(new Set(started.access.refused)).toEqual(new Set(['test-token']));
  });

  it('is not ended by a late 401 to an old token', async () => {
    const started = await start();
    service.failAt(
      20,
      (response) => {
        started.access.current = 'newer-token';
        service.tokens.add('newer-token');
        response.writeHead(401).end();
      },
      1,
    );
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { pages: 4 } });
    expect(started.access.current).toBe('newer-token');
  });
});

describe('a next offset', () => {
  it.each([
    ['the same', '20'],
    ['smaller', '10'],
    ['nothing', '0'],
    ['negative', '-30'],
    ['a text', '"thirty"'],
    ['a fraction', '30.5'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[30]'],
    ['an object', '{"offset":30}'],
    ['2^53', '9007199254740992'],
    ['2^53 + 1', '9007199254740993'],
    ['beyond all numbers', '1e400'],
  ])('that is %s stops the fetch with a warning, without calling it complete', async (_what, next) => {
    const started = await startAfresh();
    service.failAt(20, pageWithNextOffset(next));
    const stopped = await fetchAll(started);
    expect(stopped).toMatchObject({
      state: 'stopped',
      resumable: true,
      fetch: { offset: 20, records: 20 },
      warnings: [expect.stringContaining('nextOffset'), expect.stringContaining('Resume')],
    });
    expect(await recordsIn(started)).toBe(20);

    valued(await started.jobs.resume(stopped.id));
    const again = await ended(started, stopped.id);
    expect(again, 'the same page says the same').toMatchObject({ state: 'stopped', resumable: false });
    expect(again.warnings.at(-1)).toContain('in parts');
    expect(await started.jobs.resume(stopped.id)).toMatchObject({ ok: false });
  });

  it('that is digits as text is followed, and noted once', async () => {
    const started = await start();
    service.fault = ({ body }, response) => {
      const page = service.pageOf(body).toString('utf8');
      response.writeHead(200).end(page.replace(/"nextOffset":(\d+)/, '"nextOffset":"$1"'));
      return true;
    };
    expect(await fetchAll(started)).toMatchObject({
      state: 'complete',
      warnings: [expect.stringContaining('nextOffset as text')],
      fetch: { records: recordCount, pages: 4 },
    });
    expect(service.offsets()).toEqual(pageOffsets);
  });

  it('that is valid when refetched lets the fetch complete, also after a restart', async () => {
    const folder = await makeTempFolder();
    const first = await startFetchCore(service.url, await openFileIn(folder));
    service.failAt(20, pageWithNextOffset('"thirty"'), 1);
    const { id } = await fetchAll(first);
    await first.file.close();
    const second = await startFetchCore(service.url, await openFileIn(folder));
    expect(second.jobs.get(id)).toMatchObject({ state: 'stopped', resumable: true });
    valued(await second.jobs.resume(id));
    expect(await ended(second, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
  });

  it('that grows forever with the same records stops the fetch', async () => {
    const started = await start();
    service.fault = ({ body }, response) => {
      const offset = Number(/offset: (\d+)/.exec(body)?.[1]);
      const page = JSON.parse(service.pageOf(body.replace(/offset: \d+/, 'offset: 0')).toString('utf8'));
      page.paginationInfo.nextOffset = offset + 10;
      response.writeHead(200).end(JSON.stringify(page));
      return true;
    };
    const job = await fetchAll(started);
    expect(job).toMatchObject({ state: 'stopped', resumable: false, fetch: { records: 10 } });
    expect(job.warnings.join()).toContain('only records that this fetch already has');
    expect(service.requests.length).toBeLessThan(12);
  });

  it('of a page of no records is followed: pages may be short', async () => {
    const started = await start();
    service.failAt(10, pageWithNextOffset('20'), 1);
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { records: 25, pages: 4 } });
  });
});

/** Sends a byte every few milliseconds, for ever. */
function drip(response: ServerResponse): void {
  response.on('error', () => {});
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
}

describe('bounds', () => {
  it('of silence: a service that sends nothing for too long is retried, then fails', async () => {
    const started = await start({ http: { idleMs: 40 } });
    const faults = service.failAt(20, (response) => response.writeHead(200).write('{'));
    const failed = await fetchAll(started);
    expect(failed).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'timeout' } });
    expect(failed.failure?.message).toContain('sent nothing for');
    expect(faults()).toBe(5);
  });

  it('of the duration: a service that drips fails, too', async () => {
    const started = await start({ http: { idleMs: 5_000, totalMs: 150 } });
    const dripping = service.failAt(20, drip);
    const failed = await fetchAll(started);
    expect(failed).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'timeout' } });
    expect(failed.failure?.message).toContain('did not finish');
    expect(dripping()).toBe(1);
  });

  it('of patience: a body that drips is reported while it does, and can be cancelled', async () => {
    const started = await start({ http: { slowMs: 20 } });
    service.failAt(20, drip);
    const { id } = valued(await started.fetches.start(search));
    await eventually(() => expect(started.jobs.get(id)?.slow).toBeDefined());
    const slow = started.jobs.get(id)?.slow;
    expect(slow?.reason).toMatch(/^The response of 127\.0\.0\.1:\d+ comes slowly: .+ in \d+ s\.$/);
    expect(Date.parse(slow?.until ?? '')).toBeGreaterThan(Date.now() + 400_000);
    valued(await started.jobs.cancel(id));
    const job = await ended(started, id);
    expect(job).toMatchObject({ state: 'cancelled', resumable: true, fetch: { records: 20 } });
    expect(job.slow).toBeUndefined();
  });

  it('of size: pages that are too large are requested in halves', async () => {
    const limits: number[] = [];
    const started = await start();
    service.fault = ({ body }, response) => {
      const limit = Number(/limit: (\d+)/.exec(body)?.[1]);
      limits.push(limit);
      if (limit <= 3) return false;
      response.writeHead(200, { 'Content-Length': 300 * 2 ** 20 }).flushHeaders();
      return true;
    };
    const job = await fetchAll(started);
    expect(job).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(limits.slice(0, 4)).toEqual([10, 5, 3, 3]);
    expect(job.warnings.join()).toMatch(/larger than.*Pages of 3 records/);
  });

  it('of size: a single record that is too large ends the fetch, which saves what it has', async () => {
    const started = await start();
    service.failAt(20, (response) => {
      response.writeHead(200, { 'Content-Length': 300 * 2 ** 20 }).flushHeaders();
    });
    expect(await fetchAll(started)).toMatchObject({
      state: 'failed',
      resumable: true,
      failure: { code: 'too-large' },
      fetch: { records: 20 },
    });
  });
});

describe('the connection to the service', () => {
  it('an unknown name, a refused connection, a redirect: each has its message', async () => {
    const unknown = await startFetchCore('https://no-such-host.invalid', await openTestWorkspace());
    expect((await fetchAll(unknown)).failure?.message).toMatch(/no-such-host\.invalid/);

    const started = await start();
    const faults = service.failAt(20, (response) => {
      response.writeHead(302, { Location: 'https://elsewhere.example/login?token=secret' }).end();
    });
    const redirected = await fetchAll(started);
    expect(redirected).toMatchObject({ state: 'failed', resumable: true, failure: { code: 'redirected' } });
    expect(redirected.failure?.message).toContain('elsewhere.example');
    expect(redirected.failure?.message).not.toContain('secret');
    expect(faults()).toBe(1);

    await service.close();
    expect(await fetchAll(await start())).toMatchObject({
      state: 'failed',
      failure: { code: 'unreachable' },
    });
  });

  it('an untrusted certificate: nothing is sent, and nothing is retried', async () => {
    const { key, cert } = await makeCertificate();
    const secure = await startFaultServer(recordCount, { key, cert });
    onTestFinished(() => secure.close());
    const started = await startFetchCore(secure.url, await openTestWorkspace());
    expect(await fetchAll(started)).toMatchObject({
      state: 'failed',
      resumable: true,
      failure: { code: 'tls' },
    });
    expect(secure.connections()).toBe(1);
    expect(secure.requests).toEqual([]);
    const trusting = { http: { network: createDirectAccess([cert]) } };
    const other = await startFetchCore(secure.url, await openTestWorkspace(), trusting);
    expect(await fetchAll(other)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
  });
});

describe('many fetches', () => {
  it('run three at a time; the others are queued and can be cancelled in between', async () => {
    const started = await start();
    let atOnce = 0;
    let most = 0;
    const held: (() => void)[] = [];
    let isOpen = false;
    service.fault = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
      atOnce -= 1;
      return false;
    };
    const analytics = ['a', 'b', 'c', 'd', 'e'];
    const jobs = [];
    for (const analytic of analytics) {
      jobs.push(valued(await started.fetches.start({ ...search, analytics: [analytic], maxRecords: 10 })));
    }
    expect(jobs.map(({ state }) => state)).toEqual(['running', 'running', 'running', 'queued', 'queued']);
    await eventually(() => expect(held).toHaveLength(3));
    const [, , , fourth, fifth] = jobs;
    if (!fourth || !fifth) throw new Error('Five fetches were started.');
    valued(await started.jobs.cancel(fifth.id));
    await eventually(() =>
      expect(started.jobs.get(fifth.id)).toMatchObject({ state: 'cancelled', resumable: true }),
    );
    isOpen = true;
    for (const release of held) release();
    expect(await ended(started, fourth.id)).toMatchObject({ state: 'complete' });
    for (const { id } of jobs.slice(0, 3))
      expect(await ended(started, id)).toMatchObject({ state: 'complete' });
    expect(most).toBe(3);
    const requestedPaths = (name: string) => service.requests.some(({ body }) => body.includes(`"${name}"`));
    expect(analytics.map(requestedPaths)).toEqual([true, true, true, true, false]);
  });

  it('are all interrupted when the app ends, and saved', async () => {
    const started = await startAfresh();
    service.fault = () => true;
    for (const analytic of ['a', 'b', 'c', 'd']) {
      valued(await started.fetches.start({ ...search, analytics: [analytic] }));
    }
    await started.jobs.stopAll();
    const stored = await started.file.listFetches();
    expect(stored.map(({ job }) => job.state)).toEqual(Array(4).fill('interrupted'));
  });
});

describe('the next page', () => {
  it('is prefetched while the previous one is written, and used when it is the right one', async () => {
    const file = await openTestWorkspace();
    const order: string[] = [];
    const slow = {
      ...file,
      async ingestPage(page: Parameters<typeof file.ingestPage>[0]) {
        await eventually(() => expect(service.offsets()).toContain(Math.min(30, page.offset + 10)));
        order.push(`in ${page.offset}`);
        return file.ingestPage(page);
      },
    };
    const started = await startFetchCore(service.url, slow);
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(order).toEqual(['in 0', 'in 10', 'in 20', 'in 30']);
    expect(service.offsets()).toEqual(pageOffsets);
  });

  it('that was prefetched with a wrong offset is dropped: the parsed page decides', async () => {
    const started = await start();
    service.alterAt(10, (page) => {
      const whole = JSON.parse(page.toString('utf8'));
      // Of a name that occurs twice the last one counts.
      const text = JSON.stringify(whole).replace(
        '{"paginationInfo":',
        '{"paginationInfo":{"nextOffset":31},"paginationInfo":',
      );
      return (response) => response.writeHead(200).end(text);
    });
    expect(await fetchAll(started)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(service.offsets()).toEqual([0, 10, 31, 20, 30]);
  });

  it('that was prefetched reports its pause only while it is awaited', async () => {
    const file = await openTestWorkspace();
    let release = () => {};
    const slow = {
      ...file,
      async ingestPage(page: Parameters<typeof file.ingestPage>[0]) {
        // By then the next page has failed and pauses.
        if (page.offset === 10) await eventually(() => expect(waits).toHaveLength(1));
        return file.ingestPage(page);
      },
    };
    const waits: number[] = [];
    const started = await startFetchCore(service.url, slow, {
      waits,
      paused: () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    });
    service.failAt(20, status(503, { 'Retry-After': '30' }), 1);
    const { id } = valued(await started.fetches.start(search));
    await eventually(() => expect(started.jobs.get(id)).toMatchObject({ fetch: { pages: 2 }, pause: {} }));
    expect(started.jobs.get(id)?.pause?.reason).toContain('status 503');
    release();
    expect((await ended(started, id)).pause).toBeUndefined();
  });

  it('is not prefetched when enough records were fetched', async () => {
    const started = await start();
    expect(await fetchAll(started, { maxRecords: 20 })).toMatchObject({ fetch: { records: 20 } });
    expect(service.offsets()).toEqual([0, 10]);
  });
});

describe('an estimate', () => {
  it('is made when the number of records is bounded, and never otherwise', async () => {
    const started = await startAfresh();
    const estimates = () =>
      started.published.flatMap((event) =>
        event.type === 'job' && event.job.secondsLeft !== undefined ? [event.job.secondsLeft] : [],
      );
    await fetchAll(started);
    expect(estimates()).toEqual([]);
    const bounded = await fetchAll(started, { maxRecords: 35 });
    expect(estimates().length).toBeGreaterThan(0);
    expect(bounded.secondsLeft).toBeUndefined();
  });

  it('uses the number of records of an earlier search over past uploads', async () => {
    const started = await startAfresh();
    const past = { uploadedBefore: '2026-01-01T00:00:00Z' };
    expect((await fetchAll(started, past)).fetch?.expectedRecords).toBeUndefined();
    expect((await fetchAll(started, past)).fetch?.expectedRecords).toBe(recordCount);
    expect((await fetchAll(started, { ...past, analytics: ['x'] })).fetch?.expectedRecords).toBeUndefined();
    expect((await fetchAll(started)).fetch?.expectedRecords).toBeUndefined();
    const future = { uploadedBefore: '2999-01-01T00:00:00Z' };
    await fetchAll(started, future);
    expect((await fetchAll(started, future)).fetch?.expectedRecords, 'more may have come').toBeUndefined();
  });
});

it('a full disk ends the fetch at a complete page; with free space it can be resumed', async (context) => {
  const folder = await makeTempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    const reason = 'Skipped: a fetch on a full disk, as no small file system can be mounted here.';
    process.stderr.write(`${reason}\n`);
    context.skip(reason);
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const large = Array.from({ length: 30 }, () =>
    buildRecord({ content: { note: Array.from({ length: 3_000 }, () => Math.random()).join() } }),
  );
  service.fault = ({ body }, response) => {
    const offset = Number(/offset: (\d+)/.exec(body)?.[1]);
    response
      .writeHead(200)
      .end(buildPage(large.slice(offset, offset + 10), offset < 20 ? { nextOffset: offset + 10 } : {}));
    return true;
  };
  const started = await startFetchCore(service.url, await openFileIn(folder));
  const { id } = valued(await started.fetches.start(search));
  await eventually(() => expect(started.jobs.get(id)?.state).toBe('failed'));
  const failed = started.jobs.get(id);
  expect(failed).toMatchObject({ resumable: true, failure: { code: 'disk' } });
  expect(failed?.failure?.message).toContain('disk is full');
  expect(await recordsIn(started)).toBe(failed?.fetch?.records);
  execFileSync('mount', ['-o', 'remount,size=40m', folder]);
  valued(await started.jobs.resume(id));
  expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: 30 } });
});
