import { copyFile, open, rename, rm } from 'node:fs/promises';

/** Moves a file, also to another disk, where it is copied and then deleted. */
export async function moveFile(from: string, to: string, renameFile = rename): Promise<void> {
  try {
    await renameFile(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    try {
      await copyFile(from, to);
      await syncFile(to);
    } catch (failure) {
      await rm(to, { force: true });
      throw failure;
    }
    await rm(from, { force: true });
  }
}

/** Waits until a file is on the drive. */
async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
