import { useMemo } from 'react';
import type { PassPageRequest, PassQuery } from '../../../shared/passes/pass.ts';
import type { Api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePasses, useResults } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';

/** The request for the listed passes: filter, grouping and sorting. */
export function usePassListRequest(): PassQuery {
  const filter = useResults((state) => state.filter);
  const groupBy = usePasses((state) => state.groupBy);
  const tolerance = usePasses((state) => state.tolerance);
  const sort = usePasses((state) => state.sort);
  const text = usePasses((state) => state.text);
  const closed = usePasses((state) => state.collapsedGroups);
  return useMemo(
    () => ({ filter, groupBy, tolerance, sort, collapsed: [...closed], ...(text ? { text } : {}) }),
    [filter, groupBy, tolerance, sort, text, closed],
  );
}

/** The query for a page of passes. */
export function passPageQuery(api: Api, page: PassPageRequest) {
  return {
    queryKey: queryKeys.passPage(page),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      unwrap(await api.passes.page.query(page, { signal })),
  };
}

/** The query for one pass with its records; its data is null if the pass no longer exists. */
export function passDetailQuery(api: Api, key: string) {
  return {
    queryKey: queryKeys.passDetail(key),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      unwrap(await api.passes.detail.query(key, { signal })),
  };
}
