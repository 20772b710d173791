import { rmSync } from 'node:fs';
import path from 'node:path';
import { acquireLock } from '../settings/lock-data-dir.ts';

/** Another Sightline has the workspace file open. */
export class WorkspaceInUse extends Error {
  constructor(file: string) {
    super(`Another Sightline has ${file} open. Close it there first.`);
  }
}

/**
 * Locks a workspace file outside of the data folder (which has its own lock) against other Sightlines. Without write
 * permission for the folder no lock is needed. Returns a function that unlocks it. Throws `WorkspaceInUse`.
 */
export function lockWorkspaceFile(file: string): () => void {
  const lock = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
  let unlock: ReturnType<typeof acquireLock>;
  try {
    unlock = acquireLock(lock);
  } catch {
    return () => {};
  }
  if (typeof unlock !== 'function') throw new WorkspaceInUse(file);
  const release = unlock;
  return () => {
    // Removed after the release, it could be the file of another Sightline that has locked it by then.
    const isRemoved = remove(lock);
    release();
    // Windows removes no open file: neither ours before the release, nor one that another Sightline has open.
    if (!isRemoved) remove(lock);
  };
}

function remove(lock: string): boolean {
  try {
    rmSync(lock, { force: true });
    return true;
  } catch {
    return false;
  }
}
