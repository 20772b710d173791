import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts `content` in place of the file, whole or not at all: written beside it and renamed. Whatever ends the process
 * meanwhile, the file holds either the old content or the new. With `outlives: 'power cut'` that holds for the
 * machine, too, at the price of waiting for the disk.
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

/** Removes what replacements of the file left beside it when the process ended in their middle. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file);
  const leftovers = (await readdir(folder)).filter(
    (name) => name.startsWith(`${path.basename(file)}.`) && isLeftover(name),
  );
  await Promise.all(leftovers.map((name) => rm(path.join(folder, name), { force: true })));
}

const leftoverSuffix = '.tmp';

/** Whether a replacement of some file was written under this name and not brought to its end. */
export function isLeftover(name: string): boolean {
  return name.endsWith(leftoverSuffix);
}

/** Brings a rename to the disk. Windows has no such call for folders, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
