import type { Verdict } from '../../shared/review/review.ts';
import type { ReviewChange } from '../../shared/review/review-change.ts';
import type { App } from '../app/app-context.tsx';
import { focusRegion } from '../app/focus-region.ts';
import { readExportChoice, rememberExportChoice } from '../panels/export/export-choice.ts';
import { idsStanding, isFlagged } from '../stores/review-queue.ts';
import { isReviewing } from '../stores/review-store.ts';
import type { Command } from './command.ts';
import { goToPlace, type ReviewWork, readReview, sayOf, undoSaid } from './review-work.ts';
import { beginQueue, resumeReview } from './start-review.ts';

const verdictCommands: readonly (Pick<Command, 'title'> & {
  readonly verdict: Verdict;
  readonly keys: Pick<Command, 'hotkey' | 'reviewKeys'>;
})[] = [
  { verdict: 'confirmed', title: 'Confirm the detection', keys: { hotkey: 'C' } },
  { verdict: 'rejected', title: 'Reject the detection', keys: { hotkey: 'X' } },
  { verdict: 'unsure', title: 'Mark the detection as unsure', keys: { reviewKeys: ['U'] } },
];

/** Judging detections: one after the other in a queue, the one that is looked at, or all that are selected. */
export function createReviewCommands(app: App): readonly Command[] {
  const { results, review, session, ui, workspace } = app.stores;
  const queue = () => review.getState().queue;
  const canWrite = () =>
    session.getState().session?.workspace === 'open' ||
    'This workspace is read-only, so nothing can be said of its detections.';
  const hasTarget = () =>
    canWrite() === true
      ? results.getState().focusedId !== null ||
        results.getState().selectedIds.size > 0 ||
        'Choose a detection first.'
      : canWrite();
  const isUnderWay = () => isReviewing(review.getState()) || 'No review is under way.';
  const step = (by: 1 | -1) => {
    const { at = 0, ids } = queue() ?? {};
    const last = (ids?.length ?? 0) - 1;
    goToPlace(app, Math.min(last, Math.max(0, at + by)));
  };
  return [
    {
      id: 'review.start',
      title: 'Review detections one by one',
      group: 'Review',
      enabled() {
        const { counts } = workspace.getState();
        const hasSome = counts.state === 'ready' && counts.value.detections > 0;
        return hasSome || 'There are no detections in this workspace yet. Fetch some first.';
      },
      run() {
        ui.getState().showPanel('review');
        focusRegion('side');
      },
    },
    ...verdictCommands.map(
      ({ verdict, title, keys }): Command => ({
        id: `review.${verdict}`,
        title,
        group: 'Review',
        ...keys,
        isOnce: true,
        enabled: hasTarget,
        run: () => sayOfTarget(app, { verdict }),
      }),
    ),
    {
      id: 'review.flag',
      title: 'Flag the detection, or take the flag away',
      group: 'Review',
      hotkey: 'F',
      isOnce: true,
      enabled: hasTarget,
      run: () => toggleFlag(app),
    },
    {
      id: 'review.unreviewed',
      title: 'Take the verdict away',
      group: 'Review',
      enabled: hasTarget,
      run: () => sayOfTarget(app, { verdict: null }),
    },
    {
      id: 'review.note',
      title: 'Write a note on the detection',
      group: 'Review',
      reviewKeys: ['N'],
      enabled: () =>
        canWrite() === true
          ? results.getState().focusedId !== null || 'Choose a detection first.'
          : canWrite(),
      run: () => review.setState({ noting: results.getState().focusedId }),
    },
    {
      id: 'review.undo',
      title: 'Undo the last verdict, flag or note',
      group: 'Review',
      hotkey: 'mod+Z',
      reviewKeys: ['Z'],
      enabled: canWrite,
      run: () => undoSaid(app),
    },
    {
      id: 'review.next',
      title: 'Next detection of the review',
      group: 'Review',
      reviewKeys: ['J', 'ArrowRight'],
      enabled: isUnderWay,
      run: () => step(1),
    },
    {
      id: 'review.previous',
      title: 'Previous detection of the review',
      group: 'Review',
      reviewKeys: ['K', 'ArrowLeft'],
      enabled: isUnderWay,
      run: () => step(-1),
    },
    {
      id: 'review.pause',
      title: 'Pause or resume the review',
      group: 'Review',
      hotkey: 'Q',
      enabled: () => queue() !== null || 'No review is under way.',
      run() {
        if (isReviewing(review.getState())) pauseReview(app);
        else resumeReview(app);
      },
    },
    {
      id: 'review.large-chip',
      title: 'Show the chip large, or small again',
      group: 'Review',
      hotkey: 'shift+C',
      enabled: () => !isReviewing(review.getState()) || 'While a review is under way the chip is large.',
      run: () => review.setState(({ isChipLarge }) => ({ isChipLarge: !isChipLarge })),
    },
  ];
}

/** Says it of what is meant: a selection of several after asking, else the detection that is looked at. */
async function sayOfTarget(app: ReviewWork, change: ReviewChange): Promise<void> {
  const { results, review } = app.stores;
  const { focusedId, selectedIds } = results.getState();
  if (selectedIds.size > 1 && !isReviewing(review.getState())) {
    review.setState({ asking: { ids: [...selectedIds], change } });
    return;
  }
  const [only] = selectedIds;
  const id = focusedId ?? only;
  if (id !== undefined) await sayOf(app, [id], change);
}

async function toggleFlag(app: ReviewWork): Promise<void> {
  const { results, review } = app.stores;
  const { focusedId, selectedIds } = results.getState();
  const { queue } = review.getState();
  const [only] = selectedIds;
  const id = focusedId ?? only;
  // Several are flagged; taking away the flags of some and not of others would surprise.
  if (id === undefined || (selectedIds.size > 1 && !isReviewing({ queue }))) {
    await sayOfTarget(app, { flagged: true });
    return;
  }
  const standing = queue?.standings[queue.ids.indexOf(id)];
  const flagged =
    standing === undefined ? ((await readReview(app, id))?.flagged ?? false) : isFlagged(standing);
  await sayOf(app, [id], { flagged: !flagged });
}

/** Puts the queue aside; it stays where it stands. */
export function pauseReview({ stores: { review } }: Pick<App, 'stores'>): void {
  review.setState(({ queue }) => ({ queue: queue && { ...queue, state: 'paused' }, noting: null }));
}

/** Ends the queue; the verdicts stay. */
export function endReview({ stores: { review } }: Pick<App, 'stores'>): void {
  review.setState({ queue: null, noting: null });
}

/** Begins a queue of those of the present one that somebody was unsure of. */
export async function reviewUnsure(app: Pick<App, 'stores'>): Promise<void> {
  const { queue } = app.stores.review.getState();
  if (!queue) return;
  const ids = [...idsStanding(queue, (verdict) => verdict === 'unsure')];
  await beginQueue(
    app,
    { title: `Unsure ones of: ${queue.title}`.slice(0, 1000), filter: { ids } },
    { order: 'pass', skipsJudged: false },
  );
}

/** Selects what has a verdict in the queue, and asks how it is to be exported; what was said goes along. */
export function exportReviewed({ stores, commands }: Pick<App, 'stores' | 'commands'>): void {
  const { queue } = stores.review.getState();
  if (!queue) return;
  stores.results.getState().setSelected(idsStanding(queue, (verdict) => verdict !== null));
  rememberExportChoice({ ...readExportChoice(), reviews: true });
  commands.run('results.export');
}

/** Shows those that were rejected on the map and in the table. */
export function showRejected({ stores: { results, dock, ui } }: Pick<App, 'stores'>): void {
  results.getState().clearFilter();
  results.getState().setFilter({ verdicts: ['rejected'] });
  dock.setState({ tab: 'table' });
  ui.getState().setDockOpen(true);
}
