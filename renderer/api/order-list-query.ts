import { queryOptions } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { resultQuery } from './result-query.ts';

/** The query of the orders and submissions in the workspace, shared by all components that show them. */
export function orderListQuery(api: Api) {
  return queryOptions(resultQuery(queryKeys.orders(), api.orders.list, undefined));
}
