import type { DatabaseSync } from 'node:sqlite';
import {
  cacheKey,
  createDiskCache,
  type DiskCacheFormat,
  type DiskCacheOptions,
} from '../base/disk-cache.ts';

/** What is cached about a tile in addition to its image. */
export type TileDetails = {
  readonly sourceId: string;
  /** Content type; null: the server has no such tile, and there is no file. */
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

const fileCondition = 'type IS NOT NULL';

/** Unlike that of chips the index cannot be rebuilt, since files do not contain their source. */
const format: DiskCacheFormat<TileDetails, ReturnType<typeof createSourceQueries>> = {
  name: 'tile cache',
  extension: '',
  table: 'tiles',
  schema: `
    CREATE TABLE IF NOT EXISTS tiles (
      key TEXT PRIMARY KEY,
      source_id TEXT NOT NULL,
      type TEXT,
      bytes INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      fresh_until INTEGER NOT NULL,
      etag TEXT,
      last_modified TEXT
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS tiles_by_use ON tiles (used_at);
    CREATE INDEX IF NOT EXISTS tiles_by_source ON tiles (source_id, type, bytes);`,
  columns: {
    sourceId: 'source_id',
    type: 'type',
    freshUntil: 'fresh_until',
    etag: 'etag',
    lastModified: 'last_modified',
  },
  fileCondition,
  queries: createSourceQueries,
  isIntact: (body, { bytes }) => body.length === bytes,
  detailsOfUnknownFile: undefined,
};

function createSourceQueries(database: DatabaseSync) {
  const totals = database.prepare(
    `SELECT count(*) AS tiles, coalesce(sum(bytes), 0) AS bytes FROM tiles WHERE ${fileCondition} AND source_id = ?`,
  );
  const keys = database.prepare('SELECT key FROM tiles WHERE source_id = ?');
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
    totalsOf: async (sourceId: string): Promise<TileTotals> => (await cache.queries()).totalsOf(sourceId),
    clearSource: (sourceId: string): Promise<void> => cache.remove(({ keysOf }) => keysOf(sourceId)),
  };
}

export type TileCache = ReturnType<typeof createTileCache>;
