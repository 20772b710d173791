import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';
import { useSession } from './use-stores.ts';

/** The bookmarks of the open workspace; not requested while none is open. */
export function useBookmarks() {
  const { api } = useApp();
  const isOpen = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  return useQuery({
    queryKey: queryKeys.bookmarks(),
    queryFn: async () => unwrap(await api.bookmarks.list.query()),
    enabled: isOpen,
  });
}
