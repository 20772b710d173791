import type { Area } from '../../../shared/areas/area.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import type { Failure } from '../../../shared/result.ts';
import type { Verdict } from '../../../shared/review/review.ts';
import type { ReviewChange } from '../../../shared/review/review-change.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { workspaceCountsQuery } from '../../api/live-queries.ts';
import { readQuery } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { recordEdit } from '../../context/edit-history.ts';
import { reviewStage } from '../../context/use-review-stage.ts';
import { isSameItem } from '../../stores/inspector-store.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { idsByVerdict, isFlagged, queueProgress } from '../../stores/review-queue.ts';
import { isReviewing, reviewedId } from '../../stores/review-store.ts';
import { announce } from '../../ui/announce.tsx';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { pendingReviewsOf, type ReviewCommandContext } from './pending-reviews.ts';
import { createBatchEdit, detachReview, goToQueuePosition, readReview, setReviews } from './review-edits.ts';
import { reviewShared } from './shared-review.ts';
import { resumeReview, startQueue, startReview } from './start-review.ts';
import { texts } from './texts.ts';

/** Maximum number of detections that a filter names. */
const maxIdsOfFilter = 200_000;

const verdictCommands: readonly (Required<Pick<Command, 'title' | 'hotkey'>> & {
  readonly verdict: Verdict;
})[] = [
  { verdict: 'confirmed', title: texts.commands.confirm, hotkey: 'C' },
  { verdict: 'rejected', title: texts.commands.reject, hotkey: 'X' },
  { verdict: 'unsure', title: texts.commands.unsure, hotkey: 'U' },
];

/** The commands about reviewing detections: in a queue, the focused one, or all selected ones. */
export function createReviewCommands(app: App): readonly Command[] {
  const { dock, inspector, results, review, session, ui } = app.stores;
  const queue = () => review.getState().queue;
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
  const notReviewing = () => !isReviewing(review.getState());
  const hasUnsaved = () => review.getState().unsaved !== null || texts.commands.allSaved;
  const isUnderWay = () => isReviewing(review.getState()) || texts.commands.noReview;
  const step = (by: 1 | -1) => {
    const { at = 0, ids } = queue() ?? {};
    const last = (ids?.length ?? 0) - 1;
    goToQueuePosition(app, Math.min(last, Math.max(0, at + by)));
  };
  return [
    {
      id: 'review.start',
      title: texts.commands.start,
      group: 'Review',
      enabled: () => checkHasDetections(app),
      run() {
        ui.getState().showPanel('review');
        focusRegion('side');
      },
    },
    {
      id: 'review.selection',
      title: texts.commands.startSelection,
      group: 'Review',
      enabled: () => results.getState().selectedIds.size > 0 || texts.commands.selectSome,
      async run() {
        ui.getState().showPanel('review');
        review.getState().changeForm({ scope: 'selection' });
        await replaceReview(app, () => startReview(app));
      },
    },
    ...verdictCommands.map(
      ({ verdict, title, hotkey }): Command => ({
        id: `review.${verdict}`,
        title,
        group: 'Review',
        hotkey,
        isKeyShown: areKeysShown,
        ignoresKeyRepeat: true,
        ignoresKeyAfterDialog: notReviewing,
        enabled: hasTarget,
        run: () => setTargetReviews(app, { verdict }),
      }),
    ),
    {
      id: 'review.flag',
      title: texts.commands.flag,
      group: 'Review',
      hotkey: 'F',
      isKeyShown: areKeysShown,
      ignoresKeyRepeat: true,
      ignoresKeyAfterDialog: notReviewing,
      enabled: hasTarget,
      run: () => toggleFlag(app),
    },
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
    {
      id: 'review.next',
      title: texts.commands.next,
      group: 'Review',
      reviewKeys: ['J', 'ArrowRight'],
      enabled: isUnderWay,
      run: () => step(1),
    },
    {
      id: 'review.previous',
      title: texts.commands.previous,
      group: 'Review',
      reviewKeys: ['K', 'ArrowLeft'],
      enabled: isUnderWay,
      run: () => step(-1),
    },
    {
      id: 'review.pause',
      title: texts.commands.pause,
      group: 'Review',
      hotkey: 'Q',
      isKeyShown: () =>
        reviewStage(review.getState(), ui.getState()) !== null ||
        (ui.getState().panel === 'review' && isPanelShown(ui.getState(), 'side')),
      enabled: () => queue() !== null || texts.commands.noReview,
      run() {
        if (isReviewing(review.getState())) pauseReview(app);
        else resumeReview(app);
      },
    },
    {
      id: 'review.large-chip',
      title: texts.commands.largeChip,
      group: 'Review',
      hotkey: 'shift+C',
      enabled: () => !isReviewing(review.getState()) || texts.commands.alwaysLarge,
      run: () => review.getState().toggleChipLarge(),
    },
  ];
}

/** The commands with which other features review detections. */
export function createReviewInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'review.set',
      title: texts.commands.review,
      run: ({ ids, change, message }) => setReviews(app, ids, change, message),
    },
    {
      id: 'review.record-batch',
      title: texts.commands.review,
      run: ({ message, ...batch }) => recordEdit(app, createBatchEdit(app, batch), message),
    },
    {
      id: 'review.detach',
      title: texts.commands.detach,
      run: ({ detectionId }) => detachReview(app, detectionId),
    },
    {
      id: 'review.start-queue',
      title: texts.commands.reviewDetections,
      async run({ title, filter, order, skipsJudged }) {
        app.stores.ui.getState().showPanel('review');
        await replaceReview(app, () => startQueue(app, { title, filter }, { order, skipsJudged }));
      },
    },
    {
      id: 'review.shared',
      title: texts.commands.reviewShared,
      async run({ queue }) {
        app.stores.ui.getState().showPanel('review');
        const isUnderWay = app.stores.review.getState().queue?.sharedQueue === queue;
        if (isUnderWay) await reviewShared(app, queue);
        else await replaceReview(app, () => reviewShared(app, queue));
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
async function setTargetReviews(app: ReviewCommandContext, change: ReviewChange): Promise<void> {
  const { results, review } = app.stores;
  const { selectedIds } = results.getState();
  if (selectedIds.size > 1 && !isReviewing(review.getState())) {
    review.getState().setPendingConfirmation({ ids: [...selectedIds], change });
    return;
  }
  const id = targetId(app);
  if (id !== undefined) await setReviews(app, [id], change);
}

async function toggleFlag(app: ReviewCommandContext): Promise<void> {
  const { results, review } = app.stores;
  const { selectedIds } = results.getState();
  const { queue } = review.getState();
  const id = targetId(app);
  // Several detections are always flagged; unflagging some of them would be surprising.
  if (id === undefined || (selectedIds.size > 1 && !isReviewing({ queue }))) {
    await setTargetReviews(app, { flagged: true });
    return;
  }
  const code = queue?.stateCodes[queue.ids.indexOf(id)];
  const flagged = code === undefined ? ((await readReview(app, id))?.flagged ?? false) : isFlagged(code);
  await setReviews(app, [id], { flagged: !flagged });
}

/** Pauses the queue at its position. */
export function pauseReview({ stores: { review } }: Pick<App, 'stores'>): void {
  review.getState().haltQueue('paused');
}

/** Ends the queue at its position and shows the summary, from which it can be continued. */
export function endReview({ stores: { review } }: Pick<App, 'stores'>): void {
  const { queue, haltQueue } = review.getState();
  if (!queue) return;
  const { remaining } = queueProgress(queue);
  haltQueue('finished');
  announce(`${texts.doneTitle(remaining)}. ${texts.withoutVerdict(remaining)}`);
}

/**
 * Calls `replace`, which discards the queue or starts another; while detections have no verdict, asks first. Waits
 * until the saved queue of the workspace is loaded, so that it is not replaced without a question. When it cannot be
 * loaded, only the form replaces it, with a note. Without effect when another workspace is opened before.
 */
export async function replaceReview(
  { stores: { review, session } }: Pick<App, 'stores'>,
  replace: () => void | Promise<void>,
): Promise<void> {
  const workspace = workspaceKey(session.getState().session);
  const loadState = await loadedState(review);
  if (workspaceKey(session.getState().session) !== workspace) return;
  const { queue, setPendingReplacement } = review.getState();
  if (loadState !== 'ready' && !queue) {
    notifyFailure(loadState, texts.failures.savedNotLoaded);
    return;
  }
  if (queue && queueProgress(queue).remaining > 0) setPendingReplacement(replace);
  else await replace();
}

/** Resolves with `ready` once the saved queue is loaded, or with why it cannot be. */
function loadedState(review: App['stores']['review']): Promise<'ready' | Failure> {
  return new Promise((resolve) => {
    const { loadState } = review.getState();
    if (loadState !== 'loading') {
      resolve(loadState);
      return;
    }
    const stop = review.subscribe((state) => {
      if (state.loadState === 'loading') return;
      stop();
      resolve(state.loadState);
    });
  });
}

/** Discards the queue, so that another can be started; the verdicts stay. */
export function discardReview(app: Pick<App, 'stores'>): Promise<void> {
  return replaceReview(app, () => app.stores.review.getState().setQueue(null));
}

/** Starts a queue of the detections of the current one with the verdict “unsure”. */
export async function reviewUnsure(app: Pick<App, 'stores'>): Promise<void> {
  const { queue } = app.stores.review.getState();
  if (!queue) return;
  const ids = [...idsByVerdict(queue, (verdict) => verdict === 'unsure')];
  const source = { title: texts.form.unsureOf(queue.title).slice(0, 1000), filter: { ids } };
  await replaceReview(app, () => startQueue(app, source, { order: 'pass', skipsJudged: false }));
}

/** Starts a queue of the detections without a verdict in an area, and zooms to it. */
export function reviewArea(app: Pick<App, 'engine' | 'stores'>, area: Area): Promise<void> {
  const source = { title: area.name, filter: { within: shapeToRings(area.shape) } };
  return replaceReview(app, () => {
    app.stores.ui.getState().showPanel('review');
    zoomToArea(app, area);
    return startQueue(app, source, { order: 'pass', skipsJudged: true });
  });
}

/** Selects the confirmed detections of the queue, and opens the export dialog with reviews included. */
export function exportConfirmed({ stores, commands }: Pick<App, 'stores' | 'commands'>): void {
  const { queue } = stores.review.getState();
  if (!queue) return;
  void commands.runWith('export.reviewed', {
    ids: idsByVerdict(queue, (verdict) => verdict === 'confirmed'),
  });
}

/** Selects the detections of the queue with a verdict, and opens the export dialog with reviews included. */
export function exportReviewed({ stores, commands }: Pick<App, 'stores' | 'commands'>): void {
  const { queue } = stores.review.getState();
  if (!queue) return;
  void commands.runWith('export.reviewed', { ids: idsByVerdict(queue, (verdict) => verdict !== null) });
}

/** Shows the rejected detections of the queue on the map and in the table. */
export function showRejected({ stores: { results, review, dock, ui } }: Pick<App, 'stores'>): void {
  const { queue } = review.getState();
  if (!queue) return;
  review.getState().setSummaryOpen(false);
  results.getState().clearFilter();
  const ids = idsByVerdict(queue, (verdict) => verdict === 'rejected');
  // A filter names no more ids; then it shows those of the whole workspace.
  const isListed = ids.length <= maxIdsOfFilter;
  results.getState().setFilter({ verdicts: ['rejected'], ...(isListed && { ids: [...ids] }) });
  dock.getState().setTab('table');
  ui.getState().setDockOpen(true);
}
