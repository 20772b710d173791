import { queryOptions } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { unwrap } from './failure-error.ts';
import { queryKeys } from './query-keys.ts';

/** The orders and submissions that the workspace knows; one answer in the cache for all who show them. */
export function orderListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.orders(),
    queryFn: async ({ signal }) => unwrap(await api.orders.list.query(undefined, { signal })),
  });
}
