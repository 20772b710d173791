import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';

/** The bookmarks of the open workspace; not asked for while none is open. */
export function useBookmarks() {
  const { api } = useApp();
  const isOpen = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  return useQuery({
    queryKey: queryKeys.bookmarks(),
    queryFn: async () => unwrap(await api.bookmarks.list.query()),
    enabled: isOpen,
  });
}
