import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process works in the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, cause: unknown) {
    super(
      `Another Sightline is working in ${dataDir}. Close it, or start this one with another folder (--data-dir).`,
      { cause },
    );
  }
}

/** Takes the data folder for this process and returns how to give it back. Throws `DataDirInUse`. */
export function lockDataDir(dataDir: string): () => void {
  const unlock = lockWith(path.join(dataDir, 'lock.sqlite'));
  if (typeof unlock === 'function') return unlock;
  throw new DataDirInUse(dataDir, unlock.cause);
}

/**
 * Takes what the file `lock` stands for, and returns how to give it back; or what says that another process has it.
 *
 * The lock is that of an open SQLite transaction: the operating system takes it back when the process ends, however
 * it ends, which a file that names a process cannot promise.
 */
export function lockWith(lock: string): (() => void) | { readonly cause: unknown } {
  const database = new DatabaseSync(lock, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return { cause: error };
    throw error;
  }
  return () => database.close();
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
