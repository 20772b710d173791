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
