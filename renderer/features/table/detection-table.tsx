import { useMemo } from 'react';
import { toFailure } from '../../../api/failure-error.ts';
import { useDock, useResults } from '../../../app/use-stores.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { LoadingState } from '../../../components/loading-state.tsx';
import { NoMatch } from '../no-match.tsx';
import { useFilteredCounts } from '../use-filtered-counts.ts';
import { DetectionGrid } from './detection-grid.tsx';
import { useColumns } from './use-columns.ts';

/** The table, or what stands in its place while there is nothing to show. */
export function DetectionTable() {
  const filter = useResults((state) => state.filter);
  const sort = useDock((state) => state.sort);
  const filtered = useFilteredCounts();
  const { layout, properties } = useColumns();
  const query = useMemo(() => ({ filter, sort }), [filter, sort]);
  if (filtered.error) {
    return <FailureNote failure={toFailure(filtered.error)} onRetry={() => void filtered.refetch()} />;
  }
  if (!filtered.data) return <LoadingState label="Counting" />;
  if (filtered.data.detections === 0) return <NoMatch />;
  return (
    <DetectionGrid query={query} total={filtered.data.detections} layout={layout} properties={properties} />
  );
}
