import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAbsences } from './chip-absences.ts';

/** What the cache knows of one of its files. Times are epoch milliseconds. */
export type ChipEntry = { readonly key: string; readonly bytes: number; readonly usedAt: number };

type ChipTotals = { readonly files: number; readonly bytes: number };

/** What the cache's folder holds, and which chips the store did not have. It can always be made anew from the folder. */
export type ChipIndex = ReturnType<typeof createAbsences> & {
  /** Whether it was closed in order: only then does it say what the folder holds. */
  readonly isTrue: boolean;
  has(key: string): boolean;
  put(entry: ChipEntry): void;
  /** Returns how much it knew of them. */
  remove(keys: readonly string[]): ChipTotals;
  /** Notes when chips were used last. */
  touch(uses: ReadonlyMap<string, number>): void;
  /** Counted anew, which takes its time with many. */
  totals(): ChipTotals;
  oldestUse(): number | null;
  leastUsed(limit: number): readonly ChipEntry[];
  /** Makes it say what the folder was found to hold; what is known of the use of a file stays. */
  replaceAll(entries: readonly ChipEntry[]): void;
  clear(): void;
  close(): void;
};

const fileName = 'index.sqlite';

/** Opens the index of a folder that is there. One that is damaged is begun anew: nothing is in it that matters. */
export function openChipIndex(folder: string): ChipIndex {
  const file = path.join(folder, fileName);
  try {
    return begin(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return begin(file);
  }
}

function begin(file: string): ChipIndex {
  const database = new DatabaseSync(file);
  try {
    prepare(database);
    return createIndex(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Kept lightly: after a power cut the folder is looked through anyway. */
function prepare(database: DatabaseSync): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS chips (
      key TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS chips_by_use ON chips (used_at);
    CREATE TABLE IF NOT EXISTS absences (
      key TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      region TEXT NOT NULL,
      chip_identifier TEXT NOT NULL,
      first_asked INTEGER NOT NULL,
      last_asked INTEGER NOT NULL,
      not_before INTEGER NOT NULL,
      tries INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS absences_by_time ON absences (profile_id, not_before);
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  `);
}

function createIndex(database: DatabaseSync): ChipIndex {
  const isTrue = database.prepare("DELETE FROM meta WHERE name = 'closed' RETURNING 1").get() !== undefined;
  const statements = {
    has: database.prepare('SELECT 1 FROM chips WHERE key = ?'),
    put: database.prepare(
      `INSERT INTO chips (key, bytes, used_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, used_at = excluded.used_at`,
    ),
    remove: database.prepare('DELETE FROM chips WHERE key = ? RETURNING bytes'),
    touch: database.prepare('UPDATE chips SET used_at = ? WHERE key = ?'),
    totals: database.prepare('SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM chips'),
    oldestUse: database.prepare('SELECT min(used_at) AS oldest FROM chips'),
    leastUsed: database.prepare('SELECT key, bytes, used_at FROM chips ORDER BY used_at, key LIMIT ?'),
  };
  const together = (work: () => void) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    ...createAbsences(database),
    isTrue,
    has: (key) => statements.has.get(key) !== undefined,
    put({ key, bytes, usedAt }) {
      statements.put.run(key, bytes, usedAt);
    },
    remove(keys) {
      const removed = { files: 0, bytes: 0 };
      together(() => {
        for (const key of keys) {
          const row = statements.remove.get(key);
          if (!row) continue;
          removed.files += 1;
          removed.bytes += Number(row.bytes);
        }
      });
      return removed;
    },
    touch(uses) {
      together(() => {
        for (const [key, usedAt] of uses) statements.touch.run(usedAt, key);
      });
    },
    totals() {
      const { files, bytes } = statements.totals.get() ?? {};
      return { files: Number(files), bytes: Number(bytes) };
    },
    oldestUse() {
      const oldest = statements.oldestUse.get()?.oldest;
      return typeof oldest === 'number' ? oldest : null;
    },
    leastUsed: (limit) =>
      statements.leastUsed.all(limit).map(({ key, bytes, used_at }) => ({
        key: String(key),
        bytes: Number(bytes),
        usedAt: Number(used_at),
      })),
    replaceAll(entries) {
      together(() => {
        const uses = new Map(
          database
            .prepare('SELECT key, used_at FROM chips')
            .all()
            .map(({ key, used_at }) => [String(key), Number(used_at)]),
        );
        database.exec('DELETE FROM chips');
        for (const { key, bytes, usedAt } of entries) statements.put.run(key, bytes, uses.get(key) ?? usedAt);
      });
    },
    clear: () => database.exec('DELETE FROM chips; DELETE FROM absences'),
    close() {
      if (!database.isOpen) return;
      database.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('closed', 'yes')");
      database.close();
    },
  };
}
