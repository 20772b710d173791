import { fail, type Result, succeed } from '../../shared/result.ts';
import type { DetectionFilter, DetectionPage } from '../../shared/results/detection.ts';
import { longestReviewQueue, type ReviewQueueOrder } from '../../shared/review/review-queue.ts';
import { fetchIds } from '../api/fetch-ids.ts';
import { fetchQueue } from '../api/fetch-queue.ts';
import type { App } from '../app/app-context.tsx';
import { formatCount, formatQuantity } from '../components/format.ts';
import { describeFilter } from '../panels/dock/describe-filter.ts';
import { type ReviewQueue, refreshQueue, type WorkspaceStandings } from '../stores/review-queue.ts';
import type { ReviewScope } from '../stores/review-store.ts';
import { goToPlace, type ReviewWork } from './review-work.ts';

/** Most detections of a selection that a queue is made of. */
const mostSelected = 200_000;

/** Begins the queue that the form asks for, in place of the one there is. What is wrong is shown at the form. */
export async function startReview(app: Pick<App, 'stores'>): Promise<void> {
  const { review } = app.stores;
  const { form } = review.getState();
  const scope = scopeFilter(app, form.scope);
  if (!scope.ok) review.setState({ startFailure: scope.failure });
  else await beginQueue(app, scope.value, form);
}

/** What a new queue is made of. */
export type QueueSource = { readonly title: string; readonly filter: DetectionFilter };

/** Begins a queue of what a filter leaves. */
export async function beginQueue(
  app: Pick<App, 'stores'>,
  { title, filter }: QueueSource,
  { order, skipsJudged }: { readonly order: ReviewQueueOrder; readonly skipsJudged: boolean },
): Promise<void> {
  const { review, results, dock } = app.stores;
  if (review.getState().starting) return;
  review.setState({ starting: true, startFailure: null });
  try {
    const queue = await readQueue(filter, sortOf(order, dock.getState().sort), skipsJudged);
    if (!queue.ok) {
      review.setState({ startFailure: queue.failure });
      return;
    }
    const startedAt = new Date().toISOString();
    review.setState({
      queue: { ...queue.value, title, skipsJudged, startedAt, at: 0, state: 'running', gone: 0 },
      noting: null,
    });
    results.getState().setChipOnMap(false);
    goToPlace(app, 0);
  } finally {
    review.setState({ starting: false });
  }
}

async function readQueue(
  filter: DetectionFilter,
  order: DetectionPage['sort'] | 'pass',
  skipsJudged: boolean,
): Promise<Result<Pick<ReviewQueue, 'ids' | 'standings'>>> {
  const states = filter.verdicts ?? ['unreviewed'];
  const wanted: DetectionFilter = skipsJudged
    ? { ...filter, verdicts: states.filter((state) => state === 'unreviewed') }
    : filter;
  const found = await fetchQueue(wanted, order);
  if (!found.ok) return found;
  const { value: ids } = found;
  if (ids.length === 0) {
    return fail(
      'not-found',
      skipsJudged
        ? 'There is no detection without a verdict among these. Choose others, or include those that have one.'
        : 'There are no detections among these.',
    );
  }
  if (ids.length > longestReviewQueue) {
    return fail(
      'invalid-input',
      `A queue has at most ${formatCount(longestReviewQueue)} detections; these are ${formatCount(ids.length)}. Restrict them with the filter.`,
    );
  }
  const workspace = await readStandings();
  if (!workspace.ok) return workspace;
  const empty = { ids, standings: new Uint8Array(ids.length), at: 0, gone: 0 };
  return succeed(refreshQueue(empty, workspace.value));
}

/** How the detections of the workspace stand. */
export async function readStandings(): Promise<Result<WorkspaceStandings>> {
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

/** The detections of a scope, and what they are in words. */
function scopeFilter({ stores: { results } }: Pick<App, 'stores'>, scope: ReviewScope): Result<QueueSource> {
  const { filter, selectedIds } = results.getState();
  switch (scope) {
    case 'all':
      return succeed({ title: 'All detections', filter: {} });
    case 'filter': {
      const parts = describeFilter(filter).map(({ text }) => text);
      return succeed({ title: parts.join(' · ').slice(0, 1000) || 'All detections', filter });
    }
    case 'selection':
      if (selectedIds.size === 0) return fail('invalid-input', 'Nothing is selected.');
      if (selectedIds.size > mostSelected) {
        return fail(
          'invalid-input',
          `At most ${formatCount(mostSelected)} selected detections can be reviewed at once. Use the filter.`,
        );
      }
      return succeed({
        title: `Selection of ${formatQuantity(selectedIds.size, 'detection')}`,
        filter: { ids: [...selectedIds] },
      });
  }
}

function sortOf(order: ReviewQueueOrder, tableSort: DetectionPage['sort']): DetectionPage['sort'] | 'pass' {
  switch (order) {
    case 'pass':
      return 'pass';
    case 'newest':
      return { field: 'collected', order: 'DESC' };
    case 'unsure-first':
      return { field: 'confidence', order: 'ASC' };
    case 'table':
      return tableSort;
  }
}

/** Goes on with a queue that stands still, where it stood. */
export function resumeReview(app: ReviewWork): void {
  const { queue } = app.stores.review.getState();
  if (queue) goToPlace(app, queue.at);
}
