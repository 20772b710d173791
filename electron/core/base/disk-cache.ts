import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { carryOverFiles, type FormerCache, removeFormerFiles } from './carry-over-files.ts';

/** Properties of an entry in addition to its key, size and last use; each is one column. */
export type CacheDetails = { readonly [property: string]: string | number | null };

/** An entry of a cache. `bytes` is null without a body; `usedAt` is in epoch milliseconds. */
export type CacheEntry<Details> = Details & {
  readonly key: string;
  readonly bytes: number | null;
  readonly usedAt: number;
};

/** The tables of one kind of cache. */
export type DiskCacheFormat<Details extends CacheDetails, Queries> = {
  /** The cache's name in messages, for example `chip cache`. */
  readonly name: string;
  /** The SQL type of the column of each property of the details. */
  readonly columns: { readonly [Property in keyof Details]: string };
  /** Creates further tables and indexes where they do not exist. */
  readonly schema: string;
  /** Prepares the further queries of this kind of cache. */
  queries(database: DatabaseSync): Queries;
  readonly former: FormerCache;
};

export type DiskCacheOptions = {
  /** In bytes. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** An entry and its body; `body` is undefined for an entry without one. */
export type CachedBody<Details> = {
  readonly entry: CacheEntry<Details>;
  readonly body: Uint8Array | undefined;
};

/** The number and the size of the bodies of a cache, and the oldest last use in epoch milliseconds; null when it is empty. */
export type DiskCacheStats = {
  readonly files: number;
  readonly bytes: number;
  readonly oldestUse: number | null;
};

/** Entries used within this time in milliseconds may be on the screen. */
const recentMs = 60_000;
/** Other work runs after so many milliseconds of calls one after the other. */
const longestTurnMs = 8;
const evictedAtOnce = 20;
/** Pages of 4 KiB that stay in the file without content. */
const sparePages = 512;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly number[] = [11, 26];

/** A cache key: a hash of a fixed length, whatever the text from outside. */
export function cacheKey(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The error of a cache that is used after it was closed: what is fetched while the app ends is not stored. */
export class CacheClosedError extends Error {}

/** The file of a cache in its folder. */
export function cacheFile(folder: string): string {
  return path.join(folder, 'cache.sqlite');
}

/** Whether SQLite threw this because the file of a cache is damaged. */
function isCacheDamage(error: unknown): boolean {
  // The upper bytes of an extended code only name the kind of the damage.
  return error instanceof Error && 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff);
}

/** Reads the body of an entry. */
export const selectBody = 'SELECT body FROM bodies WHERE key = ?';

/**
 * A cache in one SQLite file in a folder, with a size limit and LRU eviction. It is created when first used; no other process
 * writes to it. A damaged part of the file has no entries, and the first change there creates the cache again.
 */
export function createDiskCache<Details extends CacheDetails, Queries>(
  folder: string,
  format: DiskCacheFormat<Details, Queries>,
  { limit: firstLimit, now = Date.now }: DiskCacheOptions,
) {
  type Opened = OpenCache<Details, Queries>;
  let limit = firstLimit;
  let opening: Promise<Opened> | undefined;
  let isClosed = false;
  let isClearing = false;
  let carriesOver = true;
  let turnStart = 0;
  let nextTurn: Promise<void> | undefined;

  const openAfter = (prepare: () => Promise<void>): Promise<Opened> => {
    if (isClosed) return Promise.reject(new CacheClosedError(`The ${format.name} was closed.`));
    const isStopped = () => isClosed || isClearing || !carriesOver;
    const started = prepare().then(() => openCache(folder, format, now, isStopped));
    opening = started;
    // The next call opens it again; the rest of a former version's files is carried over when the app is started next.
    started.catch(() => {
      carriesOver = false;
      if (opening === started) opening = undefined;
    });
    return started;
  };
  const startTurn = async () => {
    await setImmediate();
    turnStart = performance.now();
    nextTurn = undefined;
  };
  const open = async (): Promise<Opened> => {
    if (opening && performance.now() - turnStart > longestTurnMs) {
      nextTurn ??= startTurn();
      await nextTurn;
    }
    return opening && !isClosed ? opening : openAfter(async () => {});
  };
  /** Undefined where the file is damaged. */
  const read = async <T>(act: (opened: Opened) => T): Promise<T | undefined> => {
    const opened = await open();
    try {
      return act(opened);
    } catch (error) {
      if (!opened.isOpen()) return act(await open());
      if (!isCacheDamage(error)) throw error;
      return undefined;
    }
  };
  /** Creates a damaged file again, and repeats the change in it. */
  const change = async <T>(act: (opened: Opened) => T | Promise<T>): Promise<T> => {
    const opened = await open();
    try {
      return await act(opened);
    } catch (error) {
      if (opened.isOpen()) {
        if (!isCacheDamage(error)) throw error;
        await openAfter(async () => {
          opened.close();
          await removeFiles(folder);
        });
      }
      // Another change has noticed the same damage where it is closed already.
      return act(await open());
    }
  };

  return {
    /** An entry whose body was damaged or removed by another program is removed. */
    read: (key: string): Promise<CachedBody<Details> | undefined> => read((opened) => opened.read(key)),
    /** Whether there is an entry. */
    has: async (key: string) => (await read(({ get }) => get(key))) !== undefined,
    /** Whether it has the entry with a body. */
    hasBody: async (key: string) => ((await read(({ get }) => get(key)))?.bytes ?? null) !== null,
    /**
     * Stores an entry, without a body where `body` is undefined, and evicts others if necessary. What was used within the
     * last minute is never evicted. `alsoChange` is called in the same transaction.
     */
    write: (
      key: string,
      body: Uint8Array | undefined,
      details: Details,
      alsoChange?: (queries: Queries) => void,
    ): Promise<void> =>
      change(async (opened) => {
        opened.write(key, body, details, alsoChange);
        await opened.evictOver(limit);
      }),
    /** Changes the details of an entry, which counts as a use. Without effect when there is no such entry. */
    changeDetails: (key: string, details: Details): Promise<void> =>
      change((opened) => opened.changeDetails(key, details)),
    /** Removes the entries whose keys `select` returns. */
    remove: (select: (queries: Queries) => readonly string[]): Promise<void> =>
      change((opened) => opened.remove(select(opened.queries))),
    /** Removes everything, also what cannot be opened or carried over. */
    async clear(): Promise<void> {
      const before = opening;
      await openAfter(async () => {
        isClearing = true;
        (await before?.catch(() => undefined))?.close();
        isClearing = false;
        await removeFiles(folder);
        await removeFormerFiles(folder);
      });
    },
    stats: (): Promise<DiskCacheStats> => change((opened) => opened.stats()),
    /** Calls the further queries of this kind of cache; undefined where the file is damaged. */
    readQueries: <T>(act: (queries: Queries) => T) => read(({ queries }) => act(queries)),
    /** Calls the further queries of this kind of cache, to change something or to count. */
    changeQueries: <T>(act: (queries: Queries) => T) => change(({ queries }) => act(queries)),
    /** In bytes. */
    limit: () => limit,
    /** Sets the limit in bytes, and evicts what exceeds it. */
    async setLimit(bytes: number): Promise<void> {
      limit = bytes;
      await change((opened) => opened.evictOver(limit));
    },
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      (await opening)?.close();
    },
  };
}

type OpenCache<Details extends CacheDetails, Queries> = Awaited<
  ReturnType<typeof openCache<Details, Queries>>
>;

/** A file that is no database, or whose tables or list of entries are damaged, is deleted and created again. */
async function openCache<Details extends CacheDetails, Queries>(
  folder: string,
  format: DiskCacheFormat<Details, Queries>,
  now: () => number,
  isStopped: () => boolean,
) {
  mkdirSync(folder, { recursive: true });
  const openFile = async () => {
    const database = createTables(folder, format);
    try {
      await carryOverFiles(folder, database, format.former, isStopped);
      return createOpenCache(database, format, now);
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return await openFile();
  } catch (error) {
    if (!isCacheDamage(error)) throw error;
    await removeFiles(folder);
    return openFile();
  }
}

type TableFormat = Pick<DiskCacheFormat<CacheDetails, unknown>, 'columns' | 'schema'>;

function createTables(folder: string, { columns, schema }: TableFormat): DatabaseSync {
  const database = new DatabaseSync(cacheFile(folder));
  try {
    const details = Object.entries(columns).map(([name, type]) => `, ${name} ${type}`);
    // A power failure may lose the last entries, and damages nothing.
    database.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS entries
        (key TEXT PRIMARY KEY, bytes INTEGER, usedAt INTEGER NOT NULL${details.join('')}) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS entries_by_use ON entries (usedAt, key, bytes);
      CREATE TABLE IF NOT EXISTS bodies (key TEXT PRIMARY KEY, body BLOB NOT NULL);
      ${schema}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function removeFiles(folder: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${cacheFile(folder)}${suffix}`, { force: true });
}

function createOpenCache<Details extends CacheDetails, Queries>(
  database: DatabaseSync,
  { columns, queries }: DiskCacheFormat<Details, Queries>,
  now: () => number,
) {
  const names = ['key', 'bytes', 'usedAt', ...Object.keys(columns)];
  const statements = {
    get: database.prepare('SELECT * FROM entries WHERE key = ?'),
    body: database.prepare(selectBody),
    insert: database.prepare(
      `INSERT INTO entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ),
    insertBody: database.prepare('INSERT INTO bodies (key, body) VALUES (?, ?)'),
    delete: database.prepare('DELETE FROM entries WHERE key = ? RETURNING bytes'),
    deleteBody: database.prepare('DELETE FROM bodies WHERE key = ?'),
    touch: database.prepare('UPDATE entries SET usedAt = ? WHERE key = ?'),
    stats: database.prepare(
      'SELECT count(bytes) AS files, coalesce(sum(bytes), 0) AS bytes, min(usedAt) AS oldestUse FROM entries',
    ),
    freePages: database.prepare('PRAGMA freelist_count'),
    leastUsed: database.prepare('SELECT key, bytes, usedAt FROM entries ORDER BY usedAt, key LIMIT ?'),
  };
  const stats = () => ({ ...statements.stats.get() }) as DiskCacheStats;
  const prepared = queries(database);
  let { bytes } = stats();

  const get = (key: string) => statements.get.get(key) as CacheEntry<Details> | undefined;
  const inTransaction = (act: () => void) => {
    const before = bytes;
    database.exec('BEGIN IMMEDIATE');
    try {
      act();
      database.exec('COMMIT');
    } catch (error) {
      bytes = before;
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
  const removeNow = (key: string) => {
    bytes -= Number(statements.delete.get(key)?.bytes ?? 0);
    statements.deleteBody.run(key);
  };
  const insert = (entry: CacheEntry<Details>) =>
    statements.insert.run(...names.map((name): SQLInputValue => entry[name] ?? null));
  /** Removes a few entries at a time, so that nothing waits for long, and gives their space back to the disk. */
  const remove = async (keys: readonly string[]) => {
    for (let at = 0; at < keys.length; at += evictedAtOnce) {
      if (!database.isOpen) return;
      inTransaction(() => keys.slice(at, at + evictedAtOnce).forEach(removeNow));
      // Less is left for the next bodies, so that a full cache does not shrink and grow with each of them.
      const excess = Number(statements.freePages.get()?.freelist_count) - sparePages;
      if (excess > 0) database.exec(`PRAGMA incremental_vacuum(${excess})`);
      await setImmediate();
    }
  };

  return {
    get,
    remove,
    stats,
    queries: prepared,
    read(key: string): CachedBody<Details> | undefined {
      const entry = get(key);
      if (!entry) return undefined;
      const body = statements.body.get(key)?.body as Uint8Array | undefined;
      if (entry.bytes !== (body?.length ?? null)) {
        inTransaction(() => removeNow(key));
        return undefined;
      }
      try {
        statements.touch.run(now(), key);
      } catch {
        // On a full disk, what is cached can still be read; a lost use only affects what is evicted first.
      }
      return { entry, body };
    },
    write(
      key: string,
      body: Uint8Array | undefined,
      details: Details,
      alsoChange?: (queries: Queries) => void,
    ): void {
      inTransaction(() => {
        removeNow(key);
        insert({ ...details, key, bytes: body?.length ?? null, usedAt: now() });
        if (body) statements.insertBody.run(key, body);
        bytes += body?.length ?? 0;
        alsoChange?.(prepared);
      });
    },
    changeDetails(key: string, details: Details): void {
      const entry = get(key);
      if (!entry) return;
      inTransaction(() => {
        statements.delete.get(key);
        insert({ ...entry, ...details, usedAt: now() });
      });
    },
    /** Evicts what exceeds a limit in bytes, the least recently used first. */
    async evictOver(limit: number): Promise<void> {
      while (bytes > limit && database.isOpen) {
        let excess = bytes - limit;
        const leaving = statements.leastUsed.all(evictedAtOnce).filter(({ bytes: size, usedAt }) => {
          const leaves = excess > 0 && Number(usedAt) <= now() - recentMs;
          if (leaves) excess -= Number(size);
          return leaves;
        });
        if (leaving.length === 0) return;
        await remove(leaving.map(({ key }) => String(key)));
      }
    },
    isOpen: () => database.isOpen,
    close: (): void => database.close(),
  };
}
