import type { Result } from '../../../shared/result.ts';
import type { ExportPlan } from './export-plan.ts';
import type { IdRange } from './rows/detection-source.ts';

/** Result of an export. */
export type WrittenExport = {
  /** The number of detections. */
  readonly written: number;
  /** Notes for the user on the files, a sentence each. */
  readonly warnings: readonly string[];
};

/** Features of a range as GeoJSON text, separated but not framed. */
export type SerializedChunk = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Number of those without a geometry that can be read. */
  readonly unreadable: number;
  /** Features whose texts contain a NUL. */
  readonly withNul: number;
};

/** The methods of the export worker: `write` is one export, the others are called by its serializer threads' client. */
export type ExportThreadMethods = {
  /** Writes the part files of a plan. The progress is the number of detections so far. Fails with `disk`. */
  write: {
    readonly args: readonly [plan: ExportPlan];
    readonly result: Result<WrittenExport>;
    readonly progress: number;
  };
  /** Opens the workspace to serialize features for a plan; the first call. */
  open: { readonly args: readonly [plan: ExportPlan]; readonly result: undefined };
  /** Starts a new read transaction. */
  begin: { readonly args: readonly []; readonly result: undefined };
  /** `buffer`: transferred to be reused for the text. */
  serialize: {
    readonly args: readonly [range: IdRange, buffer: ArrayBuffer | undefined];
    readonly result: SerializedChunk;
  };
};
