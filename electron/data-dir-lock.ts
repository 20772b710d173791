import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another Sightline, in whichever host, works in the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Sightline is working in ${dataDir}. End it, or start this one with another --data-dir.`);
  }
}

/** One running Sightline holds its data folder until it releases it or nobody keeps this object. */
export type DataDirLock = { release(): void };

/**
 * Takes the data folder, which is made if it is missing, for this process. Throws `DataDirInUse`.
 *
 * The lock is SQLite's own on a file of its own: the system takes it back when the process ends, however it ends,
 * which a file with a process id cannot promise.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(path.join(dataDir, 'running.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    throw isHeld ? new DataDirInUse(dataDir) : error;
  }
  return { release: () => database.close() };
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
