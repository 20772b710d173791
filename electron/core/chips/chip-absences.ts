import type { DatabaseSync } from 'node:sqlite';

/** Where a chip is to be had. */
export type ChipAddress = {
  readonly profileId: string;
  readonly region: string;
  readonly chipIdentifier: string;
};

/** A chip that the store did not have when it was asked. Times are epoch milliseconds. */
export type ChipAbsence = ChipAddress & {
  readonly key: string;
  readonly firstAsked: number;
  readonly lastAsked: number;
  /** Not to be asked for again by itself before. */
  readonly notBefore: number;
};

const minute = 60_000;
const hour = 60 * minute;
/** How long after each answer "not there" the next question waits, by the number of questions; the last one holds on. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 24 * hour] as const;
/** A chip that has not come so long after it was first asked for will not come by itself. */
const longestWait = 30 * 24 * hour;

/** The absences in the table of that name. */
export function createAbsences(database: DatabaseSync) {
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
    /** The store said at `now` that it does not have the chip: the next question by itself waits longer. */
    noteAbsent(key: string, { profileId, region, chipIdentifier }: ChipAddress, now: number): void {
      const former = read.get(key);
      const tries = Number(former?.tries ?? 0) + 1;
      const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 24 * hour;
      const firstAsked = Number(former?.first_asked ?? now);
      write.run(key, profileId, region, chipIdentifier, firstAsked, now, now + pause, tries);
    },
    forgetAbsent(key: string): void {
      forget.run(key);
    },
    /** Those that may be asked for again, the longest due first; those that have been awaited too long are let go. */
    dueAbsences(profileId: string, now: number, limit: number): readonly ChipAbsence[] {
      expire.run(now - longestWait);
      return due.all(profileId, now, limit).map(readAbsence);
    },
    countAbsent: (): number => Number(count.get()?.absent),
  };
}

function readAbsence(row: Record<string, unknown>): ChipAbsence {
  return {
    key: String(row.key),
    profileId: String(row.profile_id),
    region: String(row.region),
    chipIdentifier: String(row.chip_identifier),
    firstAsked: Number(row.first_asked),
    lastAsked: Number(row.last_asked),
    notBefore: Number(row.not_before),
  };
}
