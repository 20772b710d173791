import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Queries whose first load is repeated once it has ended. */
const repeated = new WeakSet<Query>();

/**
 * Marks queries as outdated and requests those in use again. TanStack Query does not restart a running first load, whose
 * response may be older than the change: that is requested again once it has ended. Resolves when all have been
 * requested and settled, apart from such repetitions.
 */
export async function invalidateQueries(
  queryClient: QueryClient,
  filters?: InvalidateQueryFilters,
): Promise<void> {
  const firstLoads = queryClient
    .getQueryCache()
    .findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined && !repeated.has(query));
  for (const query of firstLoads) void repeatFirstLoad(queryClient, query);
  await queryClient.invalidateQueries(filters);
}

async function repeatFirstLoad(queryClient: QueryClient, query: Query): Promise<void> {
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
