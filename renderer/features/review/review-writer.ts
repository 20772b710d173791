import { formatQuantity } from '../../../shared/format.ts';
import { type Failure, type FailureCode, type Result, succeed } from '../../../shared/result.ts';
import type { Review } from '../../../shared/review/review.ts';
import type { ReviewChange, SetReviewsResult } from '../../../shared/review/review-change.ts';
import type { AttachReview } from '../../../shared/review/unattached-review.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import {
  isFlagged,
  positionAfterVerdict,
  type ReviewQueue,
  type ReviewStateCode,
  reviewStateCode,
  verdictOf,
} from '../../stores/review-queue.ts';

import { type ReviewUndo, withUnsavedChanges } from '../../stores/review-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { createPendingReviews, type PendingReview, type PendingReviews } from './pending-reviews.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** The parts of the app that review commands use. */
export type ReviewCommandContext = Pick<App, 'api' | 'stores'>;

/** Maximum number of detections in one request that the main process accepts. */
const maxIdsPerRequest = 200_000;
/** Changes of at most this many detections are shown before they are written. */
const maxShownEarly = 1_000;

type WriteOutcome = {
  readonly batches: readonly string[];
  readonly reviews: SetReviewsResult['reviews'];
  /** Number of detections that were written. */
  readonly written: number;
  readonly failure: Failure | null;
};

/** Failures that a retry cannot overcome. After any other, the write is tried again until it succeeds. */
const permanentFailures: ReadonlySet<FailureCode> = new Set([
  'invalid-input',
  'not-found',
  'forbidden',
  'refused',
  'method-not-allowed',
  'no-workspace',
  'read-only',
  'conflict',
]);

type Writes = { readonly queue: WriteQueue; readonly pending: PendingReviews };

/** The write queue and the pending changes of each app. */
const writesByStore = new WeakMap<object, Writes>();

function writesOf({ stores: { review } }: ReviewCommandContext): Writes {
  const known = writesByStore.get(review);
  if (known) return known;
  const writes = {
    queue: createWriteQueue((pendingWrites) => review.getState().setPendingWrites(pendingWrites)),
    pending: createPendingReviews((unsaved) => review.getState().setUnsaved(unsaved)),
  };
  writesByStore.set(review, writes);
  return writes;
}

/**
 * Changes the reviews of detections. The change is shown at once and written in order. A write that fails is retried, and
 * the store's `unsaved` has the change meanwhile; one that can never succeed is reverted, and the failure is shown. In a
 * queue, a verdict on the current detection advances to the next.
 */
export function setReviews(
  app: ReviewCommandContext,
  ids: readonly number[],
  change: ReviewChange,
): Promise<void> {
  const [first] = ids;
  if (first === undefined) return Promise.resolve();
  const { review } = app.stores;
  const { queue: writeQueue, pending } = writesOf(app);
  const sequence = review.getState().nextSequenceNumber();
  const { workspacePath } = app.stores.session.getState().session ?? {};
  const previousCodes = showBeforeWrite(app, ids, change);
  const { queue, staysAfterVerdict } = review.getState();
  const isCurrent = queue?.state === 'running' && queue.ids[queue.at] === first && ids.length === 1;
  if (isCurrent && change.verdict && !staysAfterVerdict) advanceQueue(app, queue);
  const entry: PendingReview = {
    ids,
    change,
    revert() {
      review.getState().setStateCodes(previousCodes);
      review.getState().setLatestReviews('unknown');
    },
  };
  pending.add(entry);
  return writeQueue.enqueue(ids, async () => {
    const { batches, reviews, failure } = await writeUntilSaved(app, entry, workspacePath);
    if (batches.length > 0) review.getState().pushUndo({ batches, id: first, sequence });
    showWrittenReviews(app, reviews);
    if (!failure) return;
    if (batches.length === 0) entry.revert();
    else review.getState().setLatestReviews('unknown');
    notifyFailure(
      failure,
      ids.length === 1
        ? `The review of detection ${first} was not saved.`
        : `Reviews of ${formatQuantity(ids.length, 'detection')} were not saved, or not all of them.`,
    );
  });
}

/** Retries the write of a change until it is saved, reverted by the user, or fails permanently. */
async function writeUntilSaved(
  app: ReviewCommandContext,
  entry: PendingReview,
  workspacePath: string | undefined,
): Promise<WriteOutcome> {
  const { pending } = writesOf(app);
  const batches: string[] = [];
  const reviews: SetReviewsResult['reviews'][number][] = [];
  let written = 0;
  let isRetry = false;
  while (pending.has(entry)) {
    if (isRetry && (await isOtherWorkspace(app, workspacePath))) break;
    const outcome = await writeReviews(app, entry.ids.slice(written), entry.change);
    batches.push(...outcome.batches);
    reviews.push(...outcome.reviews);
    written += outcome.written;
    const { failure } = outcome;
    if (!failure || permanentFailures.has(failure.code)) {
      pending.remove(entry);
      return { batches, reviews, written, failure };
    }
    if (!pending.has(entry)) break;
    await pending.waitForRetry(failure);
    isRetry = true;
  }
  return { batches, reviews, written, failure: null };
}

/**
 * Whether the main process has opened another workspace while the page was disconnected; in it, the same ids are other
 * detections. If the main process does not respond, the next write fails, too, and is retried.
 */
async function isOtherWorkspace(
  app: ReviewCommandContext,
  workspacePath: string | undefined,
): Promise<boolean> {
  const session = await callApi(async () => succeed(await app.api.session.state.query()));
  const isOther = session.ok && session.value.workspacePath !== workspacePath;
  if (isOther) discardUnsavedReviews(app, 'another workspace was opened');
  return isOther;
}

/** Retries unsaved reviews immediately. */
export function retryUnsavedReviews(app: ReviewCommandContext): void {
  writesOf(app).pending.retry();
}

/** Reverts the reviews that are not saved yet, and reports how many. */
export function discardUnsavedReviews(app: ReviewCommandContext, reason: string): void {
  const changes = writesOf(app).pending.revertAll();
  if (changes === 0) return;
  notifyFailure(
    { code: 'cancelled', message: `They were discarded because ${reason}.` },
    `${formatQuantity(changes, 'change')} of reviews ${changes === 1 ? 'was' : 'were'} not saved.`,
  );
}

async function writeReviews(
  { api }: ReviewCommandContext,
  ids: readonly number[],
  change: ReviewChange,
): Promise<WriteOutcome> {
  const batches: string[] = [];
  const reviews: SetReviewsResult['reviews'][number][] = [];
  for (let written = 0; written < ids.length; written += maxIdsPerRequest) {
    const chunk = ids.slice(written, written + maxIdsPerRequest);
    const result: Result<SetReviewsResult> = await callApi(() =>
      api.reviews.set.mutate({ ids: chunk, change }),
    );
    if (!result.ok) return { batches, reviews, written, failure: result.failure };
    if (result.value.batch !== null) batches.push(result.value.batch);
    reviews.push(...result.value.reviews);
  }
  return { batches, reviews, written: ids.length, failure: null };
}

/** Undoes the last review change, even if it is unsaved or from an earlier session, and focuses its detection. */
export function undoLastReview(app: ReviewCommandContext): Promise<void> {
  const { queue, pending } = writesOf(app);
  const [unsavedId] = pending.revertLast()?.ids ?? [];
  if (unsavedId !== undefined) {
    focusAgain(app, unsavedId);
    return Promise.resolve();
  }
  return queue.enqueueExclusive(async () => {
    const { review } = app.stores;
    const undo = review.getState().undos.at(-1) ?? (await readLastBatch(app));
    if (!undo) {
      notifyInfo('There is no verdict to undo.');
      return;
    }
    // A change that cannot be undone must not block earlier ones.
    review.getState().dropUndo(undo);
    const reviews: SetReviewsResult['reviews'][number][] = [];
    let changed = 0;
    for (const batch of undo.batches.toReversed()) {
      const result: Result<SetReviewsResult> = await callApi(() => app.api.reviews.undo.mutate({ batch }));
      if (!result.ok) {
        notifyFailure(result.failure, 'The last verdict was not undone.');
        return;
      }
      reviews.push(...result.value.reviews);
      changed += result.value.changed;
    }
    showWrittenReviews(app, reviews);
    const id = undo.id ?? reviews[0]?.id;
    if (id !== undefined) focusAgain(app, id);
    if (changed > 1) notifyInfo(`Undone for ${formatQuantity(changed, 'detection')}.`);
  });
}

/** Attaches a verdict without a detection to a detection; can be undone. */
export function attachReview(app: ReviewCommandContext, request: AttachReview): Promise<void> {
  return changeAttachment(
    app,
    request.detectionId,
    () => app.api.reviews.attach.mutate(request),
    'The verdict was not attached.',
  );
}

/** Detaches a verdict that was carried over to the detection. */
export function detachReview(app: ReviewCommandContext, detectionId: number): Promise<void> {
  return changeAttachment(
    app,
    detectionId,
    () => app.api.reviews.detach.mutate({ detectionId }),
    'The verdict was not detached.',
  );
}

async function changeAttachment(
  app: ReviewCommandContext,
  id: number,
  change: () => Promise<Result<SetReviewsResult>>,
  failureTitle: string,
): Promise<void> {
  const sequence = app.stores.review.getState().nextSequenceNumber();
  return writesOf(app).queue.enqueue([id], async () => {
    const result: Result<SetReviewsResult> = await callApi(change);
    if (!result.ok) {
      notifyFailure(result.failure, failureTitle);
      return;
    }
    if (result.value.batch !== null)
      app.stores.review.getState().pushUndo({ batches: [result.value.batch], id, sequence });
    showWrittenReviews(app, result.value.reviews);
  });
}

/** The last change in the workspace that can be undone. */
async function readLastBatch({ api }: ReviewCommandContext): Promise<ReviewUndo | undefined> {
  const recent = await callApi(() => api.reviews.batches.query({ limit: 1000 }));
  if (!recent.ok) {
    notifyFailure(recent.failure);
    return undefined;
  }
  const last = recent.value.find(({ kind, undone }) => (kind === 'set' || kind === 'attach') && !undone);
  return last && { batches: [last.batch], id: null, sequence: 0 };
}

/** Goes to a position of the queue and focuses its detection. */
export function goToQueuePosition({ stores: { review, results } }: Pick<App, 'stores'>, at: number): void {
  const { queue } = review.getState();
  const id = queue?.ids[at];
  if (!queue || id === undefined) return;
  review.getState().goToPosition(at);
  results.getState().focus(id);
}

/** Advances after a verdict; finishes the queue when no position is left. */
function advanceQueue({ stores }: ReviewCommandContext, { stateCodes, at, skipsJudged }: ReviewQueue): void {
  const next = positionAfterVerdict({ stateCodes, at, skipsJudged });
  if (next !== null) goToQueuePosition({ stores }, next);
  else stores.review.getState().haltQueue('finished');
}

function focusAgain(app: ReviewCommandContext, id: number): void {
  const { queue } = app.stores.review.getState();
  const position = queue ? queue.ids.indexOf(id) : -1;
  if (queue && queue.state !== 'paused' && position !== -1) goToQueuePosition(app, position);
  else app.stores.results.getState().focus(id);
}

/** The review of a detection after all pending changes are written; changes that cannot be saved now are included. */
export async function readReview(app: ReviewCommandContext, id: number): Promise<Review | null> {
  const { unsaved } = app.stores.review.getState();
  if (!unsaved) await writesOf(app).queue.enqueueExclusive(async () => undefined);
  const rows = await callApi(() => app.api.results.detections.query([id]));
  const stored = rows.ok ? (rows.value[0]?.review ?? null) : null;
  return withUnsavedChanges(stored, unsaved?.changes.get(id));
}

/** Shows a change before it is written. Returns the previous codes of the detections in the queue. */
function showBeforeWrite(
  app: ReviewCommandContext,
  ids: readonly number[],
  change: ReviewChange,
): ReadonlyMap<number, ReviewStateCode> {
  const { review } = app.stores;
  const { queue } = review.getState();
  const before = new Map<number, ReviewStateCode>();
  if (ids.length > maxShownEarly) return before;
  const after = new Map<number, ReviewStateCode>();
  for (const id of ids) {
    const code = queue?.stateCodes[queue.ids.indexOf(id)];
    if (code === undefined) continue;
    before.set(id, code);
    const { verdict = verdictOf(code), flagged = isFlagged(code) } = change;
    after.set(id, reviewStateCode({ verdict, flagged }));
  }
  review.getState().setStateCodes(after);
  review.getState().setLatestReviews(ids.map((id) => ({ id, change })));
  return before;
}

/** Shows written reviews. */
function showWrittenReviews(app: ReviewCommandContext, reviews: SetReviewsResult['reviews']): void {
  if (reviews.length === 0) return;
  const { setStateCodes, setLatestReviews } = app.stores.review.getState();
  setStateCodes(new Map(reviews.map(({ id, review }) => [id, reviewStateCode(review)])));
  setLatestReviews(reviews);
}
