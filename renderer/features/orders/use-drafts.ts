import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';

/** The drafts and templates that the workspace keeps. Its error is a `FailureError`. */
export function useDrafts() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.drafts(),
    queryFn: async ({ signal }) => unwrap(await api.drafts.list.query(undefined, { signal })),
  });
}
