import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setModeOfNewSync } from '../../base/file-mode.ts';
import { isChunkDirty } from '../file/columns/detection-chunk.ts';
import { refreshChunks } from '../file/columns/refresh-chunks.ts';
import { registerSpatialFunctions } from '../file/geopackage/spatial-functions.ts';
import { incrementResultsVersion } from '../file/results-version.ts';
import {
  migrate,
  readSchemaVersion,
  saveCopyBeforeMigration,
  schemaVersion,
} from '../file/schema/migrate.ts';
import { type SetAside, setFileAside } from '../file/set-file-aside.ts';
import {
  closeDatabase,
  createSql,
  explainSqliteError,
  isContentError,
  registerTextContains,
  sqliteCode,
  sqliteCodes,
} from '../file/sql.ts';
import {
  checkSchema,
  foreignFileLimits,
  foreignFilePragmas,
  listUnknownContents,
  refusalRemedy,
} from '../safety/check-schema.ts';
import { damagedSchema, findSchemaProblem } from '../safety/measure-schema.ts';
import type { PageCheck } from '../safety/page-sums.ts';
import { trackJournaledPages } from '../safety/track-journaled-pages.ts';
import { type PageWriteTracker, trackWrittenPages } from '../safety/track-written-pages.ts';

/** An open workspace file. */
export type OpenDatabase = {
  readonly database: DatabaseSync;
  /** Reason why it may not be written, or undefined. */
  readonly readOnly: string | undefined;
  /** The file that was there before, when it could not be used; undefined otherwise. */
  readonly setAside: SetAside | undefined;
  /** Marker of the written pages in `OpenOptions.pageCheck`. */
  readonly pageWriteTracker?: PageWriteTracker;
};

/** Knowledge of a file before it is opened. */
export type OpenOptions = {
  /** Called before the steps that take long for a large file. */
  readonly onResponsive?: () => void;
  /** Whether pages of the file are not as they were when it was closed. */
  readonly isSuspect?: boolean;
  /** The state that the file is compared with: pages that are written are marked there. */
  readonly pageCheck?: PageCheck | undefined;
  /** Reason why it is only read; undefined: it is written where that is possible. */
  readonly readOnly?: string | undefined;
  /** Whether it is on a network drive: then it has a rollback journal, since a write-ahead log needs shared memory. */
  readonly isOnNetwork?: boolean;
};

/** Maximum wait of a statement for a lock that another program holds, in milliseconds. */
const localLockTimeoutMs = 5000;
/** The same on a network drive, where readers and the writer wait for each other. */
const networkLockTimeoutMs = 60_000;

/** Maximum wait of a connection for the lock of another, in milliseconds. */
export function lockTimeoutMs(isOnNetwork: boolean): number {
  return isOnNetwork ? networkLockTimeoutMs : localLockTimeoutMs;
}

/** Page size of new files, in bytes: rows come by the ten thousand, and the log stores a page as one piece. */
const pageSize = 16_384;

/**
 * Bytes of the write-ahead log after which the writer itself copies it into the file. During a fetch another
 * thread does so long before, and the writer only restarts the log.
 */
const maxWalBytes = 2 ** 27;

/**
 * Opens the workspace file for writing and migrates it, or creates a new one. A file that is unreadable for SQLite or
 * Sightline, or that holds what Sightline must not run, is renamed, never erased, and a new one is created in its place. A file of a newer schema, or one that may
 * not be written, is opened read-only. Throws when the file is locked by another program or cannot be reached, and when
 * it would have to be migrated or set aside but may not be written.
 */
export function openDatabase(path: string, options: OpenOptions = {}): OpenDatabase {
  const unwritable = options.readOnly ?? findUnwritableReason(path);
  if (unwritable !== undefined) return openReadOnly(path, unwritable);
  const fault = findFault(path, options);
  if (fault) return openInPlace(path, fault, options);
  try {
    return { ...openWriter(path, options), setAside: undefined };
  } catch (error) {
    // Damage that only shows when all pages are read.
    const found = findFault(path, { ...options, isSuspect: true });
    if (found) return openInPlace(path, found, options);
    throw explainSqliteError(error);
  }
}

/** Sets a file aside that cannot be used, and creates a new one. */
function openInPlace(path: string, fault: Fault, options: OpenOptions): OpenDatabase {
  const setAside = { ...fault, path: setFileAside(path, fault.kind) };
  try {
    return { ...openWriter(path, options), setAside };
  } catch (error) {
    throw explainSqliteError(error);
  }
}

/** Opens a second, read-only connection to a file that `openDatabase` has opened. */
export function openReader(path: string, options: OpenOptions = {}): OpenDatabase {
  const database = connect(path, true, options);
  return { database, readOnly: undefined, setAside: undefined };
}

/** Like `openReader`, for looking up known records: a small cache is enough. */
export function openPreparer(path: string, options: OpenOptions): OpenDatabase {
  const opened = openReader(path, options);
  opened.database.exec('PRAGMA cache_size = -8192;');
  return opened;
}

/** Opens a connection to a file that `openDatabase` has opened, for copying its log into it. */
export function openCheckpointer(path: string): OpenDatabase {
  const database = new DatabaseSync(path, { timeout: localLockTimeoutMs });
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;');
  return { database, readOnly: undefined, setAside: undefined };
}

/**
 * Ends a connection that wrote: everything goes into the one file, which can then be copied. Where another program
 * has the file open too, that is left to SQLite's next opening.
 */
export function closeWriter(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA busy_timeout = 500');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.busy) throw explainSqliteError(error);
  } finally {
    closeDatabase(database);
  }
}

/**
 * Copies the log of a file into it, and whether the log is gone then: it stays where another connection has the file open.
 * Closing the only connection does it, and needs no schema, which may be damaged or of any size.
 */
export function applyLog(path: string): boolean {
  try {
    const database = new DatabaseSync(path);
    try {
      database.prepare('PRAGMA schema_version').get();
    } finally {
      database.close();
    }
    return !existsSync(`${path}-wal`);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return false;
  }
}

function connect(path: string, readOnly: boolean, { isOnNetwork = false }: OpenOptions = {}): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: lockTimeoutMs(isOnNetwork),
    enableForeignKeyConstraints: true,
    limits: foreignFileLimits,
  });
  try {
    registerSpatialFunctions(database);
    registerTextContains(database);
    // The check first: setting the cache size already reads the schema, and without the check, damage in it would be
    // found only after the file has been changed.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;');
    // A reader runs no trigger. The writer's triggers call our functions, which SQLite would refuse them.
    if (readOnly) database.exec('PRAGMA trusted_schema = OFF');
    // A log that a killed process left is then read without shared memory.
    else if (isOnNetwork) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    return database;
  } catch (error) {
    // The first statement reads the file's header. Windows does not rename a file that is still open.
    closeDatabase(database);
    throw error;
  }
}

function openWriter(path: string, options: OpenOptions): Omit<OpenDatabase, 'setAside'> {
  const isNew = !existsSync(path);
  const database = connect(path, false, options);
  if (isNew) setModeOfNewSync(path);
  let pageWriteTracker: PageWriteTracker | undefined;
  try {
    const version = readSchemaVersion(database);
    if (version !== undefined && version > schemaVersion) {
      closeDatabase(database);
      const reader = connect(path, true, options);
      return { database: reader, readOnly: newerSchemaMessage(version, reader) };
    }
    if (version !== undefined && version > 0 && version < schemaVersion) {
      saveCopyBeforeMigration(path, database);
    }
    database.exec(`PRAGMA page_size = ${pageSize}`);
    const { pageCheck, isOnNetwork } = options;
    const checkToMark = version ? pageCheck : undefined;
    const setLog = () => {
      setJournal(database, options);
      if (!checkToMark) return undefined;
      return isOnNetwork
        ? trackJournaledPages(path, createSql(database), checkToMark)
        : trackWrittenPages(path, database, checkToMark, maxLogPages(checkToMark.pageSize));
    };
    // What opening writes is marked, too. Otherwise the file is first read, and changed once it turned out to be usable;
    // other programs look for the header of a new GeoPackage in the file, not in its log.
    const isWrittenInLog = checkToMark !== undefined && isBehind(database, version);
    if (isWrittenInLog) pageWriteTracker = setLog();
    migrate(createSql(database));
    refreshColumns(database);
    if (!isWrittenInLog) pageWriteTracker = setLog();
    // Again, now that the page size is known: SQLite counts the cache in pages, and had counted smaller ones.
    database.exec('PRAGMA cache_size = -65536');
    const actualPageSize = Number(database.prepare('PRAGMA page_size').get()?.page_size ?? pageSize);
    database.exec(`PRAGMA wal_autocheckpoint = ${maxLogPages(actualPageSize)}`);
    pageWriteTracker?.update();
    return { database, readOnly: undefined, ...(pageWriteTracker ? { pageWriteTracker } : {}) };
  } catch (error) {
    pageWriteTracker?.close();
    if (database.isOpen) closeDatabase(database);
    throw error;
  }
}

/** Whether opening is going to write the file: to migrate it, or to bring its columns up to date. */
function isBehind(database: DatabaseSync, version = 0): boolean {
  return version < schemaVersion || hasOldColumns(database);
}

function setJournal(database: DatabaseSync, { isOnNetwork }: OpenOptions): void {
  database.exec(
    isOnNetwork
      ? 'PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA locking_mode = NORMAL;'
      : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
  );
  // After the switch SQLite holds a read lock until the next statement ends, which would block a close.
  database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
}

function maxLogPages(size: number): number {
  return Math.floor(maxWalBytes / size);
}

/** Other programs may have edited the file since, or the last fetch may have ended in the middle. */
function refreshColumns(database: DatabaseSync): void {
  const sql = createSql(database);
  if (!hasOldColumns(database)) return;
  sql.transaction(() => {
    refreshChunks(sql);
    incrementResultsVersion(sql);
  });
}

function hasOldColumns(database: DatabaseSync): boolean {
  return database.prepare(`SELECT 1 FROM detection_chunks WHERE ${isChunkDirty} LIMIT 1`).get() !== undefined;
}

/** Such a file cannot be repaired: it is read as it is, or not at all. */
function openReadOnly(path: string, reason: string): OpenDatabase {
  let database: DatabaseSync | undefined;
  const refuse = (problem: string) => new Error(`${path} is not opened. ${problem} ${refusalRemedy}`);
  const unreadable = findSchemaProblem(path);
  if (unreadable !== undefined) throw refuse(unreadable);
  try {
    database = connect(path, true);
    const check = checkSchema(database);
    if (check.kind === 'refused') throw refuse(check.problem);
    if (check.kind !== 'workspace') throw new Error(`${path} is no workspace of Sightline.`);
    const { version } = check;
    if (version < schemaVersion) throw new Error(olderSchemaMessage(version, reason));
    const readOnly = version > schemaVersion ? newerSchemaMessage(version, database) : reason;
    return { database, readOnly, setAside: undefined };
  } catch (error) {
    if (database) closeDatabase(database);
    if (!isContentError(error)) throw explainSqliteError(error);
    throw new Error(`${reason} It is damaged, and can only be set aside and rescued once they are changed.`, {
      cause: error,
    });
  }
}

function olderSchemaMessage(version: number, reason: string): string {
  return `${reason} It was written by an older Sightline (its schema is ${version}, this one needs ${schemaVersion}) and has to be brought up to date first. A copy of it in another folder will do, too.`;
}

/** Also names the contents of the file that this Sightline does not show. */
function newerSchemaMessage(version: number, database: DatabaseSync): string {
  const unknown = listUnknownContents(database);
  const rest = unknown.length === 0 ? '' : ` Not shown here: ${unknown.join(', ')}.`;
  return `The workspace file was written by a newer Sightline (its schema is ${version}, this one knows ${schemaVersion}). It is opened read-only; update Sightline to change it.${rest} The copy from before the update, if there is one, is listed under Settings → Workspace; what was added since is not in it.`;
}

function findUnwritableReason(path: string): string | undefined {
  try {
    if (existsSync(path)) {
      accessSync(path, constants.W_OK);
      accessSync(dirname(path), constants.W_OK);
    }
    return undefined;
  } catch {
    return `The workspace file ${path} or its folder may not be written. Change their permissions to work in it.`;
  }
}

type Fault = Omit<SetAside, 'path'>;

/** In SQLite's file header (sqlite.org/fileformat2.html, 1.3): 1 is a rollback journal, 2 a write-ahead log. */
const writeVersionOffset = 18;
const maxWriteVersion = 2;

const damaged: Fault = { kind: 'damaged', problem: 'The workspace file was damaged.' };
const empty: Fault = {
  kind: 'empty',
  problem: 'The workspace file was empty, as after a full disk or an interrupted copy.',
};

/**
 * Reason why an existing file cannot be used: emptied, not SQLite, truncated, damaged, another program's database, or with
 * content that must not run. SQLite itself detects some of the damage; the rest is checked only when the last session
 * did not close the file, and before a migration, which reads everything.
 */
export function findFault(path: string, options: OpenOptions): Fault | undefined {
  if (!existsSync(path)) return undefined;
  // Before SQLite sees it, which deletes the log of an empty file.
  if (statSync(path).size === 0) return empty;
  // Before SQLite locks the file: closing a descriptor of it removes the locks of this process.
  if (hasUnknownVersion(path)) return damaged;
  const unreadable = findSchemaProblem(path);
  if (unreadable === damagedSchema) return damaged;
  if (unreadable !== undefined) return describeRefused(unreadable);
  let database: DatabaseSync | undefined;
  try {
    // Opened for writing, because the write-ahead log of a killed process must be applied before the check.
    database = connect(path, false, options);
    database.exec(foreignFilePragmas);
    const check = checkSchema(database);
    if (check.kind === 'empty') return empty;
    if (check.kind === 'other') return damaged;
    if (check.kind === 'refused') return describeRefused(check.problem);
    const isOld = check.version < schemaVersion;
    // Before the file counts as answering: opening reads this table, whose pages may go round in circles.
    if (check.version === schemaVersion) hasOldColumns(database);
    options.onResponsive?.();
    if (check.hasStatistics) database.exec('DROP TABLE sqlite_stat1');
    const isDoubtful = options.isSuspect || wasLeftOpen(database) || isOld;
    if (isDoubtful && !isIntact(database)) return damaged;
    return undefined;
  } catch (error) {
    if (isContentError(error)) return damaged;
    throw explainSqliteError(error);
  } finally {
    if (database) closeDatabase(database);
  }
}

function describeRefused(problem: string): Fault {
  return { kind: 'foreign', problem: `The workspace file was not opened. ${problem}` };
}

/** Whether the header has a format version that SQLite cannot write: it would open such a file for reading only. */
function hasUnknownVersion(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(writeVersionOffset + 1);
    readSync(file, header, 0, header.length, 0);
    return header.readUInt8(writeVersionOffset) > maxWriteVersion;
  } finally {
    closeSync(file);
  }
}

function wasLeftOpen(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
}

function isIntact(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}
