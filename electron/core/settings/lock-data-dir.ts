import { accessSync, chmodSync, constants, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText } from '../../../shared/error-text.ts';
import { codeOf, createFolder, UnwritableParent } from '../base/create-folder.ts';

/** Another process uses the data folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, cause: unknown) {
    super(
      `Another Sightline is working in ${dataDir}. Close it, or start this one with another folder (--data-dir).`,
      { cause },
    );
  }
}

/** The data folder cannot be created or written. The message is one sentence with path, cause and remedy. */
export class DataDirUnusable extends Error {
  constructor(dataDir: string, cause: unknown) {
    const remedy = 'correct that, or start Sightline with another folder (--data-dir)';
    super(`The data folder ${dataDir} cannot be used: ${describeCause(dataDir, cause)}; ${remedy}.`, {
      cause,
    });
  }
}

/** Throws `DataDirUnusable` when there is a file in place of the data folder or of one that it is in. */
export function checkDataDir(dataDir: string): void {
  if (findFileInPath(dataDir) !== undefined) throw new DataDirUnusable(dataDir, undefined);
}

/**
 * Creates the data folder if it does not exist, readable by its user only, and checks that it may be written. An empty one
 * is closed to others; of one with files the modes are the user's. Throws `DataDirUnusable`.
 */
export function createDataDir(dataDir: string): void {
  try {
    createFolder(path.resolve(dataDir));
    accessSync(dataDir, constants.W_OK);
    const { mode, uid } = statSync(dataDir);
    const isMine = uid === process.getuid?.();
    if (isMine && (mode & 0o007) !== 0 && readdirSync(dataDir).length === 0) chmodSync(dataDir, mode & 0o770);
  } catch (error) {
    throw new DataDirUnusable(dataDir, error);
  }
}

/**
 * Locks the data folder for this process and returns a function that unlocks it. Throws `DataDirInUse` and
 * `DataDirUnusable`.
 */
export function lockDataDir(dataDir: string): () => void {
  let unlock: ReturnType<typeof acquireLock>;
  try {
    unlock = acquireLock(path.join(dataDir, 'lock.sqlite'));
  } catch (error) {
    throw new DataDirUnusable(dataDir, error);
  }
  if (typeof unlock === 'function') return unlock;
  throw new DataDirInUse(dataDir, unlock.cause);
}

function describeCause(dataDir: string, cause: unknown): string {
  const file = findFileInPath(dataDir);
  if (file !== undefined) return `${file} is a file, not a folder`;
  if (cause instanceof UnwritableParent) return `its parent folder ${cause.parent} may not be written`;
  switch (codeOf(cause)) {
    case 'ENOSPC':
      return 'the disk is full';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'it or the folder that it is in may not be written';
    // Node does not pass on why SQLite could not open or write its file.
    case 'ERR_SQLITE_ERROR':
      return `no file can be written in it (${errorText(cause)})`;
    default:
      return errorText(cause);
  }
}

/** Finds the first path that is not a folder on the way to `folder`, itself included; undefined when all that can be seen of it is. */
function findFileInPath(folder: string): string | undefined {
  const parent = path.dirname(folder);
  const above = parent === folder ? undefined : findFileInPath(parent);
  if (above !== undefined) return above;
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats && !stats.isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Acquires the lock file `lock` and returns a function that releases it; or the error when another process has it.
 *
 * The lock is that of an open SQLite transaction: the operating system releases it whenever the process ends, unlike a
 * PID file.
 */
export function acquireLock(lock: string): (() => void) | { readonly cause: unknown } {
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
