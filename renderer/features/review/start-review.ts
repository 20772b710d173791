import { fail, type Result, succeed } from '../../../shared/result.ts';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import type { DetectionFilter, DetectionPageRequest } from '../../../shared/results/detection.ts';
import { unreviewedFilter } from '../../../shared/results/unreviewed-filter.ts';
import { maxReviewQueueLength, type ReviewQueueOrder } from '../../../shared/review/review-queue.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { fetchIds, fetchSortedIds } from '../../context/fetch-ids.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { type ReviewQueue, refreshQueue, type WorkspaceReviewStates } from '../../stores/review-queue.ts';
import type { ReviewScope } from '../../stores/review-store.ts';
import { goToQueuePosition } from './review-commands.ts';
import { texts } from './texts.ts';

/** Maximum number of selected detections in a queue. */
const maxSelected = 200_000;

/** Starts the queue described by the form, replacing an existing one. Problems are shown at the form. */
export async function startReview(app: Pick<App, 'stores'>): Promise<void> {
  const { review } = app.stores;
  const { form } = review.getState();
  const scope = scopeFilter(app, form.scope);
  if (!scope.ok) review.getState().setStartFailure(scope.failure);
  else await startQueue(app, scope.value, form);
}

/** The title and filter of a new queue, and the shared queue of the team that its detections were leased from, if any. */
export type QueueSource = {
  readonly title: string;
  readonly filter: DetectionFilter;
  readonly sharedQueue?: string;
};

/**
 * Starts a queue of the detections that match a filter; without effect when another workspace is opened in the
 * meantime. Where all are without a verdict, the one in the inspector comes first, and those before it come last.
 */
export async function startQueue(
  app: Pick<App, 'stores'>,
  { title, filter, sharedQueue }: QueueSource,
  { order, skipsJudged }: { readonly order: ReviewQueueOrder; readonly skipsJudged: boolean },
): Promise<void> {
  const { review, results, dock, session, ui } = app.stores;
  if (review.getState().isStarting) return;
  const workspace = workspaceKey(session.getState().session);
  const isSameWorkspace = () => workspaceKey(session.getState().session) === workspace;
  review.getState().setStarting(true);
  try {
    const { focusedId } = results.getState();
    // A queue that visits judged ones, too, begins at its first.
    const first = skipsJudged && isPanelShown(ui.getState(), 'inspector') ? focusedId : null;
    const queue = await readQueue(filter, sortOf(order, dock.getState().sort), { skipsJudged, first });
    // The ids are those of the workspace in which the review was started.
    if (!isSameWorkspace()) return;
    if (!queue.ok) return review.getState().setStartFailure(queue.failure);
    const startedAt = new Date().toISOString();
    review.getState().setQueue({
      ...queue.value,
      ...{ title, skipsJudged, startedAt, at: 0, state: 'running', missingCount: 0 },
      ...(sharedQueue === undefined ? {} : { sharedQueue }),
    });
    results.getState().setChipOnMap(false);
    goToQueuePosition(app, 0);
  } finally {
    if (isSameWorkspace()) review.getState().setStarting(false);
  }
}

async function readQueue(
  filter: DetectionFilter,
  order: DetectionPageRequest['sort'] | 'pass',
  { skipsJudged, first }: { readonly skipsJudged: boolean; readonly first: number | null },
): Promise<Result<Pick<ReviewQueue, 'ids' | 'stateCodes'>>> {
  const found = await fetchSortedIds(queueFilter(filter, skipsJudged), order);
  if (!found.ok) return found;
  const ids = beginAt(found.value, first);
  if (ids.length === 0) {
    return fail('not-found', skipsJudged ? texts.form.allReviewed : texts.form.none);
  }
  if (ids.length > maxReviewQueueLength) {
    return fail('invalid-input', texts.form.tooMany(maxReviewQueueLength, ids.length));
  }
  const workspace = await readReviewStates();
  if (!workspace.ok) return workspace;
  const empty = { ids, stateCodes: new Uint8Array(ids.length), at: 0, missingCount: 0 };
  return succeed(refreshQueue(empty, workspace.value));
}

/** The ids in their order from `first` on, then those before; unchanged where it is not among them. */
function beginAt(ids: Uint32Array, first: number | null): Uint32Array {
  const at = first === null ? 0 : Math.max(0, ids.indexOf(first));
  if (at === 0) return ids;
  const rotated = new Uint32Array(ids.length);
  rotated.set(ids.subarray(at));
  rotated.set(ids.subarray(0, at), ids.length - at);
  return rotated;
}

/** The filter of a queue: of the matching detections, if `skipsJudged` only those without a verdict. */
export function queueFilter(filter: DetectionFilter, skipsJudged: boolean): DetectionFilter {
  return skipsJudged ? unreviewedFilter(filter) : filter;
}

/** Reads the review states of all detections in the workspace. */
export async function readReviewStates(): Promise<Result<WorkspaceReviewStates>> {
  const filters: readonly DetectionFilter[] = [
    {},
    { verdicts: ['confirmed'] },
    { verdicts: ['rejected'] },
    { verdicts: ['unsure'] },
    { flagged: true },
  ];
  const sets: Uint32Array[] = [];
  for (const set of await Promise.all(filters.map(fetchIds))) {
    if (!set.ok) return set;
    sets.push(set.value);
  }
  const [present = none, confirmed = none, rejected = none, unsure = none, flagged = none] = sets;
  return succeed({ present, confirmed, rejected, unsure, flagged });
}

const none = new Uint32Array(0);

/** The filter and title of a scope. */
function scopeFilter({ stores: { results } }: Pick<App, 'stores'>, scope: ReviewScope): Result<QueueSource> {
  const { filter, selectedIds } = results.getState();
  switch (scope) {
    case 'all':
      return succeed({ title: texts.form.all, filter: {} });
    case 'filter': {
      const parts = describeFilter(filter).map(({ text }) => text);
      return succeed({ title: parts.join(' · ').slice(0, 1000) || texts.form.all, filter });
    }
    case 'selection':
      if (selectedIds.size === 0) return fail('invalid-input', texts.form.nothingSelected);
      if (selectedIds.size > maxSelected) {
        return fail('invalid-input', texts.form.tooManySelected(maxSelected));
      }
      return succeed({
        title: texts.form.selection(selectedIds.size),
        filter: { ids: [...selectedIds] },
      });
  }
}

function sortOf(
  order: ReviewQueueOrder,
  tableSort: DetectionPageRequest['sort'],
): DetectionPageRequest['sort'] | 'pass' {
  const sorts = {
    pass: 'pass',
    newest: { field: 'collected', order: 'DESC' },
    'unsure-first': { field: 'confidence', order: 'ASC' },
    table: tableSort,
  } as const;
  return sorts[order];
}

/** Resumes a paused queue at its position. */
export function resumeReview(app: Pick<App, 'stores'>): void {
  const { queue } = app.stores.review.getState();
  if (queue) goToQueuePosition(app, queue.at);
}
