import { fail, type Result } from '../../../shared/result.ts';
import type { ImportedReviews } from '../../../shared/review/review-change.ts';
import type { AttachReview } from '../../../shared/review/unattached-review.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { callApi } from '../../api/call-api.ts';
import type { App } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import type { Edit } from '../../stores/history-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { type PendingReviewChange, pendingReviewsOf, type ReviewContext } from './pending-reviews.ts';
import { focusAgain } from './start-review.ts';
import { texts } from './texts.ts';

/** How many changes of earlier runs can be undone. */
const maxEarlierBatches = 1_000;

/** Reverts batches, all or none; each further call reverts what the last one has written. */
export function createReverter(
  app: ReviewContext,
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
  app: ReviewContext,
  { name, batch, id }: { readonly name: string; readonly batch: string; readonly id?: number },
): Edit {
  const revert = createReverter(app, Promise.resolve([batch]), id);
  return { name, ...(id === undefined ? {} : { reviewedId: id }), undo: revert, redo: revert };
}

/** Attaches a verdict without a detection to a detection; can be undone. */
export async function attachReview(app: ReviewContext, request: AttachReview): Promise<void> {
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
export async function detachReview(app: ReviewContext, detectionId: number): Promise<void> {
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
export function recordImportedReviews(app: ReviewContext, { batch, changed }: ImportedReviews): void {
  const name = texts.edits.importing(changed);
  recordEdit(app, createBatchEdit(app, { name, batch }), texts.imported(changed));
}

/** Records the changes of reviews of earlier runs, so that they can be undone after a restart, before those of this one. */
export async function recordEarlierReviews(app: ReviewContext): Promise<void> {
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
