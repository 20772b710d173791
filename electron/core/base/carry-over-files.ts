import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { isMissingFile } from './missing-file.ts';

/** Former layout of a cache: each body in the file `<aa>/<key><extension>`, the entries in `index.sqlite`. */
export type FormerCache = {
  readonly extension: string;
  /** Selects the entries of the index, which is attached as `former`, in the columns of `entries`. */
  readonly selectEntries: string;
  /** Copies further tables of the index. */
  readonly copyOthers?: string;
  /** Whether a file without an entry is cached all the same; else it is deleted. */
  readonly acceptsUnlisted: boolean;
};

const movedAtOnce = 100;

/**
 * Moves the files of a former version into the rows of their entries, until `isStopped`; the next call goes on where this one
 * or a killed process has ended.
 */
export async function carryOverFiles(
  folder: string,
  database: DatabaseSync,
  { extension, acceptsUnlisted, ...tables }: FormerCache,
  isStopped: () => boolean,
): Promise<void> {
  const index = path.join(folder, 'index.sqlite');
  const parts = (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  if (isStopped() || (!existsSync(index) && parts.length === 0)) return;
  if (existsSync(index)) await copyEntries(database, index, tables);
  const find = database.prepare('SELECT bytes FROM entries WHERE key = ?');
  const addEntry = database.prepare('INSERT INTO entries (key, bytes, usedAt) VALUES (?, ?, ?)');
  const addBody = database.prepare('INSERT OR IGNORE INTO bodies (key, body) VALUES (?, ?)');
  const add = ({ key, body, changedAt }: FormerFile) => {
    const entry = find.get(key);
    if (entry ? entry.bytes !== body.length : !acceptsUnlisted) return;
    if (!entry) addEntry.run(key, body.length, changedAt);
    addBody.run(key, body);
  };
  for (const part of parts) {
    const names = (await readdir(path.join(folder, part))).filter((name) =>
      /^[0-9a-f]{64}$/.test(path.basename(name, extension)),
    );
    for (let at = 0; at < names.length; at += movedAtOnce) {
      if (isStopped()) return;
      const files = names.slice(at, at + movedAtOnce).map((name) => path.join(folder, part, name));
      const read = await Promise.all(files.map((file) => readFormerFile(file, extension)));
      database.exec('BEGIN IMMEDIATE');
      read.forEach(add);
      database.exec('COMMIT');
    }
    await rm(path.join(folder, part), { recursive: true });
  }
  await runForAllKeys(
    database.prepare(
      'DELETE FROM entries WHERE key BETWEEN ? AND ? AND bytes NOT NULL AND key NOT IN (SELECT key FROM bodies)',
    ),
  );
  await removeFormerFiles(folder);
}

const isFormer = (name: string) => /^([0-9a-f]{2}|index\.sqlite(-wal|-shm)?)$/.test(name);

/** Removes what a former version has stored. */
export async function removeFormerFiles(folder: string): Promise<void> {
  if (!hasFormerFiles(folder)) return;
  for (const name of (await readdir(folder)).filter(isFormer))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Whether a former version has stored something that is not carried over yet. */
export function hasFormerFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some(isFormer);
}

/** The body that a former version has stored under a key. */
export function readFormerBody(folder: string, key: string, extension: string): Uint8Array | undefined {
  try {
    return readFileSync(path.join(folder, key.slice(0, 2), `${key}${extension}`));
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

type FormerFile = { readonly key: string; readonly body: Uint8Array; readonly changedAt: number };

async function readFormerFile(file: string, extension: string): Promise<FormerFile> {
  const [body, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  return { key: path.basename(file, extension), body, changedAt: Math.round(mtimeMs) };
}

/** SQLITE_ERROR, as of a table that is not there, SQLITE_CORRUPT and SQLITE_NOTADB. */
const unreadableCodes: readonly number[] = [1, 11, 26];

/** Whether SQLite threw this because a file is damaged or has no such table. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && unreadableCodes.includes(Number(error.errcode) & 0xff)
  );
}

/** Copies the entries, none of a damaged index. Throws other errors, as of a full disk or a lock: the index may be intact. */
async function copyEntries(
  database: DatabaseSync,
  index: string,
  { selectEntries, copyOthers = '' }: Pick<FormerCache, 'selectEntries' | 'copyOthers'>,
): Promise<void> {
  try {
    database.prepare('ATTACH ? AS former').run(index);
    await runForAllKeys(
      database.prepare(`INSERT OR IGNORE INTO entries ${selectEntries} WHERE key BETWEEN ? AND ?`),
    );
    database.exec(copyOthers);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  if (database.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'former'").get())
    database.exec('DETACH former');
}

/** Runs a statement for one range of keys after the other, so that nothing waits for long. */
async function runForAllKeys(statement: StatementSync): Promise<void> {
  for (let start = 0; start < 256; start += 1) {
    const prefix = start.toString(16).padStart(2, '0');
    // After all hexadecimal digits.
    statement.run(prefix, `${prefix}g`);
    await setImmediate();
  }
}
