import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type CacheDetails,
  type CacheEntry,
  type CacheIndex,
  type CacheIndexFormat,
  type CacheTotals,
  openCacheIndex,
} from './cache-index.ts';
import { undefinedIfMissing } from './missing-file.ts';
import { isLeftover, replaceFile } from './replace-file.ts';
import { createSerialQueue } from './serial-queue.ts';

/** The files and the index of one kind of cache. */
export type DiskCacheFormat<Details extends CacheDetails, Queries> = CacheIndexFormat<Details, Queries> & {
  /** The cache's name in messages, for example `chip cache`. */
  readonly name: string;
  /** The ending of the file names, for example `.png`. */
  readonly extension: string;
  /** Whether the content of a file is intact. */
  isIntact(body: Uint8Array, entry: CacheEntry<Details>): boolean;
  /**
   * The details of a file without an entry, which a killed process may have left; undefined when they cannot be known.
   * Then such files are deleted.
   */
  readonly detailsOfUnknownFile: Details | undefined;
};

export type DiskCacheOptions = {
  /** In bytes. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** A cached file with its entry; `body` is undefined for an entry without a file. */
export type CachedFile<Details> = {
  readonly entry: CacheEntry<Details>;
  readonly body: Uint8Array | undefined;
};

/** The files of a cache, and the oldest time of last use in epoch milliseconds; null when the cache is empty. */
export type DiskCacheStats = CacheTotals & { readonly oldestUse: number | null };

/** What was used within this time in milliseconds may be on the screen. */
const recentMs = 60_000;
/** Uses are written to the index in batches: of this size at most, or after this time in milliseconds. */
const maxUnwrittenUses = 1_000;
const writeUsesMs = 30_000;
const evictedAtOnce = 200;

/** A cache key: a hash, so that no text from outside becomes a file name. */
export function cacheKey(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The file of an entry, `<folder>/<aa>/<key><extension>`. */
export function cacheFile(folder: string, key: string, extension: string): string {
  return path.join(folder, key.slice(0, 2), `${key}${extension}`);
}

/**
 * A folder of cached files with an index, a size limit and LRU eviction. It is created when first used; no other process
 * writes to it.
 */
export function createDiskCache<Details extends CacheDetails, Queries>(
  folder: string,
  format: DiskCacheFormat<Details, Queries>,
  options: DiskCacheOptions,
) {
  type Opened = OpenCache<Details, Queries>;
  const { now = Date.now } = options;
  const opener = createOpener(format.name, () => openCache(folder, format, now));
  const changes = createSerialQueue();
  let { limit } = options;
  let usesTimer: NodeJS.Timeout | undefined;

  /** Runs a change of the files after all changes before it. */
  const change = <T>(act: (opened: Opened) => Promise<T>) => changes.run(async () => act(await opener.get()));
  // Lost uses only affect what is evicted first.
  const writeUsesSoon = () => void change(async (opened) => writeUses(opened)).catch(() => {});
  const writeUses = (opened: Opened) => {
    clearTimeout(usesTimer);
    usesTimer = undefined;
    opened.writeUses();
  };

  return {
    /** A file that is damaged or missing is treated as not cached, and its entry is removed. */
    async read(key: string): Promise<CachedFile<Details> | undefined> {
      const opened = await opener.get();
      const entry = opened.index.get(key);
      if (!entry) return undefined;
      if (!entry.hasFile) return { entry, body: undefined };
      const body = await opened.readIntact(entry);
      if (body) {
        usesTimer ??= setTimeout(writeUsesSoon, writeUsesMs).unref();
        if (opened.recordUse(key) >= maxUnwrittenUses) writeUsesSoon();
        return { entry, body };
      }
      // Damaged or removed by another program, unless it has just been rewritten.
      await changes.run(async () => {
        const latest = opened.index.get(key);
        if (latest && !(await opened.readIntact(latest))) await opened.remove([key]);
      });
      return undefined;
    },
    /** Whether there is an entry, according to the index. */
    has: async (key: string) => (await opener.get()).index.get(key) !== undefined,
    /** Whether it has the entry with a file. */
    hasFile: async (key: string) => (await opener.get()).index.get(key)?.hasFile === true,
    /**
     * Stores a file, or, with `body` undefined, an entry without one, and evicts others if necessary. What was used within
     * the last minute is never evicted.
     */
    write: (key: string, body: Uint8Array | undefined, details: Details): Promise<void> =>
      change(async (opened) => {
        await opened.write(key, body, details);
        await opened.evictOver(limit);
      }),
    /** Changes the details of an entry, which counts as a use. Without effect when there is no such entry. */
    changeDetails: (key: string, details: Details): Promise<void> =>
      change(async ({ index }) => {
        const entry = index.get(key);
        if (entry) index.upsert({ ...entry, ...details, usedAt: now() });
      }),
    /** Removes the entries whose keys `select` returns, with their files. */
    remove: (select: (queries: Queries) => readonly string[]): Promise<void> =>
      change((opened) => opened.remove(select(opened.index.queries))),
    /** Removes all entries with their files. */
    clear: (): Promise<void> => change((opened) => opened.clear()),
    stats: (): Promise<DiskCacheStats> =>
      change(async (opened) => {
        writeUses(opened);
        return { ...opened.totals(), oldestUse: opened.index.oldestUse() };
      }),
    /** The further queries of this kind of cache. */
    queries: async (): Promise<Queries> => (await opener.get()).index.queries,
    /** In bytes. */
    limit: () => limit,
    /** Sets the limit in bytes, and evicts what exceeds it. */
    setLimit: (bytes: number): Promise<void> => {
      limit = bytes;
      return change((opened) => opened.evictOver(limit));
    },
    /** Writes pending uses to the index and closes it. */
    close: (): Promise<void> =>
      changes.run(() =>
        opener.close((opened) => {
          writeUses(opened);
          opened.index.close();
        }),
      ),
  };
}

/** Opens what is needed at the first use, until it is closed. */
function createOpener<Opened>(name: string, open: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined;
  let isClosed = false;
  return {
    get(): Promise<Opened> {
      if (isClosed) return Promise.reject(new Error(`The ${name} was closed.`));
      if (!opening) {
        opening = open();
        // Opening is retried at the next call.
        opening.catch(() => {
          opening = undefined;
        });
      }
      return opening;
    },
    async close(end: (opened: Opened) => void): Promise<void> {
      if (isClosed) return;
      if (opening) end(await opening);
      isClosed = true;
    },
  };
}

type OpenCache<Details extends CacheDetails, Queries> = Awaited<
  ReturnType<typeof openCache<Details, Queries>>
>;

/** The files of a cache, its open index, and what it counts; calls must be serialized. */
async function openCache<Details extends CacheDetails, Queries>(
  folder: string,
  format: DiskCacheFormat<Details, Queries>,
  now: () => number,
) {
  await mkdir(folder, { recursive: true });
  const index = openCacheIndex(folder, format);
  if (!index.wasClosedCleanly) await compareWithFolder(folder, format, index);
  let totals: CacheTotals = index.totals();
  const uses = new Map<string, number>();

  const fileOf = (key: string) => cacheFile(folder, key, format.extension);
  const writeUses = () => {
    if (uses.size > 0) index.touch(uses);
    uses.clear();
  };
  const removeEntries = (keys: readonly string[]) => {
    for (const key of keys) uses.delete(key);
    const { files, bytes } = index.remove(keys);
    totals = { files: totals.files - files, bytes: totals.bytes - bytes };
  };
  const remove = async (keys: readonly string[]) => {
    for (const key of keys) await rm(fileOf(key), { force: true });
    removeEntries(keys);
  };

  return {
    index,
    totals: () => totals,
    writeUses,
    remove,
    /** Returns the number of uses that are not written yet. */
    recordUse(key: string): number {
      uses.set(key, now());
      return uses.size;
    },
    /** The file of an entry; undefined when it is damaged or missing. */
    async readIntact(entry: CacheEntry<Details>): Promise<Uint8Array | undefined> {
      const body = await undefinedIfMissing(readFile(fileOf(entry.key)));
      return body && format.isIntact(body, entry) ? body : undefined;
    },
    async write(key: string, body: Uint8Array | undefined, details: Details): Promise<void> {
      const file = fileOf(key);
      if (body) {
        await mkdir(path.dirname(file), { recursive: true });
        // Damage by a power failure is detected by `read`.
        await replaceFile(file, body, 'process');
      } else await rm(file, { force: true });
      removeEntries([key]);
      const bytes = body?.length ?? 0;
      index.upsert({ ...details, key, bytes, usedAt: now() });
      if (body) totals = { files: totals.files + 1, bytes: totals.bytes + bytes };
    },
    /** Evicts what exceeds a limit in bytes, the least recently used first. */
    async evictOver(limit: number): Promise<void> {
      if (totals.bytes <= limit) return;
      writeUses();
      while (totals.bytes > limit) {
        let excess = totals.bytes - limit;
        const leaving = index.leastUsed(evictedAtOnce).filter(({ bytes, usedAt }) => {
          const leaves = excess > 0 && usedAt <= now() - recentMs;
          if (leaves) excess -= bytes;
          return leaves;
        });
        if (leaving.length === 0) return;
        await remove(leaving.map(({ key }) => key));
      }
    },
    async clear(): Promise<void> {
      uses.clear();
      for (const name of await readdir(folder)) {
        if (/^[0-9a-f]{2}$/.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
      }
      index.replaceAll([]);
      totals = { files: 0, bytes: 0 };
    },
  };
}

/**
 * Makes the index and the folder match after a process was killed. Deletes its partial files, so it must not run while
 * files are being written.
 */
async function compareWithFolder<Details extends CacheDetails, Queries>(
  folder: string,
  { extension, detailsOfUnknownFile }: DiskCacheFormat<Details, Queries>,
  index: CacheIndex<Details, Queries>,
): Promise<void> {
  const found: CacheEntry<Details>[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (path.dirname(name) === '.') continue;
    if (isLeftover(name)) await rm(file, { force: true });
    else if (name.endsWith(extension)) {
      const key = path.basename(name, extension);
      if (detailsOfUnknownFile) {
        const status = await undefinedIfMissing(stat(file));
        if (!status?.isFile()) continue;
        found.push({ ...detailsOfUnknownFile, key, bytes: status.size, usedAt: Math.round(status.mtimeMs) });
      } else if (!index.get(key)) await rm(file, { force: true });
    }
  }
  if (detailsOfUnknownFile) index.replaceAll(found);
}
