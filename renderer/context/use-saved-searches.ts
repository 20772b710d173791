import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';
import { useSession } from './use-stores.ts';

/** The saved searches of the open workspace and their status. */
export function useSavedSearches() {
  const { api } = useApp();
  const open = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  return useQuery({
    queryKey: queryKeys.savedSearches(),
    queryFn: async () => unwrap(await api.searches.list.query()),
    enabled: open,
  });
}
