import { useQuery } from '@tanstack/react-query';
import { noSoftCap, type SoftCap } from '../../shared/areas/soft-cap.ts';
import { queryKeys } from '../api/query-keys.ts';
import { resultQuery } from '../api/result-query.ts';
import { useApp } from './app-context.tsx';
import { useSession } from './use-stores.ts';

/** Whether a workspace is open. */
export function useIsWorkspaceOpen(): boolean {
  return useSession(({ session }) => session !== null && session.workspace !== 'none');
}

/** The bookmarks of the open workspace; not requested while none is open. */
export function useBookmarks() {
  const { api } = useApp();
  const enabled = useIsWorkspaceOpen();
  return useQuery({ ...resultQuery(queryKeys.bookmarks(), api.bookmarks.list, undefined), enabled });
}

/** The saved searches of the open workspace and their status. */
export function useSavedSearches() {
  const { api } = useApp();
  const enabled = useIsWorkspaceOpen();
  return useQuery({ ...resultQuery(queryKeys.savedSearches(), api.searches.list, undefined), enabled });
}

/** The analyst's caps on the size of areas and orders; all off until they are loaded. */
export function useSoftCap(): SoftCap {
  const { api } = useApp();
  return useQuery(resultQuery(queryKeys.softCap(), api.areas.softCap, undefined)).data ?? noSoftCap;
}

/** The open workspace: its path and contents. */
export function useWorkspaceOverview() {
  const { api } = useApp();
  return useQuery(resultQuery(queryKeys.workspaceOverview(), api.workspace.overview, undefined));
}

/** The workspace files that can be opened, the last changed first. */
export function useWorkspaceFiles() {
  const { api } = useApp();
  const query = resultQuery(queryKeys.workspaceFiles(), api.workspace.files, undefined);
  // Files come and go without an event.
  return useQuery({ ...query, staleTime: 0 });
}
