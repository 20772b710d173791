import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';

/** The orders and submissions that the workspace knows. Its error is a `FailureError`. */
export function useOrderList() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.orders(),
    queryFn: async ({ signal }) => unwrap(await api.orders.list.query(undefined, { signal })),
  });
}
