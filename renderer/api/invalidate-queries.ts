import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries whose running request is repeated once it has ended. */
const repeated = new WeakSet<Query>();

/**
 * Marks queries as outdated and requests those in use again. A running request, whose response may be older than the
 * change, is cancelled. A first load, which TanStack Query does not cancel, is requested again once it has ended; with
 * `keepRunning` every query is. So a query that takes longer than the time between two changes ends, too. Resolves when
 * all have been requested and settled, apart from such repetitions.
 */
export async function invalidateQueries(
  queryClient: QueryClient,
  filters?: InvalidateQueryFilters,
  { keepRunning = false } = {},
): Promise<void> {
  const running = queryClient
    .getQueryCache()
    .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    .filter((query) => (keepRunning || query.state.data === undefined) && !repeated.has(query));
  for (const query of running) void repeatRequest(queryClient, query);
  await queryClient.invalidateQueries(filters, { cancelRefetch: !keepRunning });
}

/** Replaces what a query has by newer data. A running request, whose response may be older, is repeated. */
export function setNewerData(queryClient: QueryClient, queryKey: QueryKey, data: unknown): void {
  queryClient.setQueryData(queryKey, data);
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    void invalidateQueries(queryClient, { queryKey, exact: true });
  }
}

async function repeatRequest(queryClient: QueryClient, query: Query): Promise<void> {
  repeated.add(query);
  try {
    // Joins the running request.
    await query.fetch();
  } catch {
    // The query has the error; it is requested again like a loaded one.
  } finally {
    repeated.delete(query);
  }
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
