import type { FailureCode } from '../../../shared/result.ts';

export function createExportNotes() {
  const notes: string[] = [];
  const counts = new Map<(count: number) => string, number>();
  return {
    add(note: string): void {
      notes.push(note);
    },
    /** Counts occurrences; the note is `describe(count)`. Calls with the same function add up. */
    count(describe: (count: number) => string, by: number = 1): void {
      counts.set(describe, (counts.get(describe) ?? 0) + by);
    },
    list: () => [...notes, ...[...counts].map(([describe, count]) => describe(count))],
  };
}

/** Collects notes for the user on the files that are being written. */
export type ExportNotes = ReturnType<typeof createExportNotes>;

/** Progress reporting of a format. */
export type Progress = {
  /** Adds to the number of written detections. Throws `CallStopped` when the export was cancelled. */
  written(count: number): void;
  /** Throws `CallStopped` when the export was cancelled. Must be called at least every few thousand rows. */
  throwIfStopped(): void;
};

/** Describes the number of times that are not ISO 8601, for formats with a time type. */
export function describeInvalidTimes(count: number): string {
  return `${count === 1 ? 'One time is' : `${count} times are`} not ISO 8601 and cannot be written as a time; the column is empty there.`;
}

/** The format cannot represent the export; the message is for the user. */
export class ExportRefused extends Error {
  readonly code: FailureCode;
  constructor(message: string, code: FailureCode = 'invalid-input') {
    super(message);
    this.code = code;
  }
}
