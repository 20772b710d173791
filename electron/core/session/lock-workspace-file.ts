import { rmSync } from 'node:fs';
import path from 'node:path';
import { lockWith } from '../settings/lock-data-dir.ts';

/** Another Sightline has the workspace file open. */
export class WorkspaceInUse extends Error {
  constructor(file: string) {
    super(`Another Sightline has ${file} open. Close it there first.`);
  }
}

/**
 * Keeps other Sightlines off a workspace file that lies outside of the data folder, which has a lock of its own. Where
 * the folder may not be written there is nothing to keep off. Returns how to let go. Throws `WorkspaceInUse`.
 */
export function holdWorkspaceFile(file: string): () => void {
  const lock = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
  let unlock: ReturnType<typeof lockWith>;
  try {
    unlock = lockWith(lock);
  } catch {
    return () => {};
  }
  if (typeof unlock !== 'function') throw new WorkspaceInUse(file);
  const release = unlock;
  return () => {
    release();
    rmSync(lock, { force: true });
  };
}
