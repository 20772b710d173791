import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from '../ui/failure-error.ts';

/**
 * The cache of data that only some panels show. Data stays fresh until an event invalidates it. The browser's online
 * state is ignored. Only requests that got no response are retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => !isRefusal(error) && failures < 2,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
