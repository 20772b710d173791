import { type QueryFunction, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { TRPCQueryKey } from '@trpc/tanstack-react-query';
import { toFailure } from '../ui/failure-error.ts';
import type { Queries } from './client.ts';

// The queries that stay loaded as long as the page lives (`context/live-updates.ts`). Commands and the map can read
// their data from the cache at any time. Null: no workspace is open.

/** The query of the analyst's calibrations of chips, oldest first. */
export function calibrationListQuery(queries: Queries) {
  return orNone(queries.chips.calibrations.queryOptions());
}

/** The query of the marking of the workspace; `''` for none. */
export function markingQuery(queries: Queries) {
  return orNone(queries.workspace.marking.queryOptions());
}

/** The query of the counts of everything in the workspace, without a filter. */
export function workspaceCountsQuery(queries: Queries) {
  // Apart from counts by a filter that is empty: live updates limit how often it is requested.
  return orNone(queries.results.counts.queryOptions({}), ['workspace-counts']);
}

/** The query of the areas of the workspace. */
export function areaListQuery(queries: Queries) {
  // Comparing long outlines with those before takes longer than parsing them, and an event precedes each request.
  return orNone(queries.areas.list.queryOptions(undefined, { structuralSharing: false }));
}

/** The query of the layers of the user's own. */
export function layerListQuery(queries: Queries) {
  return orNone(queries.layers.list.queryOptions());
}

/** The query of the unread findings of the watch: their number, and the newest one. */
export function watchUnreadQuery(queries: Queries) {
  return orNone(queries.watch.inbox.queryOptions({ view: 'unread', offset: 0, limit: 1 }));
}

/** The same query with null without a workspace, which is a state of the page and no error. */
function orNone<Data>(
  {
    queryKey: trpcKey,
    queryFn,
    structuralSharing = true,
  }: {
    readonly queryKey: TRPCQueryKey;
    readonly queryFn?: QueryFunction<Data, TRPCQueryKey, never>;
    readonly structuralSharing?: unknown;
  },
  queryKey: QueryKey = trpcKey,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal, meta }) => {
      try {
        return (await queryFn?.({ client, signal, meta, queryKey: trpcKey })) as Data;
      } catch (error) {
        if (toFailure(error).code === 'no-workspace') return null;
        throw error;
      }
    },
    structuralSharing: structuralSharing !== false,
  });
}
