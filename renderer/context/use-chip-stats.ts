import { useQuery } from '@tanstack/react-query';
import { useApp } from '../app/app-context.tsx';
import { queryKeys } from './query-keys.ts';

/** How much the chip cache holds, and how much it may. */
export function useChipStats() {
  const { api } = useApp();
  return useQuery({ queryKey: queryKeys.chipStats(), queryFn: () => api.chips.stats.query() });
}
