import type { DatabaseSync } from 'node:sqlite';

/** The address of a chip. */
export type ChipAddress = {
  readonly profileId: string;
  readonly region: string;
  readonly chipIdentifier: string;
};

/** A chip that the service did not have when it was requested (404). Times are epoch milliseconds. */
export type ChipAbsence = ChipAddress & {
  readonly key: string;
  readonly firstRequestedAt: number;
  readonly lastRequestedAt: number;
  /** The earliest time of the next automatic request. */
  readonly notBefore: number;
};

const minute = 60_000;
const hour = 60 * minute;
/** The wait after each 404 before the next automatic request, by the number of requests; the last value repeats. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 24 * hour] as const;
/** Automatic requests for a chip end so long after the first one. */
const longestWait = 30 * 24 * hour;

/** Creates the table `absences`. */
export const absenceSchema = `
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
    CREATE INDEX IF NOT EXISTS absences_by_time ON absences (profile_id, not_before);`;

/** Accessors of the table `absences`. */
export function createAbsenceTable(database: DatabaseSync) {
  const read = database.prepare('SELECT * FROM absences WHERE key = ?');
  const write = database.prepare(
    `INSERT OR REPLACE INTO absences
       (key, profile_id, region, chip_identifier, first_asked, last_asked, not_before, tries)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const forget = database.prepare('DELETE FROM absences WHERE key = ?');
  const due = database.prepare(
    'SELECT * FROM absences WHERE profile_id = ? AND not_before <= ? ORDER BY not_before LIMIT ?',
  );
  const expire = database.prepare('DELETE FROM absences WHERE first_asked < ?');
  const count = database.prepare('SELECT count(*) AS absent FROM absences');
  return {
    absence(key: string): ChipAbsence | undefined {
      const row = read.get(key);
      return row && readAbsence(row);
    },
    /** Records a 404 at `now`; the wait before the next automatic request grows. */
    recordAbsence(key: string, { profileId, region, chipIdentifier }: ChipAddress, now: number): void {
      const former = read.get(key);
      const tries = Number(former?.tries ?? 0) + 1;
      const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 24 * hour;
      const firstAsked = Number(former?.first_asked ?? now);
      write.run(key, profileId, region, chipIdentifier, firstAsked, now, now + pause, tries);
    },
    clearAbsence(key: string): void {
      forget.run(key);
    },
    /** Absences due for another request, the longest due first. Deletes those past the maximum wait. */
    dueAbsences(profileId: string, now: number, limit: number): readonly ChipAbsence[] {
      expire.run(now - longestWait);
      return due.all(profileId, now, limit).map(readAbsence);
    },
    countAbsences: (): number => Number(count.get()?.absent),
  };
}

function readAbsence(row: Record<string, unknown>): ChipAbsence {
  return {
    key: String(row.key),
    profileId: String(row.profile_id),
    region: String(row.region),
    chipIdentifier: String(row.chip_identifier),
    firstRequestedAt: Number(row.first_asked),
    lastRequestedAt: Number(row.last_asked),
    notBefore: Number(row.not_before),
  };
}
