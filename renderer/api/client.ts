import {
  createTRPCClient,
  type getFetch,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client';
import type { AppRouter } from '../../electron/api/router.ts';

/** The typed client of the main process. */
export type Api = ReturnType<typeof createApi>;

/**
 * Timeout of a query: longer than the main process's timeout for the service that it may call.
 * Commands (POST) have no timeout: one may wait for the analyst to choose a file.
 */
const queryTimeoutMs = 90_000;

/** A longer query is sent as the request's body: an outline or a selection can be of any length. */
const maxUrlLength = 4_000;

/** A client of the API on the page's origin. */
export function createApi() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: '/api' }),
        false: splitLink({
          condition: ({ input }) => JSON.stringify(input ?? null).length > maxUrlLength,
          true: httpBatchStreamLink({ url: '/api', methodOverride: 'POST' }),
          false: httpBatchStreamLink({
            url: '/api',
            fetch: fetchWithTimeout,
            maxURLLength: 2 * maxUrlLength,
          }),
        }),
      }),
    ],
  });
}

const fetchWithTimeout: ReturnType<typeof getFetch> = (url, options) => {
  const signal = options?.signal ?? undefined;
  if (options?.method !== 'GET') return fetch(url, options as RequestInit);
  const bound = AbortSignal.timeout(queryTimeoutMs);
  return fetch(url, {
    ...(options as RequestInit),
    signal: signal ? AbortSignal.any([signal, bound]) : bound,
  });
};
