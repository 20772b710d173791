import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DetectionDetail, DetectionRow } from '../../shared/results/detection.ts';
import { emptyReview, type Review } from '../../shared/review/review.ts';
import { queryKeys } from '../api/query-keys.ts';
import type { LatestReview, ReviewStore } from '../stores/review-store.ts';

/** Puts what was said last into the answers that panels show, before they are asked for again. */
export function showLatestReviews(queryClient: QueryClient, latest: ReviewStore['latest']): void {
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
    if ('review' in entry && queryClient.isFetching({ queryKey }) > 0) void askAgain(queryClient, queryKey);
  }
}

/** An answer on its way may be older than what was written. The first one would not be given up for a newer one. */
async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

function withReview<Row extends DetectionRow>(row: Row, entry: LatestReview | undefined): Row {
  return entry
    ? { ...row, review: 'review' in entry ? entry.review : changed(row.review, entry.change) }
    : row;
}

/** Who says so and when is known only once it is written. */
function changed(
  review: Review | null,
  change: Extract<LatestReview, { change: unknown }>['change'],
): Review {
  const { verdict, flagged, note } = change;
  const before = review ?? emptyReview;
  return {
    ...before,
    reviewer: '',
    ...(verdict === undefined ? {} : { verdict }),
    ...(flagged === undefined ? {} : { flagged }),
    ...(note === undefined ? {} : { note }),
  };
}
