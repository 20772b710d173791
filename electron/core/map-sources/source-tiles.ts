import type { MapSource, MapSourceDraft } from '../../../shared/map-sources/map-source.ts';
import { tileAddress } from '../../../shared/map-sources/tile-address.ts';
import type { TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import type { Http } from '../service/http.ts';
import { type FetchTile, toFailedOutcome } from './fetch-tile.ts';
import type { HostLimiter } from './host-limiter.ts';
import { openPmtiles, type PmtilesArchive } from './pmtiles-archive.ts';
import { readFileRange, readWebRange } from './read-ranges.ts';
import { type TileCache, tileKey } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** A source of tiles. `id` is absent for a draft. */
export type TileOrigin = {
  readonly source: MapSource | MapSourceDraft;
  readonly file?: { readonly path: string } | undefined;
};

type SourceTilesDeps = {
  readonly http: Http;
  readonly cache: Pick<TileCache, 'read' | 'write'>;
  readonly gate: HostLimiter;
  readonly fetchTile: FetchTile;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

type ArchiveSource = Extract<TileOrigin['source'], { kind: 'pmtiles' }>;

/** Lifetime of cached tiles of archives, which seldom change. */
const archiveLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Tiles of sources of every kind, through the cache; tiles of local archives are read directly. */
export function createSourceTiles(deps: SourceTilesDeps) {
  const { http, cache, gate, fetchTile, now, onProblem } = deps;
  const archives = new Map<string, PmtilesArchive>();

  const archiveOf = ({ source, file }: TileOrigin & { source: ArchiveSource }): PmtilesArchive => {
    const make = () =>
      file
        ? openPmtiles(source.fileName, readFileRange(file.path, source.fileName))
        : openPmtiles(
            URL.parse(source.address)?.host ?? source.name,
            readWebRange(source.address, http, gate),
          );
    if (!('id' in source)) return make();
    const archive = archives.get(source.id) ?? make();
    archives.set(source.id, archive);
    return archive;
  };

  const fromArchive = async (
    origin: TileOrigin & { source: ArchiveSource },
    tile: TileCoordinates,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const found = await archiveOf(origin).tile(tile, signal);
    signal.throwIfAborted();
    if (!found.ok) {
      const { failure } = found;
      return toFailedOutcome(failure);
    }
    if (!found.value) return { kind: 'none' };
    return { kind: 'tile', ...found.value, source: origin.file ? 'file' : 'network' };
  };

  const cachedArchiveTile = async (
    source: Extract<MapSource, { kind: 'pmtiles' }>,
    tile: TileCoordinates,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const key = archiveKey(source, tile);
    const cached = await cache.read(key).catch((error: unknown) => {
      onProblem(error, 'reading the tile cache');
      return undefined;
    });
    const fromCache = (freshness: 'cache' | 'stale'): TileOutcome =>
      cached?.body && cached.entry.type !== null
        ? { kind: 'tile', body: cached.body, contentType: cached.entry.type, source: freshness }
        : { kind: 'none' };
    if (cached && cached.entry.freshUntil > now()) return fromCache('cache');
    const outcome = await fromArchive({ source }, tile, signal);
    if (outcome.kind === 'tile' || outcome.kind === 'none') {
      const type = outcome.kind === 'tile' ? outcome.contentType : null;
      const entry = { sourceId: source.id, type, etag: null, lastModified: null };
      await cache
        .write(key, outcome.kind === 'tile' ? outcome.body : undefined, {
          ...entry,
          freshUntil: now() + archiveLifetimeMs,
        })
        .catch((error: unknown) => onProblem(error, 'writing the tile cache'));
      return outcome;
    }
    return cached ? fromCache('stale') : outcome;
  };

  return {
    /** Caches fetched tiles, except those of a draft. Rejects only when `signal` aborts. */
    async tile(origin: TileOrigin, tile: TileCoordinates, signal: AbortSignal): Promise<TileOutcome> {
      const { source, file } = origin;
      if (source.kind === 'geotiff') return { kind: 'none' };
      if (source.kind === 'pmtiles') {
        if (tile.z < source.minZoom || tile.z > source.maxZoom) return { kind: 'none' };
        if (file || !('id' in source)) return fromArchive({ source, file }, tile, signal);
        return cachedArchiveTile(source, tile, signal);
      }
      const address = tileAddress(source, tile);
      if (address === undefined) return { kind: 'none' };
      return 'id' in source
        ? fetchTile(source.id, address, signal)
        : fetchTile('', address, signal, 'uncached');
    },
    /** The cache key of a tile; undefined when the source has no such tile, or is not cached. */
    keyOf(source: MapSource, tile: TileCoordinates): string | undefined {
      if (source.kind === 'geotiff') return undefined;
      if (source.kind === 'pmtiles') return source.address === '' ? undefined : archiveKey(source, tile);
      const address = tileAddress(source, tile);
      return address === undefined ? undefined : tileKey(source.id, address);
    },
    /** Closes the archive of a source. */
    close: (id: string): void => void archives.delete(id),
  };
}

export type SourceTiles = ReturnType<typeof createSourceTiles>;

function archiveKey(
  { id, address }: Extract<MapSource, { kind: 'pmtiles' }>,
  { z, x, y }: TileCoordinates,
): string {
  return tileKey(id, address, z, x, y);
}
