import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { resultQuery } from '../api/result-query.ts';

/** The query of everything about a detection; its data is null if the detection no longer exists. */
export function detectionDetailQuery(api: Api, id: number) {
  return queryOptions(resultQuery(queryKeys.detectionDetail(id), api.results.detail, id));
}
