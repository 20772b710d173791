/** How much data a run is made with. */
export type BenchSize = { readonly records: number; readonly detections: number; readonly label: string };

/** What a bench finds prepared, all of one size. */
export type BenchData = {
  readonly size: BenchSize;
  /** Response bodies of the query endpoint in their order, 500 records each. */
  readonly pages: readonly string[];
  /** The same features, one GeoJSON feature a line, for ogr2ogr. */
  readonly sequence: string;
  /** A workspace that holds all of it, closed. Benches that write copy it first. */
  readonly workspace: string;
  /** For whatever a bench writes; emptied between benches. */
  readonly folder: string;
};

/** One run of a separate process: wall time, processor time and peak resident memory. */
export type Run = {
  readonly milliseconds: number;
  /** Of all its threads, start and end included; absent where the system does not state it. */
  readonly processorMilliseconds?: number;
  readonly peakMegabytes?: number;
  /** Further figures that the program reports, in milliseconds. */
  readonly parts?: Readonly<Record<string, number>>;
};

/** Something that is measured, each round anew. */
export type Measured = { readonly name: string; readonly run: (round: number) => Promise<Run> | Run };

/** The target of a figure: a ratio to a peer of the same run (of wall times, unless `processorTime`), an absolute time, or memory. */
export type Bar =
  | { readonly of: string; readonly to: string; readonly atMost: number; readonly processorTime?: true }
  | { readonly of: string; readonly milliseconds: number }
  | { readonly of: string; readonly megabytes: number };

/** Things measured together: every round runs each of them once, so that all see the same machine. */
export type Bench = {
  readonly name: string;
  readonly measured: (data: BenchData) => readonly Measured[];
  readonly bars: readonly Bar[];
  /** Whether it runs only when it is named by `--only`. */
  readonly isOnRequest?: boolean;
  /** Ends what it has started. */
  readonly close?: () => Promise<void>;
};
