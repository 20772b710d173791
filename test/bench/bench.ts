/** The amount of data of a run. */
export type BenchSize = { readonly records: number; readonly detections: number; readonly label: string };

/** The prepared data that a bench receives, all of one size. */
export type BenchData = {
  readonly size: BenchSize;
  /** Paths of files with the response bodies of the query endpoint, in their order, 500 records each. */
  readonly pages: readonly string[];
  /** Path of a file with the same features, one GeoJSON feature on each line, for ogr2ogr. */
  readonly sequence: string;
  /** Path of a closed workspace with all records. A bench that writes copies it first. */
  readonly workspace: string;
  /** Folder for the files that a bench writes; emptied after each round and each bench. */
  readonly folder: string;
};

/** The results of one run of a separate process: wall time, processor time and peak resident memory. */
export type Run = {
  readonly milliseconds: number;
  /**
   * Processor time of all threads from the start to the end of the process; missing when the system does not report
   * it.
   */
  readonly processorMilliseconds?: number;
  readonly peakMegabytes?: number;
  /** Bytes that went over the connection to a server, in both directions. */
  readonly wireBytes?: number;
  /** Further times that the program reports by name, in milliseconds. */
  readonly parts?: Readonly<Record<string, number>>;
};

/** One measurement of a bench, which is repeated in every round. */
export type Measured = { readonly name: string; readonly run: (round: number) => Promise<Run> | Run };

/**
 * The limit of one measurement: a ratio to another measurement of the same run (of wall times, unless
 * `processorTime`), an absolute time, the share of one processor (processor time of the whole process by the measured
 * time), peak memory, or bytes on the wire.
 */
export type Bar =
  | { readonly of: string; readonly to: string; readonly atMost: number; readonly processorTime?: true }
  | { readonly of: string; readonly milliseconds: number }
  | { readonly of: string; readonly shareOfCore: number }
  | { readonly of: string; readonly megabytes: number }
  | { readonly of: string; readonly wireBytesPerDetection: number };

/** Measurements that are made together: every round runs each of them once, so that all run under the same load. */
export type Bench = {
  readonly name: string;
  readonly measured: (data: BenchData) => readonly Measured[];
  readonly bars: readonly Bar[];
  /** Whether the bench runs only when `--only` names it. */
  readonly isOnRequest?: boolean;
  /** Stops the processes that the bench has started. */
  readonly close?: () => Promise<void>;
};
