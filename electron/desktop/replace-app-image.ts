import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces an AppImage by a fetched one, and returns its path. The former one stays until the new one is complete next
 * to it. electron-updater deletes it first, so that on a full disk none would be left. A name with a version becomes
 * that of the new one; any other is the user's and stays. Throws when the folder cannot be written.
 */
export function replaceAppImage(former: string, fetched: string): string {
  const hasVersion = /\d+\.\d+\.\d+/.test(path.basename(former));
  const target = hasVersion ? path.join(path.dirname(former), path.basename(fetched)) : former;
  const incomplete = `${target}.incomplete`;
  try {
    copyFileSync(fetched, incomplete);
    chmodSync(incomplete, 0o755);
    synchronize(incomplete);
    renameSync(incomplete, target);
  } catch (error) {
    rmSync(incomplete, { force: true });
    throw error;
  }
  if (target !== former) rmSync(former, { force: true });
  rmSync(fetched, { force: true });
  return target;
}

function synchronize(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
