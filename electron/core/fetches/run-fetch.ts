import type { ErrorExplanation } from '../../../shared/error-text.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { hasNoRecord, isEmptyFetch } from '../../../shared/jobs/fetch-limit.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../../shared/result.ts';
import { readNextOffset } from '../../../shared/results/next-offset.ts';
import { pageQueryText } from '../../../shared/results/page-query.ts';
import type { Search } from '../../../shared/results/search.ts';
import { describeEmptyResult } from '../../../shared/results/search-query.ts';
import { splitSearch } from '../../../shared/results/split-search.ts';
import { findUnknownNames, listKnownNames } from '../../../shared/results/unknown-names.ts';
import { nowUtc } from '../../../shared/time.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../jobs/job-runner.ts';
import type { RequestDelay } from '../service/retry.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { FetchedPage } from '../workspace/ingest/fetched-page.ts';
import type { IngestOutcome } from '../workspace/ingest/ingest-page.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { StoredFetch } from '../workspace/read/fetches.ts';
import { createFetchPace } from './fetch-pace.ts';
import { createPageGuard } from './page-guard.ts';
import { createPageSource } from './page-source.ts';

export type RunFetchDeps = {
  readonly client: ServiceClient;
  readonly access: ServiceAccess;
  readonly workspace: Workspace;
  /** Waits before an unusable page is refetched; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Called after each page with new or changed records. */
  readonly onPageWritten: () => void;
};

/** Maximum attempts for a page whose responses are unusable. */
const maxPageAttempts = 3;
const pauseBeforePageMs = 2_000;

/**
 * Fetches page after page from the current offset until the service has no more. Each page is written to the workspace
 * together with its cursor before the next one. While it is being written, the next one is prefetched and prepared if
 * `peekNextOffset` finds its offset.
 *
 * Ends as `complete` or `stopped` (the paging cannot be followed). Rejects with `JobFailure`, and can be resumed at the
 * same offset; or with the reason of the handle's signal. While signed out it is `waiting`.
 */
export async function runFetch(deps: RunFetchDeps, stored: StoredFetch, handle: JobHandle): Promise<JobEnd> {
  const { client, access, workspace, wait, onPageWritten } = deps;
  const { signal } = handle;
  const pace = createFetchPace(() => performance.now());
  const guard = createPageGuard();
  let badPages = 0;
  let pageSize = stored.search.pageSize;
  const showDelay = ({ kind, reason, milliseconds }: RequestDelay) => {
    const delay = { reason, until: nowUtc(Date.now() + milliseconds) };
    handle.update(kind === 'slow' ? { slow: delay } : { pause: delay });
  };
  const source = createPageSource(client.queryPage, signal);
  const queries = splitSearch(stored.search);
  const textAt = ({ query, offset, records }: Position): Result<string> =>
    pageQueryText(
      { ...(queries[query] ?? stored.search), pageSize },
      { frozenAt: stored.frozenAt, offset, records },
      { brand: stored.brand, braced: access.profile().bracedQueryBody },
    );
  const prefetch = (body: Uint8Array, { query, offset, records }: Position) => {
    const next = peekNextOffset(body, offset);
    const enough = stored.search.maxRecords ?? Number.POSITIVE_INFINITY;
    if (!next || records + next.recordsInPage >= enough) return;
    const following = { query, offset: next.offset, records: records + next.recordsInPage };
    const queryText = textAt(following);
    if (queryText.ok) void prefetchAndPrepare(queryText.value, following.offset);
  };
  const prefetchAndPrepare = async (queryText: string, offset: number) => {
    const response = await source.prefetch(queryText).catch(() => undefined);
    // An error surfaces in the real request of the page.
    if (response?.ok) workspace.preparePage(pageOf(queryText, offset, response.value), signal);
  };
  const pageOf = (queryText: string, offset: number, body: Uint8Array): FetchedPage => ({
    fetchId: stored.job.id,
    queryText,
    offset,
    fetchedAt: nowUtc(),
    brand: stored.brand,
    fields: stored.search.fields,
    body,
  });

  const requestSmallerPages = (reason: string) => {
    pageSize = Math.ceil(pageSize / 2);
    const warning = `${reason} Pages of ${formatQuantity(pageSize, 'record')} are requested instead.`;
    handle.update({ warnings: mergeWarnings(handle.latest().warnings, [warning]) });
  };

  try {
    while (!signal.aborted) {
      const position = positionOf(handle.latest());
      const queryText = textAt(position);
      if (!queryText.ok) throw new JobFailure(queryText.failure);
      showFirstText(handle, queryText.value);

      const body = await source.get(queryText.value, showDelay);
      if (signal.aborted) break;
      // An update without changes clears both.
      if (handle.latest().pause || handle.latest().slow) handle.update({});
      if (!body.ok && body.failure.code === 'signed-out') {
        handle.update({ state: 'waiting' });
        await access.waitForSignIn(signal).catch(() => {});
        if (!signal.aborted) handle.update({ state: 'running' });
        pace.restart();
        continue;
      }
      if (!body.ok && body.failure.code === 'too-large' && pageSize > 1) {
        requestSmallerPages(body.failure.message);
        continue;
      }
      if (!body.ok && body.failure.code !== 'bad-response') throw new JobFailure(body.failure);

      if (body.ok) prefetch(body.value, position);
      const page: IngestOutcome = body.ok
        ? await workspace.ingestPage(pageOf(queryText.value, position.offset, body.value), signal)
        : { ...body.failure, ok: false, remedy: 'request-again' };
      if (!page.ok) {
        if (page.remedy === 'smaller-pages' && pageSize > 1) {
          requestSmallerPages(page.message);
          continue;
        }
        if (page.remedy !== 'request-again') throw new JobFailure(unusablePage(position.offset, page));
        badPages += 1;
        if (badPages >= maxPageAttempts) throw new JobFailure(pageFailure(position.offset, page));
        const milliseconds = pauseBeforePageMs * badPages;
        showDelay({
          kind: 'retry',
          reason: `The page at offset ${position.offset} could not be used: ${page.message} It is requested again.`,
          milliseconds,
        });
        await wait(milliseconds, signal).catch(() => {});
        continue;
      }
      badPages = 0;
      const before = handle.latest();
      const stop = guard.check(page, before);
      const job = pace.after(before, {
        ...page.job,
        warnings: mergeWarnings(before.warnings, page.job.warnings),
      });
      if (page.newRecords + page.changedRecords + page.problems > 0) onPageWritten();
      if (stop) {
        const warnings = mergeWarnings(job.warnings, [stop.warning]);
        return { ...job, warnings, state: 'stopped', resumable: stop.resumable };
      }
      // The final state was written in the same transaction as the page.
      if (page.job.state !== 'running') {
        const empty = hasNoRecord(job) ? await describeEmpty(workspace, stored.search, job) : [];
        return { ...job, warnings: mergeWarnings(job.warnings, empty), resumable: false };
      }
      handle.update({ ratePerSecond: undefined, secondsLeft: undefined, ...job });
    }
    throw signal.reason;
  } finally {
    source.close();
  }
}

/** Until a fetch has a page, its query text is the one that is sent: braces may have been added since it was planned. */
function showFirstText(handle: JobHandle, queryText: string): void {
  const { fetch } = handle.latest();
  if (!fetch || fetch.pages > 0 || fetch.queryText === queryText) return;
  handle.update({ fetch: { ...fetch, queryText } });
}

/** Why a fetch may have no record. A run of a saved search finds nothing new as a rule; only unknown names are named. */
async function describeEmpty(workspace: Workspace, search: Search, job: Job): Promise<readonly string[]> {
  const known = listKnownNames(await workspace.counts({}));
  if (isEmptyFetch(job)) return describeEmptyResult(search, known);
  return findUnknownNames(search, known).map(({ message }) => message);
}

/** The union of both lists of warnings. */
function mergeWarnings(warnings: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...warnings, ...more])];
}

/** Index of the running query among those of `splitSearch`, offset of its next page, and records of all queries so far. */
type Position = { readonly query: number; readonly offset: number; readonly records: number };

function positionOf({ fetch }: Job): Position {
  return { query: fetch?.query?.index ?? 0, offset: fetch?.offset ?? 0, records: fetch?.records ?? 0 };
}

function unusablePage(offset: number, { message, details }: ErrorExplanation): Failure {
  return fail('bad-response', `The page at offset ${offset} could not be used: ${message}`, { details })
    .failure;
}

function pageFailure(offset: number, { message, details }: ErrorExplanation): Failure {
  return fail(
    'bad-response',
    `The page at offset ${offset} could not be used, ${maxPageAttempts} times: ${message} Resume to request it again.`,
    { details },
  ).failure;
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
