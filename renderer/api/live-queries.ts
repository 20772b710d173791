import { queryOptions } from '@tanstack/react-query';
import type { Result } from '../../shared/result.ts';
import { unwrap } from '../ui/failure-error.ts';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';

// The queries that stay loaded as long as the page lives (`context/live-updates.ts`). Commands and the map can read
// their data from the cache at any time. Null: no workspace is open.

/** The query of the kind of host that serves the page. */
export function hostKindQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.hostKind(),
    queryFn: async ({ signal }) => (await api.host.query(undefined, { signal })).kind,
  });
}

/** The query of the analyst's calibrations of chips, oldest first. */
export function calibrationListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.calibrations(),
    queryFn: async ({ signal }) => valueOrNone(await api.chips.calibrations.query(undefined, { signal })),
  });
}

/** The query of the marking of the workspace; `''` for none. */
export function markingQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.marking(),
    queryFn: async ({ signal }) => valueOrNone(await api.workspace.marking.query(undefined, { signal })),
  });
}

/** The query of the counts of everything in the workspace, without a filter. */
export function workspaceCountsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.workspaceCounts(),
    queryFn: async ({ signal }) => valueOrNone(await api.results.counts.query({}, { signal })),
  });
}

/** The query of the areas of the workspace. */
export function areaListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.areas(),
    queryFn: async ({ signal }) => valueOrNone(await api.areas.list.query(undefined, { signal })),
    // Comparing long outlines with those before takes longer than parsing them, and an event precedes each request.
    structuralSharing: false,
  });
}

/** The query of the layers of the user's own. */
export function layerListQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.layers(),
    queryFn: async ({ signal }) => valueOrNone(await api.layers.list.query(undefined, { signal })),
  });
}

/** The query of the number of unread findings of the watch. */
export function watchUnreadQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.watchUnread(),
    queryFn: async ({ signal }) => {
      const page = { view: 'unread', offset: 0, limit: 1 } as const;
      return valueOrNone(await api.watch.inbox.query(page, { signal }))?.unread ?? 0;
    },
  });
}

/** The query of the settings of the team database. */
export function teamQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.team(),
    queryFn: ({ signal }) => api.team.state.query(undefined, { signal }),
  });
}

/** The query of what is known of updates of Sightline. */
export function updatesQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.updates(),
    queryFn: ({ signal }) => api.updates.state.query(undefined, { signal }),
  });
}

/** The value of a result; null without a workspace, which is a state of the page and no error. */
function valueOrNone<T>(result: Result<T>): T | null {
  return !result.ok && result.failure.code === 'no-workspace' ? null : unwrap(result);
}
