import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * One running Sightline holds its data folder. The system lets go of it when the process ends, however it ends; so
 * does the garbage collector when nobody keeps this object.
 */
export type DataDirLock = { release(): void };

/**
 * Takes the data folder, which is made if it is missing, for this process. Undefined when another Sightline, in
 * whichever host, holds it.
 *
 * The lock is SQLite's own on a file of its own: unlike a file with a process id, it cannot be left behind.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(path.join(dataDir, 'running.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
