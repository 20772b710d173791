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

/** A disk cache of tiles with a size limit and LRU eviction. */
export type TileCache = {
  /** A tile whose file is damaged or missing is treated as not cached. */
  read(key: string): Promise<CachedTile | undefined>;
  /** Whether it is cached that there is this tile, or none. */
  has(key: string): Promise<boolean>;
  hasFile(key: string): Promise<boolean>;
  /** Stores a tile, or, with `body` undefined, that there is none, and evicts others if necessary. */
  write(key: string, details: TileDetails, body: Uint8Array | undefined): Promise<void>;
  /** Updates the details of a tile after a 304 response. */
  renew(key: string, details: TileDetails): Promise<void>;
  totals(): Promise<TileTotals>;
  totalsOf(sourceId: string): Promise<TileTotals>;
  clearSource(sourceId: string): Promise<void>;
  /** In bytes. */
  limit(): number;
  setLimit(bytes: number): Promise<void>;
  close(): Promise<void>;
};

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

/** The cache in a folder, which is created when first used; no other process writes to it. */
export function createTileCache(folder: string, options: TileCacheOptions): TileCache {
  const { onChange = () => {} } = options;
  const cache = createDiskCache(folder, format, options);
  return {
    ...cache,
    async write(key, details, body) {
      await cache.write(key, body, details);
      onChange();
    },
    renew: cache.changeDetails,
    async totals() {
      const { files, bytes } = await cache.stats();
      return { tiles: files, bytes };
    },
    totalsOf: async (sourceId) => (await cache.queries()).totalsOf(sourceId),
    clearSource: (sourceId) => cache.remove(({ keysOf }) => keysOf(sourceId)),
  };
}
