import { Compression, type Header, PMTiles, type RangeResponse, SharedPromiseCache, TileType } from 'pmtiles';
import { formatCount } from '../../../shared/format.ts';
import type { ArchiveMetadata } from '../../../shared/map-sources/map-source-state.ts';
import type { TileCoordinates } from '../../../shared/map-sources/tile-grid.ts';
import { type Failure, fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import { DecompressionError, decompress } from '../base/decompress.ts';

/** Reads bytes of an archive; throws `ArchiveFailure`. */
export type ReadRange = (
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
  etag: string | undefined,
) => Promise<RangeResponse>;

/** Bytes of an archive cannot be read; carries the failure to return. */
export class ArchiveFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

type ArchiveTile = { readonly body: Uint8Array; readonly contentType: string };

/** Maximum decompressed sizes of the metadata or a tile, and of a directory, whose entries take 15 times its memory. */
const maxPartBytes = 64 * 2 ** 20;
const maxDirectoryBytes = 2 ** 20;
const maxCachedDirectories = 24;

const contentTypes: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** An archive that is read with `read`. `name` is for messages. Reads lazily. */
export function openPmtiles(name: string, read: ReadRange) {
  const source = {
    getKey: () => name,
    getBytes: read,
  };
  const open = () =>
    new PMTiles(
      source,
      new SharedPromiseCache(maxCachedDirectories, true, boundedDecompress(name, maxDirectoryBytes)),
      boundedDecompress(name, maxPartBytes),
    );
  let archive = open();
  const orFailure = async <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => {
    try {
      return await work();
    } catch (error) {
      // PMTiles caches a failed read, too.
      archive = open();
      if (error instanceof ArchiveFailure) return { ok: false, failure: error.failure };
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      return failBecause('bad-response', `${name} cannot be read as a PMTiles archive.`, error);
    }
  };
  return {
    facts: () =>
      orFailure(async () => {
        const header = await archive.getHeader();
        const problem = problemOf(header);
        if (problem !== undefined) return fail('bad-response', `${name} ${problem}`);
        return succeed(factsOf(header, await archive.getMetadata()));
      }),
    /** Undefined where the archive has no such tile. */
    tile: ({ z, x, y }: TileCoordinates, signal?: AbortSignal): Promise<Result<ArchiveTile | undefined>> =>
      orFailure(async () => {
        const { tileType } = await archive.getHeader();
        const found = await archive.getZxy(z, x, y, signal);
        const contentType = contentTypes[tileType];
        if (!found || contentType === undefined) return succeed(undefined);
        return succeed({ body: new Uint8Array(found.data), contentType });
      }),
  };
}

/** An archive of tiles (PMTiles, version 3). */
export type PmtilesArchive = ReturnType<typeof openPmtiles>;

function problemOf({ specVersion, tileType }: Header): string | undefined {
  if (specVersion < 3) return `is of version ${specVersion} of PMTiles. Convert it to version 3.`;
  if (contentTypes[tileType] === undefined) {
    return 'holds tiles of a kind that cannot be drawn. PNG, JPEG, WebP, AVIF and MVT can.';
  }
  return undefined;
}

function factsOf(header: Header, metadata: unknown): ArchiveMetadata {
  const text = (name: string) => {
    const value: unknown =
      typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined;
    // Attributions are HTML, and are displayed as text.
    return typeof value === 'string'
      ? value
          .replaceAll(/<[^>]*>/g, '')
          .trim()
          .slice(0, 500)
      : '';
  };
  return {
    content: header.tileType === TileType.Mvt ? 'vector' : 'image',
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    name: text('name'),
    attribution: text('attribution'),
  };
}

const formats = {
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
  [Compression.Zstd]: 'zstd',
} as const;

/** Decompresses parts of an archive. Rejects with an `ArchiveFailure` that names the archive. */
function boundedDecompress(name: string, maxBytes: number) {
  const refuse = (reason: string, cause?: unknown) => {
    const message = `${name} cannot be read as a PMTiles archive: ${reason}.`;
    const { failure } =
      cause === undefined ? fail('bad-response', message) : failBecause('bad-response', message, cause);
    return new ArchiveFailure(failure);
  };
  return async (bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> => {
    const tooLong = `a part of it has more than ${formatCount(maxBytes)} bytes`;
    if (compression === Compression.None || compression === Compression.Unknown) {
      if (bytes.byteLength > maxBytes) throw refuse(tooLong);
      return bytes;
    }
    const format = formats[compression];
    if (format === undefined) throw refuse(`its compression (${compression}) is not known`);
    try {
      return new Uint8Array(await decompress(format, new Uint8Array(bytes), maxBytes)).buffer;
    } catch (error) {
      if (!(error instanceof DecompressionError)) throw error;
      throw refuse(error.reason === 'too-long' ? tooLong : 'a part of it is damaged', error);
    }
  };
}
