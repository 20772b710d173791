import { useQuery } from '@tanstack/react-query';
import { useApp } from '../app/app-context.tsx';
import { queryKeys } from './query-keys.ts';

/** How often the cache is counted again while it is shown; chips come one by one, without an event (milliseconds). */
const recountAfter = 10_000;

/** How many chips the disk cache holds, and their bytes. */
export function useChipStats() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.chipStats(),
    queryFn: () => api.results.chipStats.query(),
    refetchInterval: recountAfter,
  });
}
