import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '../../../shared/jobs/job.ts';
import type { ServiceCapabilities } from '../../../shared/map-sources/capabilities/service-capabilities.ts';
import type { CheckedMapSource } from '../../../shared/map-sources/check-map-source.ts';
import { type MapSource, mapSourceSchema } from '../../../shared/map-sources/map-source.ts';
import type {
  ArchiveMetadata,
  MapSourceState,
  MapSourceTest,
  OfflinePlan,
  OfflineRequest,
  TileCacheStats,
} from '../../../shared/map-sources/map-source-state.ts';
import type { TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import { throttle } from '../base/throttle.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Http } from '../service/http.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { StoredSource } from '../settings/stored-source.ts';
import type { TrialLocation } from './chosen-map-file.ts';
import { createFetchTile } from './fetch-tile.ts';
import { createHostLimiter } from './host-limiter.ts';
import { openPmtiles } from './pmtiles-archive.ts';
import { fileFailure, readWebRange } from './read-ranges.ts';
import { readService } from './read-service.ts';
import { createSourceFiles } from './source-files.ts';
import { createSourceTiles } from './source-tiles.ts';
import { createSourceTrials } from './source-trials.ts';
import { createTileCache } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

type MapSourcesDeps = {
  readonly dataDir: string;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  /** Must support plain HTTP, too, and never sends the service's token. */
  readonly http: Http;
  /** Entry of the thread that reads capabilities. */
  readonly workerUrl: URL;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Pick<Events, 'publish'>;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** Loaded when it is needed: the projections in it are a fifth of the code of the host. */
const loadOfflineTiles = () => import('./offline-tiles.ts');

/** `MapSources` with `close`. */
export type ManagedMapSources = MapSources & { close(): Promise<void> };

/** Concurrent requests per server, as in browsers. */
const requestsAtOnce = 6;
/** Minimum interval between `changed` events while tiles are being fetched. */
const notifyTilesMs = 3_000;
/** The maximum number of sources. */
const maxSources = 100;

/** The user's basemaps: stored in the settings, their tiles in `<data dir>/tiles`, copies of files in `<data dir>/sources`. */
export function createMapSources(deps: MapSourcesDeps) {
  const { dataDir, settings, http, workerUrl, jobs, events, onProblem, now = Date.now } = deps;
  const changed = () => events.publish({ type: 'changed', topic: 'map-sources' });
  const notifyTiles = throttle(notifyTilesMs, changed);
  const cache = createTileCache(path.join(dataDir, 'tiles'), {
    limit: settings.current().tileCacheLimit,
    now,
    onChange: notifyTiles.schedule,
  });
  const limiter = createHostLimiter(requestsAtOnce, now);
  const fetchTile = createFetchTile({ http, cache, gate: limiter, now, onProblem });
  const files = createSourceFiles(path.join(dataDir, 'sources'));
  const tiles = createSourceTiles({ http, cache, gate: limiter, fetchTile, now, onProblem });
  const trials = createSourceTrials({ files, tiles });
  const ending = new AbortController();
  const stored = () => settings.current().mapSources;
  const find = (id: string) => stored().find(({ source }) => source.id === id);
  const offlineDeps = {
    jobs,
    cache,
    keyOf: tiles.keyOf,
    fetch: (source: MapSource, location: Parameters<MapSources['tile']>[1], signal: AbortSignal) =>
      find(source.id)
        ? tiles.tile({ source }, location, signal)
        : Promise.resolve({ kind: 'no-source' } as const),
    ending: ending.signal,
  };

  const withSource = async <T>(id: string, work: (one: StoredSource) => Promise<Result<T>>) => {
    const one = find(id);
    return one ? work(one) : fail('not-found', 'This source does not exist any more.');
  };

  /** The draft as a source with this id, with its file: the chosen one, or the previous one. */
  const toStoredSource = async (
    id: string,
    draft: CheckedMapSource,
    before: StoredSource | undefined,
  ): Promise<Result<StoredSource>> => {
    // Without the properties that only a draft has.
    const source = mapSourceSchema.parse({ ...draft, id });
    if (!hasFile(source)) return succeed({ source });
    const fileId = 'fileId' in draft ? draft.fileId : null;
    if (fileId !== null) {
      const adopted = await files.adopt(source.kind, fileId);
      return adopted.ok ? succeed({ source, file: adopted.value }) : adopted;
    }
    if (before?.file && before.source.kind === source.kind) return succeed({ source, file: before.file });
    return fail('invalid-input', 'No file is chosen. Choose one.');
  };

  return {
    list: (): Promise<readonly MapSourceState[]> =>
      Promise.all(stored().map((one) => stateOf(one, cache.totalsOf))),
    /** Inspects a file that the user has chosen. It is not used before a source with it is added. */
    inspectFile: files.inspect,
    /** Reads the capabilities of the service at an address. */
    readCapabilities: (
      kind: 'wms' | 'wmts',
      address: string,
      signal?: AbortSignal,
    ): Promise<Result<ServiceCapabilities>> => readService(http, workerUrl, kind, address, signal),
    /** Reads the metadata of the PMTiles archive at an address. */
    async readArchive(address: string): Promise<Result<ArchiveMetadata>> {
      const url = URL.parse(address.trim());
      if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
        return fail(
          'invalid-input',
          `“${address}” is no address. Enter one that begins with https:// or http://.`,
        );
      }
      return openPmtiles(url.host, readWebRange(url.href, http, limiter)).facts();
    },
    /** Fetches a tile of a source that is not saved yet, or opens its file. `id`: of the source that is being edited. */
    async tryOut(
      draft: CheckedMapSource,
      id: string | null,
      location: TrialLocation,
    ): Promise<Result<MapSourceTest>> {
      return trials.start(draft, id === null ? undefined : find(id), location);
    },
    async add(draft: CheckedMapSource): Promise<Result<MapSource>> {
      if (stored().length >= maxSources) {
        return fail('too-large', `There are ${maxSources} sources already. Remove one first.`);
      }
      const added = await toStoredSource(randomUUID(), draft, undefined);
      if (!added.ok) return added;
      const saved = await settings.change((before) => ({
        ...before,
        mapSources: [...before.mapSources, added.value],
      }));
      if (!saved.ok) return saved;
      changed();
      return succeed(added.value.source);
    },
    change: (id: string, draft: CheckedMapSource): Promise<Result<MapSource>> =>
      withSource(id, async (before) => {
        const after = await toStoredSource(id, draft, before);
        if (!after.ok) return after;
        const saved = await settings.change((all) => ({
          ...all,
          mapSources: all.mapSources.map((one) => (one.source.id === id ? after.value : one)),
        }));
        if (!saved.ok) return saved;
        tiles.close(id);
        if (before.file && before.file.path !== after.value.file?.path) await files.remove(before.file);
        // Tiles of the previous address would stay in the cache until evicted.
        if (hasOtherTiles(before.source, after.value.source)) await cache.clearSource(id);
        changed();
        return succeed(after.value.source);
      }),
    /** Deletes a source with its cached tiles, and its file if that is Sightline's copy. */
    remove: (id: string): Promise<Result<void>> =>
      withSource(id, async (one) => {
        const saved = await settings.change((before) => ({
          ...before,
          mapSources: before.mapSources.filter(({ source }) => source.id !== id),
        }));
        if (!saved.ok) return saved;
        tiles.close(id);
        if (one.file) await files.remove(one.file);
        await cache.clearSource(id);
        changed();
        return succeed(undefined);
      }),
    clearTiles: (id: string): Promise<Result<void>> =>
      withSource(id, async () => {
        await cache.clearSource(id);
        changed();
        return succeed(undefined);
      }),
    cacheStats: async (): Promise<TileCacheStats> => ({ ...(await cache.totals()), limit: cache.limit() }),
    async setCacheLimit(bytes: number): Promise<Result<void>> {
      const saved = await settings.change((before) => ({ ...before, tileCacheLimit: bytes }));
      if (!saved.ok) return saved;
      await cache.setLimit(bytes);
      changed();
      return succeed(undefined);
    },
    planOffline: (request: OfflineRequest): Promise<Result<OfflinePlan>> =>
      withSource(request.sourceId, async ({ source }) =>
        (await loadOfflineTiles()).planOffline(offlineDeps, source, request),
      ),
    /** Starts a job that fetches the missing tiles. */
    fetchOffline: (request: OfflineRequest): Promise<Result<Job>> =>
      withSource(request.sourceId, async ({ source }) =>
        (await loadOfflineTiles()).fetchOffline(offlineDeps, source, request),
      ),
    /** A tile of a source or of a trial. Rejects only when `signal` aborts. */
    async tile(id: string, location: TileCoordinates, signal: AbortSignal): Promise<TileOutcome> {
      const one = find(id);
      if (one) return tiles.tile(one, location, signal);
      return (await trials.tile(id, location, signal)) ?? { kind: 'no-source' };
    },
    /** The GeoTIFF of a source or of a trial; undefined when there is none. */
    file(id: string): { readonly path: string; readonly name: string } | undefined {
      const one = find(id);
      if (!one) return trials.file(id);
      const { source, file } = one;
      return source.kind === 'geotiff' && file ? { path: file.path, name: source.fileName } : undefined;
    },
    async close() {
      ending.abort();
      await cache.close();
    },
  };
}

/** The basemaps that the user has added. Requests are only sent to their addresses. */
export type MapSources = ReturnType<typeof createMapSources>;

function hasFile(source: MapSource): boolean {
  return source.kind === 'geotiff' || (source.kind === 'pmtiles' && source.address === '');
}

/** Whether cached tiles of one are invalid for the other. */
function hasOtherTiles(before: MapSource, after: MapSource): boolean {
  const plain = (source: MapSource) => {
    const { name: _name, attribution: _attribution, opacity: _opacity, ...rest } = source;
    return JSON.stringify(rest);
  };
  return plain(before) !== plain(after);
}

async function stateOf(
  { source, file }: StoredSource,
  totalsOf: (id: string) => Promise<{ readonly tiles: number; readonly bytes: number }>,
): Promise<MapSourceState> {
  if (!file) return { source, cached: await totalsOf(source.id), file: null };
  try {
    return { source, cached: null, file: { bytes: (await stat(file.path)).size, problem: null } };
  } catch (error) {
    const name = 'fileName' in source ? source.fileName : source.name;
    return { source, cached: null, file: { bytes: null, problem: fileFailure(name, error) } };
  }
}
