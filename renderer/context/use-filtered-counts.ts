import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { resultQuery } from '../api/result-query.ts';
import { useApp } from './app-context.tsx';
import { useWorkspaceCounts } from './use-live-queries.ts';
import { useResults } from './use-stores.ts';

/** Counts of what the filter leaves. Disabled while no workspace is open. */
export function useFilteredCounts() {
  const { api } = useApp();
  const filter = useResults((state) => state.filter);
  const open = useWorkspaceCounts().state === 'ready';
  return useQuery({
    ...resultQuery(queryKeys.counts(filter), api.results.counts, filter),
    enabled: open,
    placeholderData: keepPreviousData,
  });
}
