import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from './app-context.tsx';
import { useWorkspaceCounts } from './use-live-queries.ts';
import { useResults } from './use-stores.ts';

/** Counts of what the filter leaves. Disabled while no workspace is open. */
export function useFilteredCounts() {
  const { queries } = useApp();
  const filter = useResults((state) => state.filter);
  const open = useWorkspaceCounts().state === 'ready';
  return useQuery(
    queries.results.counts.queryOptions(filter, { enabled: open, placeholderData: keepPreviousData }),
  );
}
