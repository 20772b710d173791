import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../ui/failure-error.ts';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The query of the orders and submissions in the workspace, shared by all components that show them. */
export function orderListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.orders(),
    queryFn: async ({ signal }) => unwrap(await api.orders.list.query(undefined, { signal })),
  });
}
