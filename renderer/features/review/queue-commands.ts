import type { Area } from '../../../shared/areas/area.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import type { Failure } from '../../../shared/result.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import { reviewStage } from '../../context/use-review-stage.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { idsByVerdict, queueProgress } from '../../stores/review-queue.ts';
import { isReviewing } from '../../stores/review-store.ts';
import { announce } from '../../ui/announce.tsx';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { goToQueuePosition } from './review-commands.ts';
import { resumeReview, startQueue, startReview } from './start-review.ts';
import { texts } from './texts.ts';

/** Maximum number of detections that a filter names. */
const maxIdsOfFilter = 200_000;

/** The commands about reviews: starting, moving in and pausing a queue, and the size of the chip. */
export function createQueueCommands(app: App): readonly Command[] {
  const { results, review, ui } = app.stores;
  const isUnderWay = () => isReviewing(review.getState()) || texts.commands.noReview;
  const step = (by: 1 | -1) => {
    const { at = 0, ids } = review.getState().queue ?? {};
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
      enabled: () => review.getState().queue !== null || texts.commands.noReview,
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
  if (loadState !== 'ready' && !queue) return notifyFailure(loadState, texts.failures.savedNotLoaded);
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
  ui.getState().showResults();
}
