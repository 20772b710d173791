import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { unwrap } from '../../ui/failure-error.ts';

/** The drafts and templates saved in the workspace. Its error is a `FailureError`. */
export function useDrafts() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.drafts(),
    queryFn: async ({ signal }) => unwrap(await api.drafts.list.query(undefined, { signal })),
  });
}
