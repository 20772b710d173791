import { rmSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { foldText } from '../../../../shared/fold-text.ts';

/** A value that can be bound to a statement. Plain values only: node:sqlite treats an object as named parameters. */
export type SqlValue = Exclude<SQLInputValue, bigint>;

/** A row as SQLite returns it; read it with the functions of cells.ts. */
export type SqlRow = Record<string, SQLOutputValue>;

/** A statement: its text with `?` for each value, or the strings of a template whose values are bound. */
type SqlText = string | TemplateStringsArray;

/** One connection with its statements, each prepared once for its text. */
export type Sql = {
  readonly database: DatabaseSync;
  run(text: SqlText, ...values: SqlValue[]): void;
  get(text: SqlText, ...values: SqlValue[]): SqlRow | undefined;
  all(text: SqlText, ...values: SqlValue[]): SqlRow[];
  /** Rows as arrays of cells in the order of the columns, for long results. */
  arrays(text: SqlText, ...values: SqlValue[]): SQLOutputValue[][];
  /** Runs `action` in one transaction that acquires the write lock at once; an error rolls all of it back. */
  transaction<T>(action: () => T): T;
  /** The same, and what was written has reached the disk when it returns: it outlives a power cut, too. */
  durableTransaction<T>(action: () => T): T;
  /** Number of transactions that were rolled back: what was read of the file within one of them no longer holds. */
  readonly rollbackCount: number;
  /** Calls `watcher` at each transaction from now on; what runs outside of one gets a transaction of its own. */
  watchTransactions(watcher: TransactionWatcher): void;
  /** Replaces the attached database called `schema` with a whole database, given as the bytes of its file. */
  deserialize(schema: string, bytes: Uint8Array): void;
};

/** Runs within a transaction, after it has begun and before it is committed, and after it was rolled back. */
type TransactionWatcher = { begun(): void; committing(): void; rolledBack(): void };

/** Filters make statement texts by combination; the cache is cleared at this many. */
const maxStatements = 400;

const wrappers = new WeakMap<DatabaseSync, Sql>();

/**
 * Wraps an open connection, which has one wrapper. SQLite errors that the user can resolve are explained in
 * words.
 */
export function createSql(database: DatabaseSync): Sql {
  const sql = wrappers.get(database) ?? wrap(database);
  wrappers.set(database, sql);
  return sql;
}

/**
 * Closes a connection that may have been wrapped. Its wrapper is released: it holds the statements, and these hold the
 * connection in memory.
 */
export function closeDatabase(database: DatabaseSync): void {
  wrappers.delete(database);
  database.close();
}

/** Deletes the file of a closed database with its logs. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** The number of rows that `SELECT … FROM` yields with what follows, such as a table and a condition. */
export function countRows(sql: Sql, from: string, ...values: SqlValue[]): number {
  return Number(sql.get(`SELECT count(*) AS count FROM ${from}`, ...values)?.count);
}

type OverSql = (sql: Sql, ...args: never[]) => unknown;

type Bound<Method extends OverSql> = Method extends (sql: Sql, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

/** The functions with a connection as their first argument. */
export function bindSql<Methods extends Readonly<Record<string, OverSql>>>(
  sql: Sql,
  methods: Methods,
): { readonly [Name in keyof Methods]: Bound<Methods[Name]> } {
  const bound = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => method(sql, ...args),
  ]);
  return Object.fromEntries(bound) as { readonly [Name in keyof Methods]: Bound<Methods[Name]> };
}

function wrap(database: DatabaseSync): Sql {
  const plain = new Map<SqlText, StatementSync>();
  const asArrays = new Map<SqlText, StatementSync>();
  const statement = (cache: Map<SqlText, StatementSync>, text: SqlText): StatementSync => {
    const known = cache.get(text);
    if (known) return known;
    if (cache.size >= maxStatements) cache.clear();
    const prepared = database.prepare(typeof text === 'string' ? text : text.join('?'));
    cache.set(text, prepared);
    return prepared;
  };
  let rollbackCount = 0;
  let watcher: TransactionWatcher | undefined;
  const transaction = <T>(action: () => T): T => {
    try {
      return runTransaction(database, action, watcher);
    } catch (error) {
      rollbackCount += 1;
      throw error;
    }
  };
  return {
    database,
    get rollbackCount() {
      return rollbackCount;
    },
    run(text, ...values) {
      const prepared = statement(plain, text);
      if (watcher && !database.isTransaction) transaction(() => prepared.run(...values));
      else prepared.run(...values);
    },
    watchTransactions(added) {
      watcher = added;
    },
    get: (text, ...values) => statement(plain, text).get(...values),
    all: (text, ...values) => statement(plain, text).all(...values),
    arrays(text, ...values) {
      const prepared = statement(asArrays, text);
      prepared.setReturnArrays(true);
      return prepared.all(...values) as unknown as SQLOutputValue[][];
    },
    transaction,
    durableTransaction(action) {
      const former = Number(database.prepare('PRAGMA synchronous').get()?.synchronous);
      // On macOS only a full fsync flushes the cache of the drive (sqlite.org/pragma.html#pragma_fullfsync).
      database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON');
      try {
        return transaction(action);
      } finally {
        database.exec(`PRAGMA synchronous = ${former}; PRAGMA fullfsync = OFF`);
      }
    },
    deserialize(schema, bytes) {
      // Node finalizes all statements of the connection.
      plain.clear();
      asArrays.clear();
      database.deserialize(bytes, { dbName: schema });
    },
  };
}

function runTransaction<T>(database: DatabaseSync, action: () => T, watcher?: TransactionWatcher): T {
  try {
    database.exec('BEGIN IMMEDIATE');
    try {
      watcher?.begun();
      const result = action();
      watcher?.committing();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      watcher?.rolledBack();
      throw error;
    }
  } catch (error) {
    throw explainSqliteError(error);
  }
}

/** SQLite's primary result codes that we act on (sqlite.org/rescode.html). */
export const sqliteCodes = {
  error: 1,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  tooBig: 18,
  notADatabase: 26,
} as const;

/** The primary result code of an error that SQLite raised; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/**
 * Whether an error means that the content of a file cannot be read as a database. SQLite reports an unknown format with
 * its general code. Sightline writes no value longer than SQLite's limits. An I/O error without an extended code comes
 * from damaged pages: errors of the operating system have one.
 */
export function isContentError(error: unknown): boolean {
  const { error: unknownFormat, corrupt, notADatabase, tooBig, ioError } = sqliteCodes;
  const code = sqliteCode(error);
  if (code === ioError) return (error as { readonly errcode?: unknown }).errcode === ioError;
  return code !== undefined && [unknownFormat, corrupt, notADatabase, tooBig].some((one) => one === code);
}

/** The message for a file that SQLite finds damaged. */
export const damagedFile =
  'The workspace file is damaged. What can still be read of it can be rescued: Settings → Workspace → Rebuild from raw records.';

const explanations: Readonly<Record<number, string>> = {
  [sqliteCodes.busy]:
    'The workspace file is locked by another program. Close it there (a GIS that edits it, or a second Sightline) and try again.',
  [sqliteCodes.readOnly]:
    'The workspace file cannot be written. Check the permissions of the file and its folder.',
  [sqliteCodes.ioError]:
    'The disk failed while the workspace file was used. Check the disk, then start Sightline again.',
  [sqliteCodes.corrupt]: damagedFile,
  [sqliteCodes.cantOpen]:
    'The workspace file cannot be opened. Check that its folder exists and may be written.',
  [sqliteCodes.full]: 'The disk is full. Free some space and try again; nothing of this step was kept.',
};

/** Whether an error means that another program has locked the file, as SQLite's error or explained. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error instanceof Error && error.cause ? error.cause : error) === sqliteCodes.busy;
}

/**
 * The same error in words for the reader where there are any, with the original as its cause. JSON in the file is
 * written by Sightline: where it cannot be parsed, the file is damaged.
 */
export function explainSqliteError(error: unknown): unknown {
  const code = error instanceof SyntaxError ? sqliteCodes.corrupt : sqliteCode(error);
  const explanation = code === undefined ? undefined : explanations[code];
  return explanation === undefined ? error : new Error(explanation, { cause: error });
}

/** Registers the SQL function `text_contains`: whether a text contains another, given by `foldText`, in any case and form. */
export function registerTextContains(database: DatabaseSync): void {
  database.function('text_contains', { deterministic: true }, (text: SQLInputValue, part: SQLInputValue) =>
    typeof text === 'string' && foldText(text).includes(String(part)) ? 1 : 0,
  );
}
