import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Result } from '../../../shared/result.ts';
import { setNewerData } from '../../api/invalidate-queries.ts';

/**
 * Returns a function that shows the state that a change has returned in place of the one that was queried. A failure
 * changes nothing, nor does a canceled choice of a file (null).
 */
export function useApplyState<State>(queryKey: QueryKey): (result: Result<State | null>) => void {
  const queryClient = useQueryClient();
  return (result) => {
    if (result.ok && result.value) setNewerData(queryClient, queryKey, result.value);
  };
}
