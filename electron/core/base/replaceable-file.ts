import { stat } from 'node:fs/promises';
import { undefinedIfMissing } from './missing-file.ts';

/**
 * Rejects when a program has the file open as an SQLite database, or was killed while it had: SQLite would apply the log
 * next to it to the file that replaces it (sqlite.org/howtocorrupt.html, section 1.4).
 */
export async function requireNoDatabaseLog(file: string): Promise<void> {
  const [log, journal] = await Promise.all(
    ['-wal', '-journal'].map((suffix) => undefinedIfMissing(stat(`${file}${suffix}`))),
  );
  // An empty log may still be written to; an empty journal is what some programs leave.
  if (log !== undefined || (journal !== undefined && journal.size > 0))
    throw new Error(
      `Another program has ${file} open, or was ended while it had: its log is beside the file. Close it there, or open and close it once, and try again; or choose another name. Nothing was changed.`,
    );
}

/** Whether both paths lead to the same file, which links and letter case hide from a comparison of the paths. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((file) => undefinedIfMissing(stat(file, { bigint: true }))),
  );
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}
