import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../settings/replace-file.ts';
import { pngProblem } from './png-check.ts';

/** Chips on disk, `<folder>/<aa>/<sha256>.png`. */
export type ChipCache = {
  /** The image, checked again; a damaged file is removed and counts as absent. */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, png: Uint8Array): Promise<void>;
  stats(): Promise<{ readonly files: number; readonly bytes: number }>;
};

/** The name of a chip in the cache: a hash, so that nothing that a record says can become a file name. */
export function chipKey(profileId: string, region: string, chipIdentifier: string): string {
  return createHash('sha256')
    .update(JSON.stringify([profileId, region, chipIdentifier]))
    .digest('hex');
}

/** The cache in a folder, which is made when the first chip comes. */
export function createChipCache(folder: string): ChipCache {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), `${key}.png`);
  return {
    async read(key) {
      const png = await readIfThere(fileOf(key));
      if (!png || pngProblem(png) === undefined) return png;
      await rm(fileOf(key), { force: true });
      return undefined;
    },
    async write(key, png) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true });
      // A chip that a power cut damages is found damaged when it is read.
      await replaceFile(file, png, 'process');
    },
    async stats() {
      const names = await namesIn(folder);
      const sizes = await Promise.all(names.map((name) => sizeIfThere(path.join(folder, name))));
      return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await unlessMissing(readdir(folder, { recursive: true }));
  return (names ?? []).filter((name) => name.endsWith('.png'));
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return unlessMissing(readFile(file));
}

async function sizeIfThere(file: string): Promise<number> {
  return (await unlessMissing(stat(file)))?.size ?? 0;
}

async function unlessMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
