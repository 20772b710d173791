import { useQuery } from '@tanstack/react-query';
import { useApp } from '../app/app-context.tsx';
import { queryKeys } from './query-keys.ts';

/** How many chips the disk cache holds, and their bytes. */
export function useChipStats() {
  const { api } = useApp();
  return useQuery({ queryKey: queryKeys.chipStats(), queryFn: () => api.results.chipStats.query() });
}
