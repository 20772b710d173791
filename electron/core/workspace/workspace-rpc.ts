import type { PackedPage } from './ingest/packed-page.ts';
import type { PageCheck } from './safety/page-sums.ts';
import type { SetAside } from './set-file-aside.ts';
import type { FetchedPage, IngestOutcome, ReadStore, WorkspaceStore, WriteStore } from './workspace.ts';

// Records, because a list may lack a method without an error.
const reads: Readonly<Record<keyof ReadStore, true>> = {
  listAreas: true,
  listOrders: true,
  listSubmissions: true,
  listDrafts: true,
  listFetches: true,
  fetchHistory: true,
  listSearches: true,
  searchCounts: true,
  newestUploadOfSearch: true,
  compareRuns: true,
  changedRecords: true,
  recordProcessors: true,
  counts: true,
  detectionPage: true,
  detectionRowIndex: true,
  detections: true,
  detectionDetail: true,
  detectionFeed: true,
  feedReviews: true,
  matchMask: true,
  matchingIds: true,
  reviewQueue: true,
  queuePasses: true,
  feedValues: true,
  feedColors: true,
  groupCounts: true,
  distribution: true,
  timeline: true,
  properties: true,
  parameters: true,
  fieldValues: true,
  recordPage: true,
  recordFootprints: true,
  areaFeed: true,
  footprintFeed: true,
  recordsOfFootprints: true,
  passPage: true,
  passDetail: true,
  passOutlines: true,
  passFilter: true,
  passIds: true,
  passStops: true,
  passShare: true,
  passRecords: true,
  passesOfRecord: true,
  passCoverage: true,
  coverageLedger: true,
  chipAddress: true,
  chipAddresses: true,
  listProblems: true,
  problemPage: true,
  problemLocations: true,
  rawRecord: true,
  storedRecords: true,
  damagedContents: true,
  reviewsOfRecords: true,
  renameReviews: true,
  unattachedReviews: true,
  reviewedDetectionId: true,
  reviewHistory: true,
  reviewBatches: true,
  previewMerge: true,
  disagreements: true,
  reviewerCounts: true,
  unpushedReviews: true,
  getSetting: true,
  clearCaches: true,
};

const writes: Readonly<Record<keyof WriteStore, true>> = {
  upsertArea: true,
  changeAreas: true,
  upsertOrders: true,
  upsertOrderRequest: true,
  addSubmission: true,
  saveSubmission: true,
  saveDraft: true,
  deleteDraft: true,
  restoreDraft: true,
  revertDraft: true,
  saveFetch: true,
  dismissFetch: true,
  clearHistory: true,
  saveSearch: true,
  deleteSearch: true,
  restoreSearch: true,
  revertSearch: true,
  markSearchViewed: true,
  ingestPage: true,
  ingestImportedPage: true,
  upsertReviews: true,
  setReviews: true,
  undoReviews: true,
  attachReview: true,
  detachReview: true,
  reattachReview: true,
  mergeWorkspace: true,
  applyTeamReviews: true,
  saveSetting: true,
  detectEdits: true,
};

/** The methods of the reading worker. */
export const readMethods = Object.keys(reads) as readonly (keyof ReadStore)[];

/** Methods whose results are bytes made for the caller alone: they are handed over to its thread, not copied. */
export const transferredMethods: ReadonlySet<StoreMethod> = new Set<StoreMethod>([
  'detectionFeed',
  'feedReviews',
  'matchMask',
  'matchingIds',
  'reviewQueue',
  'feedColors',
]);

/** The methods of the writing worker. */
export const writeMethods = Object.keys(writes) as readonly (keyof WriteStore)[];

export type StoreMethod = keyof WorkspaceStore;

/**
 * The two halves of `ingestPage`: the preparing worker prepares the page (`FetchedPage` → `PackedPage`), the writing one
 * writes it into the file (`PackedPage` → `IngestOutcome`). `checkpoint` then copies the log into the file meanwhile.
 */
export type PageMethod = 'preparePage' | 'writePage' | 'checkpoint';

/** What a worker opens. The writer prepares the file; all others find it prepared. */
export type WorkerSetup = {
  readonly path: string;
  readonly role: 'writer' | 'reader' | 'preparer' | 'checkpointer';
  /** Where the checksums of the closed file are; undefined: none are saved. */
  readonly sumsFile: string | undefined;
  /** The file as it was before it was opened, open for reading (`PageCheck`); undefined for a new one. */
  readonly descriptor: number | undefined;
  /** Whether the file is on a network drive, where SQLite's write-ahead log is not safe. */
  readonly isOnNetwork: boolean;
};

/** What is known of the file once it is open. */
export type OpenedFile = {
  readonly readOnly: string | undefined;
  readonly setAside: SetAside | undefined;
  /** Undefined when nothing is known of the file as it was closed. */
  readonly pageCheck: PageCheck | undefined;
};

type StoreCalls = {
  [Method in StoreMethod]: {
    readonly args: Parameters<WorkspaceStore[Method]>;
    readonly result: ReturnType<WorkspaceStore[Method]>;
  };
};

/** The methods of a worker: `open` is the first call, `close` the last. */
export type WorkspaceThreadMethods = StoreCalls & {
  open: {
    readonly args: readonly [setup: WorkerSetup];
    readonly result: OpenedFile;
    /** The file can be read; what follows until it is open may take long for a large file. */
    readonly progress: 'answering';
  };
  preparePage: { readonly args: readonly [page: FetchedPage]; readonly result: PackedPage };
  writePage: { readonly args: readonly [page: PackedPage]; readonly result: IngestOutcome };
  checkpoint: { readonly args: readonly []; readonly result: undefined };
  close: { readonly args: readonly []; readonly result: undefined };
};
