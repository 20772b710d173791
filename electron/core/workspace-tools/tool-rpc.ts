import type { PassMatches } from '../../../shared/ais/pass-matches.ts';
import type { ReportedPass } from '../../../shared/passes/pass.ts';
import type { Result } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { WorkspaceInspection, WorkspaceOverview } from '../../../shared/workspace/workspace-file.ts';
import type { AisFileTask, ReadAisFile } from '../ais/read-ais-file.ts';
import type { ToolProgress } from '../base/tool-context.ts';
import type { CaseBatch } from '../exchange/case/case-batch.ts';
import type { CaseReadTask } from '../exchange/case/read-case.ts';
import type { CaseTask, WrittenCase } from '../exchange/case/write-case.ts';
import type { ItemsTask, WrittenItems } from '../exchange/case/write-items.ts';
import type { PlannedScope } from '../exchange/export-plan.ts';
import type { RawFilesBatch, RawFilesTask } from '../exchange/raw-import/read-raw-files.ts';
import type { LayerFileTask, ReadLayer } from '../layers/read-layer-file.ts';
import type { AisPassInput } from '../workspace/read/ais/ais-pass-input.ts';
import type { DamagedRows } from '../workspace/safety/damaged-rows.ts';
import type { CheckResult, PageCheck } from '../workspace/safety/page-sums.ts';

/** Detections of a workspace, and how many there are. */
export type DetectionSelection = {
  readonly scope: PlannedScope;
  readonly total: number;
  /** That of the workspace; `''` for none. */
  readonly marking: string;
  /** The conditions of the filter, as sentences. */
  readonly conditions: readonly string[];
  /** If requested, the passes with their results under the filter. */
  readonly passes?: readonly ReportedPass[];
};

/** Sizes in bytes of a file before and after it was compacted. */
export type CompactResult = { readonly before: number; readonly after: number };

/**
 * What came of saving a safety copy: `nothing` where there is nothing to copy, `damaged` where a table is, `too-large`
 * where there are more than `maxReviews`.
 */
export type SafetyCopyOutcome = {
  readonly kind: 'saved' | 'unchanged' | 'nothing' | 'damaged' | 'too-large';
};

/** How many items of one kind are in the new file of a rebuild. */
export type RescueCount = {
  readonly rescued: number;
  /** Rows that were there but could not be read, as far as indexes and other tables know of them. */
  readonly lost: number;
  /** Set where no index is left that knows all of them: more may be lost. */
  readonly isLostUnknown?: boolean;
};

/** What a rebuild rescued and what it could not. */
export type RebuildReport = {
  readonly records: RescueCount;
  /** Of the records, those that could be read from the last of the files. */
  readonly recordsOfLast: number;
  readonly detections: number;
  /** Records whose row was lost, found by their bytes alone. */
  readonly recordsFoundByBytes: number;
  readonly reviews: RescueCount;
  /** Reviews whose row was damaged, made again from the last entry of their history. */
  readonly reviewsRemade: number;
  readonly reviewsFromCopy: number;
  /** When the safety copy that was used had been saved (UTC, ISO 8601); undefined where there was none. */
  readonly copySavedAt: string | undefined;
  /** Records whose reviews lay on damaged pages: what was read of those may be wrong. */
  readonly doubtfulReviews: readonly string[];
  /** All other tables, in the order in which they were copied. */
  readonly tables: readonly (RescueCount & {
    readonly table: string;
    /** Rows on damaged pages: what was read of them may be wrong. */
    readonly doubtful: number;
    readonly fromCopy: number;
  })[];
  /** Where the file could not be read as a whole, and what that means; a sentence each. */
  readonly remarks: readonly string[];
};

/**
 * All tools for whole workspace files, by their input and result. `to` must not exist
 * yet; it is deleted unless the tool succeeds.
 */
export type Tools = {
  inspect: {
    readonly task: { readonly paths: readonly string[]; readonly isThorough: boolean };
    readonly result: readonly WorkspaceInspection[];
  };
  overview: {
    readonly task: { readonly path: string };
    /** `copyRemarks` are sentences about safety copies that are not used. */
    readonly result: Pick<
      WorkspaceOverview,
      'name' | 'schemaVersion' | 'unusedBytes' | 'safetyCopySavedAt' | 'counts'
    > & { readonly copyRemarks: readonly string[] };
  };
  check: {
    readonly task: { readonly path: string; readonly pageCheck: PageCheck };
    readonly result: CheckResult;
  };
  select: {
    readonly task: { readonly path: string; readonly filter: DetectionFilter; readonly passes?: boolean };
    readonly result: Result<DetectionSelection>;
  };
  copy: { readonly task: { readonly from: string; readonly to: string }; readonly result: null };
  safetyCopy: {
    readonly task: {
      readonly path: string;
      readonly isOnNetwork: boolean;
      readonly maxReviews?: number | undefined;
    };
    readonly result: SafetyCopyOutcome;
  };
  compact: { readonly task: { readonly from: string; readonly to: string }; readonly result: CompactResult };
  /**
   * Later sources win over earlier ones. `damaged` are rows on damaged pages of the last one; `descriptor` is that of
   * `Workspace`, where the last one is open.
   */
  rebuild: {
    readonly task: {
      readonly from: readonly string[];
      readonly to: string;
      readonly damaged?: DamagedRows | undefined;
      readonly descriptor?: number | undefined;
    };
    readonly result: RebuildReport;
  };
  /** A case of what is in scope. */
  writeCase: { readonly task: CaseTask; readonly result: Result<WrittenCase> };
  /** The layers, sites and rules of a workspace as one without records. */
  writeItems: { readonly task: ItemsTask; readonly result: WrittenItems };
  /** Checks a case, then sends what it is, or everything in it. */
  readCase: {
    readonly task: CaseReadTask;
    readonly batch: CaseBatch;
    readonly result: Result<undefined>;
  };
  /** Reads a file of the user's into databases, one for each of its layers. */
  readLayerFile: {
    readonly task: LayerFileTask;
    readonly result: Result<readonly ReadLayer[]>;
  };
  /** Reads a file of AIS reports into a database of contacts. */
  readAisFile: { readonly task: AisFileTask; readonly result: Result<ReadAisFile> };
  /** Matches the detections of a pass with AIS contacts. */
  matchAisPass: { readonly task: AisPassInput; readonly result: PassMatches };
  /** Sends the raw records in files and folders. */
  readRawFiles: {
    readonly task: RawFilesTask;
    readonly batch: RawFilesBatch;
    readonly result: Result<undefined>;
  };
};
export type ToolName = keyof Tools;

/** The tools as the methods of their thread. */
export type ToolThreadMethods = {
  [Name in ToolName]: {
    readonly args: readonly [task: Tools[Name]['task']];
    readonly result: Tools[Name]['result'];
    readonly progress: ToolProgress;
    /** A part of the result, which some tools send. */
    readonly batch: Tools[Name] extends { readonly batch: infer Batch } ? Batch : never;
  };
};
