import type { Result } from '../../../shared/result.ts';
import type { RequestDelay } from '../service/retry.ts';

type PageResponse = Result<Uint8Array>;
type OnDelay = (delay: RequestDelay) => void;

type PrefetchedPage = {
  readonly queryText: string;
  readonly response: Promise<PageResponse>;
  readonly controller: AbortController;
  /** Calls `onDelay` for further delays, and immediately for a current one. */
  listen(onDelay: OnDelay): void;
};

/** Fetches pages by query text with `query`, which must observe its signal; prefetches one page. */
export function createPageSource(
  query: (queryText: string, signal: AbortSignal, onDelay: OnDelay) => Promise<PageResponse>,
  signal: AbortSignal,
) {
  let prefetched: PrefetchedPage | undefined;
  const close = () => {
    prefetched?.controller.abort();
    prefetched = undefined;
  };
  return {
    /** The response to this query: the prefetched one if its query is the same, else a new one. */
    get(queryText: string, onDelay: OnDelay): Promise<PageResponse> {
      if (prefetched?.queryText !== queryText) {
        close();
        return query(queryText, signal, onDelay);
      }
      const { response, listen } = prefetched;
      prefetched = undefined;
      listen(onDelay);
      return response;
    },
    /** Prefetches the expected next page, aborting a previous prefetch. Rejects when it is aborted. */
    prefetch(queryText: string): Promise<PageResponse> {
      close();
      prefetched = startPrefetch(query, queryText, signal);
      return prefetched.response;
    },
    /** Aborts a running prefetch. */
    close,
  };
}

function startPrefetch(
  query: Parameters<typeof createPageSource>[0],
  queryText: string,
  signal: AbortSignal,
): PrefetchedPage {
  const controller = new AbortController();
  let notify: OnDelay = () => {};
  let last: { readonly delay: RequestDelay; readonly until: number } | undefined;
  const response = query(queryText, AbortSignal.any([signal, controller.signal]), (delay) => {
    last = { delay, until: Date.now() + delay.milliseconds };
    notify(delay);
  });
  // `get` returns the rejection; that of an unused prefetch is ignored.
  response.catch(() => {});
  return {
    queryText,
    response,
    controller,
    listen(onDelay) {
      notify = onDelay;
      const milliseconds = last ? last.until - Date.now() : 0;
      if (last && milliseconds > 0) onDelay({ ...last.delay, milliseconds });
    },
  };
}
