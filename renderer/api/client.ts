import { createTRPCClient, httpBatchStreamLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { AppRouter } from '../../electron/api/router.ts';

/** The typed way to the main process. */
export type Api = ReturnType<typeof createApi>;

/** A client of the API on the page's own origin. */
export function createApi() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: '/api' }),
        false: httpBatchStreamLink({ url: '/api' }),
      }),
    ],
  });
}
