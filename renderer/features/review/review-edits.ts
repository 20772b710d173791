import type { ImportedReviews } from '../../../shared/review/review-change.ts';
import type { AttachReview } from '../../../shared/review/unattached-review.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import type { Edit } from '../../stores/history-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { pendingReviewsOf, type ReviewContext } from './pending-reviews.ts';
import { createReverter } from './review-commands.ts';
import { texts } from './texts.ts';

/** Number of changes of earlier runs that can be undone. */
const maxEarlierBatches = 1_000;

/** An edit of a batch that was written by something other than `setReviews`: a merge, an attachment, an earlier run. */
export function createBatchEdit(
  app: ReviewContext,
  { name, batch, id }: { readonly name: string; readonly batch: string; readonly id?: number },
): Edit {
  const revert = createReverter(app, Promise.resolve([batch]), id);
  return { name, ...(id === undefined ? {} : { reviewedId: id }), undo: revert, redo: revert };
}

/** Attaches a verdict without a detection to a detection; can be undone. */
export async function attachVerdict(app: ReviewContext, request: AttachReview): Promise<void> {
  const { detectionId } = request;
  const workspace = workspaceKey(app.stores.session.getState().session);
  const done = await callEdit(app, () =>
    pendingReviewsOf(app).run(detectionId, () => app.api.reviews.attach.mutate({ ...request, workspace })),
  );
  if (!done.ok) return notifyFailure(done.failure, texts.failures.notAttached);
  const { batch } = done.value;
  if (batch === null) return;
  const name = texts.edits.attaching(detectionId);
  recordEdit(app, createBatchEdit(app, { name, batch, id: detectionId }));
}

/** Detaches a verdict that was carried over to the detection; can be undone. */
export async function detachVerdict(app: ReviewContext, detectionId: number): Promise<void> {
  const workspace = workspaceKey(app.stores.session.getState().session);
  const detach = () =>
    pendingReviewsOf(app).run(detectionId, () => app.api.reviews.detach.mutate({ detectionId, workspace }));
  const done = await callEdit(app, detach);
  if (!done.ok) return notifyFailure(done.failure, texts.failures.notDetached);
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
  const workspace = workspaceKey(app.stores.session.getState().session);
  const recent = await app.api.reviews.batches.query({ limit: maxEarlierBatches });
  if (!recent.ok) return notifyFailure(recent.failure, texts.failures.noEarlier);
  if (workspaceKey(app.stores.session.getState().session) !== workspace) return;
  const { batches, unknownKinds } = recent.value;
  if (unknownKinds > 0) notifyInfo(texts.unknownKinds(unknownKinds));
  const edits = batches
    .filter(({ kind, undone }) => kind !== 'undo' && !undone)
    .map(({ batch, changed }) => createBatchEdit(app, { name: texts.edits.earlier(changed), batch }));
  app.stores.history.getState().recordEarlier(edits.reverse());
}
