import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** What a cache stores about each entry in addition to its key, size and last use; each property is one column. */
export type CacheDetails = { readonly [property: string]: string | number | null };

/** An entry of a cache. `usedAt` is in epoch milliseconds. */
export type CacheEntry<Details> = Details & {
  readonly key: string;
  readonly bytes: number;
  readonly usedAt: number;
};

/** An entry as read from the index. */
export type IndexedEntry<Details> = CacheEntry<Details> & { readonly hasFile: boolean };

/** The number and the size of the files of a cache. */
export type CacheTotals = { readonly files: number; readonly bytes: number };

/** The tables of one kind of cache in its index. */
export type CacheIndexFormat<Details extends CacheDetails, Queries> = {
  /** The table of the entries, with the columns `key`, `bytes` and `used_at` and those of `columns`. */
  readonly table: string;
  /** Creates the tables where they do not exist. */
  readonly schema: string;
  /** The column of each property of the details. */
  readonly columns: { readonly [Property in keyof Details]: string };
  /** The SQL condition of entries that have a file. */
  readonly fileCondition: string;
  /** Prepares the further queries of this kind of cache. */
  queries(database: DatabaseSync): Queries;
};

const fileName = 'index.sqlite';

/** The index of a cache: an SQLite file in the cache's folder. */
export type CacheIndex<Details extends CacheDetails, Queries> = ReturnType<
  typeof createIndex<Details, Queries>
>;

/** Opens the index in an existing folder. A damaged index is deleted and created again. */
export function openCacheIndex<Details extends CacheDetails, Queries>(
  folder: string,
  format: CacheIndexFormat<Details, Queries>,
): CacheIndex<Details, Queries> {
  const file = path.join(folder, fileName);
  try {
    return openDatabase(file, format);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return openDatabase(file, format);
  }
}

function openDatabase<Details extends CacheDetails, Queries>(
  file: string,
  format: CacheIndexFormat<Details, Queries>,
): CacheIndex<Details, Queries> {
  const database = new DatabaseSync(file);
  try {
    // Not synced to disk: after a power failure the folder is compared with the index anyway.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
      ${format.schema}
      CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    `);
    return createIndex(database, format);
  } catch (error) {
    database.close();
    throw error;
  }
}

function createIndex<Details extends CacheDetails, Queries>(
  database: DatabaseSync,
  format: CacheIndexFormat<Details, Queries>,
) {
  const { table, columns } = format;
  const wasClosedCleanly =
    database.prepare("DELETE FROM meta WHERE name = 'closed' RETURNING 1").get() !== undefined;
  const statements = prepareStatements(database, format);
  const inTransaction = (act: () => void) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      act();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
  const upsert = (entry: CacheEntry<Details>) => {
    const details = Object.keys(columns).map((property): SQLInputValue => entry[property] ?? null);
    statements.upsert.run(entry.key, entry.bytes, entry.usedAt, ...details);
  };
  const readEntry = (row: Record<string, unknown>) => {
    const details = Object.entries<string>(columns).map(([property, column]) => [property, row[column]]);
    return {
      ...Object.fromEntries(details),
      key: String(row.key),
      bytes: Number(row.bytes),
      usedAt: Number(row.used_at),
      hasFile: Number(row.has_file) !== 0,
    } as IndexedEntry<Details>;
  };
  return {
    queries: format.queries(database),
    /** Whether the last process closed it: only then does it match the folder. */
    wasClosedCleanly,
    get(key: string): IndexedEntry<Details> | undefined {
      const row = statements.get.get(key);
      return row && readEntry(row);
    },
    upsert,
    /** Returns the number and the size of the files of the removed entries. */
    remove(keys: readonly string[]): CacheTotals {
      const removed = { files: 0, bytes: 0 };
      inTransaction(() => {
        for (const key of keys) {
          const row = statements.remove.get(key);
          if (Number(row?.has_file ?? 0) === 0) continue;
          removed.files += 1;
          removed.bytes += Number(row?.bytes);
        }
      });
      return removed;
    },
    /** Sets the time of last use of entries. */
    touch(uses: ReadonlyMap<string, number>): void {
      inTransaction(() => {
        for (const [key, usedAt] of uses) statements.touch.run(usedAt, key);
      });
    },
    /** Computed with a full scan. */
    totals(): CacheTotals {
      const { files, bytes } = statements.totals.get() ?? {};
      return { files: Number(files), bytes: Number(bytes) };
    },
    oldestUse(): number | null {
      const oldest = statements.oldestUse.get()?.oldest;
      return typeof oldest === 'number' ? oldest : null;
    },
    leastUsed: (limit: number) =>
      statements.leastUsed.all(limit).map(({ key, bytes, used_at }) => ({
        key: String(key),
        bytes: Number(bytes),
        usedAt: Number(used_at),
      })),
    /** Replaces all entries; known times of last use are preserved. */
    replaceAll(entries: readonly CacheEntry<Details>[]): void {
      inTransaction(() => {
        const rows = database.prepare(`SELECT key, used_at FROM ${table}`).all();
        const uses = new Map(rows.map(({ key, used_at }) => [String(key), Number(used_at)]));
        database.exec(`DELETE FROM ${table}`);
        for (const entry of entries) upsert({ ...entry, usedAt: uses.get(entry.key) ?? entry.usedAt });
      });
    },
    close(): void {
      if (!database.isOpen) return;
      database.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('closed', 'yes')");
      database.close();
    },
  };
}

function prepareStatements<Details extends CacheDetails>(
  database: DatabaseSync,
  { table, columns, fileCondition }: CacheIndexFormat<Details, unknown>,
) {
  const columnNames = ['key', 'bytes', 'used_at', ...Object.values<string>(columns)];
  return {
    get: database.prepare(`SELECT *, (${fileCondition}) AS has_file FROM ${table} WHERE key = ?`),
    upsert: database.prepare(
      `INSERT OR REPLACE INTO ${table} (${columnNames.join(', ')}) VALUES (${columnNames.map(() => '?').join(', ')})`,
    ),
    remove: database.prepare(
      `DELETE FROM ${table} WHERE key = ? RETURNING bytes, (${fileCondition}) AS has_file`,
    ),
    touch: database.prepare(`UPDATE ${table} SET used_at = ? WHERE key = ?`),
    totals: database.prepare(
      `SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM ${table} WHERE ${fileCondition}`,
    ),
    oldestUse: database.prepare(`SELECT min(used_at) AS oldest FROM ${table}`),
    leastUsed: database.prepare(`SELECT key, bytes, used_at FROM ${table} ORDER BY used_at, key LIMIT ?`),
  };
}
