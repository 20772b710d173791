import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { useApp } from './app-context.tsx';

/** Queries the size of the chip cache and its limit. */
export function useChipStats() {
  const { api } = useApp();
  return useQuery({ queryKey: queryKeys.chipStats(), queryFn: () => api.chips.stats.query() });
}
