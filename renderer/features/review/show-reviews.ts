import type { DetectionDetail, DetectionRow } from '../../../shared/results/detection.ts';
import { emptyReview, type Review } from '../../../shared/review/review.ts';
import {
  applyReviewChange,
  type ReviewChange,
  type ReviewEntry,
} from '../../../shared/review/review-change.ts';
import { invalidateQueries } from '../../api/invalidate-queries.ts';
import type { App } from '../../context/app-context.tsx';
import { isOutdatedBy } from '../../context/outdated-queries.ts';
import { isFlagged, type ReviewStateCode, reviewStateCode, verdictOf } from '../../stores/review-queue.ts';

type ReviewViews = Pick<App, 'queries' | 'queryClient' | 'stores'>;

/** Changes of at most this many detections are shown before they are written. */
const maxShownEarly = 1_000;

/** Shows a change that is not written yet. Returns the former codes of the detections in the queue. */
export function showChange(
  { queries, queryClient, stores: { review } }: ReviewViews,
  ids: readonly number[],
  change: ReviewChange,
): ReadonlyMap<number, ReviewStateCode> {
  const before = new Map<number, ReviewStateCode>();
  if (ids.length > maxShownEarly) return before;
  const { queue, setStateCodes } = review.getState();
  const after = new Map<number, ReviewStateCode>();
  for (const id of ids) {
    const code = queue?.stateCodes[queue.ids.indexOf(id)];
    if (code === undefined) continue;
    before.set(id, code);
    const { verdict = verdictOf(code), flagged = isFlagged(code) } = change;
    after.set(id, reviewStateCode({ verdict, flagged }));
  }
  setStateCodes(after);
  updateCachedReviews(
    { queries, queryClient },
    ids.map((id) => ({ id, change })),
  );
  return before;
}

/** Shows reviews as they are stored. */
export function showReviews(
  { queries, queryClient, stores: { review } }: ReviewViews,
  reviews: readonly ReviewEntry[],
): void {
  if (reviews.length === 0) return;
  review.getState().setStateCodes(new Map(reviews.map((each) => [each.id, reviewStateCode(each.review)])));
  updateCachedReviews({ queries, queryClient }, reviews);
}

/** Shows the codes that `showChange` returned, in this order, and reads again what else shows reviews. */
export function showStored(
  { queryClient, stores: { review } }: ReviewViews,
  codes: readonly ReadonlyMap<number, ReviewStateCode>[],
): void {
  for (const each of codes) review.getState().setStateCodes(each);
  void invalidateQueries(queryClient, { predicate: isOutdatedBy('reviews') });
}

/** The current review of a detection, or a change of it that is being written. */
type LatestReview =
  | { readonly id: number; readonly review: Review | null }
  | { readonly id: number; readonly change: ReviewChange };

/** Applies reviews and changes of them to cached query data, before it is refetched. */
export function updateCachedReviews(
  { queries, queryClient }: Pick<App, 'queries' | 'queryClient'>,
  latest: readonly LatestReview[],
): void {
  const byId = new Map(latest.map((entry) => [entry.id, entry]));
  const withReviews = <Row extends DetectionRow>(rows: readonly Row[]): readonly Row[] =>
    rows.some(({ id }) => byId.has(id)) ? rows.map((row) => withReview(row, byId.get(row.id))) : rows;
  queryClient.setQueriesData<{ readonly rows: readonly DetectionRow[] }>(
    queries.results.page.pathFilter(),
    (page) => {
      const rows = page && withReviews(page.rows);
      return page && rows && rows !== page.rows ? { ...page, rows } : page;
    },
  );
  queryClient.setQueriesData<readonly DetectionRow[]>(
    queries.results.detections.pathFilter(),
    (rows) => rows && withReviews(rows),
  );
  for (const entry of latest) {
    const queryKey = queries.results.detail.queryKey(entry.id);
    queryClient.setQueryData<DetectionDetail | null>(
      queryKey,
      (detail) => detail && { ...detail, detection: withReview(detail.detection, entry) },
    );
    // The response of a running request may be older than what was written.
    if ('review' in entry && queryClient.isFetching({ queryKey }) > 0)
      void invalidateQueries(queryClient, { queryKey });
  }
}

function withReview<Row extends DetectionRow>(row: Row, entry: LatestReview | undefined): Row {
  return entry
    ? {
        ...row,
        review: 'review' in entry ? entry.review : applyReviewChange(row.review ?? emptyReview, entry.change),
      }
    : row;
}
