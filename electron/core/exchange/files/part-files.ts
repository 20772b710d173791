import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PlannedFile } from '../export-plan.ts';

/** Where a file is written before it takes the place of `target`: hidden, in the same folder. */
export function planPart(target: string): PlannedFile {
  const partName = `.${path.basename(target)}.part-${randomUUID().slice(0, 8)}`;
  return { part: path.join(path.dirname(target), partName), target };
}

/** A file that could not be put in its place. */
export class NotPublished extends Error {
  readonly target: string;
  constructor(target: string, cause: unknown) {
    super(`${target} could not be put in its place.`, { cause });
    this.target = target;
  }
}

/**
 * Puts whole part files into place, over files that may be there: all of them, or none when one of them cannot be. What
 * was there before then stands again. Rejects with `NotPublished`, whose cause is the file system's error.
 */
export async function publishParts(files: readonly PlannedFile[]): Promise<void> {
  const [only, ...others] = files;
  if (only && others.length === 0) return place(only);
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const file of files) {
      const former = `${file.part}-former`;
      if (await setAside(file, former)) undo.push(() => rename(former, file.target));
    }
    for (const file of files) {
      await place(file);
      undo.push(() => rename(file.target, file.part));
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw error;
  }
  await Promise.all(files.map(({ part }) => rm(`${part}-former`, { force: true })));
}

async function place({ part, target }: PlannedFile): Promise<void> {
  await rename(part, target).catch((error: unknown) => {
    throw new NotPublished(target, error);
  });
}

/** Renames what stands at the target; false when nothing does. A folder stays where it is and is an error. */
async function setAside({ target }: PlannedFile, former: string): Promise<boolean> {
  try {
    const stat = await lstat(target);
    if (stat.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
    await rename(target, former);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw new NotPublished(target, error);
  }
}

/** Takes away part files with everything that was made beside them on the way. */
export async function discardParts(files: readonly PlannedFile[]): Promise<void> {
  await Promise.allSettled(
    files.map(async ({ part }) => {
      const folder = path.dirname(part);
      const names = (await namesIn(folder)).filter((name) => name.startsWith(path.basename(part)));
      await Promise.all(names.map((name) => rm(path.join(folder, name), { force: true })));
    }),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}
