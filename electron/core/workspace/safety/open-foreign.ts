import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isContentError, sqliteCode } from '../file/sql.ts';
import { checkSchema, foreignFileLimits, foreignFilePragmas, type SchemaCheck } from './check-schema.ts';
import { findForeignSchemaProblem, hasLogInHeader } from './measure-schema.ts';

/**
 * A file that another Sightline or another program wrote, open for reading, and what its schema is. Where that must not even
 * be read, the database is an empty one.
 */
export type ForeignDatabase = {
  readonly database: DatabaseSync;
  readonly schema: SchemaCheck;
  /**
   * Whether its header states that changes are in a log, and there is no log: it was closed by a program that leaves the
   * header so, or copied without its log, and is not complete then. Both look the same.
   */
  readonly isLogMissing: boolean;
};

/** They decide how SQLite reads a table: statistics made to deceive could make each query read all rows for each row. */
const statisticsProblem =
  'It has statistics for SQLite (sqlite_stat1), which Sightline removes when it opens the file as its workspace.';

/**
 * Opens a file that may be from anywhere, for reading; nothing is left where it is, and it may be on a disk that cannot be
 * written. Its tables must not be read unless `schema` is a workspace. Throws SQLite's errors, and those of copying it;
 * `timeoutMs` is how long it waits for a lock.
 */
export function openForeign(file: string, timeoutMs: number): ForeignDatabase {
  const problem = findForeignSchemaProblem(file);
  if (problem !== undefined)
    return {
      database: new DatabaseSync(':memory:'),
      schema: { kind: 'refused', problem },
      isLogMissing: false,
    };
  const { database, isLogMissing } = openUntouched(file, timeoutMs);
  try {
    const schema = checkSchema(database);
    const isMisleading = schema.kind === 'workspace' && schema.hasStatistics;
    return {
      database,
      schema: isMisleading ? { kind: 'refused', problem: statisticsProblem } : schema,
      isLogMissing,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

type Opened = { readonly database: DatabaseSync; readonly isLogMissing: boolean };

/**
 * Opens a file as its log or journal has it (sqlite.org/wal.html; sqlite.org/atomiccommit.html). SQLite would create files
 * beside it, where it is not in use, to read a log: a copy is read then, or the file alone where the log is empty.
 */
function openUntouched(file: string, timeoutMs: number): Opened {
  const [log, journal] = [sizeOf(`${file}-wal`), sizeOf(`${file}-journal`)];
  const isLogged = hasLogInHeader(file) === true || (log ?? 0) > 0;
  // What has it open shares the index of its log.
  const isInUse = log !== undefined && existsSync(`${file}-shm`);
  if (isLogged && !isInUse) {
    if (log !== undefined && log > 0)
      return { database: openCopy(file, '-wal', timeoutMs), isLogMissing: false };
    const address = `${pathToFileURL(file).href.replace(/^file:\/\/(?=[^/])/, 'file:////')}?immutable=1`;
    return { database: open(address, timeoutMs), isLogMissing: log === undefined };
  }
  try {
    return { database: open(file, timeoutMs), isLogMissing: false };
  } catch (error) {
    // A program that has ended left a log or journal, and the place may not be written.
    const suffix = isLogged ? '-wal' : '-journal';
    const isLeft = ((isLogged ? log : journal) ?? 0) > 0;
    if (!isLeft || sqliteCode(error) === undefined || isContentError(error)) throw error;
    return { database: openCopy(file, suffix, timeoutMs), isLogMissing: false };
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

/** Opens a database and reads its schema, so that a log or journal is found. */
function open(file: string, timeoutMs: number, copyFolder?: string): DatabaseSync {
  const options = { readOnly: copyFolder === undefined, timeout: timeoutMs, limits: foreignFileLimits };
  const database =
    copyFolder === undefined
      ? new DatabaseSync(file, options)
      : new CopiedDatabase(file, options, copyFolder);
  try {
    database.exec(`PRAGMA trusted_schema = OFF; ${foreignFilePragmas} PRAGMA schema_version;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a copy with its log or journal, which SQLite joins; it is deleted with its folder when it is closed. */
function openCopy(file: string, suffix: '-wal' | '-journal', timeoutMs: number): DatabaseSync {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-foreign-'));
  try {
    const copy = path.join(folder, 'copy');
    requireSpace(folder, (sizeOf(file) ?? 0) + (sizeOf(file + suffix) ?? 0));
    for (const part of ['', suffix]) {
      copyFileSync(file + part, copy + part);
      chmodSync(copy + part, 0o600);
    }
    return open(copy, timeoutMs, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Throws the error of a full disk before it is full. */
function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > bytes) return;
  const message = `ENOSPC: no space for a copy of ${bytes} bytes, copyfile '${folder}'`;
  throw Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'copyfile', path: folder });
}

class CopiedDatabase extends DatabaseSync {
  readonly #folder: string;

  constructor(file: string, options: ConstructorParameters<typeof DatabaseSync>[1], folder: string) {
    super(file, options);
    this.#folder = folder;
  }

  override close(): void {
    super.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
