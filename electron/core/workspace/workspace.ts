import type { Area } from '../../../shared/areas/area.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { CoverageLedger, LedgerScope } from '../../../shared/orders/coverage-ledger.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import type { StoredDraft } from '../../../shared/orders/stored-draft.ts';
import type { Submission } from '../../../shared/orders/submission.ts';
import type {
  DetectionDetail,
  DetectionFilter,
  DetectionPage,
  DetectionPlace,
  DetectionRow,
  RecordProblem,
  ResultCounts,
} from '../../../shared/results/detection.ts';
import type { ProblemPage, ProblemPageAnswer, ProblemPlace } from '../../../shared/results/problem.ts';
import type { FieldList, Search } from '../../../shared/results/search.ts';
import type { ReviewOfDetection } from '../../../shared/review/merge-reviews.ts';
import type { ReviewBatch, ReviewChange, ReviewHistoryEntry } from '../../../shared/review/review-change.ts';
import type { ConflictChoice, ReviewMergeLook } from '../../../shared/review/review-merge.ts';
import type { HistoryAnswer, HistoryPage } from '../../../shared/searches/history.ts';
import type {
  SavedSearch,
  SavedSearchToKeep,
  SearchCounts,
  SearchRun,
  StoredSearch,
} from '../../../shared/searches/saved-search.ts';
import type { DiffPage, SearchDiff } from '../../../shared/searches/search-diff.ts';
import type { PassQueries } from './queries/passes/pass-queries.ts';
import type { ResultsQueries } from './results-queries.ts';
import type { MergeOutcome, MergeWritten } from './tables/merge-workspace.ts';
import type { ReviewAct, ReviewsWritten } from './tables/review-changes.ts';
import type { UndoOutcome } from './tables/undo-reviews.ts';

/**
 * Everything that can be asked of a workspace file. The store implements it synchronously inside a worker thread;
 * `Workspace` below is the same from outside. All arguments and answers can be structured-cloned.
 */
export type WorkspaceStore = {
  listAreas(): readonly Area[];
  /** Adds the area, or replaces the one with its id. */
  putArea(area: Area): void;
  /** Changes of areas in one transaction. When one of the ids is not there, nothing is changed. */
  changeAreas(changes: AreaChanges): AreaChangesOutcome;

  listOrders(): readonly KnownOrder[];
  /** Adds orders or brings them up to date; a stored request that is known stays. Returns the ids that changed. */
  putOrders(orders: readonly Order[], seenAt: string): readonly string[];
  putOrderRequest(requestId: string, text: string, seenAt: string): void;
  listSubmissions(): readonly Submission[];
  putSubmission(submission: Submission): void;

  /** Drafts and templates of orders, the last changed first. */
  listDrafts(): readonly StoredDraft[];
  /** Adds it, or replaces the one with its id, whose time of creation stays. One that was deleted stays deleted. */
  putDraft(draft: StoredDraft): StoredDraft;
  /** Takes it away; it can come back with `restoreDraft`. False when there is none. */
  deleteDraft(id: string, deletedAt: string): boolean;
  restoreDraft(id: string): StoredDraft | undefined;

  listFetches(): readonly StoredFetch[];
  putFetch(fetch: StoredFetch): void;
  /** Takes it off the list of jobs; the history keeps it. */
  dismissFetch(id: string, dismissedAt: string): void;
  /** Everything that was asked, the last first. */
  fetchHistory(page: HistoryPage): HistoryAnswer;
  /** Takes ended fetches out of the history and off the list of jobs. Returns the ids that went. What came stays. */
  clearHistory(ids: readonly string[] | 'all', clearedAt: string): readonly string[];

  /** Saved searches by name. */
  listSearches(): readonly StoredSearch[];
  /** What each has brought. */
  searchCounts(): readonly SearchCounts[];
  /** Adds it, or puts it in place of the one with its id. */
  putSearch(search: SavedSearchToKeep, now: string): SavedSearch;
  /** Takes it away; it can come back with `restoreSearch`. False when there is none. */
  deleteSearch(id: string, deletedAt: string): boolean;
  restoreSearch(id: string): SavedSearch | undefined;
  /** Its results were opened: what came until then is not new any more. False when there is none. */
  lookAtSearch(id: string, lookedAt: string): boolean;
  /** A full run compared with the one before; undefined when it is none, or has none before it. */
  compareRuns(page: DiffPage): SearchDiff | undefined;
  /**
   * Takes one page in: its records, what is made of them, and the job's new cursor and counts, all in one
   * transaction. A body that is not a page (HTML, truncated, no list) changes nothing and is a failure.
   */
  ingestPage(page: ArrivedPage): IngestOutcome;

  counts(filter: DetectionFilter): ResultCounts;
  /** The page and how many detections the filter leaves in all. */
  detectionPage(page: DetectionPage): { readonly rows: readonly DetectionRow[]; readonly total: number };
  /** The place of a detection in the table, counted from 0; undefined when the filter does not leave it. */
  detectionPlace(question: DetectionPlace): number | undefined;
  /** Details in the order of the ids; ids that are not there are left out. */
  detections(ids: readonly number[]): readonly DetectionRow[];
  detectionDetail(id: number): DetectionDetail | undefined;
  /** All detections, packed for the map: the bytes of `encodeFeed`. */
  detectionFeed(): Uint8Array<ArrayBuffer>;
  /** How they are reviewed, in the feed's order: the bytes of `encodeFeedReviews`. */
  feedReviews(): Uint8Array<ArrayBuffer>;
  /** Region and chip identifier of a detection; undefined where it has no chip. */
  chipAddress(id: number): { readonly region: string | null; readonly chipIdentifier: string } | undefined;
  /** Of those of the detections that have a chip, in the order of their ids; with a null region it has no address. */
  chipAddresses(
    ids: readonly number[],
  ): readonly { readonly region: string | null; readonly chipIdentifier: string }[];
  listProblems(limit: number): readonly RecordProblem[];
  problemPage(page: ProblemPage): ProblemPageAnswer;
  /** Where records have problems, the most frequent place first. */
  problemPlaces(): readonly ProblemPlace[];
  /** The record as it came, byte for byte; undefined where the workspace has not kept it. */
  rawRecord(recordId: string): Uint8Array | undefined;
  /** What the records say of areas that were ordered. */
  coverageLedger(scope: Omit<LedgerScope, 'records'>): CoverageLedger;

  /** What is held of these records; those that are not are left out. */
  heldRecords(recordIds: readonly string[]): readonly HeldRecord[];
  /** Takes records in that no fetch of this workspace has brought: from a case package, say. One transaction. */
  ingestForeignPage(page: ArrivedPage): ForeignOutcome;

  /** Reviews of the detections of these records, by what names a detection in every workspace. */
  reviewsOfRecords(recordIds: readonly string[]): readonly ReviewOfDetection[];
  /** Writes reviews in place of those that are there, and adds what the history lacks, in one transaction. */
  putReviews(reviews: readonly ReviewOfDetection[], history: readonly ReviewOfDetection[]): void;
  /** Says the same of many detections; what they say already is not written again. One transaction. */
  setReviews(ids: readonly number[], change: ReviewChange, act: ReviewAct): ReviewsWritten;
  /** Puts back what stood before a batch of changes, unless it has been changed since. One transaction. */
  undoReviews(batch: string, act: ReviewAct): UndoOutcome;
  /** Says what a merge of another workspace's reviews would do; `path` is its file. */
  lookAtMerge(path: string): MergeOutcome<ReviewMergeLook>;
  /** Merges them, and what its history knows more, in one transaction. */
  mergeWorkspace(path: string, choice: ConflictChoice, act: ReviewAct): MergeOutcome<MergeWritten>;
  /** Everything that was said of a detection, the last first; undefined when it is not there. */
  reviewHistory(id: number): readonly ReviewHistoryEntry[] | undefined;
  /** The last batches of changes, the last first. */
  reviewBatches(limit: number): readonly ReviewBatch[];

  getSetting(key: string): string | undefined;
  putSetting(key: string, value: string): void;

  /** Whether another program has changed the file since this was last asked. */
  noticeEdits(): boolean;
  /** Lets go of answers that were kept because the results had not changed. */
  forgetAnswers(): void;
} & ResultsQueries &
  PassQueries;

/** Areas to be added, and ids of those to be taken away and of deleted ones to be brought back. */
export type AreaChanges = {
  readonly add: readonly Area[];
  readonly remove: readonly string[];
  readonly restore: readonly string[];
  readonly deletedAt: string;
};

/** Either all of it was done, or nothing because an id was missing. */
export type AreaChangesOutcome =
  | { readonly done: true; readonly restored: readonly Area[] }
  | { readonly done: false; readonly missingId: string };

/**
 * A workspace file behind its workers. Writes are done in the order they came. A read sees every write that had been
 * answered when it was asked for, and does not wait for writes that are under way.
 */
export type Workspace = {
  readonly [Name in keyof WorkspaceStore]: (
    ...args: Parameters<WorkspaceStore[Name]>
  ) => Promise<Awaited<ReturnType<WorkspaceStore[Name]>>>;
} & {
  readonly path: string;
  /** Why the file may not be written (a newer schema, a read-only disk), or undefined. */
  readonly readOnly: string | undefined;
  /** Told once at opening: a damaged file was set aside under this path and a new one was begun. */
  readonly setAside: string | undefined;
  /** Checkpoints, sets `journal_mode=DELETE` so that the file can be copied, and ends the worker. */
  close(): Promise<void>;
};

/** A fetch as the workspace keeps it, so that it can go on after any end. */
export type StoredFetch = {
  readonly job: Job;
  readonly search: Search;
  /** UTC ISO 8601; `uploadTime lt` this, so that pages do not shift while they are fetched. */
  readonly frozenAt: string;
  readonly brand: string;
  /** The run of a saved search that it is. */
  readonly run?: SearchRun | undefined;
};

export type ArrivedPage = {
  /** The fetch as it shall stand once this page is in, less the counts that the ingest adds itself. */
  readonly fetchId: string;
  readonly queryText: string;
  readonly offset: number;
  readonly fetchedAt: string;
  readonly brand: string;
  /** Which fields the query asked for. */
  readonly fields: FieldList;
  readonly body: Uint8Array;
};

/** A record as it is held. */
export type HeldRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly fetchedAt: string;
};

/** What became of records that no fetch has brought. */
export type ForeignOutcome =
  | {
      readonly ok: true;
      readonly newRecords: number;
      readonly changedRecords: number;
      readonly problems: number;
    }
  | { readonly ok: false; readonly message: string };

export type IngestOutcome =
  | {
      readonly ok: true;
      readonly recordsInPage: number;
      readonly newRecords: number;
      readonly changedRecords: number;
      readonly detections: number;
      readonly problems: number;
      /** The cursor that now stands in the workspace: where to go on, the end, or why not to go on. */
      readonly next:
        | { readonly kind: 'end' }
        | { readonly kind: 'next'; readonly offset: number }
        | { readonly kind: 'untrusted'; readonly reason: string };
      readonly job: Job;
    }
  | { readonly ok: false; readonly message: string };
