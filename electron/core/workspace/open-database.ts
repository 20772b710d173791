import { accessSync, constants, existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refreshChunks } from './columns/refresh-chunks.ts';
import { registerSpatialFunctions } from './geopackage/spatial-functions.ts';
import { migrate, readSchemaVersion, schemaVersion } from './migrations/migrate.ts';
import { registerTextContains } from './queries/text-contains.ts';
import { raiseResultsVersion } from './results-version.ts';
import { createSql, explainSqliteError, sqliteCode, sqliteCodes } from './sql.ts';

/** An open workspace file. */
export type OpenDatabase = {
  readonly database: DatabaseSync;
  /** Why it may not be written, or undefined. */
  readonly readOnly: string | undefined;
  /** Where a damaged file was set aside to, or undefined. */
  readonly setAside: string | undefined;
};

/** How long a statement waits for a lock that another program holds, in milliseconds. */
const lockTimeout = 5000;

/** Of new files, in bytes: rows come by the ten thousand, and the log takes a page in one piece. */
const pageSize = 16_384;

/**
 * So many bytes may lie in the write-ahead log before the writer itself copies them into the file. During a fetch another
 * thread does it long before, and the writer only begins the log anew.
 */
const logLength = 2 ** 27;

/**
 * Opens the workspace file for writing and brings it up to date, or begins a new one. A file that SQLite or we cannot
 * make sense of is renamed, never erased, and a new one begun in its place. A file of a newer schema, or one that may
 * not be written, is opened read-only. Throws when the file is locked by another program or cannot be reached, and when
 * it would have to be brought up to date or set aside but may not be written.
 */
export function openDatabase(path: string): OpenDatabase {
  const unwritable = whyUnwritable(path);
  if (unwritable !== undefined) return openUnwritable(path, unwritable);
  let setAside: string | undefined;
  if (isDamaged(path)) setAside = moveAside(path);
  try {
    return { ...openWriter(path), setAside };
  } catch (error) {
    throw explainSqliteError(error);
  }
}

/** Opens a second, read-only connection to a file that `openDatabase` has opened. */
export function openReader(path: string): OpenDatabase {
  const database = connect(path, true);
  return { database, readOnly: undefined, setAside: undefined };
}

/** The same for looking up which records are known: a small cache will do. */
export function openPreparer(path: string): OpenDatabase {
  const opened = openReader(path);
  opened.database.exec('PRAGMA cache_size = -8192;');
  return opened;
}

/** Opens a connection to a file that `openDatabase` has opened, for copying its log into it. */
export function openCheckpointer(path: string): OpenDatabase {
  const database = new DatabaseSync(path, { timeout: lockTimeout });
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
    database.close();
  }
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: lockTimeout,
    enableForeignKeyConstraints: true,
  });
  registerSpatialFunctions(database);
  registerTextContains(database);
  database.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;');
  return database;
}

function openWriter(path: string): Omit<OpenDatabase, 'setAside'> {
  const database = connect(path, false);
  try {
    const version = readSchemaVersion(database);
    if (version !== undefined && version > schemaVersion) {
      database.close();
      return { database: connect(path, true), readOnly: newerSchema(version) };
    }
    // Before the file becomes WAL: other programs look for a GeoPackage's marks in the file itself, not in its log.
    database.exec(`PRAGMA page_size = ${pageSize}`);
    migrate(database);
    refreshColumns(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // Once more, now that the size of a page is known: SQLite counts pages, and had counted smaller ones.
    database.exec('PRAGMA cache_size = -65536');
    // After the switch SQLite holds a read lock until the next statement ends; closing at once would meet it.
    database.prepare('SELECT 1 FROM app_meta LIMIT 1').get();
    const pages = Number(database.prepare('PRAGMA page_size').get()?.page_size ?? pageSize);
    database.exec(`PRAGMA wal_autocheckpoint = ${Math.floor(logLength / pages)}`);
    return { database, readOnly: undefined };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

/** Other programs may have edited the file since, or the last fetch may have ended in the middle. */
function refreshColumns(database: DatabaseSync): void {
  const sql = createSql(database);
  const isBehind = database.prepare('SELECT 1 FROM detection_chunks WHERE body IS NULL LIMIT 1').get();
  if (!isBehind) return;
  sql.transaction(() => {
    refreshChunks(sql);
    raiseResultsVersion(sql);
  });
}

/** Nothing can be put right in such a file: it is read as it is, or not at all. */
function openUnwritable(path: string, reason: string): OpenDatabase {
  let database: DatabaseSync | undefined;
  try {
    database = connect(path, true);
    const version = readSchemaVersion(database) ?? 0;
    if (version === 0) throw new Error(`${path} is no workspace of Sightline.`);
    if (version < schemaVersion) throw new Error(olderSchema(version, reason));
    const readOnly = version > schemaVersion ? newerSchema(version) : reason;
    return { database, readOnly, setAside: undefined };
  } catch (error) {
    database?.close();
    const code = sqliteCode(error);
    if (code !== sqliteCodes.notADatabase && code !== sqliteCodes.corrupt) throw explainSqliteError(error);
    throw new Error(`${reason} It is damaged, and can only be set aside and rescued once they are changed.`, {
      cause: error,
    });
  }
}

function olderSchema(version: number, reason: string): string {
  return `${reason} It was written by an older Sightline (its schema is ${version}, this one needs ${schemaVersion}) and has to be brought up to date first. A copy of it in another folder will do, too.`;
}

function newerSchema(version: number): string {
  return `The workspace file was written by a newer Sightline (its schema is ${version}, this one knows ${schemaVersion}). It is opened read-only; update Sightline to change it.`;
}

function whyUnwritable(path: string): string | undefined {
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

/**
 * Whether the file is there but no workspace: not SQLite, cut short, damaged, or somebody else's database. SQLite
 * itself notices the first two; the rest is looked for only when the last Sightline did not end in order.
 */
function isDamaged(path: string): boolean {
  if (!existsSync(path)) return false;
  let database: DatabaseSync | undefined;
  try {
    // Opened for writing, because a write-ahead log left by a killed process must be taken in before judging.
    database = connect(path, false);
    if (readSchemaVersion(database) === undefined) return true;
    return wasLeftOpen(database) && !isSound(database);
  } catch (error) {
    const code = sqliteCode(error);
    if (code === sqliteCodes.notADatabase || code === sqliteCodes.corrupt) return true;
    throw explainSqliteError(error);
  } finally {
    database?.close();
  }
}

function wasLeftOpen(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
}

function isSound(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}

/** Renames the file with its log, so that nothing that could still be rescued is lost. */
function moveAside(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  const target = `${path.replace(/\.gpkg$/, '')}.damaged-${time}.gpkg`;
  renameSync(path, target);
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
  return target;
}
