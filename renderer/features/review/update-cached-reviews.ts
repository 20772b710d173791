import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DetectionDetail, DetectionRow } from '../../../shared/results/detection.ts';
import { emptyReview } from '../../../shared/review/review.ts';
import { applyReviewChange } from '../../../shared/review/review-change.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { LatestReview, ReviewStore } from '../../stores/review-store.ts';

/** Applies the latest review changes to cached query data, before it is refetched. */
export function updateCachedReviews(queryClient: QueryClient, latest: ReviewStore['latestReviews']): void {
  if (latest === 'unknown') {
    void queryClient.invalidateQueries({ queryKey: ['results'] });
    return;
  }
  if (latest.length === 0) return;
  const byId = new Map(latest.map((entry) => [entry.id, entry]));
  const withReviews = <Row extends DetectionRow>(rows: readonly Row[]): readonly Row[] =>
    rows.some(({ id }) => byId.has(id)) ? rows.map((row) => withReview(row, byId.get(row.id))) : rows;
  queryClient.setQueriesData<{ readonly rows: readonly DetectionRow[] }>(
    { queryKey: ['results', 'page'] },
    (page) => {
      const rows = page && withReviews(page.rows);
      return page && rows && rows !== page.rows ? { ...page, rows } : page;
    },
  );
  queryClient.setQueriesData<readonly DetectionRow[]>(
    { queryKey: ['results', 'detections'] },
    (rows) => rows && withReviews(rows),
  );
  for (const entry of latest) {
    const queryKey = queryKeys.detectionDetail(entry.id);
    queryClient.setQueryData<DetectionDetail | null>(
      queryKey,
      (detail) => detail && { ...detail, detection: withReview(detail.detection, entry) },
    );
    if ('review' in entry && queryClient.isFetching({ queryKey }) > 0) void refetch(queryClient, queryKey);
  }
}

/** Restarts a query: a response of a running request may be older than what was written. */
async function refetch(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

function withReview<Row extends DetectionRow>(row: Row, entry: LatestReview | undefined): Row {
  return entry
    ? {
        ...row,
        review: 'review' in entry ? entry.review : applyReviewChange(row.review ?? emptyReview, entry.change),
      }
    : row;
}
