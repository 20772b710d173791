import { formatQuantity } from '../../../shared/format.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { emptyReview, type Review, type Verdict } from '../../../shared/review/review.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { workspaceCountsQuery } from '../../api/live-queries.ts';
import { readQuery } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { recordEdit } from '../../context/edit-history.ts';
import { reviewStage } from '../../context/use-review-stage.ts';
import type { Edit } from '../../stores/history-store.ts';
import { isSameItem } from '../../stores/inspector-store.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { isFlagged, positionAfterVerdict, type ReviewQueue } from '../../stores/review-queue.ts';
import { isReviewing, reviewedId, withUnsavedChanges } from '../../stores/review-store.ts';
import { announce } from '../../ui/announce.tsx';
import { focusRegion } from '../../ui/focus-region.ts';
import { type PendingReviewChange, pendingReviewsOf, type ReviewContext } from './pending-reviews.ts';
import { texts } from './texts.ts';

const verdictCommands: readonly (Required<Pick<Command, 'title' | 'hotkey'>> & {
  readonly verdict: Verdict;
})[] = [
  { verdict: 'confirmed', title: texts.commands.confirm, hotkey: 'C' },
  { verdict: 'rejected', title: texts.commands.reject, hotkey: 'X' },
  { verdict: 'unsure', title: texts.commands.unsure, hotkey: 'U' },
];

/** The commands about the review of the focused detection, the one under review, or all selected ones. */
export function createReviewCommands(app: App): readonly Command[] {
  const { dock, inspector, results, review, session, ui } = app.stores;
  const canWrite = () => session.getState().session?.workspace === 'open' || texts.commands.readOnly;
  const hasTarget = () => {
    if (canWrite() !== true) return canWrite();
    if (isPinnedElsewhere(app)) return texts.commands.unpinFirst;
    return targetId(app) !== undefined || results.getState().selectedIds.size > 0 || texts.commands.selectOne;
  };
  const areKeysShown = () => {
    const layout = ui.getState();
    if (reviewStage(review.getState(), layout) === 'detection') return true;
    const { item } = inspector.getState();
    const isInspected = item === null ? results.getState().selectedIds.size > 0 : item.kind === 'detection';
    return (
      (isInspected && isPanelShown(layout, 'inspector')) ||
      (dock.getState().tab === 'chips' && isPanelShown(layout, 'dock'))
    );
  };
  const hasUnsaved = () => review.getState().unsaved !== null || texts.commands.allSaved;
  const key = {
    group: 'Review',
    isKeyShown: areKeysShown,
    ignoresKeyRepeat: true,
    ignoresKeyAfterDialog: () => !isReviewing(review.getState()),
    enabled: hasTarget,
  } as const;
  return [
    ...verdictCommands.map(
      ({ verdict, title, hotkey }): Command => ({
        ...key,
        id: `review.${verdict}`,
        title,
        hotkey,
        run: () => setTargetReviews(app, { verdict }),
      }),
    ),
    { ...key, id: 'review.flag', title: texts.commands.flag, hotkey: 'F', run: () => flagTarget(app) },
    {
      id: 'review.unreviewed',
      title: texts.commands.clear,
      group: 'Review',
      enabled: hasTarget,
      run: () => setTargetReviews(app, { verdict: null }),
    },
    {
      id: 'review.note',
      title: texts.commands.note,
      group: 'Review',
      reviewKeys: ['N'],
      enabled: () => {
        const canReview = hasTarget();
        return canReview === true ? targetId(app) !== undefined || texts.commands.selectOne : canReview;
      },
      run: () => review.getState().setNotedId(targetId(app) ?? null),
    },
    {
      id: 'review.retry',
      title: texts.commands.retry,
      group: 'Review',
      enabled: hasUnsaved,
      run: () => pendingReviewsOf(app).retry(),
    },
    {
      id: 'review.discard-unsaved',
      title: texts.commands.discard,
      group: 'Review',
      enabled: hasUnsaved,
      run: () => pendingReviewsOf(app).discard(texts.failures.discardedByUser),
    },
    {
      id: 'review.unattached',
      title: texts.unattached.title,
      group: 'Review',
      enabled: () => readQuery(app, workspaceCountsQuery) !== null || texts.commands.noWorkspace,
      run() {
        review.getState().setUnattachedListOpen(true);
        ui.getState().showPanel('review');
        focusRegion('side');
      },
    },
  ];
}

/** The detection that a verdict goes to: the one under review, else the focused or the only selected one. */
function targetId({ stores: { results, review } }: Pick<App, 'stores'>): number | undefined {
  const { focusedId, selectedIds } = results.getState();
  const [only] = selectedIds;
  return reviewedId(review.getState()) ?? focusedId ?? only;
}

/** Whether a verdict would go to a detection that the pinned inspector does not show. */
function isPinnedElsewhere({ stores: { inspector, review } }: Pick<App, 'stores'>): boolean {
  const { isPinned, item, latest } = inspector.getState();
  return isPinned && !isReviewing(review.getState()) && !isSameItem(item, latest);
}

/** Sets the review of the selection, after confirmation, or of the focused detection. */
async function setTargetReviews(app: ReviewContext, change: ReviewChange): Promise<void> {
  const { results, review } = app.stores;
  const { selectedIds } = results.getState();
  if (selectedIds.size > 1 && !isReviewing(review.getState())) {
    review.getState().setPendingConfirmation({ ids: [...selectedIds], change });
    return;
  }
  const id = targetId(app);
  if (id !== undefined) await reviewDetections(app, [id], change);
}

/** Flags the selection, after confirmation, or toggles the flag of the focused detection. */
async function flagTarget(app: ReviewContext): Promise<void> {
  const { results, review } = app.stores;
  const id = targetId(app);
  const areSeveral = results.getState().selectedIds.size > 1 && !isReviewing(review.getState());
  // Several detections are always flagged; unflagging some of them would be surprising.
  if (id === undefined || areSeveral) await setTargetReviews(app, { flagged: true });
  else await toggleFlag(app, id);
}

/** Flags a detection, or removes its flag. */
export async function toggleFlag(app: ReviewContext, id: number): Promise<void> {
  const { queue, unsaved } = app.stores.review.getState();
  const code = queue?.stateCodes[queue.ids.indexOf(id)];
  const inQueue = code === undefined ? null : { ...emptyReview, flagged: isFlagged(code) };
  // The queue lacks an unsaved change of many detections.
  const review = inQueue ? withUnsavedChanges(inQueue, unsaved?.changes.get(id)) : await readReview(app, id);
  await reviewDetections(app, [id], { flagged: !review?.flagged });
}

/**
 * Changes the reviews of detections. The change is shown at once and written in order. In a queue, a verdict on the
 * current detection advances to the next. It can be undone, also before it is written; `message` is shown with an Undo
 * button. Resolves when it is written, refused or reverted.
 */
export function reviewDetections(
  app: ReviewContext,
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

/** Reverts batches, all or none; each further call reverts what the last one has written. */
export function createReverter(
  app: ReviewContext,
  written: PendingReviewChange['batches'],
  focusedId: number | undefined,
): () => Promise<Result<readonly string[]>> {
  const workspace = workspaceKey(app.stores.session.getState().session);
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

/** Advances after a verdict; finishes the queue when no position is left. */
function advanceQueue({ stores }: ReviewContext, { stateCodes, at, skipsJudged }: ReviewQueue): void {
  const next = positionAfterVerdict({ stateCodes, at, skipsJudged });
  if (next !== null) goToQueuePosition({ stores }, next);
  else stores.review.getState().haltQueue('finished');
}

/** Goes to a position of the queue and focuses its detection. */
export function goToQueuePosition({ stores: { review, results } }: Pick<App, 'stores'>, at: number): void {
  const { queue } = review.getState();
  const id = queue?.ids[at];
  if (!queue || id === undefined) return;
  review.getState().goToPosition(at);
  results.getState().focus(id);
}

/** Focuses a detection whose review was reverted, in the queue where it is there and not paused. */
export function focusAgain(app: Pick<App, 'stores'>, id: number): void {
  const { queue } = app.stores.review.getState();
  const position = queue ? queue.ids.indexOf(id) : -1;
  if (queue && queue.state !== 'paused' && position !== -1) goToQueuePosition(app, position);
  else app.stores.results.getState().focus(id);
}

/** Announces a verdict, and which detection is under review after it. */
function announceVerdict({ stores: { review } }: ReviewContext, id: number, verdict: Verdict): void {
  const { queue } = review.getState();
  const next = reviewedId(review.getState());
  const sentences = [texts.judged(id, verdict)];
  if (queue?.state === 'finished') sentences.push(texts.isFinished);
  else if (queue && next !== null && next !== id) {
    sentences.push(texts.nextIs(next, queue.at + 1, queue.ids.length));
  }
  announce(sentences.join(' '));
}

/** The review of a detection after all pending changes are written; changes that cannot be saved now are included. */
async function readReview(app: ReviewContext, id: number): Promise<Review | null> {
  const { unsaved } = app.stores.review.getState();
  if (!unsaved) await pendingReviewsOf(app).settled();
  const rows = await app.api.results.detections.query([id]);
  const stored = rows.ok ? (rows.value[0]?.review ?? null) : null;
  return withUnsavedChanges(stored, unsaved?.changes.get(id));
}
