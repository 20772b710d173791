import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isLeftover, replaceFile } from '../settings/replace-file.ts';
import { createLimit } from './limit.ts';
import { pngProblem } from './png-check.ts';

/** Chips on disk, `<folder>/<aa>/<sha256>.png`. */
export type ChipCache = {
  /** The image, checked again; a damaged file is removed and counts as absent. */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, png: Uint8Array): Promise<void>;
  /** Counted in the folder once; from then on, what is written and removed is counted along. */
  stats(): Promise<ChipStats>;
};

type ChipStats = { readonly files: number; readonly bytes: number };

/** The name of a chip in the cache: a hash, so that nothing that a record says can become a file name. */
export function chipKey(profileId: string, region: string, chipIdentifier: string): string {
  return createHash('sha256')
    .update(JSON.stringify([profileId, region, chipIdentifier]))
    .digest('hex');
}

/** The cache in a folder, which is made when the first chip comes and is written by nobody else. */
export function createChipCache(folder: string): ChipCache {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), `${key}.png`);
  const alone = createLimit(1);
  let counted: ChipStats | undefined;

  /** Changes the file, and the count by the difference that this makes. */
  const change = (file: string, act: () => Promise<void>) =>
    alone(async () => {
      const before = await countOf([file]);
      await act();
      const after = await countOf([file]);
      counted &&= {
        files: counted.files + after.files - before.files,
        bytes: counted.bytes + after.bytes - before.bytes,
      };
    });

  return {
    async read(key) {
      const file = fileOf(key);
      const png = await unlessMissing(readFile(file));
      if (!png || pngProblem(png) === undefined) return png;
      await change(file, () => rm(file, { force: true }));
      return undefined;
    },
    write(key, png) {
      const file = fileOf(key);
      return change(file, async () => {
        await mkdir(path.dirname(file), { recursive: true });
        // A chip that a power cut damages is found damaged when it is read.
        await replaceFile(file, png, 'process');
      });
    },
    stats: () =>
      alone(async () => {
        counted ??= await tidyAndCount(folder);
        return counted;
      }),
  };
}

/** To be called while nothing is written: what a killed process left half written is removed. */
async function tidyAndCount(folder: string): Promise<ChipStats> {
  const names = (await unlessMissing(readdir(folder, { recursive: true }))) ?? [];
  const files = names.map((name) => path.join(folder, name));
  const leftovers = files.filter(isLeftover);
  await Promise.all(leftovers.map((file) => rm(file, { force: true })));
  return countOf(files.filter((file) => file.endsWith('.png')));
}

async function countOf(files: readonly string[]): Promise<ChipStats> {
  const sizes = await Promise.all(files.map(async (file) => (await unlessMissing(stat(file)))?.size));
  const there = sizes.filter((size) => size !== undefined);
  return { files: there.length, bytes: there.reduce((sum, size) => sum + size, 0) };
}

async function unlessMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
