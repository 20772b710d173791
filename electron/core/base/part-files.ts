import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { textStart } from '../../../shared/cut-text.ts';
import { setModeOfNewSync } from './file-mode.ts';
import { isMissingFile, undefinedIfMissing } from './missing-file.ts';
import { requireNoDatabaseLog } from './replaceable-file.ts';

/** A file to write: written as `part`, then renamed to `target`. */
export type PlannedFile = { readonly part: string; readonly target: string };

/** Plans the part file of `target`: hidden, in the same folder, with a name that is never too long where its own is not. */
export function planPart(target: string): PlannedFile {
  const partName = `.${textStart(path.basename(target), 64)}.part-${randomUUID().slice(0, 8)}`;
  return { part: path.join(path.dirname(target), partName), target };
}

/** A part file could not be renamed to its target. */
export class PublishError extends Error {
  readonly target: string;
  constructor(target: string, cause: unknown) {
    super(`${target} could not be put in its place.`, { cause });
    this.target = target;
  }
}

/**
 * Renames complete part files to their targets, replacing existing files: all of them, or none when one fails. Then the
 * former files are restored. A database that is open in another program is not replaced. `interrupted`: a killed
 * process has done some of the renames. Rejects with `PublishError`, whose cause is the file system's error.
 */
export async function publishParts(
  files: readonly PlannedFile[],
  begun: 'fresh' | 'interrupted' = 'fresh',
): Promise<void> {
  if (begun === 'fresh') for (const { target } of files) await requireReplaceable(target);
  const [only, ...others] = files;
  if (only && others.length === 0) return moveIntoPlace(only);
  const undo: (() => Promise<unknown>)[] = [];
  const waiting: PlannedFile[] = [];
  try {
    for (const file of files) {
      const { part, target } = file;
      const former = formerOf(file);
      const isMoved = begun === 'interrupted' && !(await exists(part));
      const hasFormer = begun === 'interrupted' && (await exists(former));
      if (hasFormer || (!isMoved && (await moveFormer(file, former))))
        undo.push(() => rename(former, target));
      if (isMoved) undo.push(() => undefinedIfMissing(rename(target, part)));
      else waiting.push(file);
    }
    for (const file of waiting) {
      await moveIntoPlace(file);
      undo.push(() => rename(file.target, file.part));
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw error;
  }
  await Promise.all(files.map((file) => rm(formerOf(file), { force: true })));
}

/** The name of a former file while it is replaced. It is the only copy, so that it is never deleted as a leftover. */
function formerOf({ part }: PlannedFile): string {
  return `${part}${formerSuffix}`;
}

const formerSuffix = '-former';

async function exists(file: string): Promise<boolean> {
  return (await undefinedIfMissing(lstat(file))) !== undefined;
}

async function requireReplaceable(target: string): Promise<void> {
  await checkReplaceable(target).catch((error: unknown) => {
    throw new PublishError(target, error);
  });
}

/** Rejects for an open database, and for what is no file: a rename would put a file in place of a device. */
async function checkReplaceable(target: string): Promise<void> {
  const stats = await undefinedIfMissing(lstat(target));
  if (stats?.isDirectory()) throw Object.assign(new Error(`${target} is a folder.`), { code: 'EISDIR' });
  if (stats && !stats.isFile() && !stats.isSymbolicLink())
    throw new Error(`${target} is a device or a pipe, and only a file is replaced. Choose another name.`);
  await requireNoDatabaseLog(target);
}

async function moveIntoPlace({ part, target }: PlannedFile): Promise<void> {
  setModeOfNewSync(part);
  await rename(part, target).catch((error: unknown) => {
    throw new PublishError(target, error);
  });
}

/** Renames an existing file at the target to `former`; false when there is none. A folder is an error. */
async function moveFormer({ target }: PlannedFile, former: string): Promise<boolean> {
  try {
    const stat = await lstat(target);
    if (stat.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
    await rename(target, former);
    return true;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw new PublishError(target, error);
  }
}

/** Deletes part files with their temporary files. */
export async function discardParts(files: readonly PlannedFile[]): Promise<void> {
  await Promise.allSettled(
    files.map(async ({ part }) => {
      const folder = path.dirname(part);
      const names = (await undefinedIfMissing(readdir(folder))) ?? [];
      const own = names.filter(
        (name) => name.startsWith(path.basename(part)) && !name.endsWith(formerSuffix),
      );
      await Promise.all(own.map((name) => rm(path.join(folder, name), { force: true })));
    }),
  );
}

/**
 * Deletes part files that a killed process left in `folder`, with their temporary files. Must not be called while one is
 * being written there. The folder may be missing.
 */
export async function removeLeftoverParts(folder: string): Promise<void> {
  const names = (await undefinedIfMissing(readdir(folder))) ?? [];
  const leftovers = names.filter(
    (name) => /^\..+\.part-[0-9a-f]{8}([.-].*)?$/.test(name) && !name.endsWith(formerSuffix),
  );
  await Promise.all(leftovers.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Renames one complete part file to its target, unless that is a database that is open in another program. */
export async function putInPlace({ part, target }: PlannedFile): Promise<void> {
  await checkReplaceable(target);
  setModeOfNewSync(part);
  await rename(part, target);
}

/** Writes a file under a temporary name, syncs it to disk, and renames it to `target`, replacing an existing file. */
export async function writePartAndPublish(
  target: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const planned = planPart(target);
  try {
    const handle = await open(planned.part, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(planned);
  } catch (error) {
    await discardParts([planned]);
    throw error;
  }
}
