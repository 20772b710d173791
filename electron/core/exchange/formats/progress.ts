/** How a format tells how far it is. */
export type Progress = {
  /** So many more detections have been written. Throws `ExportStopped` when the export was cancelled. */
  written(count: number): void;
  /** Throws `ExportStopped` when the export was cancelled. To be called at least every few thousand rows. */
  check(): void;
};

/** The export was cancelled. */
export class ExportStopped extends Error {
  constructor() {
    super('The export was cancelled.');
  }
}

/** Says how many times a format with a type for times could not take. */
export function describeTimeless(count: number): string {
  return `${count === 1 ? 'One time is' : `${count} times are`} not ISO 8601 and cannot be written as a time; the column is empty there.`;
}

/** The format cannot hold what was asked for; the message says so to the reader. */
export class ExportRefused extends Error {}
