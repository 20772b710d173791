import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';

/** The open workspace: where it lies and what it holds. */
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
