import { useMemo } from 'react';
import { isComputedField } from '../../../shared/results/detection-field.ts';
import { NoMatch } from '../../context/no-match.tsx';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useDock, useResults } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { DetectionGrid } from './detection-grid.tsx';
import { texts } from './texts.ts';
import { useColumns } from './use-columns.ts';
import type { DetectionQuery } from './use-detection-pages.ts';

/** The table, or its loading, empty or failed state. */
export function DetectionTable() {
  const filter = useResults((state) => state.filter);
  const sort = useDock((state) => state.sort);
  const filtered = useFilteredCounts();
  const { layout, properties } = useColumns();
  const query = useMemo((): DetectionQuery => {
    const computedFields = layout.map(({ field }) => field).filter(isComputedField);
    return computedFields.length === 0 ? { filter, sort } : { filter, sort, computedFields };
  }, [filter, sort, layout]);
  if (filtered.error) {
    return <FailureNote failure={toFailure(filtered.error)} onRetry={() => void filtered.refetch()} />;
  }
  if (!filtered.data) return <LoadingState label={texts.grid.counting} />;
  if (filtered.data.detections === 0) return <NoMatch />;
  return (
    <DetectionGrid query={query} total={filtered.data.detections} layout={layout} properties={properties} />
  );
}
