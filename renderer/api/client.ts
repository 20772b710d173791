import {
  createTRPCClient,
  type getFetch,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client';
import type { AppRouter } from '../../electron/api/router.ts';

/** The typed way to the main process. */
export type Api = ReturnType<typeof createApi>;

/**
 * Longest that reading may take, in milliseconds: above the main process's own bound on the service it may ask.
 * Commands (POST) have none here: one may wait for the analyst to choose a file.
 */
const readTimeout = 90_000;

/** A question longer than this goes as a request's body: an outline or a selection can be of any length. */
const longestAddress = 4_000;

/** A client of the API on the page's own origin. */
export function createApi() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: '/api' }),
        false: splitLink({
          condition: ({ input }) => JSON.stringify(input ?? null).length > longestAddress,
          true: httpBatchStreamLink({ url: '/api', methodOverride: 'POST' }),
          false: httpBatchStreamLink({
            url: '/api',
            fetch: fetchWithBound,
            maxURLLength: 2 * longestAddress,
          }),
        }),
      }),
    ],
  });
}

const fetchWithBound: ReturnType<typeof getFetch> = (url, options) => {
  const signal = options?.signal ?? undefined;
  if (options?.method !== 'GET') return fetch(url, options as RequestInit);
  const bound = AbortSignal.timeout(readTimeout);
  return fetch(url, {
    ...(options as RequestInit),
    signal: signal ? AbortSignal.any([signal, bound]) : bound,
  });
};
