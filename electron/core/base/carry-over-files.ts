import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** How former versions stored a cache: each body in the file `<aa>/<key><extension>`, the entries in `index.sqlite`. */
export type FormerCache = {
  readonly extension: string;
  /** Copies the tables of the index, which is attached as `former`. */
  readonly copyIndex: string;
  /** Whether a file without an entry is cached all the same; else it is deleted. */
  readonly acceptsUnlisted: boolean;
};

/** Moves the files of a former version into the rows of their entries; it goes on where a killed process has ended. */
export async function carryOverFiles(
  folder: string,
  database: DatabaseSync,
  { extension, copyIndex, acceptsUnlisted }: FormerCache,
): Promise<void> {
  const index = path.join(folder, 'index.sqlite');
  const parts = (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  if (!existsSync(index) && parts.length === 0) return;
  if (existsSync(index)) copyEntries(database, index, copyIndex);
  const find = database.prepare('SELECT bytes FROM entries WHERE key = ?');
  const addEntry = database.prepare('INSERT INTO entries (key, bytes, usedAt) VALUES (?, ?, ?)');
  const addBody = database.prepare('INSERT OR IGNORE INTO bodies (key, body) VALUES (?, ?)');
  for (const part of parts) {
    for (const name of await readdir(path.join(folder, part))) {
      const key = path.basename(name, extension);
      const file = path.join(folder, part, name);
      if (!/^[0-9a-f]{64}$/.test(key)) continue;
      const entry = find.get(key);
      const body = await readFile(file);
      if (entry ? entry.bytes !== body.length : !acceptsUnlisted) continue;
      if (!entry) addEntry.run(key, body.length, Math.round((await stat(file)).mtimeMs));
      addBody.run(key, body);
    }
    await rm(path.join(folder, part), { recursive: true });
  }
  database.exec('DELETE FROM entries WHERE bytes NOT NULL AND key NOT IN (SELECT key FROM bodies)');
  for (const suffix of ['', '-wal', '-shm']) await rm(`${index}${suffix}`, { force: true });
}

/** Entries of a damaged index are known no more. */
function copyEntries(database: DatabaseSync, index: string, copyIndex: string): void {
  try {
    database.prepare('ATTACH ? AS former').run(index);
    database.exec(copyIndex);
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
  }
  if (database.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'former'").get())
    database.exec('DETACH former');
}
