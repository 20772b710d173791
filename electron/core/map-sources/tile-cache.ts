import type { DatabaseSync } from 'node:sqlite';
import {
  cacheKey,
  createDiskCache,
  type DiskCacheFormat,
  type DiskCacheOptions,
} from '../base/disk-cache.ts';

/** Metadata cached about a tile in addition to its image. */
export type TileDetails = {
  readonly sourceId: string;
  /** Content type; null: the server has no such tile, and there is no body. */
  readonly type: string | null;
  /** Epoch milliseconds. */
  readonly freshUntil: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
};

/** A cached tile; `body` is undefined when the server has no such tile. */
export type CachedTile = { readonly entry: TileDetails; readonly body: Uint8Array | undefined };

/** The number of cached tiles, without those that the server does not have, and their size. */
export type TileTotals = { readonly tiles: number; readonly bytes: number };

export type TileCacheOptions = DiskCacheOptions & {
  /** Called when the number of tiles may have changed. */
  readonly onChange?: () => void;
};

/** The cache key of a tile. */
export const tileKey = cacheKey;

const format: DiskCacheFormat<TileDetails, ReturnType<typeof createSourceQueries>> = {
  name: 'tile cache',
  columns: {
    sourceId: 'TEXT',
    type: 'TEXT',
    freshUntil: 'INTEGER',
    etag: 'TEXT',
    lastModified: 'TEXT',
  },
  schema: 'CREATE INDEX IF NOT EXISTS entries_by_source ON entries (sourceId, bytes);',
  queries: createSourceQueries,
  former: {
    extension: '',
    selectEntries: `
      SELECT key, iif(type IS NULL, NULL, bytes), used_at, source_id, type, fresh_until, etag, last_modified
      FROM former.tiles`,
    // Files do not contain their source.
    acceptsUnlisted: false,
  },
};

function createSourceQueries(database: DatabaseSync) {
  const totals = database.prepare(
    'SELECT count(bytes) AS tiles, coalesce(sum(bytes), 0) AS bytes FROM entries WHERE sourceId = ?',
  );
  const keys = database.prepare('SELECT key FROM entries WHERE sourceId = ?');
  return {
    totalsOf(sourceId: string): TileTotals {
      const { tiles, bytes } = totals.get(sourceId) ?? {};
      return { tiles: Number(tiles), bytes: Number(bytes) };
    },
    keysOf: (sourceId: string): readonly string[] => keys.all(sourceId).map(({ key }) => String(key)),
  };
}

/** A disk cache of tiles in a folder, which is created when first used; no other process writes to it. */
export function createTileCache(folder: string, options: TileCacheOptions) {
  const { onChange = () => {} } = options;
  const cache = createDiskCache(folder, format, options);
  return {
    ...cache,
    /** Stores a tile, or, with `body` undefined, that there is none, and evicts others if necessary. */
    async write(key: string, body: Uint8Array | undefined, details: TileDetails): Promise<void> {
      await cache.write(key, body, details);
      onChange();
    },
    async totals(): Promise<TileTotals> {
      const { files, bytes } = await cache.stats();
      return { tiles: files, bytes };
    },
    totalsOf: (sourceId: string): Promise<TileTotals> =>
      cache.changeQueries(({ totalsOf }) => totalsOf(sourceId)),
    clearSource: (sourceId: string): Promise<void> => cache.remove(({ keysOf }) => keysOf(sourceId)),
  };
}

export type TileCache = ReturnType<typeof createTileCache>;
