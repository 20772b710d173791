import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { checkMapSource } from '../../../shared/map-sources/check-map-source.ts';
import {
  type MapSource,
  type MapSourceDraft,
  mapSourceSchema,
} from '../../../shared/map-sources/map-source.ts';
import type { MapSourceState } from '../../../shared/map-sources/map-source-state.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { atMostEvery } from '../at-most-every.ts';
import type { Events } from '../events.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { Http } from '../service/http.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { createFetchTile } from './fetch-tile.ts';
import { createHostGate } from './host-gate.ts';
import type { MapSources } from './map-sources.ts';
import { fetchOffline, planOffline } from './offline-tiles.ts';
import { openPmtiles } from './pmtiles-archive.ts';
import { fileProblem, readWebRange } from './read-ranges.ts';
import { readService } from './read-service.ts';
import { createSourceFiles } from './source-files.ts';
import { createSourceTiles } from './source-tiles.ts';
import { createSourceTrials } from './source-trials.ts';
import type { StoredSource } from './stored-source.ts';
import { createTileCache } from './tile-cache.ts';

type MapSourcesParts = {
  readonly dataDir: string;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  /** Must lead to plain HTTP, too, and never carries the service's token. */
  readonly http: Http;
  readonly registry: JobRegistry;
  readonly events: Pick<Events, 'publish'>;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** The sources, and how they end. */
export type BoundMapSources = MapSources & { close(): Promise<void> };

/** As many requests as a browser has for one server. */
const requestsAtOnce = 6;
/** The page hears of tiles that came so often. */
const tellTilesMs = 3_000;
/** More basemaps than anybody keeps apart. */
const mostSources = 100;

/** The user's basemaps: kept in the settings, their tiles in `<data dir>/tiles`, copies of files in `<data dir>/sources`. */
export function createMapSources(parts: MapSourcesParts): BoundMapSources {
  const { dataDir, settings, http, registry, events, onProblem, now = Date.now } = parts;
  const changed = () => events.publish({ type: 'changed', what: 'map-sources' });
  const tellTiles = atMostEvery(tellTilesMs, changed);
  const cache = createTileCache(path.join(dataDir, 'tiles'), {
    limit: settings.current().tileCacheLimit,
    now,
    onChange: tellTiles.later,
  });
  const gate = createHostGate(requestsAtOnce, now);
  const fetchTile = createFetchTile({ http, cache, gate, now, onProblem });
  const files = createSourceFiles(path.join(dataDir, 'sources'));
  const tiles = createSourceTiles({ http, cache, gate, fetchTile, now, onProblem });
  const trials = createSourceTrials({ files, tiles });
  const ending = new AbortController();
  const stored = () => settings.current().mapSources;
  const find = (id: string) => stored().find(({ source }) => source.id === id);
  const offlineParts = {
    registry,
    cache,
    keyOf: tiles.keyOf,
    fetch: (source: MapSource, place: Parameters<MapSources['tile']>[1], signal: AbortSignal) =>
      find(source.id)
        ? tiles.tile({ source }, place, signal)
        : Promise.resolve({ kind: 'no-source' } as const),
    ending: ending.signal,
  };

  const withSource = async <T>(id: string, work: (one: StoredSource) => Promise<Result<T>>) => {
    const one = find(id);
    return one ? work(one) : fail('not-found', 'This source is not there any more.');
  };

  /** The draft as a source under this id, with its file: the chosen one, or the one that it had. */
  const settle = async (
    id: string,
    draft: MapSourceDraft,
    before: StoredSource | undefined,
  ): Promise<Result<StoredSource>> => {
    const problems = checkMapSource(draft);
    if (problems.length > 0) {
      const message = problems.map((problem) => problem.message).join(' ');
      return fail('invalid-input', message, { problems: [...problems] });
    }
    const parsed = mapSourceSchema.safeParse({ ...draft, id });
    if (!parsed.success) {
      return fail('invalid-input', parsed.error.issues[0]?.message ?? 'The source is not whole.');
    }
    const source = parsed.data;
    if (!hasFile(source)) return succeed({ source });
    const fileId = 'fileId' in draft ? draft.fileId : null;
    if (fileId !== null) {
      const kept = await files.keep(source.kind, fileId);
      return kept.ok ? succeed({ source, file: kept.value }) : kept;
    }
    if (before?.file && before.source.kind === source.kind) return succeed({ source, file: before.file });
    return fail('invalid-input', 'No file is chosen. Choose one.');
  };

  return {
    list: () => Promise.all(stored().map((one) => stateOf(one, cache.totalsOf))),
    offerFile: files.offer,
    readCapabilities: (kind, address, signal) => readService(http, kind, address, signal),
    async readArchive(address) {
      const url = URL.parse(address.trim());
      if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
        return fail(
          'invalid-input',
          `“${address}” is no address. Enter one that begins with https:// or http://.`,
        );
      }
      return openPmtiles(url.host, readWebRange(url.href, http, gate)).facts();
    },
    async tryOut(draft, id, place) {
      const problems = checkMapSource(draft);
      if (problems.length > 0) {
        const message = problems.map((problem) => problem.message).join(' ');
        return fail('invalid-input', message, { problems: [...problems] });
      }
      return trials.begin(draft, id === null ? undefined : find(id), place);
    },
    async add(draft) {
      if (stored().length >= mostSources) {
        return fail('too-large', `There are ${mostSources} sources already. Remove one first.`);
      }
      const added = await settle(randomUUID(), draft, undefined);
      if (!added.ok) return added;
      const kept = await settings.change((before) => ({
        ...before,
        mapSources: [...before.mapSources, added.value],
      }));
      if (!kept.ok) return kept;
      changed();
      return succeed(added.value.source);
    },
    change: (id, draft) =>
      withSource(id, async (before) => {
        const after = await settle(id, draft, before);
        if (!after.ok) return after;
        const kept = await settings.change((all) => ({
          ...all,
          mapSources: all.mapSources.map((one) => (one.source.id === id ? after.value : one)),
        }));
        if (!kept.ok) return kept;
        tiles.forget(id);
        if (before.file && before.file.path !== after.value.file?.path) await files.drop(before.file);
        // Tiles of other addresses than now would lie there until they are the oldest.
        if (isOther(before.source, after.value.source)) await cache.clearSource(id);
        changed();
        return succeed(after.value.source);
      }),
    remove: (id) =>
      withSource(id, async (one) => {
        const kept = await settings.change((before) => ({
          ...before,
          mapSources: before.mapSources.filter(({ source }) => source.id !== id),
        }));
        if (!kept.ok) return kept;
        tiles.forget(id);
        if (one.file) await files.drop(one.file);
        await cache.clearSource(id);
        changed();
        return succeed(undefined);
      }),
    clearTiles: (id) =>
      withSource(id, async () => {
        await cache.clearSource(id);
        changed();
        return succeed(undefined);
      }),
    cacheStats: async () => ({ ...(await cache.totals()), limit: cache.limit() }),
    async setCacheLimit(bytes) {
      const kept = await settings.change((before) => ({ ...before, tileCacheLimit: bytes }));
      if (!kept.ok) return kept;
      await cache.setLimit(bytes);
      changed();
      return succeed(undefined);
    },
    planOffline: (request) =>
      withSource(request.sourceId, ({ source }) => planOffline(offlineParts, source, request)),
    fetchOffline: (request) =>
      withSource(request.sourceId, ({ source }) => fetchOffline(offlineParts, source, request)),
    async tile(id, place, signal) {
      const one = find(id);
      if (one) return tiles.tile(one, place, signal);
      return (await trials.tile(id, place, signal)) ?? { kind: 'no-source' };
    },
    file(id) {
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

function hasFile(source: MapSource): boolean {
  return source.kind === 'geotiff' || (source.kind === 'pmtiles' && source.address === '');
}

/** Whether tiles of the one are not tiles of the other. */
function isOther(before: MapSource, after: MapSource): boolean {
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
    return { source, cached: null, file: { bytes: null, problem: fileProblem(name, error) } };
  }
}
