import { queryOptions } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The query of the user's map sources, shared by the map and all components that show them. */
export function sourceListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.sources(),
    queryFn: ({ signal }) => api.mapSources.list.query(undefined, { signal }),
  });
}
