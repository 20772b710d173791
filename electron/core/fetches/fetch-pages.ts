import type { Result } from '../../../shared/result.ts';
import { readNextOffset } from '../../../shared/results/next-offset.ts';
import { pageQueryText } from '../../../shared/results/page-query.ts';
import { splitSearch } from '../../../shared/results/split-search.ts';
import { nowUtc } from '../../../shared/time.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { RequestDelay } from '../service/retry.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { FetchedPage } from '../workspace/ingest/fetched-page.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { StoredFetch } from '../workspace/read/fetches.ts';

/** Index of the running query among those of `splitSearch`, offset of its next page, and records of all queries so far. */
export type Position = { readonly query: number; readonly offset: number; readonly records: number };

type FetchPagesDeps = {
  readonly client: Pick<ServiceClient, 'queryPage'>;
  readonly access: Pick<ServiceAccess, 'profile'>;
  readonly workspace: Pick<Workspace, 'preparePage'>;
};

/** The pages of a fetch, as its search has them requested; the next one is prefetched and prepared. */
export function createFetchPages(
  { client, access, workspace }: FetchPagesDeps,
  stored: StoredFetch,
  signal: AbortSignal,
) {
  const { search, frozenAt, brand, job } = stored;
  const source = createPageSource(client.queryPage, signal);
  const queries = splitSearch(search);
  let { pageSize } = search;

  const queryTextAt = ({ query, offset, records }: Position): Result<string> =>
    pageQueryText(
      { ...(queries[query] ?? search), pageSize },
      { frozenAt, offset, records },
      { brand, braced: access.profile().bracedQueryBody },
    );
  const toPage = (queryText: string, offset: number, body: Uint8Array): FetchedPage => ({
    fetchId: job.id,
    queryText,
    offset,
    fetchedAt: nowUtc(),
    brand,
    fields: search.fields,
    body,
  });
  const prefetchAndPrepare = async (queryText: string, offset: number) => {
    const response = await source.prefetch(queryText).catch(() => undefined);
    // An error surfaces in the real request of the page.
    if (response?.ok) workspace.preparePage(toPage(queryText, offset, response.value), signal);
  };

  return {
    /** The text with which the page at a position is requested. */
    queryTextAt,
    /** The response to a query text. Waits are reported. */
    get: source.get,
    toPage,
    /** Requests the page after this one, if it can be found in its body. */
    prefetchAfter(body: Uint8Array, { query, offset, records }: Position): void {
      const next = peekNextOffset(body, offset);
      const enough = search.maxRecords ?? Number.POSITIVE_INFINITY;
      if (!next || records + next.recordsInPage >= enough) return;
      const queryText = queryTextAt({ query, offset: next.offset, records: records + next.recordsInPage });
      if (queryText.ok) void prefetchAndPrepare(queryText.value, next.offset);
    },
    /** Halves the size of the pages that are requested from now on, and returns it; undefined when it is one record. */
    halveSize(): number | undefined {
      if (pageSize <= 1) return undefined;
      pageSize = Math.ceil(pageSize / 2);
      return pageSize;
    },
    /** Aborts a running prefetch. */
    close: source.close,
  };
}

type PageResponse = Result<Uint8Array>;
type OnDelay = (delay: RequestDelay) => void;

type PrefetchedPage = {
  readonly queryText: string;
  readonly response: Promise<PageResponse>;
  readonly controller: AbortController;
  /** Calls `onDelay` for further delays, and immediately for a current one. */
  listen(onDelay: OnDelay): void;
};

/** Requests pages by query text with `query`, which must observe its signal; prefetches one page. */
function createPageSource(
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

/** The number of bytes that are searched at each end. */
const reach = 2048;
const atStart = /^\s*\{\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*[,}]/;
const atEnd = /[{,]\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*\}\s*$/;

/** The likely offset of the next page, and the number of records in this one. */
type Peeked = { readonly offset: number; readonly recordsInPage: number };

/**
 * Finds `paginationInfo` at either end of a page without parsing the rest. The result is only used for prefetching; the
 * fetch continues from the parsed page. Undefined when it is not found, or when there is no next page.
 */
export function peekNextOffset(body: Uint8Array, currentOffset: number): Peeked | undefined {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const found =
    atStart.exec(text(body.subarray(0, reach)))?.[1] ?? atEnd.exec(text(body.subarray(-reach)))?.[1];
  const info = found === undefined ? undefined : parseBoundedJson(found);
  const following = readNextOffset(info, currentOffset);
  if (following.kind !== 'next') return undefined;
  const recordsInPage = (info as { recordsInPage?: unknown }).recordsInPage;
  return { offset: following.offset, recordsInPage: typeof recordsInPage === 'number' ? recordsInPage : 0 };
}
