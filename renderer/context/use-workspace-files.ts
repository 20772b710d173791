import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';

/** The open workspace: its path and contents. */
export function useWorkspaceOverview() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.workspaceOverview(),
    queryFn: async () => unwrap(await api.workspace.overview.query()),
  });
}

/** The workspace files that can be opened, the last changed first. */
export function useWorkspaceFiles() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.workspaceFiles(),
    queryFn: async () => unwrap(await api.workspace.files.query()),
    // Files come and go without an event.
    staleTime: 0,
  });
}
