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
  SelectedMapFile,
  TileCacheStats,
} from '../../../shared/map-sources/map-source-state.ts';
import type { TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { throttle } from '../base/throttle.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Http } from '../service/http.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { StoredSource } from '../settings/stored-source.ts';
import { createFetchTile } from './fetch-tile.ts';
import { createHostLimiter, type HostLimiter } from './host-limiter.ts';
import { openPmtiles } from './pmtiles-archive.ts';
import { fileFailure, readWebRange } from './read-ranges.ts';
import { readService } from './read-service.ts';
import { createSourceFiles, type SourceFiles } from './source-files.ts';
import { createSourceTiles, type SourceTiles } from './source-tiles.ts';
import { createSourceTrials, type TrialLocation } from './source-trials.ts';
import { createTileCache, type TileCache } from './tile-cache.ts';
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

/** Concurrent requests per server, as in browsers. */
const requestsAtOnce = 6;
/** Minimum interval between `changed` events while tiles are being fetched. */
const notifyTilesMs = 3_000;
/** The maximum number of sources. */
const maxSources = 100;

/**
 * The basemaps that the user has added: stored in the settings, their tiles in `<data dir>/tiles`, copies of files in
 * `<data dir>/sources`. Requests are only sent to their addresses.
 */
export class MapSources {
  readonly #deps: MapSourcesDeps;
  readonly #cache: TileCache;
  readonly #limiter: HostLimiter;
  readonly #files: SourceFiles;
  readonly #tiles: SourceTiles;
  readonly #trials: ReturnType<typeof createSourceTrials>;
  readonly #ending = new AbortController();

  constructor(deps: MapSourcesDeps) {
    const { dataDir, settings, http, onProblem, now = Date.now } = deps;
    this.#deps = deps;
    const notifyTiles = throttle(notifyTilesMs, () => this.#changed());
    this.#cache = createTileCache(path.join(dataDir, 'tiles'), {
      limit: settings.current().tileCacheLimit,
      now,
      onChange: notifyTiles.schedule,
    });
    this.#limiter = createHostLimiter(requestsAtOnce, now);
    const toTiles = { http, cache: this.#cache, gate: this.#limiter, now, onProblem };
    this.#files = createSourceFiles(path.join(dataDir, 'sources'));
    this.#tiles = createSourceTiles({ ...toTiles, fetchTile: createFetchTile(toTiles) });
    this.#trials = createSourceTrials({ files: this.#files, tiles: this.#tiles });
  }

  list(): Promise<readonly MapSourceState[]> {
    return Promise.all(this.#stored().map((one) => stateOf(one, this.#cache.totalsOf)));
  }

  /** Inspects a file that the user has chosen. It is not used before a source with it is added. */
  inspectFile(kind: 'pmtiles' | 'geotiff', file: ChosenFile): Promise<Result<SelectedMapFile>> {
    return this.#files.inspect(kind, file);
  }

  /** Reads the capabilities of the service at an address. */
  readCapabilities(
    kind: 'wms' | 'wmts',
    address: string,
    signal?: AbortSignal,
  ): Promise<Result<ServiceCapabilities>> {
    return readService(this.#deps.http, this.#deps.workerUrl, kind, address, signal);
  }

  /** Reads the metadata of the PMTiles archive at an address. */
  async readArchive(address: string): Promise<Result<ArchiveMetadata>> {
    const url = URL.parse(address.trim());
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      return fail(
        'invalid-input',
        `“${address}” is no address. Enter one that begins with https:// or http://.`,
      );
    }
    return openPmtiles(url.host, readWebRange(url.href, this.#deps.http, this.#limiter)).facts();
  }

  /** Fetches a tile of a source that is not saved yet, or opens its file. `id`: of the source that is being edited. */
  async tryOut(
    draft: CheckedMapSource,
    id: string | null,
    location: TrialLocation,
  ): Promise<Result<MapSourceTest>> {
    return this.#trials.start(draft, id === null ? undefined : this.#find(id), location);
  }

  async add(draft: CheckedMapSource): Promise<Result<MapSource>> {
    if (this.#stored().length >= maxSources) {
      return fail('too-large', `There are ${maxSources} sources already. Remove one first.`);
    }
    const added = await this.#toStoredSource(randomUUID(), draft, undefined);
    if (!added.ok) return added;
    const saved = await this.#saveSources((sources) => [...sources, added.value]);
    if (!saved.ok) return saved;
    this.#changed();
    return succeed(added.value.source);
  }

  change(id: string, draft: CheckedMapSource): Promise<Result<MapSource>> {
    return this.#withSource(id, async (before) => {
      const after = await this.#toStoredSource(id, draft, before);
      if (!after.ok) return after;
      const saved = await this.#saveSources((sources) =>
        sources.map((one) => (one.source.id === id ? after.value : one)),
      );
      if (!saved.ok) return saved;
      this.#tiles.close(id);
      if (before.file && before.file.path !== after.value.file?.path) await this.#files.remove(before.file);
      // Tiles of the previous address would stay in the cache until evicted.
      if (hasOtherTiles(before.source, after.value.source)) await this.#cache.clearSource(id);
      this.#changed();
      return succeed(after.value.source);
    });
  }

  /** Deletes a source with its cached tiles, and its file if that is Sightline's copy. */
  remove(id: string): Promise<Result<void>> {
    return this.#withSource(id, async (one) => {
      const saved = await this.#saveSources((sources) => sources.filter(({ source }) => source.id !== id));
      if (!saved.ok) return saved;
      this.#tiles.close(id);
      if (one.file) await this.#files.remove(one.file);
      return this.#clearTiles(id);
    });
  }

  clearTiles(id: string): Promise<Result<void>> {
    return this.#withSource(id, () => this.#clearTiles(id));
  }

  async cacheStats(): Promise<TileCacheStats> {
    return { ...(await this.#cache.totals()), limit: this.#cache.limit() };
  }

  async setCacheLimit(bytes: number): Promise<Result<void>> {
    const saved = await this.#deps.settings.change((before) => ({ ...before, tileCacheLimit: bytes }));
    if (!saved.ok) return saved;
    await this.#cache.setLimit(bytes);
    this.#changed();
    return succeed(undefined);
  }

  planOffline(request: OfflineRequest): Promise<Result<OfflinePlan>> {
    return this.#withSource(request.sourceId, async ({ source }) =>
      (await loadOfflineTiles()).planOffline(this.#offlineDeps(), source, request),
    );
  }

  /** Starts a job that fetches the missing tiles. */
  fetchOffline(request: OfflineRequest): Promise<Result<Job>> {
    return this.#withSource(request.sourceId, async ({ source }) =>
      (await loadOfflineTiles()).fetchOffline(this.#offlineDeps(), source, request),
    );
  }

  /** A tile of a source or of a trial. Rejects only when `signal` aborts. */
  async tile(id: string, location: TileCoordinates, signal: AbortSignal): Promise<TileOutcome> {
    const one = this.#find(id);
    if (one) return this.#tiles.tile(one, location, signal);
    return (await this.#trials.tile(id, location, signal)) ?? { kind: 'no-source' };
  }

  /** The GeoTIFF of a source or of a trial; undefined when there is none. */
  file(id: string): { readonly path: string; readonly name: string } | undefined {
    const one = this.#find(id);
    if (!one) return this.#trials.file(id);
    const { source, file } = one;
    return source.kind === 'geotiff' && file ? { path: file.path, name: source.fileName } : undefined;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#cache.close();
  }

  #changed(): void {
    this.#deps.events.publish({ type: 'changed', topic: 'map-sources' });
  }

  #stored(): readonly StoredSource[] {
    return this.#deps.settings.current().mapSources;
  }

  #find(id: string): StoredSource | undefined {
    return this.#stored().find(({ source }) => source.id === id);
  }

  async #withSource<T>(id: string, work: (one: StoredSource) => Promise<Result<T>>): Promise<Result<T>> {
    const one = this.#find(id);
    return one ? work(one) : fail('not-found', 'This source does not exist.');
  }

  async #clearTiles(id: string): Promise<Result<void>> {
    await this.#cache.clearSource(id);
    this.#changed();
    return succeed(undefined);
  }

  #saveSources(change: (sources: StoredSource[]) => StoredSource[]): Promise<Result<void>> {
    return this.#deps.settings.change((before) => ({ ...before, mapSources: change(before.mapSources) }));
  }

  /** The draft as a source with this id, with its file: the chosen one, or the previous one. */
  async #toStoredSource(
    id: string,
    draft: CheckedMapSource,
    before: StoredSource | undefined,
  ): Promise<Result<StoredSource>> {
    // Without the properties that only a draft has.
    const source = mapSourceSchema.parse({ ...draft, id });
    if (!hasFile(source)) return succeed({ source });
    const fileId = 'fileId' in draft ? draft.fileId : null;
    if (fileId !== null) {
      const adopted = await this.#files.adopt(source.kind, fileId);
      return adopted.ok ? succeed({ source, file: adopted.value }) : adopted;
    }
    if (before?.file && before.source.kind === source.kind) return succeed({ source, file: before.file });
    return fail('invalid-input', 'No file is chosen. Choose one.');
  }

  #offlineDeps() {
    return {
      jobs: this.#deps.jobs,
      cache: this.#cache,
      keyOf: this.#tiles.keyOf,
      fetch: async (source: MapSource, location: TileCoordinates, signal: AbortSignal) =>
        this.#find(source.id)
          ? this.#tiles.tile({ source }, location, signal)
          : ({ kind: 'no-source' } as const),
      ending: this.#ending.signal,
    };
  }
}

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
