import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces the file atomically: writes a temporary file and renames it. After a crash of the process the file has either
 * the old content or the new. `outlives: 'power cut'` guarantees that for a power failure, too, by syncing to disk.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  outlives: 'process' | 'power cut',
): Promise<void> {
  const beside = `${file}.${randomUUID()}${leftoverSuffix}`;
  try {
    const handle = await open(beside, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      if (outlives === 'power cut') await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  if (outlives === 'power cut') await syncFolder(path.dirname(file));
}

/**
 * Variant of `replaceFile` with `outlives: 'power cut'`, for callers that must not return before the file is on disk.
 */
export function replaceFileSync(file: string, content: string | Uint8Array): void {
  const beside = `${file}.${randomUUID()}${leftoverSuffix}`;
  try {
    const descriptor = openSync(beside, 'wx', 0o600);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Removes temporary files of interrupted replacements of the file. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file);
  const leftovers = (await readdir(folder)).filter(
    (name) => name.startsWith(`${path.basename(file)}.`) && isLeftover(name),
  );
  await Promise.all(leftovers.map((name) => rm(path.join(folder, name), { force: true })));
}

const leftoverSuffix = '.tmp';

/** Whether this is the name of a temporary file of an interrupted replacement. */
export function isLeftover(name: string): boolean {
  return name.endsWith(leftoverSuffix);
}

/** Syncs a rename to disk. Windows does not support it for folders, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
