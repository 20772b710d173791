import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';

/** The saved searches of the open workspace and how they stand. */
export function useSavedSearches() {
  const { api } = useApp();
  const open = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  return useQuery({
    queryKey: queryKeys.savedSearches(),
    queryFn: async () => unwrap(await api.searches.list.query()),
    enabled: open,
  });
}
