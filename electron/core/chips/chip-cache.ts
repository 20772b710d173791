import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChipCacheStats } from '../../../shared/chips/chip-cache.ts';
import { replaceFile } from '../settings/replace-file.ts';
import type { ChipAbsence, ChipAddress } from './chip-absences.ts';
import { chipFile, sweepChipFolder, unlessMissing } from './chip-folder.ts';
import { type ChipIndex, openChipIndex } from './chip-index.ts';
import { createLimit } from './limit.ts';
import { pngProblem } from './png-check.ts';

/** Chips on disk up to a size; beyond it, those go that were not used for longest. */
export type ChipCache = {
  /** The image, checked again; a damaged file is removed and counts as absent. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Whether a chip is there, by what is known of the folder. */
  has(key: string): Promise<boolean>;
  /** Keeps the image, and makes room for it. Chips that were used within the last minute are never removed. */
  write(key: string, png: Uint8Array): Promise<void>;
  stats(): Promise<ChipCacheStats>;
  /** In bytes. */
  limit(): number;
  /** Sets the limit in bytes, and removes what lies above it. */
  setLimit(bytes: number): Promise<void>;
  /** Removes all chips, and forgets which were absent. */
  clear(): Promise<void>;
  absence(key: string): Promise<ChipAbsence | undefined>;
  noteAbsent(key: string, address: ChipAddress): Promise<void>;
  dueAbsences(profileId: string, limit: number): Promise<readonly ChipAbsence[]>;
  /** Writes down what is to be known at the next start. */
  close(): Promise<void>;
};

export type ChipCacheOptions = {
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

/** The name of a chip in the cache: a hash, so that nothing that a record says can become a file name. */
export function chipKey({ profileId, region, chipIdentifier }: ChipAddress): string {
  return createHash('sha256')
    .update(JSON.stringify([profileId, region, chipIdentifier]))
    .digest('hex');
}

/** What was used within so many milliseconds may be on the screen. */
const shownMs = 60_000;
/** Uses are written down together: when so many have come, or after so many milliseconds. */
const maxUnwrittenUses = 1_000;
const writeUsesMs = 30_000;
const evictedAtOnce = 200;

/** The cache in a folder, which is made when it is first used and is written by nobody else. */
export function createChipCache(folder: string, options: ChipCacheOptions): ChipCache {
  const { now = Date.now } = options;
  const alone = createLimit(1);
  const uses = new Map<string, number>();
  let { limit } = options;
  let opening: Promise<ChipIndex> | undefined;
  let totals = { files: 0, bytes: 0 };
  let usesTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const open = async () => {
    await mkdir(folder, { recursive: true });
    const index = openChipIndex(folder);
    if (!index.isTrue) index.replaceAll(await sweepChipFolder(folder));
    totals = index.totals();
    return index;
  };
  const index = () => {
    if (isClosed) return Promise.reject(new Error('The chip cache was closed.'));
    if (!opening) {
      opening = open();
      // A disk that fails now may not fail the next time.
      opening.catch(() => {
        opening = undefined;
      });
    }
    return opening;
  };

  const writeUses = async () => {
    clearTimeout(usesTimer);
    usesTimer = undefined;
    if (uses.size === 0) return;
    (await index()).touch(uses);
    uses.clear();
  };
  const used = (key: string) => {
    uses.set(key, now());
    usesTimer ??= setTimeout(() => void alone(writeUses).catch(() => {}), writeUsesMs).unref();
    if (uses.size >= maxUnwrittenUses) void alone(writeUses).catch(() => {});
  };

  const removeFiles = async (keys: readonly string[]) => {
    for (const key of keys) await rm(chipFile(folder, key), { force: true });
    forgetFiles(await index(), keys);
  };
  const forgetFiles = (known: ChipIndex, keys: readonly string[]) => {
    const { files, bytes } = known.remove(keys);
    totals = { files: totals.files - files, bytes: totals.bytes - bytes };
  };

  const makeRoom = async () => {
    if (totals.bytes <= limit) return;
    await writeUses();
    while (totals.bytes > limit) {
      let excess = totals.bytes - limit;
      const leaving = (await index()).leastUsed(evictedAtOnce).filter(({ bytes, usedAt }) => {
        const leaves = excess > 0 && usedAt <= now() - shownMs;
        if (leaves) excess -= bytes;
        return leaves;
      });
      if (leaving.length === 0) return;
      await removeFiles(leaving.map(({ key }) => key));
    }
  };

  return {
    async read(key) {
      const known = await index();
      const readPng = () => unlessMissing(readFile(chipFile(folder, key)));
      const png = await readPng();
      if (png && pngProblem(png) === undefined) {
        used(key);
        return png;
      }
      if (!png && !known.has(key)) return undefined;
      // Damaged, or removed by somebody else; unless it has just been written anew.
      await alone(async () => {
        const found = await readPng();
        if (!found || pngProblem(found) !== undefined) await removeFiles([key]);
      });
      return undefined;
    },
    has: async (key) => (await index()).has(key),
    write: (key, png) =>
      alone(async () => {
        const known = await index();
        const file = chipFile(folder, key);
        await mkdir(path.dirname(file), { recursive: true });
        // A chip that a power cut damages is found damaged when it is read.
        await replaceFile(file, png, 'process');
        uses.delete(key);
        forgetFiles(known, [key]);
        known.put({ key, bytes: png.length, usedAt: now() });
        totals = { files: totals.files + 1, bytes: totals.bytes + png.length };
        known.forgetAbsent(key);
        await makeRoom();
      }),
    stats: () =>
      alone(async () => {
        const known = await index();
        await writeUses();
        return { ...totals, limit, oldestUse: known.oldestUse(), absent: known.countAbsent() };
      }),
    limit: () => limit,
    setLimit: (bytes) =>
      alone(async () => {
        limit = bytes;
        await index();
        await makeRoom();
      }),
    clear: () =>
      alone(async () => {
        const known = await index();
        uses.clear();
        for (const name of await readdir(folder)) {
          if (/^[0-9a-f]{2}$/.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
        }
        known.clear();
        totals = { files: 0, bytes: 0 };
      }),
    absence: async (key) => (await index()).absence(key),
    noteAbsent: async (key, address) => (await index()).noteAbsent(key, address, now()),
    dueAbsences: async (profileId, most) => (await index()).dueAbsences(profileId, now(), most),
    close: () =>
      alone(async () => {
        if (isClosed) return;
        clearTimeout(usesTimer);
        if (opening) {
          await writeUses();
          (await opening).close();
        }
        isClosed = true;
      }),
  };
}
