import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts `content` in place of the file, whole or not at all: written beside it, brought to the disk, and renamed.
 * Whatever ends the process meanwhile, the file holds either the old content or the new.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(beside, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
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
