import { useQuery } from '@tanstack/react-query';
import { noSoftCap, type SoftCap } from '../../shared/areas/soft-cap.ts';
import { useApp } from './app-context.tsx';
import { useSession } from './use-stores.ts';

/** Whether a workspace is open. */
export function useIsWorkspaceOpen(): boolean {
  return useSession(({ session }) => session !== null && session.workspace !== 'none');
}

/** The saved searches of the open workspace and their status. */
export function useSavedSearches() {
  const { queries } = useApp();
  const enabled = useIsWorkspaceOpen();
  return useQuery(queries.searches.list.queryOptions(undefined, { enabled }));
}

/** The analyst's caps on the size of areas and orders; all off until they are loaded. */
export function useSoftCap(): SoftCap {
  const { queries } = useApp();
  return useQuery(queries.areas.softCap.queryOptions()).data ?? noSoftCap;
}

/** The workspace files that can be opened, the last changed first. */
export function useWorkspaceFiles() {
  const { queries } = useApp();
  // Files come and go without an event.
  return useQuery(queries.workspace.files.queryOptions(undefined, { staleTime: 0 }));
}
