import { QueryClient } from '@tanstack/react-query';
import { FailureError } from './failure-error.ts';

/**
 * The cache of answers that only some panels show. Answers stay fresh until an event says otherwise, the browser's
 * own idea of being online does not matter, and only what was not answered at all is asked again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => !(error instanceof FailureError) && failures < 2,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
