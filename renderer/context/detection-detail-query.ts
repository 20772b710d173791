import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { unwrap } from '../ui/failure-error.ts';

/** The query of everything about a detection; its data is null if the detection no longer exists. */
export function detectionDetailQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: queryKeys.detectionDetail(id),
    queryFn: async ({ signal }) => unwrap(await api.results.detail.query(id, { signal })),
  });
}
