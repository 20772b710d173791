import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isLeftover } from '../settings/replace-file.ts';
import type { ChipEntry } from './chip-index.ts';

/** The file of a chip, `<folder>/<aa>/<sha256>.png`. */
export function chipFile(folder: string, key: string): string {
  return path.join(folder, key.slice(0, 2), `${key}.png`);
}

/**
 * What the folder holds, each file as if it was used last when it was written. To be called while nothing is written:
 * what a killed process left half written is removed.
 */
export async function sweepChipFolder(folder: string): Promise<ChipEntry[]> {
  const names = (await unlessMissing(readdir(folder, { recursive: true }))) ?? [];
  await Promise.all(names.filter(isLeftover).map((name) => rm(path.join(folder, name), { force: true })));
  const entries: ChipEntry[] = [];
  for (const name of names) {
    if (!name.endsWith('.png')) continue;
    const found = await unlessMissing(stat(path.join(folder, name)));
    if (!found?.isFile()) continue;
    entries.push({
      key: path.basename(name, '.png'),
      bytes: found.size,
      usedAt: Math.round(found.mtimeMs),
    });
  }
  return entries;
}

/** The answer, or undefined where the file is not there. */
export async function unlessMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
