import type { ExportFormat } from '../../../shared/exchange/export-format.ts';

/** Which detections a plan takes; ids ascending. Those that are not in the workspace are left out. */
export type PlannedScope = { readonly kind: 'all' } | { readonly kind: 'ids'; readonly ids: Uint32Array };

/** A file to be made: written as `part`, then put in the place of `target`. */
export type PlannedFile = { readonly part: string; readonly target: string };

/** Everything the exporting worker needs to know. It can be structured-cloned. */
export type ExportPlan = {
  readonly workspacePath: string;
  readonly scope: PlannedScope;
  readonly format: ExportFormat;
  readonly reviews: boolean;
  /** Names of the features' own properties that are written; absent: all of them. */
  readonly properties?: readonly string[];
  readonly byteOrderMark: boolean;
  readonly detections: PlannedFile;
  /** Whether footprints go along: in a file of their own if there is one, else into the one of the detections. */
  readonly withFootprints: boolean;
  readonly footprints?: PlannedFile;
  readonly chips?: PlannedFile & {
    /** The folder of the chip cache, and whose chips. */
    readonly cacheFolder: string;
    readonly profileId: string;
  };
  /** One 32-bit integer; anything but 0 asks the worker to stop. */
  readonly stop: SharedArrayBuffer;
};

/** What the exporting worker says. After the last three it ends by itself. */
export type ExportMessage =
  | { readonly kind: 'progress'; readonly written: number }
  | {
      readonly kind: 'done';
      readonly written: number;
      /** What the reader should know of the files, a sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };
