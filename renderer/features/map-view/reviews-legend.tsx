import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';
import styles from './legend.module.css';
import { texts } from './texts.ts';

/** How reviews change the symbols of detections; only the review states that occur. */
export function ReviewsLegend() {
  const isDense = useUi((state) => state.density !== null);
  const hasRejected = useIsAny({ verdicts: ['rejected'] });
  const hasFlagged = useIsAny({ flagged: true });
  if (!hasRejected && !hasFlagged) return null;
  return (
    <div className={styles.group}>
      {hasRejected && !isDense ? (
        <span className={styles.symbol}>
          <span className={`${styles.dot} ${styles.rejectedSymbol}`} aria-hidden />
          {texts.legend.rejected}
        </span>
      ) : null}
      {hasFlagged ? (
        <span className={styles.symbol}>
          <span className={`${styles.dot} ${styles.flaggedSymbol}`} aria-hidden />
          {texts.legend.flagged}
        </span>
      ) : null}
    </div>
  );
}

function useIsAny(filter: DetectionFilter): boolean {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.counts(filter),
    queryFn: async ({ signal }) => unwrap(await api.results.counts.query(filter, { signal })),
    placeholderData: keepPreviousData,
  });
  return (data?.detections ?? 0) > 0;
}
