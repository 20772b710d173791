import { readFileSync } from 'node:fs';
import type { ChipCacheStats } from '../../../shared/chips/chip-cache.ts';
import {
  cacheFile,
  cacheKey,
  createDiskCache,
  type DiskCacheFormat,
  type DiskCacheOptions,
} from '../base/disk-cache.ts';
import { isMissingFile } from '../base/missing-file.ts';
import { pngProblem } from '../base/png-check.ts';
import { absenceSchema, type ChipAbsence, type ChipAddress, createAbsenceTable } from './chip-absences.ts';

/** The limit in bytes, and the clock. */
export type ChipCacheOptions = DiskCacheOptions;

/** The cache key of a chip. */
export function chipKey({ profileId, region, chipIdentifier }: ChipAddress): string {
  return cacheKey(profileId, region, chipIdentifier);
}

const extension = '.png';

/** The file of a chip in the cache's folder. */
export function chipFile(folder: string, key: string): string {
  return cacheFile(folder, key, extension);
}

/** Reads an intact chip from the cache's folder without its index, for threads other than the cache's. */
export function readChipFile(folder: string, address: ChipAddress): Uint8Array | undefined {
  try {
    const png = readFileSync(chipFile(folder, chipKey(address)));
    return pngProblem(png) === undefined ? png : undefined;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Entries have no details; the file name has the whole key, so the index can be rebuilt from the folder. */
const format: DiskCacheFormat<Record<never, never>, ReturnType<typeof createAbsenceTable>> = {
  name: 'chip cache',
  extension,
  table: 'chips',
  schema: `
    CREATE TABLE IF NOT EXISTS chips (
      key TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS chips_by_use ON chips (used_at);
    ${absenceSchema}`,
  columns: {},
  fileCondition: 'TRUE',
  queries: createAbsenceTable,
  isIntact: (png) => pngProblem(png) === undefined,
  detailsOfUnknownFile: {},
};

/** A disk cache of chips and of absences in a folder, which is created when first used; no other process writes to it. */
export function createChipCache(folder: string, options: ChipCacheOptions) {
  const { now = Date.now } = options;
  const { has, limit, setLimit, close, ...cache } = createDiskCache(folder, format, options);
  return {
    has,
    limit,
    setLimit,
    close,
    /** The image, validated; a damaged file is removed and treated as not cached. */
    read: async (key: string): Promise<Uint8Array | undefined> => (await cache.read(key))?.body,
    /** Stores the image and evicts others if necessary. Chips used within the last minute are never evicted. */
    async write(key: string, png: Uint8Array): Promise<void> {
      await cache.write(key, png, {});
      (await cache.queries()).clearAbsence(key);
    },
    async stats(): Promise<ChipCacheStats> {
      const stats = await cache.stats();
      return { ...stats, limit: limit(), absent: (await cache.queries()).countAbsences() };
    },
    /** Removes all chips and all absences. */
    async clear(): Promise<void> {
      await cache.clear();
      (await cache.queries()).clearAbsences();
    },
    absence: async (key: string): Promise<ChipAbsence | undefined> => (await cache.queries()).absence(key),
    /** Whether a chip was absent when it was last requested, and is not due for another automatic request. */
    async isAwaited(key: string): Promise<boolean> {
      return ((await cache.queries()).absence(key)?.notBefore ?? 0) > now();
    },
    recordAbsence: async (key: string, address: ChipAddress) =>
      (await cache.queries()).recordAbsence(key, address, now()),
    dueAbsences: async (profileId: string, most: number): Promise<readonly ChipAbsence[]> =>
      (await cache.queries()).dueAbsences(profileId, now(), most),
  };
}

export type ChipCache = ReturnType<typeof createChipCache>;
