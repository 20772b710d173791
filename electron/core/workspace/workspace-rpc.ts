import type { WorkspaceStore } from './workspace.ts';

/** Methods that only read: they go to the reading worker, and so never wait for a page that is being taken in. It keeps answers. */
export const readMethods = [
  'listAreas',
  'listOrders',
  'listSubmissions',
  'listDrafts',
  'listFetches',
  'fetchHistory',
  'listSearches',
  'searchCounts',
  'compareRuns',
  'counts',
  'detectionPage',
  'detectionPlace',
  'detections',
  'detectionDetail',
  'detectionFeed',
  'feedReviews',
  'matchMask',
  'matchingIds',
  'reviewQueue',
  'queuePasses',
  'feedValues',
  'groupCounts',
  'distribution',
  'timeline',
  'properties',
  'fieldValues',
  'recordPage',
  'recordFootprints',
  'areaFeed',
  'footprintFeed',
  'recordsOfFootprints',
  'passPage',
  'passDetail',
  'passOutlines',
  'passFilter',
  'passIds',
  'passesOfRecord',
  'passCoverage',
  'coverageLedger',
  'chipAddress',
  'chipAddresses',
  'listProblems',
  'problemPage',
  'problemPlaces',
  'rawRecord',
  'heldRecords',
  'reviewsOfRecords',
  'reviewHistory',
  'reviewBatches',
  'lookAtMerge',
  'getSetting',
  'forgetAnswers',
] as const satisfies readonly (keyof WorkspaceStore)[];

/**
 * Methods that change the file: they go to the writing worker, one after another. It tells its own changes from those
 * of other programs.
 */
export const writeMethods = [
  'putArea',
  'changeAreas',
  'putOrders',
  'putOrderRequest',
  'putSubmission',
  'putDraft',
  'deleteDraft',
  'restoreDraft',
  'putFetch',
  'dismissFetch',
  'clearHistory',
  'putSearch',
  'deleteSearch',
  'restoreSearch',
  'lookAtSearch',
  'ingestPage',
  'ingestForeignPage',
  'putReviews',
  'setReviews',
  'undoReviews',
  'mergeWorkspace',
  'putSetting',
  'noticeEdits',
] as const satisfies readonly (keyof WorkspaceStore)[];

export type StoreMethod = (typeof readMethods)[number] | (typeof writeMethods)[number];

/**
 * The two halves of `ingestPage`: the preparing worker takes the page apart (`ArrivedPage` → `ReadyPage`), the writing one
 * puts it into the file (`ReadyPage` → `IngestOutcome`). `checkpoint` then copies the log into the file meanwhile.
 */
export type PageMethod = 'readyPage' | 'writeReadyPage' | 'checkpoint';

/** What a worker is started with. The writer prepares the file; all others find it prepared. */
export type WorkerSetup = {
  readonly path: string;
  readonly role: 'writer' | 'reader' | 'preparer' | 'checkpointer';
};

/** What is asked of a worker. `close` is the last request. */
export type WorkerRequest = {
  readonly id: number;
  readonly method: StoreMethod | PageMethod | 'close';
  readonly args: readonly unknown[];
};

/** An error as it crosses between threads: a thrown value with more than its class and text. */
export type PortableError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: PortableError | undefined;
};

/** What a worker says: first how its opening went, then an answer for each request. */
export type WorkerMessage =
  | { readonly kind: 'opened'; readonly readOnly: string | undefined; readonly setAside: string | undefined }
  | { readonly kind: 'not-opened'; readonly error: PortableError }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PortableError };

/** Makes an error ready to be posted. */
export function packError(error: unknown): PortableError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), stack: undefined, cause: undefined };
  }
  const { name, message, stack, cause } = error;
  return { name, message, stack, cause: cause === undefined ? undefined : packError(cause) };
}

/** The error that was packed, with its causes. */
export function unpackError({ name, message, stack, cause }: PortableError): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause: unpackError(cause) });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
