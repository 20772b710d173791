import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { resultQuery } from '../../api/result-query.ts';
import { useApp } from '../../context/app-context.tsx';

/** The drafts and templates saved in the workspace. Its error is a `FailureError`. */
export function useDrafts() {
  const { api } = useApp();
  return useQuery(resultQuery(queryKeys.drafts(), api.drafts.list, undefined));
}
