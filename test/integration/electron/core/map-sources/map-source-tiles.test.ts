import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFile } from '../../../../../electron/core/base/disk-cache.ts';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import { MapSources } from '../../../../../electron/core/map-sources/map-sources.ts';
import { readCapabilitiesInThread } from '../../../../../electron/core/map-sources/read-service.ts';
import { createHttp } from '../../../../../electron/core/service/http.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import {
  type CheckedMapSource,
  checkedMapSourceSchema,
} from '../../../../../shared/map-sources/check-map-source.ts';
import type { Result } from '../../../../../shared/result.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { startHttpServer } from '../../../../builders/http-server.ts';
import { buildPmtiles } from '../../../../builders/pmtiles-builder.ts';
import { startTileServer, type TileServer, tilePng } from '../../../../builders/tile-server.ts';

let dataDir: string;
let server: TileServer;
let now: number;
let opened: MapSources[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-map-sources-'));
  server = await startTileServer();
  now = Date.now();
  opened = [];
});
afterEach(async () => {
  for (const sources of opened) await sources.close();
  await server.close();
  await rm(dataDir, { recursive: true });
});

/**
 * Opens the sources. A test in which the server sends nothing has a short limit, which a response of the others would
 * exceed on a busy machine.
 */
async function open({ idleMs = 30_000 } = {}) {
  const events = createEvents();
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const jobs = createJobRunner({ events, onProblem });
  const sources = new MapSources({
    dataDir,
    settings: await openSettingsFile(path.join(dataDir, 'settings.json')),
    http: createHttp({
      connectMs: 30_000,
      idleMs,
      totalMs: 60_000,
      plainHttp: 'anywhere',
      addressIn: 'the source',
    }),
    jobs,
    events,
    onProblem,
    workerUrl: coreWorkers.capabilities,
    now: () => now,
  });
  opened.push(sources);
  return { sources, jobs, problems };
}

function xyz(more: object = {}): CheckedMapSource {
  return checkedMapSourceSchema.parse({
    kind: 'xyz',
    name: 'Tiles',
    attribution: '',
    opacity: 1,
    address: `${server.url}/xyz/{z}/{x}/{y}.png`,
    minZoom: 0,
    maxZoom: 10,
    tileSize: 256,
    ...more,
  });
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const never = new AbortController().signal;
const place = { z: 1, x: 1, y: 0 };
const hour = 3_600_000;

describe('a tile', () => {
  it('is fetched once, cached, and served after a restart without its server', async () => {
    const first = await open();
    const { id } = unwrap(await first.sources.add(xyz()));
    expect(await first.sources.tile(id, place, never)).toMatchObject({
      kind: 'tile',
      contentType: 'image/png',
      source: 'network',
    });
    expect(await first.sources.tile(id, place, never)).toMatchObject({ source: 'cache' });
    expect(server.requests.map((request) => request.path)).toEqual(['/xyz/1/1/0.png']);
    await first.sources.close();
    await server.close();

    now += 30 * 24 * hour;
    const { sources } = await open();
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'stale' });
    const missing = await sources.tile(id, { z: 2, x: 0, y: 0 }, never);
    expect(missing).toMatchObject({ kind: 'offline' });
    expect(missing.kind === 'offline' ? missing.reason : '').toMatch(/connection was refused.*in the source/);
    expect(await sources.list()).toMatchObject([{ cached: { tiles: 1 } }]);
  });

  it('carries nothing of the service, and no name of ours but that of the program', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, place, never);
    const names = Object.keys(server.requests[0]?.headers ?? {}).toSorted();
    expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it('is revalidated with its ETag once it is stale, and stays when it is unchanged', async () => {
    const { sources } = await open();
    server.behavior.headers = { etag: '"one"', 'cache-control': 'max-age=60' };
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, place, never);
    now += 59_000;
    await sources.tile(id, place, never);
    expect(server.requests).toHaveLength(1);
    now += 2_000;
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'network' });
    expect(server.requests[1]?.headers['if-none-match']).toBe('"one"');
    await sources.tile(id, place, never);
    expect(server.requests).toHaveLength(2);

    server.behavior.headers = { etag: '"two"', 'cache-control': 'max-age=60' };
    server.behavior.color = [1, 2, 3];
    now += 61_000;
    const changed = await sources.tile(id, place, never);
    expect(changed).toMatchObject({ source: 'network', body: Buffer.from(tilePng([1, 2, 3])) });
  });

  it('is not cached when the server forbids it', async () => {
    const { sources } = await open();
    server.behavior.headers = { 'cache-control': 'no-store' };
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, place, never);
    await sources.tile(id, place, never);
    expect(server.requests).toHaveLength(2);
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0 });
  });

  it('is fetched once for concurrent callers, and aborted when all have aborted', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    await Promise.all([1, 2, 3].map(() => sources.tile(id, place, never)));
    expect(server.requests).toHaveLength(1);
    server.behavior.fault = () => {};
    const gone = new AbortController();
    const requested = sources.tile(id, { z: 3, x: 0, y: 0 }, gone.signal);
    gone.abort(new Error('gone'));
    await expect(requested).rejects.toThrow('gone');
  });

  it('that the server does not have is not requested again immediately, not even offline', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    server.behavior.fault = (response) => response.writeHead(404).end('nothing here');
    expect(await sources.tile(id, place, never)).toEqual({ kind: 'none' });
    expect(await sources.tile(id, place, never)).toEqual({ kind: 'none' });
    expect(server.requests).toHaveLength(1);
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0 });
  });

  it('outside of the grid is not requested', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    expect(await sources.tile(id, { z: 11, x: 0, y: 0 }, never)).toEqual({ kind: 'none' });
    expect(await sources.tile('00000000-0000-4000-8000-000000000000', place, never)).toEqual({
      kind: 'no-source',
    });
    expect(server.requests).toEqual([]);
  });

  it('that was cut or removed by another program is fetched again', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, place, never);
    const database = new DatabaseSync(cacheFile(path.join(dataDir, 'tiles')));
    expect(database.prepare("UPDATE bodies SET body = x'00'").run().changes).toBe(1);
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'network' });
    expect(database.prepare('DELETE FROM bodies').run().changes).toBe(1);
    database.close();
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'network' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('a server that does wrong', () => {
  const sends =
    (body: string | Uint8Array, type: string, code = 200) =>
    (response: ServerResponse) =>
      void response.writeHead(code, { 'content-type': type }).end(body);
  it.each<[string, (response: ServerResponse) => void, 'failed' | 'offline', RegExp]>([
    ['status 500', sends('', 'text/html', 500), 'failed', /status 500.*server error/],
    ['status 403', sends('', 'text/plain', 403), 'failed', /status 403.*key in the address/],
    ['a web page', sends('<!doctype html><html>', 'text/html'), 'failed', /web page instead of an image/],
    [
      'an exception of WMS',
      sends(
        '<ServiceExceptionReport><ServiceException code="LayerNotDefined">No layer x</ServiceException></ServiceExceptionReport>',
        'text/xml',
      ),
      'failed',
      /error of the service: “No layer x”/,
    ],
    [
      'a vector tile',
      sends(Buffer.from([0x1a, 3, 1, 2, 3]), 'application/x-protobuf'),
      'failed',
      /vector tile \(MVT\)/,
    ],
    ['a page that calls itself PNG', sends('<html>', 'image/png'), 'failed', /web page/],
    ['an image of 5000 pixels', sends(hugePng(), 'image/png'), 'failed', /5000 pixels, more than 4096/],
    [
      'more bytes than a tile may have',
      (response) => void response.writeHead(200, { 'content-length': String(2 ** 24) }).end(),
      'failed',
      /larger than 8\.0 MiB/,
    ],
    [
      'another address',
      (response) => void response.writeHead(302, { location: 'http://other.invalid/' }).end(),
      'failed',
      /send us on to other\.invalid.*the right address into the source/,
    ],
    ['nothing at all', () => {}, 'offline', /sent nothing for 0\.3 s/],
    ['a broken connection', (response) => response.socket?.resetAndDestroy(), 'offline', /broke before/],
  ])('%s', async (_what, fault, kind, says) => {
    const { sources } = await open({ idleMs: 300 });
    const { id } = unwrap(await sources.add(xyz()));
    server.behavior.fault = fault;
    const outcome = await sources.tile(id, place, never);
    expect(outcome.kind).toBe(kind);
    expect('reason' in outcome ? outcome.reason : '').toMatch(says);
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0 });
  });

  it('does not take away what is there', async () => {
    const { sources } = await open();
    server.behavior.headers = { 'cache-control': 'max-age=1' };
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, place, never);
    server.behavior.fault = sends('<html>sign in</html>', 'text/html');
    now += 5_000;
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'stale' });
  });

  it('is not requested during a backoff when it cannot be reached, and requested again later', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    server.behavior.fault = (response) => response.socket?.resetAndDestroy();
    for (let x = 0; x < 4; x += 1) await sources.tile(id, { z: 2, x, y: 0 }, never);
    expect(server.requests).toHaveLength(1);
    server.behavior.fault = undefined;
    now += 11_000;
    expect(await sources.tile(id, { z: 2, x: 0, y: 0 }, never)).toMatchObject({ kind: 'tile' });
  });

  it('is given the pause that it requests', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    server.behavior.fault = (response) => response.writeHead(429, { 'retry-after': '30' }).end();
    await sources.tile(id, { z: 2, x: 0, y: 0 }, never);
    const next = await sources.tile(id, { z: 2, x: 1, y: 0 }, never);
    expect(next).toMatchObject({ kind: 'failed' });
    expect('reason' in next ? next.reason : '').toMatch(/limits the number of requests.*30 s/);
    expect(server.requests).toHaveLength(1);
  });

  it('gets at most six concurrent requests', async () => {
    const tiles = 20;
    let requests = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    // Six are held until all of them have come, so that the number depends on no time; a seventh would come meanwhile.
    server.behavior.fault = (response) => {
      requests += 1;
      waiting.push(() => response.writeHead(200, { 'content-type': 'image/png' }).end(tilePng([1, 1, 1], 8)));
      most = Math.max(most, waiting.length);
      if (waiting.length !== 6 && requests !== tiles) return;
      setTimeout(() => {
        for (const respond of waiting.splice(0)) respond();
      }, 20);
    };
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    await Promise.all(Array.from({ length: tiles }, (_one, x) => sources.tile(id, { z: 5, x, y: 0 }, never)));
    expect(most).toBe(6);
  });
});

describe('the cache', () => {
  it('evicts the least recently used tiles, but none that may be on the screen', async () => {
    const { sources } = await open();
    server.behavior.fault = (response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(paddedPng(3_000_000));
    const { id } = unwrap(await sources.add(xyz()));
    unwrap(await sources.setCacheLimit(10_000_000));
    for (let x = 0; x < 4; x += 1) {
      await sources.tile(id, { z: 3, x, y: 0 }, never);
      now += 1;
    }
    expect(await sources.cacheStats()).toMatchObject({ tiles: 4 });
    now += 120_000;
    await sources.tile(id, { z: 3, x: 0, y: 0 }, never);
    await sources.tile(id, { z: 3, x: 4, y: 0 }, never);
    expect(await sources.cacheStats()).toMatchObject({ tiles: 3 });
    server.behavior.fault = (response) => response.socket?.resetAndDestroy();
    expect(await sources.tile(id, { z: 3, x: 0, y: 0 }, never)).toMatchObject({ source: 'cache' });
    expect(await sources.tile(id, { z: 3, x: 1, y: 0 }, never)).toMatchObject({ kind: 'offline' });
  });

  it('of a killed process is read again', async () => {
    const first = await open();
    const { id } = unwrap(await first.sources.add(xyz()));
    await first.sources.tile(id, place, never);
    // Not closed: as after a kill.
    const { sources } = await open();
    expect(await sources.cacheStats()).toMatchObject({ tiles: 1 });
    server.behavior.fault = (response) => response.socket?.resetAndDestroy();
    expect(await sources.tile(id, place, never)).toMatchObject({ source: 'cache' });
  });

  it('forgets the tiles of a source that is removed, cleared, or leads elsewhere now', async () => {
    const { sources } = await open();
    const one = unwrap(await sources.add(xyz()));
    const other = unwrap(await sources.add(xyz({ name: 'Other' })));
    for (const { id } of [one, other]) await sources.tile(id, place, never);
    unwrap(await sources.change(one.id, xyz({ name: 'Called otherwise', attribution: '©' })));
    expect(await sources.cacheStats()).toMatchObject({ tiles: 2 });
    unwrap(await sources.change(one.id, xyz({ address: `${server.url}/xyz/{z}/{x}/{-y}.png` })));
    expect(await sources.cacheStats()).toMatchObject({ tiles: 1 });
    unwrap(await sources.clearTiles(other.id));
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0, bytes: 0 });
    await sources.tile(other.id, place, never);
    unwrap(await sources.remove(other.id));
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0 });
    expect((await sources.list()).map(({ source }) => source.name)).toEqual(['Tiles']);
  });
});

describe('tiles for offline use', () => {
  const box = [-180, -85, 180, 85] as const;
  it('are counted before, fetched as a job without those that are there, and stay', async () => {
    const { sources, jobs } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    await sources.tile(id, { z: 2, x: 0, y: 0 }, never);
    const request = {
      sourceId: id,
      box: [...box] as [number, number, number, number],
      fromLevel: 1,
      toLevel: 2,
    };
    const plan = unwrap(await sources.planOffline(request));
    expect(plan).toMatchObject({ tiles: 20, missing: 19, refusal: null });
    expect(plan.estimatedBytes).toBe(19 * tilePng([200, 40, 40]).length);
    const job = unwrap(await sources.fetchOffline(request));
    await expect.poll(() => jobs.get(job.id)?.state).toBe('complete');
    expect(jobs.get(job.id)?.outcome).toMatch(/^19 tiles were fetched .*, 1 were there/);
    expect(server.requests).toHaveLength(20);
    expect(unwrap(await sources.planOffline(request))).toMatchObject({ missing: 0 });
  });

  it('that the server does not have do not count as there', async () => {
    const { sources, jobs } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    const request = {
      sourceId: id,
      box: [...box] as [number, number, number, number],
      fromLevel: 1,
      toLevel: 1,
    };
    server.behavior.fault = (response) => response.writeHead(404).end();
    await sources.tile(id, { z: 1, x: 0, y: 0 }, never);
    const job = unwrap(await sources.fetchOffline(request));
    await expect.poll(() => jobs.get(job.id)?.state).toBe('complete');
    expect(jobs.get(job.id)?.outcome).toMatch(/, 0 were there, 4 the source does not have/);
  });

  it('are never too many', async () => {
    const { sources } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    const request = {
      sourceId: id,
      box: [...box] as [number, number, number, number],
      fromLevel: 0,
      toLevel: 10,
    };
    expect(unwrap(await sources.planOffline(request)).refusal).toMatch(/at most 20,000/);
    expect(await sources.fetchOffline(request)).toMatchObject({ ok: false, failure: { code: 'too-large' } });
    expect(server.requests).toEqual([]);
  });

  it('stop when nothing comes, and when they are cancelled', async () => {
    const { sources, jobs } = await open();
    const { id } = unwrap(await sources.add(xyz()));
    const request = {
      sourceId: id,
      box: [...box] as [number, number, number, number],
      fromLevel: 3,
      toLevel: 4,
    };
    server.behavior.fault = (response) => response.writeHead(500).end();
    const failing = unwrap(await sources.fetchOffline(request));
    await expect.poll(() => jobs.get(failing.id)?.state).toBe('failed');
    expect(jobs.get(failing.id)?.failure?.message).toMatch(/status 500/);
    expect(server.requests.length).toBeLessThan(20);

    server.behavior.fault = (response) => void setTimeout(() => response.writeHead(404).end(), 20);
    const cancelled = unwrap(await sources.fetchOffline(request));
    await expect.poll(() => server.requests.length).toBeGreaterThan(20);
    await jobs.cancel(cancelled.id);
    await expect.poll(() => jobs.get(cancelled.id)?.state).toBe('cancelled');
  });

  it('of a server that forbids storing them end the job', async () => {
    const { sources, jobs } = await open();
    server.behavior.headers = { 'cache-control': 'no-store' };
    const { id } = unwrap(await sources.add(xyz()));
    const job = unwrap(await sources.fetchOffline({ sourceId: id, box: [...box], fromLevel: 3, toLevel: 3 }));
    await expect.poll(() => jobs.get(job.id)?.state).toBe('failed');
    expect(jobs.get(job.id)?.failure?.message).toMatch(/forbids storing/);
    expect(server.requests.length).toBeLessThan(5);
  });
});

describe('a source that is tried', () => {
  const here = { position: [10, 50] as const, zoom: 3.2 };
  it('shows the tile at the map’s location, and writes nothing to disk', async () => {
    const { sources } = await open();
    const trial = unwrap(await sources.tryOut(xyz(), null, here));
    expect(trial).toMatchObject({ contentType: 'image/png' });
    expect(trial.address).toMatch(/^\/tiles\/[0-9a-f-]{36}\/3\/4\/2$/);
    const [, , id = '', z, x, y] = trial.address.split('/');
    const tile = await sources.tile(id, { z: Number(z), x: Number(x), y: Number(y) }, never);
    expect(tile).toMatchObject({ kind: 'tile' });
    expect(server.requests.map((request) => request.path)).toEqual(['/xyz/3/4/2.png']);
    expect(await sources.cacheStats()).toMatchObject({ tiles: 0 });
    expect(await sources.list()).toEqual([]);
  });
  it('tries coarser levels, and fails when there is no tile', async () => {
    const { sources } = await open();
    server.behavior.fault = (response) => response.writeHead(404).end();
    const trial = await sources.tryOut(xyz(), null, here);
    expect(trial).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(server.requests.map((request) => request.path)).toEqual([
      '/xyz/3/4/2.png',
      '/xyz/2/2/1.png',
      '/xyz/1/1/0.png',
      '/xyz/0/0/0.png',
    ]);
  });
});

describe('services', () => {
  it('are requested for capabilities at the given address, WMS and WMTS', async () => {
    const { sources } = await open();
    const wms = unwrap(await sources.readCapabilities('wms', `${server.url}/wms?map=a&request=GetMap`));
    expect(wms).toMatchObject({ kind: 'wms', title: 'Harbour charts' });
    expect(server.requests[0]?.path).toBe('/wms?map=a&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0');
    const wmts = unwrap(await sources.readCapabilities('wmts', `${server.url}/wmts/WMTSCapabilities.xml`));
    expect(wmts).toMatchObject({ kind: 'wmts', title: 'City maps' });
    expect(server.requests[1]?.path).toBe('/wmts/WMTSCapabilities.xml');
  });
  it('that list too much have a clear failure', async () => {
    const { sources } = await open();
    const text = `<WMS_Capabilities><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${'<Layer><Style><Name>a</Name></Style>'.repeat(90)}${'</Layer>'.repeat(90)}</Capability></WMS_Capabilities>`;
    const service = await startHttpServer((_request, response) => void response.end(text));
    expect(await sources.readCapabilities('wms', service.url)).toMatchObject({
      ok: false,
      failure: { code: 'bad-response', message: expect.stringMatching(/^127\.0\.0\.1:\d+: .*32 groups/) },
    });
    await service.close();
  });
  it('are parsed in a thread that runs next to the main thread and ends when it is cancelled', async () => {
    const layers = '<Layer><Name>a</Name></Layer>'.repeat(40_000);
    const text = `<WMS_Capabilities><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer>${layers}</Layer></Capability></WMS_Capabilities>`;
    const task = { kind: 'wms', address: 'https://m.org', body: Buffer.from(text) } as const;
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const offer = unwrap(await readCapabilitiesInThread(coreWorkers.capabilities, task, undefined));
    clearInterval(ticking);
    expect(offer.layers).toHaveLength(40_000);
    expect(ticks).toBeGreaterThan(10);
    const stopping = new AbortController();
    const stopped = readCapabilitiesInThread(coreWorkers.capabilities, task, stopping.signal);
    stopping.abort();
    expect(await stopped).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });
  it('have a failure when the thread that parses them ends', async () => {
    const task = { kind: 'wms', address: 'https://m.org', body: Buffer.from('<WMS_Capabilities/>') } as const;
    const endWith = (script: string) =>
      readCapabilitiesInThread(new URL(`data:text/javascript,${script}`), task, undefined);
    expect(await endWith('process.exit(7)')).toMatchObject({
      failure: { code: 'server-error', message: 'Reading capabilities ended unexpectedly (exit code 7).' },
    });
    expect(await endWith('throw new Error("out of memory")')).toMatchObject({
      failure: {
        code: 'bad-response',
        message: 'Its capabilities could not be read.',
        details: 'out of memory',
      },
    });
  });
  it('that return a web page or do not respond have a clear failure', async () => {
    const { sources } = await open();
    const page = await startHttpServer((_request, response) => void response.end('<html>Sign in</html>'));
    expect(await sources.readCapabilities('wms', page.url)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/web page instead of capabilities/) },
    });
    await page.close();
    expect(await sources.readCapabilities('wms', page.url)).toMatchObject({
      ok: false,
      failure: { code: 'unreachable' },
    });
  });
});

describe('PMTiles', () => {
  const tiles = [
    { z: 0, x: 0, y: 0, body: tilePng([1, 2, 3], 8) },
    { z: 1, x: 1, y: 0, body: tilePng([4, 5, 6], 8) },
  ];
  const archive = buildPmtiles(tiles, {
    metadata: { name: 'World', attribution: '<a href="x">© World</a>' },
  });
  const draft = (more: object) =>
    checkedMapSourceSchema.parse({
      kind: 'pmtiles',
      name: 'World',
      attribution: '',
      opacity: 1,
      address: '',
      fileName: '',
      fileId: null,
      content: 'image',
      minZoom: 0,
      maxZoom: 1,
      bounds: [-180, -85, 180, 85],
      ...more,
    });

  it('that were uploaded are stored in the folder, read, and removed with the source', async () => {
    const { sources } = await open();
    const sent = path.join(dataDir, 'sent');
    await writeFile(sent, archive);
    const offer = unwrap(
      await sources.inspectFile('pmtiles', { path: sent, name: 'world.pmtiles', isTemporary: true }),
    );
    expect(offer).toMatchObject({
      bytes: archive.length,
      isCopied: true,
      archive: { content: 'image', minZoom: 0, maxZoom: 1, name: 'World', attribution: '© World' },
    });
    const { fileId } = offer;
    const { id } = unwrap(await sources.add(draft({ fileId, fileName: 'world.pmtiles' })));
    await expect(stat(sent)).rejects.toThrow('ENOENT');
    expect(await sources.tile(id, place, never)).toMatchObject({
      kind: 'tile',
      source: 'file',
      body: new Uint8Array(tiles[1]?.body ?? []),
    });
    expect(await sources.tile(id, { z: 1, x: 0, y: 0 }, never)).toEqual({ kind: 'none' });
    expect(JSON.stringify(await sources.list())).not.toContain(dataDir);
    expect(await readdir(path.join(dataDir, 'sources'))).toHaveLength(1);
    unwrap(await sources.remove(id));
    expect(await readdir(path.join(dataDir, 'sources'))).toEqual([]);
  });

  it('of the user are not moved, and are reported when they are missing', async () => {
    const { sources } = await open();
    const file = path.join(dataDir, 'mine.pmtiles');
    await writeFile(file, archive);
    const { fileId } = unwrap(
      await sources.inspectFile('pmtiles', { path: file, name: 'mine.pmtiles', isTemporary: false }),
    );
    const { id } = unwrap(await sources.add(draft({ fileId, fileName: 'mine.pmtiles' })));
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile' });
    unwrap(await sources.remove(id));
    expect((await readFile(file)).length).toBe(archive.length);
    const again = unwrap(
      await sources.inspectFile('pmtiles', { path: file, name: 'mine.pmtiles', isTemporary: false }),
    );
    const second = unwrap(await sources.add(draft({ fileId: again.fileId, fileName: 'mine.pmtiles' })));
    await rm(file);
    expect(await sources.list()).toMatchObject([
      {
        file: {
          problem: {
            message: 'The file mine.pmtiles is not where it was. Restore it, or choose it again.',
            details: expect.stringContaining('ENOENT'),
          },
        },
      },
    ]);
    expect(await sources.tile(second.id, place, never)).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['no archive', Buffer.from('hello world, this is not an archive'), /cannot be read as a PMTiles archive/],
    ['an empty file', Buffer.alloc(0), /cannot be read as a PMTiles archive/],
    ['half of one', archive.subarray(0, 60), /cannot be read as a PMTiles archive/],
  ])('that are %s are refused', async (_what, bytes, says) => {
    const { sources } = await open();
    const file = path.join(dataDir, 'bad.pmtiles');
    await writeFile(file, bytes);
    const offer = await sources.inspectFile('pmtiles', {
      path: file,
      name: 'bad.pmtiles',
      isTemporary: false,
    });
    expect(offer.ok ? '' : offer.failure.message).toMatch(says);
  });

  it('at an address are read in ranges, cached tile by tile, and available offline', async () => {
    const web = await startHttpServer((request, response) => {
      const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = archive.subarray(Number(from), Number(to) + 1);
      response.writeHead(206, { etag: '"a"', 'content-type': 'application/octet-stream' }).end(part);
    });
    const { sources } = await open();
    const address = `${web.url}/world.pmtiles`;
    expect(unwrap(await sources.readArchive(address))).toMatchObject({ name: 'World', maxZoom: 1 });
    const { id } = unwrap(await sources.add(draft({ address })));
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'network' });
    await web.close();
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'cache' });
    expect(await sources.tile(id, { z: 0, x: 0, y: 0 }, never)).toMatchObject({ kind: 'offline' });
  });

  it('at an address can be read again after a failed read', async () => {
    let isDown = false;
    const web = await startHttpServer((request, response) => {
      if (isDown) return void response.writeHead(503).end();
      const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = archive.subarray(Number(from), Number(to) + 1);
      response.writeHead(206, { etag: '"a"', 'content-type': 'application/octet-stream' }).end(part);
    });
    const { sources } = await open();
    const { id } = unwrap(await sources.add(draft({ address: `${web.url}/world.pmtiles` })));
    isDown = true;
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'failed' });
    isDown = false;
    now += 600_000;
    expect(await sources.tile(id, place, never)).toMatchObject({ kind: 'tile', source: 'network' });
    await web.close();
  });

  it('at a server without range requests have a clear failure', async () => {
    const web = await startHttpServer((_request, response) => void response.end(Buffer.alloc(2 ** 21)));
    const { sources } = await open();
    const read = await sources.readArchive(`${web.url}/world.pmtiles`);
    expect(read.ok ? '' : read.failure.message).toMatch(/does not send parts of files/);
    await web.close();
  });
});

function hugePng(): Uint8Array {
  const png = Buffer.from(tilePng([0, 0, 0], 8));
  png.writeUInt32BE(5000, 16);
  return png;
}

/** Bytes behind the end of a PNG have no effect. */
function paddedPng(bytes: number): Uint8Array {
  return Buffer.concat([tilePng([9, 9, 9], 8), Buffer.alloc(bytes)]);
}
