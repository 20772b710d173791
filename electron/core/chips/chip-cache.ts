import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ChipCacheStats } from '../../../shared/chips/chip-cache.ts';
import { hasFormerFiles, isUnreadable, readFormerBody } from '../base/carry-over-files.ts';
import {
  cacheFile,
  cacheKey,
  createDiskCache,
  type DiskCacheFormat,
  type DiskCacheOptions,
  selectBody,
} from '../base/disk-cache.ts';
import { pngProblem } from '../base/png-check.ts';
import { absenceSchema, type ChipAbsence, type ChipAddress, createAbsenceTable } from './chip-absences.ts';

/** The limit in bytes, and the clock. */
export type ChipCacheOptions = DiskCacheOptions;

/** The cache key of a chip. */
export function chipKey({ profileId, region, chipIdentifier }: ChipAddress): string {
  return cacheKey(profileId, region, chipIdentifier);
}

const extension = '.png';

/** Opens the cache of a folder for reading; one that does not exist has no chips, nor have damaged parts of it. */
export function openChipReader({
  cacheFolder,
  profileId,
}: {
  readonly cacheFolder: string;
  readonly profileId: string;
}) {
  const file = cacheFile(cacheFolder);
  const hasFormer = hasFormerFiles(cacheFolder);
  let database: DatabaseSync | undefined;
  let select: StatementSync | undefined;
  const readRow = (key: string) => {
    if (!database && !existsSync(file)) return undefined;
    try {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 5000 });
      select ??= database.prepare(selectBody);
      return select.get(key)?.body;
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  };
  return {
    read(region: string, chipIdentifier: string): Uint8Array | undefined {
      const key = chipKey({ profileId, region, chipIdentifier });
      // Its row is there before its file is removed.
      const former = hasFormer ? readFormerBody(cacheFolder, key, extension) : undefined;
      const png = former ?? readRow(key);
      return png instanceof Uint8Array && pngProblem(png) === undefined ? png : undefined;
    },
    close: () => database?.close(),
  };
}

/** Reads intact chips of a profile from a cache, for threads other than the cache's. */
export type ChipReader = ReturnType<typeof openChipReader>;

const format: DiskCacheFormat<Record<never, never>, ReturnType<typeof createAbsenceTable>> = {
  name: 'chip cache',
  columns: {},
  schema: absenceSchema,
  queries: createAbsenceTable,
  former: {
    extension,
    selectEntries: 'SELECT key, bytes, used_at FROM former.chips',
    copyOthers: 'INSERT OR IGNORE INTO absences SELECT * FROM former.absences',
    acceptsUnlisted: true,
  },
};

/** A disk cache of chips and of absences in a folder, which is created when first used; no other process writes to it. */
export function createChipCache(folder: string, options: ChipCacheOptions) {
  const { now = Date.now } = options;
  const { has, limit, setLimit, clear, close, ...cache } = createDiskCache(folder, format, options);
  const absence = (key: string): Promise<ChipAbsence | undefined> =>
    cache.readQueries((queries) => queries.absence(key));
  return {
    has,
    limit,
    setLimit,
    /** Removes all chips and all absences. */
    clear,
    close,
    /** The image, validated; a damaged one is removed and treated as not cached. */
    async read(key: string): Promise<Uint8Array | undefined> {
      const png = (await cache.read(key))?.body;
      if (!png || pngProblem(png) === undefined) return png;
      await cache.remove(() => [key]);
      return undefined;
    },
    /** Stores the image and evicts others if necessary. Chips used within the last minute are never evicted. */
    write: (key: string, png: Uint8Array): Promise<void> =>
      cache.write(key, png, {}, ({ clearAbsence }) => clearAbsence(key)),
    async stats(): Promise<ChipCacheStats> {
      const absent = await cache.changeQueries(({ countAbsences }) => countAbsences());
      return { ...(await cache.stats()), limit: limit(), absent };
    },
    absence,
    /** Whether a chip was absent when it was last requested, and is not due for another automatic request. */
    isAwaited: async (key: string): Promise<boolean> => ((await absence(key))?.notBefore ?? 0) > now(),
    recordAbsence: (key: string, address: ChipAddress): Promise<void> =>
      cache.changeQueries(({ recordAbsence }) => recordAbsence(key, address, now())),
    dueAbsences: (profileId: string, most: number): Promise<readonly ChipAbsence[]> =>
      cache.changeQueries(({ dueAbsences }) => dueAbsences(profileId, now(), most)),
  };
}

export type ChipCache = ReturnType<typeof createChipCache>;
