import { type Failure, type FailureCode, fail, type Result, succeed } from '../../../shared/result.ts';
import type { Review, Verdict } from '../../../shared/review/review.ts';
import type {
  ImportedReviews,
  ReviewChange,
  SetReviewsResult,
} from '../../../shared/review/review-change.ts';
import type { AttachReview } from '../../../shared/review/unattached-review.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import type { Edit } from '../../stores/history-store.ts';
import {
  isFlagged,
  positionAfterVerdict,
  type ReviewQueue,
  type ReviewStateCode,
  reviewStateCode,
  verdictOf,
} from '../../stores/review-queue.ts';
import { reviewedId, withUnsavedChanges } from '../../stores/review-store.ts';
import { announce } from '../../ui/announce.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { describeReviewChange } from './describe-review-change.ts';
import {
  createPendingReviewChanges,
  type PendingReviewChange,
  type PendingReviewChanges,
} from './pending-review-changes.ts';
import { texts } from './texts.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** The parts of the app that review commands use. */
export type ReviewCommandContext = Pick<App, 'api' | 'stores'>;

/** Maximum number of detections in one request that the main process accepts. */
const maxIdsPerRequest = 200_000;
/** Changes of at most this many detections are shown before they are written. */
const maxShownEarly = 1_000;
/** How many changes of earlier runs can be undone. */
const maxEarlierBatches = 1_000;

type WriteOutcome = {
  readonly batches: readonly string[];
  readonly reviews: SetReviewsResult['reviews'];
  readonly failure: Failure | null;
};

/**
 * Failures that a retry cannot overcome. After any other, the write is tried again until it succeeds: a workspace that is
 * being compacted is frozen, and then closed for a moment.
 */
const permanentFailures: ReadonlySet<FailureCode> = new Set([
  'invalid-input',
  'not-found',
  'forbidden',
  'refused',
  'method-not-allowed',
  'read-only',
  'conflict',
]);

/** Failures after which the change may be written: the response was lost. */
const unknownOutcomes: ReadonlySet<FailureCode> = new Set(['unreachable', 'timeout', 'server-error']);

type Writes = { readonly queue: WriteQueue; readonly pending: PendingReviewChanges };

/** The write queue and the pending changes of each app. */
const writesByStore = new WeakMap<object, Writes>();

function writesOf({ stores: { review } }: ReviewCommandContext): Writes {
  const known = writesByStore.get(review);
  if (known) return known;
  const writes = {
    queue: createWriteQueue((pendingWrites) => review.getState().setPendingWrites(pendingWrites)),
    pending: createPendingReviewChanges((unsaved) => review.getState().setUnsaved(unsaved)),
  };
  writesByStore.set(review, writes);
  return writes;
}

/**
 * Changes the reviews of detections. The change is shown at once and written in order. A write that fails is retried,
 * and until then the store's `unsaved` has the change. One that can never succeed is reverted, and the failure is
 * shown. In a queue, a verdict on the current detection advances to the next. It can be undone, also before it is
 * written; `message` is shown with an Undo button.
 */
export function setReviews(
  app: ReviewCommandContext,
  ids: readonly number[],
  change: ReviewChange,
  message?: string,
): Promise<void> {
  const [first] = ids;
  if (first === undefined) return Promise.resolve();
  const { review, history } = app.stores;
  const { pending } = writesOf(app);
  let writing = writeInOrder(app, ids, change);
  const { queue, staysAfterVerdict } = review.getState();
  const isCurrent = queue?.state === 'running' && queue.ids[queue.at] === first && ids.length === 1;
  if (isCurrent && change.verdict && !staysAfterVerdict) advanceQueue(app, queue);
  if (change.verdict && ids.length === 1) announceVerdict(app, first, change.verdict);
  let isUndone = false;
  /** Replaced by each undo and redo: reverting a batch is a batch, which can be reverted. */
  let batches: readonly string[] = [];
  const followWrite = async () => {
    const followed = writing;
    const written = await followed.batches;
    if (followed !== writing) return;
    batches = written;
    // Nothing was changed, or it was refused for good.
    if (batches.length === 0 && !isUndone) history.getState().forget(edit);
  };
  const revertBatches = async () => {
    await followed;
    if (batches.length === 0) return fail('not-found', texts.failures.nothingChanged);
    const done = await undoBatches(app, batches);
    if (!done.ok) return done;
    batches = done.value;
    focusAgain(app, first);
    return done;
  };
  const edit: Edit = {
    name: describeReviewChange(change, ids),
    ...(ids.length === 1 ? { reviewedId: first } : {}),
    async undo() {
      if (!pending.revertWaiting(writing.entry)) return revertBatches();
      isUndone = true;
      focusAgain(app, first);
      return succeed(null);
    },
    async redo() {
      if (!isUndone) return revertBatches();
      isUndone = false;
      writing = writeInOrder(app, ids, change);
      followed = followWrite();
      focusAgain(app, first);
      return succeed(null);
    },
  };
  recordEdit(app, edit, message);
  let followed = followWrite();
  return followed;
}

/** The workspace that the page shows: what is written for it must not go to one that was opened in the meantime. */
function openWorkspaceKey({ stores: { session } }: Pick<App, 'stores'>): string | undefined {
  return workspaceKey(session.getState().session);
}

/** A change of reviews on its way to the workspace. */
type Writing = {
  readonly entry: PendingReviewChange;
  /** The written batches; none when it was reverted before, changed nothing or was refused. */
  readonly batches: Promise<readonly string[]>;
};

/** Shows a change at once and writes it after the earlier ones. */
function writeInOrder(app: ReviewCommandContext, ids: readonly number[], change: ReviewChange): Writing {
  const { review } = app.stores;
  const { queue: writeQueue, pending } = writesOf(app);
  const workspace = openWorkspaceKey(app);
  const previousCodes = showBeforeWrite(app, ids, change);
  let isReverted = false;
  const showAsBefore = () => {
    review.getState().setStateCodes(previousCodes);
    review.getState().setLatestReviews('unknown');
  };
  const entry: PendingReviewChange = {
    ids,
    change,
    mayBeWritten: false,
    revert() {
      isReverted = true;
      showAsBefore();
    },
  };
  pending.add(entry);
  const write = async () => {
    const { batches, reviews, failure } = await writeUntilSaved(app, entry, workspace);
    if (isReverted) {
      for (const batch of batches.toReversed()) await revertUntilKnown(app, batch);
      return [];
    }
    showWrittenReviews(app, reviews);
    if (failure) {
      if (batches.length === 0) showAsBefore();
      else review.getState().setLatestReviews('unknown');
      notifyFailure(
        failure,
        ids.length === 1 ? texts.failures.notSaved(ids[0]) : texts.failures.someNotSaved(ids.length),
      );
    }
    return batches;
  };
  return { entry, batches: writeQueue.enqueue(ids, write) };
}

/** Reverts a batch that was discarded, again after each lost response: until then it may still be written. */
async function revertUntilKnown(app: ReviewCommandContext, batch: string): Promise<void> {
  let undone = await revertBatchesNow(app, [batch]);
  while (!undone.ok && unknownOutcomes.has(undone.failure.code)) {
    await writesOf(app).pending.waitForRetry(undone.failure);
    undone = await revertBatchesNow(app, [batch]);
  }
}

/** Retries the write of a change until it is saved, reverted by the user, or fails permanently. */
async function writeUntilSaved(
  app: ReviewCommandContext,
  entry: PendingReviewChange,
  workspace: string | undefined,
): Promise<WriteOutcome> {
  const { pending } = writesOf(app);
  const batches: string[] = [];
  const reviews: SetReviewsResult['reviews'][number][] = [];
  let written = 0;
  let batch = crypto.randomUUID();
  while (pending.has(entry)) {
    const ids = entry.ids.slice(written, written + maxIdsPerRequest);
    const result: Result<SetReviewsResult> = await callApi(() =>
      app.api.reviews.set.mutate({ ids, change: entry.change, batch, workspace }),
    );
    if (result.ok) {
      if (result.value.batch !== null) batches.push(result.value.batch);
      reviews.push(...result.value.reviews);
      written += ids.length;
      batch = crypto.randomUUID();
      entry.mayBeWritten = false;
      if (written < entry.ids.length) continue;
    } else if (result.failure.code === 'conflict') {
      discardUnsavedReviews(app, texts.failures.otherWorkspace);
      break;
    }
    if (result.ok || permanentFailures.has(result.failure.code)) {
      pending.remove(entry);
      // With its batch, the user can undo what was written before a response was lost.
      if (entry.mayBeWritten) batches.push(batch);
      return { batches, reviews, failure: result.ok ? null : result.failure };
    }
    if (unknownOutcomes.has(result.failure.code)) entry.mayBeWritten = true;
    if (!pending.has(entry)) break;
    await pending.waitForRetry(result.failure);
  }
  // The user has discarded it: what may be written is reverted.
  if (entry.mayBeWritten) batches.push(batch);
  return { batches, reviews, failure: null };
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
    { code: 'cancelled', message: texts.failures.discarded(reason) },
    texts.failures.changesNotSaved(changes),
  );
}

/** Reverts batches after the earlier writes, all or none, and shows it. Returns the batches that revert this in turn. */
function undoBatches(
  app: ReviewCommandContext,
  batches: readonly string[],
): Promise<Result<readonly string[]>> {
  return writesOf(app).queue.enqueueExclusive(() => revertBatchesNow(app, batches));
}

async function revertBatchesNow(
  app: ReviewCommandContext,
  batches: readonly string[],
): Promise<Result<readonly string[]>> {
  const workspace = openWorkspaceKey(app);
  const reverting: string[] = [];
  const reviews: SetReviewsResult['reviews'][number][] = [];
  for (const batch of batches.toReversed()) {
    const result: Result<SetReviewsResult> = await callApi(() =>
      app.api.reviews.undo.mutate({ batch, workspace }),
    );
    if (!result.ok) {
      // Nothing is changed when one of them cannot be reverted.
      if (reverting.length > 0) await revertBatchesNow(app, reverting);
      return result;
    }
    if (result.value.batch !== null) reverting.push(result.value.batch);
    reviews.push(...result.value.reviews);
  }
  showWrittenReviews(app, reviews);
  return succeed(reverting);
}

/** Records batches that were written by something other than `setReviews`: a merge, an attachment, an earlier run. */
export function createBatchEdit(
  app: ReviewCommandContext,
  { name, batch, id }: { readonly name: string; readonly batch: string; readonly id?: number },
): Edit {
  let batches: readonly string[] = [batch];
  const revert = async () => {
    const done = await undoBatches(app, batches);
    if (!done.ok) return done;
    batches = done.value;
    if (id !== undefined) focusAgain(app, id);
    return done;
  };
  return { name, ...(id === undefined ? {} : { reviewedId: id }), undo: revert, redo: revert };
}

/** Attaches a verdict without a detection to a detection; can be undone. */
export async function attachReview(app: ReviewCommandContext, request: AttachReview): Promise<void> {
  const { detectionId } = request;
  const workspace = openWorkspaceKey(app);
  const done = await callEdit(app, () =>
    changeAttachment(app, detectionId, () => app.api.reviews.attach.mutate({ ...request, workspace })),
  );
  if (!done.ok) {
    notifyFailure(done.failure, texts.failures.notAttached);
    return;
  }
  const { batch } = done.value;
  if (batch === null) return;
  const name = texts.edits.attaching(detectionId);
  recordEdit(app, createBatchEdit(app, { name, batch, id: detectionId }));
}

/** Detaches a verdict that was carried over to the detection; can be undone. */
export async function detachReview(app: ReviewCommandContext, detectionId: number): Promise<void> {
  const workspace = openWorkspaceKey(app);
  const detach = () =>
    changeAttachment(app, detectionId, () => app.api.reviews.detach.mutate({ detectionId, workspace }));
  const done = await callEdit(app, detach);
  if (!done.ok) {
    notifyFailure(done.failure, texts.failures.notDetached);
    return;
  }
  const { undo } = done.value;
  recordEdit(app, {
    name: texts.edits.detaching(detectionId),
    reviewedId: detectionId,
    undo: () =>
      changeAttachment(app, detectionId, () => app.api.reviews.reattach.mutate({ ...undo, workspace })),
    redo: detach,
  });
}

function changeAttachment<Done extends SetReviewsResult>(
  app: ReviewCommandContext,
  id: number,
  change: () => Promise<Result<Done>>,
): Promise<Result<Done>> {
  return writesOf(app).queue.enqueue([id], async () => {
    const result: Result<Done> = await callApi(change);
    if (result.ok) showWrittenReviews(app, result.value.reviews);
    return result;
  });
}

/** Records the reviews that an import wrote, with a message that can undo them. */
export function recordImportedReviews(app: ReviewCommandContext, { batch, changed }: ImportedReviews): void {
  const name = texts.edits.importing(changed);
  recordEdit(app, createBatchEdit(app, { name, batch }), texts.imported(changed));
}

/** Records the changes of reviews of earlier runs, so that they can be undone after a restart, before those of this one. */
export async function recordEarlierReviews(app: ReviewCommandContext): Promise<void> {
  const workspace = openWorkspaceKey(app);
  const recent = await callApi(() => app.api.reviews.batches.query({ limit: maxEarlierBatches }));
  if (!recent.ok) {
    notifyFailure(recent.failure, texts.failures.noEarlier);
    return;
  }
  if (openWorkspaceKey(app) !== workspace) return;
  const { batches, unknownKinds } = recent.value;
  if (unknownKinds > 0) notifyInfo(texts.unknownKinds(unknownKinds));
  const edits = batches
    .filter(({ kind, undone }) => kind !== 'undo' && !undone)
    .map(({ batch, changed }) => createBatchEdit(app, { name: texts.edits.earlier(changed), batch }));
  app.stores.history.getState().recordEarlier(edits.reverse());
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

/** Announces a verdict, and which detection is under review after it. */
function announceVerdict({ stores: { review } }: ReviewCommandContext, id: number, verdict: Verdict): void {
  const { queue } = review.getState();
  const next = reviewedId(review.getState());
  const sentences = [texts.judged(id, verdict)];
  if (queue?.state === 'finished') sentences.push(texts.isFinished);
  else if (queue && next !== null && next !== id) {
    sentences.push(texts.nextIs(next, queue.at + 1, queue.ids.length));
  }
  announce(sentences.join(' '));
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
