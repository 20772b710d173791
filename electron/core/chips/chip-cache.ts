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

/** A disk cache of chips with a size limit and LRU eviction. */
export type ChipCache = {
  /** The image, validated; a damaged file is removed and treated as not cached. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Whether a chip is cached, according to the index. */
  has(key: string): Promise<boolean>;
  /** Stores the image and evicts others if necessary. Chips used within the last minute are never evicted. */
  write(key: string, png: Uint8Array): Promise<void>;
  stats(): Promise<ChipCacheStats>;
  /** In bytes. */
  limit(): number;
  /** Sets the limit in bytes, and evicts what exceeds it. */
  setLimit(bytes: number): Promise<void>;
  /** Removes all chips and all absences. */
  clear(): Promise<void>;
  absence(key: string): Promise<ChipAbsence | undefined>;
  recordAbsence(key: string, address: ChipAddress): Promise<void>;
  dueAbsences(profileId: string, limit: number): Promise<readonly ChipAbsence[]>;
  /** Writes pending uses to the index and closes it. */
  close(): Promise<void>;
};

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

/** The cache in a folder, which is created when first used; no other process writes to it. */
export function createChipCache(folder: string, options: ChipCacheOptions): ChipCache {
  const { now = Date.now } = options;
  const cache = createDiskCache(folder, format, options);
  return {
    ...cache,
    read: async (key) => (await cache.read(key))?.body,
    async write(key, png) {
      await cache.write(key, png, {});
      (await cache.queries()).clearAbsence(key);
    },
    async stats() {
      const stats = await cache.stats();
      return { ...stats, limit: cache.limit(), absent: (await cache.queries()).countAbsences() };
    },
    async clear() {
      await cache.clear();
      (await cache.queries()).clearAbsences();
    },
    absence: async (key) => (await cache.queries()).absence(key),
    recordAbsence: async (key, address) => (await cache.queries()).recordAbsence(key, address, now()),
    dueAbsences: async (profileId, most) => (await cache.queries()).dueAbsences(profileId, now(), most),
  };
}
