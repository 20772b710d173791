import type { Area } from '../../../shared/areas/area.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type {
  DraftList,
  DraftRevert,
  DraftToSave,
  StoredDraft,
} from '../../../shared/orders/draft/stored-draft.ts';
import type { CoverageLedger, LedgerScope } from '../../../shared/orders/ledger/coverage-ledger.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import type { Submission } from '../../../shared/orders/request/submission.ts';
import type {
  DetectionDetail,
  DetectionFilter,
  DetectionPageRequest,
  DetectionRow,
  DetectionRowIndexRequest,
  RecordProblem,
  ResultCounts,
} from '../../../shared/results/detection.ts';
import type { FieldList } from '../../../shared/results/field-list.ts';
import type {
  ProblemLocation,
  ProblemPageRequest,
  ProblemPageResult,
} from '../../../shared/results/record-problem-page.ts';
import type { Search } from '../../../shared/results/search.ts';
import type { ReviewOfDetection } from '../../../shared/review/merge-reviews.ts';
import type { ReviewBatch, ReviewChange, ReviewHistoryEntry } from '../../../shared/review/review-change.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../../shared/review/review-merge.ts';
import type { Disagreement, ReviewerCount } from '../../../shared/review/team-overview.ts';
import type {
  AttachReview,
  ReattachReview,
  UnattachedPage,
  UnattachedReviews,
} from '../../../shared/review/unattached-review.ts';
import type {
  ChangedRecordsPage,
  ChangedRecordsRequest,
  RecordProcessors,
} from '../../../shared/searches/record-processors.ts';
import type {
  SavedSearch,
  SavedSearchSettings,
  SearchCounts,
  SearchRevert,
  SearchRun,
  StoredSearch,
} from '../../../shared/searches/saved-search.ts';
import type { DiffPageRequest, SearchDiff } from '../../../shared/searches/search-diff.ts';
import type { HistoryPageRequest, HistoryPageResult } from '../../../shared/searches/search-history.ts';
import type { RevertOutcome, StoredChange } from '../../../shared/stored-revert.ts';
import type { PageRefusal } from './ingest/parse-page.ts';
import type { PassQueries } from './queries/passes/pass-queries.ts';
import type { ResultsQueries } from './results-queries.ts';
import type { DamagedContents } from './safety/damaged-contents.ts';
import type { DamagedRows } from './safety/damaged-rows.ts';
import type { WorkspaceDamage } from './safety/describe-damage.ts';
import type { PageCheck } from './safety/page-sums.ts';
import type { SetAside } from './set-file-aside.ts';
import type { MergeOutcome, MergeResult } from './tables/merge-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from './tables/review-changes.ts';
import type { AppliedTeamReviews, TeamReviewsPage } from './tables/team-reviews.ts';
import type { AttachOutcome, DetachedReview } from './tables/unattached-reviews.ts';
import type { UndoOutcome } from './tables/undo-reviews.ts';

/** The outcome of `addSubmission`: added, or the submission that prevents it. */
export type AddedSubmission =
  | { readonly kind: 'added' }
  /** The draft was submitted before, as this submission. */
  | { readonly kind: 'already-submitted'; readonly submission: Submission }
  /** Another draft with an equal body is being sent or may have been accepted. */
  | { readonly kind: 'equal-undecided'; readonly submission: Submission };

/**
 * The operations that only read a workspace file. They run in the reading worker, so they never wait for a page write,
 * and it caches results.
 */
export type ReadStore = {
  listAreas(): readonly Area[];

  listOrders(): readonly KnownOrder[];
  listSubmissions(): readonly Submission[];

  listDrafts(): DraftList;

  listFetches(): readonly StoredFetch[];
  /** All fetches, the last first. */
  fetchHistory(page: HistoryPageRequest): HistoryPageResult;

  /** Saved searches by name, and the ids of those that cannot be read, which stay in the workspace. */
  listSearches(): { readonly searches: readonly StoredSearch[]; readonly unreadableIds: readonly string[] };
  /** Counts of the results of each. */
  searchCounts(): readonly SearchCounts[];
  /**
   * The newest upload time (UTC) of the records that the complete runs of a saved search have returned, or null when it
   * was not fetched; undefined when they have returned no record.
   */
  newestUploadOfSearch(searchId: string): string | null | undefined;
  /** A full run compared with the one before; undefined when it is not a full run, or there is none before it. */
  compareRuns(page: DiffPageRequest): SearchDiff | undefined;
  /** The records that a fetch returned with other content than before. */
  changedRecords(request: ChangedRecordsRequest): ChangedRecordsPage;
  /** The processors of a record and their changes; undefined when there is no such record. */
  recordProcessors(recordId: string): RecordProcessors | undefined;

  counts(filter: DetectionFilter): ResultCounts;
  /** The page and how many detections the filter leaves in all. */
  detectionPage(page: DetectionPageRequest): {
    readonly rows: readonly DetectionRow[];
    readonly total: number;
  };
  /** The row index of a detection in the table, counted from 0; undefined when the filter does not match it. */
  detectionRowIndex(question: DetectionRowIndexRequest): number | undefined;
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
  problemPage(page: ProblemPageRequest): ProblemPageResult;
  /** Locations of problems in records, the most frequent first. */
  problemLocations(): readonly ProblemLocation[];
  /** The record as received, byte for byte; undefined where the workspace has not stored it. */
  rawRecord(recordId: string): Uint8Array | undefined;
  /** What the records show of ordered areas. */
  coverageLedger(scope: Omit<LedgerScope, 'records'>): CoverageLedger;

  /** Which of these records are stored, and with what content; others are left out. */
  storedRecords(recordIds: readonly string[]): readonly StoredRecord[];

  /** What of these detections lies on damaged pages; undefined where damage keeps that from being read. */
  damagedContents(rows: DamagedRows, ids: readonly number[]): DamagedContents | undefined;
  /** Reviews of the detections of these records, by what names a detection in every workspace. */
  reviewsOfRecords(recordIds: readonly string[]): readonly ReviewOfDetection[];
  /** Returns reviews from elsewhere with the identities that their detections have here, in the same order. */
  renameReviews(reviews: readonly ReviewOfDetection[]): readonly ReviewOfDetection[];
  /** Verdicts, flags and notes whose detections are not in the workspace. */
  unattachedReviews(page: UnattachedPage): UnattachedReviews;
  /** Previews a merge of another workspace's reviews; `path` is its file. */
  previewMerge(path: string): MergeOutcome<ReviewMergePreview>;
  /** The detection with the review of this identity; undefined when there is none in the workspace. */
  reviewedDetectionId(detection: Pick<ReviewOfDetection, 'recordId' | 'identity'>): number | undefined;
  /** All reviews of a detection, the last first; undefined when it does not exist. */
  reviewHistory(id: number): readonly ReviewHistoryEntry[] | undefined;
  /** The last batches of changes, the last first. */
  reviewBatches(limit: number): readonly ReviewBatch[];

  /** The disagreements of the team that this workspace knows, and how many there are in all; `pushed`: the last batch that was pushed. */
  disagreements(
    limit: number,
    pushed: number,
  ): { readonly total: number; readonly rows: readonly Disagreement[] };
  /** Who has set how many of the verdicts, the most first. */
  reviewerCounts(): readonly ReviewerCount[];
  /** How many changes of reviews were made in batches after this one. */
  unpushedReviews(pushed: number): number;

  getSetting(key: string): string | undefined;

  /** Clears the cached query results. */
  clearCaches(): void;
} & ResultsQueries &
  PassQueries;

/**
 * The operations that change the file. They run in the writing worker, one after another, and it distinguishes its
 * changes from those of other programs.
 */
export type WriteStore = {
  /** Adds the area, or replaces the one with its id. */
  upsertArea(area: Area): void;
  /** Changes of areas in one transaction. When an id is not there or has another revision, nothing is changed. */
  changeAreas(changes: AreaChanges): AreaChangesOutcome;

  /** Adds or updates orders; a known stored request stays. Returns the ids that changed. */
  upsertOrders(orders: readonly Order[], seenAt: string): readonly string[];
  upsertOrderRequest(requestId: string, text: string, seenAt: string): void;
  /**
   * Adds the submission of a draft, unless the draft has one that it does not retry, or an equal body is being sent or
   * has an unknown outcome. Reads and writes in one transaction, which is on the disk when this returns.
   */
  addSubmission(submission: Submission): AddedSubmission;
  saveSubmission(submission: Submission): void;

  /**
   * Adds it, or replaces the one with its id, whose time of creation stays. One that was deleted stays deleted. With
   * `expected`, nothing is changed unless that or the draft itself is stored.
   */
  saveDraft(draft: StoredDraft, expected?: DraftToSave): StoredChange<StoredDraft> | 'changed';
  /** Deletes it and returns it; it can be restored with `restoreDraft`. Undefined when there is none. */
  deleteDraft(id: string, deletedAt: string): StoredDraft | undefined;
  restoreDraft(id: string): StoredDraft | undefined;
  /** Replaces it by a former state, or deletes it when there was none, unless it is no longer the expected one. */
  revertDraft(revert: DraftRevert, now: string): RevertOutcome;

  saveFetch(fetch: StoredFetch): void;
  /** Removes it from the list of jobs; it stays in the history. */
  dismissFetch(id: string, dismissedAt: string): void;
  /** Removes ended fetches from the history and the list of jobs. Returns the removed ids. Their results stay. */
  clearHistory(ids: readonly string[] | 'all', clearedAt: string): readonly string[];

  /** Adds it, or replaces the one with its id. */
  saveSearch(search: SavedSearchSettings, now: string): StoredChange<SavedSearch>;
  /** Takes it away; it can come back with `restoreSearch`. False when there is none. */
  deleteSearch(id: string, deletedAt: string): boolean;
  restoreSearch(id: string): SavedSearch | undefined;
  /** Replaces it by a former state, or deletes it when there was none, unless it is no longer the expected one. */
  revertSearch(revert: SearchRevert, now: string): RevertOutcome;
  /** Its results were opened: what came until then is not new any more. False when there is none. */
  markSearchViewed(id: string, lookedAt: string): boolean;
  /**
   * Takes one page in: its records, what is made of them, and the job's new cursor and counts, all in one
   * transaction. A body that is not a page (HTML, truncated, no list) changes nothing and is a failure.
   */
  ingestPage(page: FetchedPage): IngestOutcome;

  /**
   * Ingests records that no fetch of this workspace returned, for example from a case package, in one transaction. The body
   * is handed over to the thread that writes: it must have memory of its own, and is empty afterwards.
   */
  ingestImportedPage(page: FetchedPage, recordIds?: readonly string[]): ImportedPageOutcome;

  /** Replaces existing reviews and adds missing history, in one transaction. */
  upsertReviews(reviews: readonly ReviewOfDetection[], history: readonly ReviewOfDetection[]): void;
  /** Sets the same review on many detections; unchanged ones are not written again. One transaction. */
  setReviews(ids: readonly number[], change: ReviewChange, batchInfo: ReviewBatchInfo): WrittenReviewChanges;
  /** Restores the reviews before a batch of changes, unless they have been changed since. One transaction. */
  undoReviews(batch: string, batchInfo: ReviewBatchInfo): UndoOutcome;
  /** Attaches one of them to a detection without a review. One transaction. */
  attachReview(request: AttachReview, batchInfo: ReviewBatchInfo): AttachOutcome;
  /** Detaches a review that was carried over to the detection. Undefined when it has none. One transaction. */
  detachReview(detectionId: number): DetachedReview | undefined;
  /** Undoes a detachment, unless the review or the detection has been changed since. One transaction. */
  reattachReview(request: ReattachReview): AttachOutcome;
  /** Merges them, and what its history knows more, in one transaction. */
  mergeWorkspace(path: string, choice: ConflictChoice, batchInfo: ReviewBatchInfo): MergeOutcome<MergeResult>;

  /** Writes what the team has reviewed, and the cursor behind it, in one transaction. */
  applyTeamReviews(page: TeamReviewsPage): AppliedTeamReviews;

  saveSetting(key: string, value: string): void;

  /** Whether another program has changed the file since the last call. */
  detectEdits(): boolean;
};

/**
 * All operations on a workspace file. The store implements it synchronously inside a worker thread;
 * `Workspace` below is the same from outside. All arguments and results can be structured-cloned.
 */
export type WorkspaceStore = ReadStore & WriteStore;

/** Areas to be added or replaced, and ids of those to be deleted and of deleted ones to be restored. */
export type AreaChanges = {
  readonly put: readonly Area[];
  readonly remove: readonly string[];
  readonly restore: readonly string[];
  readonly deletedAt: string;
  /** The revisions (`updatedAt`) that areas must have. */
  readonly expected: readonly Pick<Area, 'id' | 'updatedAt'>[];
};

/** Either all of it was done, or nothing because an id was missing or an area has another revision. */
export type AreaChangesOutcome =
  | { readonly done: true; readonly restored: readonly Area[] }
  | { readonly done: false; readonly reason: 'missing' | 'changed'; readonly id: string };

/**
 * A workspace file behind its workers. Writes are done in the order they came. A read sees every write that had been
 * acknowledged when it was requested, and does not wait for writes in progress.
 */
export type Workspace = {
  /** A read that takes long is stopped by a signal, and rejects with `CallStopped` then. */
  readonly [Name in keyof ReadStore]: (
    ...args: [...Parameters<ReadStore[Name]>, signal?: AbortSignal | undefined]
  ) => Promise<Awaited<ReturnType<ReadStore[Name]>>>;
} & {
  readonly [Name in Exclude<keyof WriteStore, 'ingestPage'>]: (
    ...args: Parameters<WriteStore[Name]>
  ) => Promise<Awaited<ReturnType<WriteStore[Name]>>>;
} & {
  /**
   * Ingests a page. Rejects at once with the signal's reason when it aborts before the page is being written; nothing
   * of the page is in the file then.
   */
  ingestPage(page: FetchedPage, signal?: AbortSignal): Promise<IngestOutcome>;
  /** Begins with a page that is going to be ingested with the same body and signal, while the one before is written. */
  preparePage(page: FetchedPage, signal?: AbortSignal): void;
  readonly path: string;
  /** Why the file may not be written (a newer schema, a read-only disk), or undefined. */
  readonly readOnly: string | undefined;
  /** The unusable file that was set aside at opening, with a new one created in its place; undefined otherwise. */
  readonly setAside: SetAside | undefined;
  /** What kind of network drive the file is on; undefined on a local disk. */
  readonly networkDrive: string | undefined;
  /** What to compare the file with; undefined when it was not closed in order or another program has written it. */
  readonly pageCheck: PageCheck | undefined;
  /** The file, open for reading: nothing else may open and close it outside of SQLite (`PageCheck.descriptor`). */
  readonly descriptor: number | undefined;
  /** Called with the damage that the comparison has found. */
  reportDamage(damage: WorkspaceDamage): void;
  /** That damage; undefined when there is none, or the comparison has not ended. */
  knownDamage(): WorkspaceDamage | undefined;
  /** Checkpoints, sets `journal_mode=DELETE` so that the file can be copied, and ends the worker. */
  close(): Promise<void>;
};

/** A fetch as stored in the workspace, so that it can be resumed after any end. */
export type StoredFetch = {
  readonly job: Job;
  readonly search: Search;
  /** UTC ISO 8601; `uploadTime lt` this, so that pages do not shift while they are fetched. */
  readonly frozenAt: string;
  readonly brand: string;
  /** The saved search's run that the fetch is, if any. */
  readonly run?: SearchRun | undefined;
};

export type FetchedPage = {
  /** The fetch that the page belongs to. */
  readonly fetchId: string;
  readonly queryText: string;
  readonly offset: number;
  readonly fetchedAt: string;
  readonly brand: string;
  /** Which fields the query requested. */
  readonly fields: FieldList;
  readonly body: Uint8Array;
};

/** A stored record. */
export type StoredRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly fetchedAt: string;
  /** Epoch milliseconds; null without a readable time. */
  readonly uploadedAt: number | null;
};

/** A page that is in the workspace with the cursor behind it, and how many of its records are new to the workspace or changed. */
export type WrittenPage = {
  readonly ok: true;
  readonly recordsInPage: number;
  readonly newRecords: number;
  readonly changedRecords: number;
  readonly detections: number;
  readonly problems: number;
  /** The cursor that is now stored: where to go on, the end, or why not to go on. */
  readonly next:
    | { readonly kind: 'end' }
    | { readonly kind: 'next'; readonly offset: number }
    | { readonly kind: 'untrusted'; readonly reason: string };
  readonly job: Job;
};

/** The result of ingesting records that no fetch returned. */
export type ImportedPageOutcome =
  | {
      readonly ok: true;
      readonly newRecords: number;
      readonly changedRecords: number;
      readonly problems: number;
    }
  | { readonly ok: false; readonly message: string };

export type IngestOutcome = WrittenPage | PageRefusal;
