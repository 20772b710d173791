import type { MapSource, MapSourceDraft } from '../../../shared/map-sources/map-source.ts';
import { tileAddress } from '../../../shared/map-sources/tile-address.ts';
import type { TilePlace } from '../../../shared/map-sources/tile-grid.ts';
import type { Http } from '../service/http.ts';
import { type FetchTile, isOffline } from './fetch-tile.ts';
import type { HostGate } from './host-gate.ts';
import { openPmtiles, type PmtilesArchive } from './pmtiles-archive.ts';
import { readFileRange, readWebRange } from './read-ranges.ts';
import { type TileCache, tileKey } from './tile-cache.ts';
import type { TileOutcome } from './tile-outcome.ts';

/** What is needed of a source for its tiles. `id` is absent while it is only tried. */
export type TileOrigin = {
  readonly source: MapSource | MapSourceDraft;
  readonly file?: { readonly path: string } | undefined;
};

/** Tiles of sources of every kind. */
export type SourceTiles = {
  /** Keeps what it fetches, except of a draft. Rejects only when `signal` aborts. */
  tile(origin: TileOrigin, place: TilePlace, signal: AbortSignal): Promise<TileOutcome>;
  /** The name of a tile in the cache; undefined where the source has none, or needs none. */
  keyOf(source: MapSource, place: TilePlace): string | undefined;
  /** Lets go of what is open of a source. */
  forget(id: string): void;
};

type SourceTilesParts = {
  readonly http: Http;
  readonly cache: Pick<TileCache, 'read' | 'write'>;
  readonly gate: HostGate;
  readonly fetchTile: FetchTile;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

type ArchiveSource = Extract<TileOrigin['source'], { kind: 'pmtiles' }>;

/** Archives seldom change; after so long a tile is taken from them anew. */
const archiveLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Tiles by way of the cache, of archives on this computer straight from the file. */
export function createSourceTiles(parts: SourceTilesParts): SourceTiles {
  const { http, cache, gate, fetchTile, now, onProblem } = parts;
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
    place: TilePlace,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const found = await archiveOf(origin).tile(place, signal);
    signal.throwIfAborted();
    if (!found.ok) {
      const { failure } = found;
      return { kind: isOffline(failure) ? 'offline' : 'failed', reason: failure.message };
    }
    if (!found.value) return { kind: 'none' };
    return { kind: 'tile', ...found.value, source: origin.file ? 'file' : 'network' };
  };

  const keptArchiveTile = async (
    source: Extract<MapSource, { kind: 'pmtiles' }>,
    place: TilePlace,
    signal: AbortSignal,
  ): Promise<TileOutcome> => {
    const key = archiveKey(source, place);
    const kept = await cache.read(key).catch((error: unknown) => {
      onProblem(error, 'reading the tile cache');
      return undefined;
    });
    const keptAs = (how: 'cache' | 'stale'): TileOutcome =>
      kept?.body && kept.entry.type !== null
        ? { kind: 'tile', body: kept.body, contentType: kept.entry.type, source: how }
        : { kind: 'none' };
    if (kept && kept.entry.freshUntil > now()) return keptAs('cache');
    const outcome = await fromArchive({ source }, place, signal);
    if (outcome.kind === 'tile' || outcome.kind === 'none') {
      const type = outcome.kind === 'tile' ? outcome.contentType : null;
      const entry = { key, sourceId: source.id, type, etag: null, lastModified: null };
      await cache
        .write(
          { ...entry, freshUntil: now() + archiveLifetimeMs },
          outcome.kind === 'tile' ? outcome.body : undefined,
        )
        .catch((error: unknown) => onProblem(error, 'writing the tile cache'));
      return outcome;
    }
    return kept ? keptAs('stale') : outcome;
  };

  return {
    async tile(origin, place, signal) {
      const { source, file } = origin;
      if (source.kind === 'geotiff') return { kind: 'none' };
      if (source.kind === 'pmtiles') {
        if (place.z < source.minZoom || place.z > source.maxZoom) return { kind: 'none' };
        if (file || !('id' in source)) return fromArchive({ source, file }, place, signal);
        return keptArchiveTile(source, place, signal);
      }
      const address = tileAddress(source, place);
      if (address === undefined) return { kind: 'none' };
      return 'id' in source
        ? fetchTile(source.id, address, signal)
        : fetchTile('', address, signal, 'not kept');
    },
    keyOf(source, place) {
      if (source.kind === 'geotiff') return undefined;
      if (source.kind === 'pmtiles') return source.address === '' ? undefined : archiveKey(source, place);
      const address = tileAddress(source, place);
      return address === undefined ? undefined : tileKey(source.id, address);
    },
    forget: (id) => void archives.delete(id),
  };
}

function archiveKey(
  { id, address }: Extract<MapSource, { kind: 'pmtiles' }>,
  { z, x, y }: TilePlace,
): string {
  return tileKey(id, address, z, x, y);
}
