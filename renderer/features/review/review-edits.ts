import { formatQuantity } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Review, Verdict } from '../../../shared/review/review.ts';
import type { ImportedReviews, ReviewChange } from '../../../shared/review/review-change.ts';
import type { AttachReview } from '../../../shared/review/unattached-review.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import type { Edit } from '../../stores/history-store.ts';
import { positionAfterVerdict, type ReviewQueue } from '../../stores/review-queue.ts';
import { reviewedId, withUnsavedChanges } from '../../stores/review-store.ts';
import { announce } from '../../ui/announce.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { type PendingReviewChange, pendingReviewsOf, type ReviewCommandContext } from './pending-reviews.ts';
import { texts } from './texts.ts';

/** How many changes of earlier runs can be undone. */
const maxEarlierBatches = 1_000;

/**
 * Changes the reviews of detections. The change is shown at once and written in order. In a queue, a verdict on the
 * current detection advances to the next. It can be undone, also before it is written; `message` is shown with an Undo
 * button. Resolves when it is written, refused or reverted.
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
  const add = () => {
    const pending = pendingReviewsOf(app).add(ids, change);
    return { ...pending, revert: createReverter(app, pending.batches, first) };
  };
  let added = add();
  const { queue, staysAfterVerdict } = review.getState();
  const isCurrent = queue?.state === 'running' && queue.ids[queue.at] === first && ids.length === 1;
  if (isCurrent && change.verdict && !staysAfterVerdict) advanceQueue(app, queue);
  if (change.verdict && ids.length === 1) announceVerdict(app, first, change.verdict);
  let isDropped = false;
  const edit: Edit = {
    name: describeReviewChange(change, ids),
    ...(ids.length === 1 ? { reviewedId: first } : {}),
    async undo() {
      isDropped = added.drop();
      if (!isDropped) return added.revert();
      focusAgain(app, first);
      return succeed(null);
    },
    async redo() {
      if (!isDropped) return added.revert();
      added = add();
      void forgetWithoutBatch();
      focusAgain(app, first);
      return succeed(null);
    },
  };
  /** Nothing was changed, or it was refused for good. */
  const forgetWithoutBatch = async () => {
    if ((await added.batches)?.length === 0) history.getState().forget(edit);
  };
  recordEdit(app, edit, message);
  return forgetWithoutBatch();
}

const verdictPhrases = {
  confirmed: texts.edits.confirming,
  rejected: texts.edits.rejecting,
  unsure: texts.edits.markingUnsure,
} as const;

/** A change of reviews as a phrase for its undo: `confirming detection 12`. */
function describeReviewChange({ verdict, flagged, note }: ReviewChange, ids: readonly number[]): string {
  const what = ids.length === 1 ? texts.edits.detection(ids[0]) : formatQuantity(ids.length, 'detection');
  if (verdict) return verdictPhrases[verdict](what);
  if (verdict === null) return texts.edits.clearing(what);
  if (note !== undefined) return texts.edits.changingNote(what);
  return flagged ? texts.edits.flagging(what) : texts.edits.unflagging(what);
}

/** Reverts batches, all or none; each further call reverts what the last one has written. */
function createReverter(
  app: ReviewCommandContext,
  written: PendingReviewChange['batches'],
  focusedId: number | undefined,
): () => Promise<Result<readonly string[]>> {
  const workspace = openWorkspaceKey(app);
  let batches = written;
  return async () => {
    const former = await batches;
    if (!former || former.length === 0) return fail('not-found', texts.failures.nothingChanged);
    const reverted = await pendingReviewsOf(app).revert(former, workspace);
    if (!reverted.ok) return reverted;
    batches = Promise.resolve(reverted.value);
    if (focusedId !== undefined) focusAgain(app, focusedId);
    return reverted;
  };
}

/** The workspace that the page shows: what is written for it must not go to one that was opened in the meantime. */
function openWorkspaceKey({ stores: { session } }: Pick<App, 'stores'>): string | undefined {
  return workspaceKey(session.getState().session);
}

/** An edit of a batch that was written by something other than `setReviews`: a merge, an attachment, an earlier run. */
export function createBatchEdit(
  app: ReviewCommandContext,
  { name, batch, id }: { readonly name: string; readonly batch: string; readonly id?: number },
): Edit {
  const revert = createReverter(app, Promise.resolve([batch]), id);
  return { name, ...(id === undefined ? {} : { reviewedId: id }), undo: revert, redo: revert };
}

/** Attaches a verdict without a detection to a detection; can be undone. */
export async function attachReview(app: ReviewCommandContext, request: AttachReview): Promise<void> {
  const { detectionId } = request;
  const workspace = openWorkspaceKey(app);
  const done = await callEdit(app, () =>
    pendingReviewsOf(app).run(detectionId, () => app.api.reviews.attach.mutate({ ...request, workspace })),
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
    pendingReviewsOf(app).run(detectionId, () => app.api.reviews.detach.mutate({ detectionId, workspace }));
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
      pendingReviewsOf(app).run(detectionId, () => app.api.reviews.reattach.mutate({ ...undo, workspace })),
    redo: detach,
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
  if (!unsaved) await pendingReviewsOf(app).settled();
  const rows = await callApi(() => app.api.results.detections.query([id]));
  const stored = rows.ok ? (rows.value[0]?.review ?? null) : null;
  return withUnsavedChanges(stored, unsaved?.changes.get(id));
}
