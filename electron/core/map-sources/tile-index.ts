import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What is known of a kept tile. Times are epoch milliseconds. */
export type TileEntry = {
  readonly key: string;
  readonly sourceId: string;
  /** Content type; null: the server has no such tile, and there is no file. */
  readonly type: string | null;
  readonly bytes: number;
  readonly usedAt: number;
  readonly freshUntil: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
};

export type TileTotals = { readonly tiles: number; readonly bytes: number };

/** What the tile cache holds. Unlike that of chips it cannot be made anew: files do not say whose tiles they are. */
export type TileIndex = {
  /** Whether it was closed in order; if not, the folder may hold files of which it does not know. */
  readonly isTrue: boolean;
  get(key: string): TileEntry | undefined;
  put(entry: TileEntry): void;
  remove(keys: readonly string[]): void;
  touch(uses: ReadonlyMap<string, number>): void;
  totals(): TileTotals;
  totalsOf(sourceId: string): TileTotals;
  keysOf(sourceId: string): readonly string[];
  leastUsed(limit: number): readonly Pick<TileEntry, 'key' | 'bytes' | 'usedAt'>[];
  close(): void;
};

const fileName = 'index.sqlite';

/** Opens the index of a folder that is there; one that is damaged is begun anew. */
export function openTileIndex(folder: string): TileIndex {
  const file = path.join(folder, fileName);
  try {
    return begin(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return begin(file);
  }
}

function begin(file: string): TileIndex {
  const database = new DatabaseSync(file);
  try {
    // Kept lightly: what a power cut takes is fetched again.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
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
      CREATE INDEX IF NOT EXISTS tiles_by_source ON tiles (source_id, type, bytes);
      CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    `);
    return createIndex(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function createIndex(database: DatabaseSync): TileIndex {
  const isTrue = database.prepare("DELETE FROM meta WHERE name = 'closed' RETURNING 1").get() !== undefined;
  const get = database.prepare('SELECT * FROM tiles WHERE key = ?');
  const put = database.prepare('INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM tiles WHERE key = ?');
  const touch = database.prepare('UPDATE tiles SET used_at = ? WHERE key = ?');
  const count =
    'SELECT count(*) AS tiles, coalesce(sum(bytes), 0) AS bytes FROM tiles WHERE type IS NOT NULL';
  const totals = database.prepare(count);
  const totalsOf = database.prepare(`${count} AND source_id = ?`);
  const keysOf = database.prepare('SELECT key FROM tiles WHERE source_id = ?');
  const leastUsed = database.prepare('SELECT key, bytes, used_at FROM tiles ORDER BY used_at LIMIT ?');
  const inTransaction = (work: () => void) => {
    database.exec('BEGIN');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    isTrue,
    get(key) {
      const row = get.get(key);
      return row && readEntry(row);
    },
    put({ key, sourceId, type, bytes, usedAt, freshUntil, etag, lastModified }) {
      put.run(key, sourceId, type, bytes, usedAt, freshUntil, etag, lastModified);
    },
    remove: (keys) => inTransaction(() => keys.forEach((key) => void remove.run(key))),
    touch: (uses) => inTransaction(() => uses.forEach((usedAt, key) => void touch.run(usedAt, key))),
    totals: () => readTotals(totals.get()),
    totalsOf: (sourceId) => readTotals(totalsOf.get(sourceId)),
    keysOf: (sourceId) => keysOf.all(sourceId).map(({ key }) => String(key)),
    leastUsed: (limit) =>
      leastUsed
        .all(limit)
        .map((row) => ({ key: String(row.key), bytes: Number(row.bytes), usedAt: Number(row.used_at) })),
    close() {
      database.prepare("INSERT OR REPLACE INTO meta VALUES ('closed', '')").run();
      database.close();
    },
  };
}

function readTotals(row: Record<string, unknown> | undefined): TileTotals {
  return { tiles: Number(row?.tiles ?? 0), bytes: Number(row?.bytes ?? 0) };
}

function readEntry(row: Record<string, unknown>): TileEntry {
  const text = (value: unknown) => (value === null ? null : String(value));
  return {
    key: String(row.key),
    sourceId: String(row.source_id),
    type: text(row.type),
    bytes: Number(row.bytes),
    usedAt: Number(row.used_at),
    freshUntil: Number(row.fresh_until),
    etag: text(row.etag),
    lastModified: text(row.last_modified),
  };
}
