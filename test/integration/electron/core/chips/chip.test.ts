import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { cacheFile } from '../../../../../electron/core/base/disk-cache.ts';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { type ChipCacheOptions, createChipCache } from '../../../../../electron/core/chips/chip-cache.ts';
import { createChips } from '../../../../../electron/core/chips/chips.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { absenceTexts } from '../../../../../renderer/ui/chip/chip-cache.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../../../../builders/service-server.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

let service: ServiceServer;
let folder: string;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
  folder = path.join(await makeTempFolder(), 'chips');
});

/** A cache in the folder, closed when the test ends. */
function openCache(options: Partial<ChipCacheOptions> = {}, where = folder) {
  const cache = createChipCache(where, { limit: 1e9, ...options });
  onTestFinished(() => cache.close());
  return cache;
}

/** Chips of detections 1, 2, … in a workspace that knows only their addresses and came without chips. */
function start(more: { cacheFolder?: string } = {}) {
  const access = buildServiceAccess(buildProfile(service.url));
  const clock = { ms: 0 };
  const problems: unknown[] = [];
  const events = createEvents();
  const emitted: unknown[] = [];
  events.listen(({ event }) => emitted.push(event));
  const chipAddress: Workspace['chipAddress'] = async (id) => {
    if (id === 404) return undefined;
    return { region: id === 405 ? null : 'East Asia', chipIdentifier: `chip ${id}` };
  };
  const chips = createChips({
    client: createServiceClient(access, { retry: { wait: async () => {} } }),
    access,
    cache: openCache({ now: () => clock.ms }, more.cacheFolder),
    workspace: () => ({ chipAddress, caseChip: async () => undefined }) as unknown as Workspace,
    settings: { change: () => Promise.reject(new Error('The limit stays.')) },
    events,
    onProblem: (error) => problems.push(error),
    now: () => clock.ms,
  });
  onTestFinished(() => chips.close());
  return { chips, access, clock, problems, emitted };
}

/** Runs a statement on the file of the cache, as another program would. */
function change(statement: string) {
  const database = new DatabaseSync(cacheFile(folder));
  const rows = database.prepare(statement).all();
  database.close();
  return rows;
}

const image = (source: 'cache' | 'service') => ({ kind: 'image', source });

it('comes from the service once and from the disk after that, without the service too', async () => {
  const { chips } = start();
  expect(await chips.get(1)).toMatchObject(image('service'));
  expect(await chips.get(1)).toMatchObject(image('cache'));
  expect(service.requests.map(({ path: requested }) => requested)).toEqual([
    '/images/East-Asia/chip%201.png',
  ]);
  await service.close();
  await chips.close();
  const next = start().chips;
  const outcome = await next.get(1);
  expect(outcome).toMatchObject(image('cache'));
  expect(outcome.kind === 'image' && Buffer.from(outcome.png).equals(buildPng())).toBe(true);
  expect(await next.stats()).toMatchObject({ files: 1, bytes: buildPng().length });
});

it('is cached under a hash, never under a name from the data', async () => {
  await start().chips.get(1);
  expect(change('SELECT key FROM bodies')).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

it('that was damaged on the disk is removed and fetched again', async () => {
  const { chips } = start();
  await chips.get(1);
  change("UPDATE bodies SET body = CAST(substr(body, 1, 50) || x'ff' || substr(body, 52) AS BLOB)");
  expect(await chips.get(1)).toMatchObject(image('service'));
  expect(await chips.get(1)).toMatchObject(image('cache'));
});

it('updates the totals when it is stored, replaced, and found damaged', async () => {
  const cache = openCache();
  expect(await cache.stats()).toEqual({ files: 0, bytes: 0, limit: 1e9, oldestUse: null, absent: 0 });
  const png = buildPng();
  const keys = ['aa', 'ab', 'ba'];
  await Promise.all([...keys, ...keys].map((key) => cache.write(key, png)));
  expect(await cache.stats()).toMatchObject({ files: 3, bytes: 3 * png.length });
  expect(await openCache().stats(), 'afresh').toMatchObject({ files: 3, bytes: 3 * png.length });
  change(`UPDATE bodies SET body = zeroblob(${png.length}) WHERE key = 'ab'`);
  expect(await cache.read('ab')).toBeUndefined();
  change("UPDATE bodies SET body = substr(body, 2) WHERE key = 'aa'");
  expect(await cache.read('aa')).toBeUndefined();
  expect(await cache.stats()).toMatchObject({ files: 1, bytes: png.length });
});

it('that was cached is published, but many together are throttled', async () => {
  const { chips, emitted } = start();
  await Promise.all(Array.from({ length: 20 }, (_none, id) => chips.get(id + 1)));
  const change = { type: 'changed', topic: 'chips' };
  expect(emitted).toEqual([change]);
  await eventually(() => expect(emitted).toEqual([change, change]));
});

it('that comes from the cache is not published; an absence is', async () => {
  await start().chips.get(1);
  service.fault = (_request, response) => {
    sendJson(response, 404, {});
    return true;
  };
  const { chips, emitted } = start();
  expect(await chips.get(1)).toMatchObject(image('cache'));
  expect(await chips.get(2)).toEqual({ kind: 'absent' });
  expect(emitted).toEqual([{ type: 'changed', topic: 'chips' }]);
});

it('requested concurrently is fetched once', async () => {
  const { chips } = start();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => chips.get(1)));
  expect(outcomes.every(({ kind }) => kind === 'image')).toBe(true);
  expect(service.requests).toHaveLength(1);
});

it('waits its turn: four at a time', async () => {
  let atOnce = 0;
  let most = 0;
  service.fault = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 10));
    atOnce -= 1;
    return false;
  };
  const { chips } = start();
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_none, id) => chips.get(id + 1)));
  expect(outcomes.every(({ kind }) => kind === 'image')).toBe(true);
  expect(most).toBe(4);
});

it('that is absent is not requested again immediately, but later', async () => {
  const { chips, clock } = start();
  service.fault = (_request, response) => {
    sendJson(response, 404, {});
    return true;
  };
  expect(await chips.get(1)).toEqual({ kind: 'absent' });
  service.fault = () => false;
  expect(await chips.get(1)).toEqual({ kind: 'absent' });
  expect(service.requests).toHaveLength(1);
  clock.ms += 30_001;
  expect(await chips.get(1)).toMatchObject(image('service'));
});

it('that is absent and shown is worth another request at each tick of the clock of absent chips', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  service.fault = (_request, response) => {
    sendJson(response, 404, {});
    return true;
  };
  const { chips, emitted } = start();
  const tick = () => vi.advanceTimersByTimeAsync(60_000);
  const due = () => emitted.filter((event) => isDeepStrictEqual(event, { type: 'absent-chips-due' })).length;
  await tick();
  expect(await chips.get(1)).toEqual({ kind: 'absent' });
  await tick();
  await eventually(() => expect(due()).toBe(1));
  await tick();
  expect(await chips.get(1)).toEqual({ kind: 'absent' });
  await tick();
  await eventually(() => expect(due()).toBe(2));
  expect(service.requests).toHaveLength(1);
});

it('distinguishes every other outcome', async () => {
  const { chips, access } = start();
  expect(await chips.get(404)).toMatchObject({
    kind: 'none',
    reason: expect.stringContaining('no image chip'),
  });
  expect(await chips.get(405)).toMatchObject({ kind: 'none', reason: expect.stringContaining('no region') });
  service.fault = (_request, response) => {
    sendJson(response, 403, {});
    return true;
  };
  expect(await chips.get(1)).toMatchObject({ kind: 'forbidden' });
  service.fault = () => false;
  expect(await chips.get(1), 'asked again, who was forbidden may be allowed').toMatchObject(image('service'));
  service.fault = (_request, response) => {
    sendJson(response, 403, {});
    return true;
  };
  access.current = undefined;
  expect(await chips.get(2)).toEqual({ kind: 'sign-in-needed' });
  service.fault = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end('not an image');
    return true;
  };
  expect(await chips.get(3)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('not a PNG') });
  expect(change('SELECT key FROM bodies')).toHaveLength(1);
  await service.close();
  expect(await chips.get(4)).toMatchObject({ kind: 'offline', reason: expect.stringContaining('127.0.0.1') });
  // Fetched once, and removed from the disk since: whether it ever was there is not known any more.
  await chips.clear();
  expect(await chips.get(1)).toMatchObject({ kind: 'offline', reason: expect.stringContaining('127.0.0.1') });
  expect(absenceTexts.offline).toEqual({
    title: 'Chip not cached',
    advice: 'It is not on this disk, and the service cannot be reached now.',
  });
});

it('is returned although the disk fails, and the problem is reported', async () => {
  const file = path.join(await makeTempFolder(), 'a-file');
  await writeFile(file, '');
  const { chips, problems } = start({ cacheFolder: path.join(file, 'below') });
  expect(await chips.get(1)).toMatchObject(image('service'));
  expect(problems, 'at reading, at looking for its absence, at writing').toHaveLength(3);
});

it('is aborted when the last caller has aborted, and not before', async () => {
  const cut = vi.fn();
  service.fault = (_request, response) => {
    response.on('close', cut);
    return true;
  };
  const { chips } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [chips.get(1, first.signal), chips.get(1, second.signal)];
  const outcomes = Promise.allSettled(waiting);
  await eventually(() => expect(service.requests).toHaveLength(1));
  first.abort();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cut).not.toHaveBeenCalled();
  second.abort();
  await eventually(() => expect(cut).toHaveBeenCalled());
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  service.fault = () => false;
  expect(await chips.get(1)).toMatchObject(image('service'));
});
