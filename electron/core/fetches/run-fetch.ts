import type { ErrorExplanation } from '../../../shared/error-text.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { hasNoRecord, isEmptyFetch } from '../../../shared/jobs/fetch-limit.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import type { Search } from '../../../shared/results/search.ts';
import { describeEmptyResult } from '../../../shared/results/search-query.ts';
import { findUnknownNames, listKnownNames } from '../../../shared/results/unknown-names.ts';
import { nowUtc } from '../../../shared/time.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../jobs/job-runner.ts';
import type { RequestDelay } from '../service/retry.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { IngestOutcome, WrittenPage } from '../workspace/ingest/ingest-page.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { StoredFetch } from '../workspace/read/fetches.ts';
import { createFetchPages, type Position } from './fetch-pages.ts';

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
  const { access, workspace, wait, onPageWritten } = deps;
  const { signal } = handle;
  const pages = createFetchPages(deps, stored, signal);
  const pace = createFetchPace(() => performance.now());
  const guard = createPageGuard();
  let badPages = 0;
  const showDelay = ({ kind, reason, milliseconds }: RequestDelay) => {
    const delay = { reason, until: nowUtc(Date.now() + milliseconds) };
    handle.update(kind === 'slow' ? { slow: delay } : { pause: delay });
  };
  /** Returns false when the pages have one record already. */
  const requestSmallerPages = (reason: string): boolean => {
    const size = pages.halveSize();
    if (size === undefined) return false;
    const warning = `${reason} Pages of ${formatQuantity(size, 'record')} are requested instead.`;
    handle.update({ warnings: mergeWarnings(handle.latest().warnings, [warning]) });
    return true;
  };

  try {
    while (!signal.aborted) {
      const position = positionOf(handle.latest());
      const queryText = pages.queryTextAt(position);
      if (!queryText.ok) throw new JobFailure(queryText.failure);
      showFirstText(handle, queryText.value);

      const body = await pages.get(queryText.value, showDelay);
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
      if (!body.ok && body.failure.code === 'too-large' && requestSmallerPages(body.failure.message))
        continue;
      if (!body.ok && body.failure.code !== 'bad-response') throw new JobFailure(body.failure);

      if (body.ok) pages.prefetchAfter(body.value, position);
      const page: IngestOutcome = body.ok
        ? await workspace.ingestPage(pages.toPage(queryText.value, position.offset, body.value), signal)
        : { ...body.failure, ok: false, remedy: 'request-again' };
      if (!page.ok) {
        if (page.remedy === 'smaller-pages' && requestSmallerPages(page.message)) continue;
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
    pages.close();
  }
}

/** Until a fetch has a page, its query text is the one that is sent: braces may have been added since it was planned. */
function showFirstText(handle: JobHandle, queryText: string): void {
  const { fetch } = handle.latest();
  if (!fetch || fetch.pages > 0 || fetch.queryText === queryText) return;
  handle.update({ fetch: { ...fetch, queryText } });
}

/** Reason why a fetch may have no record. A run of a saved search finds nothing new as a rule; only unknown names are named. */
async function describeEmpty(workspace: Workspace, search: Search, job: Job): Promise<readonly string[]> {
  const known = listKnownNames((await workspace.counts({})).served);
  if (isEmptyFetch(job)) return describeEmptyResult(search, known);
  return findUnknownNames(search, known).map(({ message }) => message);
}

/** The union of both lists of warnings. */
function mergeWarnings(warnings: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...warnings, ...more])];
}

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

/** Reason why a fetch must stop after a page, and whether refetching that page may help. */
type PageStop = { readonly warning: string; readonly resumable: boolean };

/** Maximum consecutive pages without new records; single ones are normal with an unstable order. */
const maxRepeats = 5;
/** Maximum consecutive empty pages. Pages are filtered by the user's permissions, so many may be empty. */
const maxEmptyPages = 1_000;

const inParts =
  'Fetch the rest in parts: for example, search by upload time from where these records end, or by region.';

/** Detects paging that does not make progress, in one run of a fetch. */
function createPageGuard() {
  let repeats = 0;
  let emptyPages = 0;
  return {
    /** Undefined when the fetch may continue, or has ended. `before` is the job before the page. */
    check(page: WrittenPage, before: Job): PageStop | undefined {
      if (page.next.kind === 'untrusted') return afterUntrusted(page.next.reason, before);
      if (page.next.kind === 'end') return undefined;
      if (page.job.fetch?.query?.index !== before.fetch?.query?.index) {
        repeats = 0;
        emptyPages = 0;
        return undefined;
      }
      const brought = (page.job.fetch?.records ?? 0) - (before.fetch?.records ?? 0);
      emptyPages = page.recordsInPage === 0 ? emptyPages + 1 : 0;
      repeats = page.recordsInPage > 0 && brought === 0 ? repeats + 1 : 0;
      if (repeats >= maxRepeats) {
        const warning = `The last ${maxRepeats} pages contained only records that this fetch already has, so its paging does not advance. ${inParts}`;
        return { warning, resumable: false };
      }
      if (emptyPages >= maxEmptyPages) {
        const warning = `The last ${maxEmptyPages} pages were empty, and the service reports more. Resume to continue, or choose a region.`;
        return { warning, resumable: true };
      }
      return undefined;
    },
  };
}

/** The first time the fetch can be resumed to refetch the page; when the result is the same, it cannot. */
function afterUntrusted(reason: string, before: Job): PageStop {
  return before.warnings.includes(reason)
    ? { warning: `Requesting that page again had the same result. ${inParts}`, resumable: false }
    : { warning: 'The records so far are saved. Resume to request that page once more.', resumable: true };
}

const rateWindowMs = 10_000;
/** The minimum number of pages for an estimate. */
const fewestPagesForEstimate = 2;

/** The rate and the remaining time of a fetch that starts now. */
export function createFetchPace(now: () => number) {
  const rate = createRateWindow(rateWindowMs, now());
  return {
    /** Must be called when the fetch continues after a wait for a sign-in. */
    restart: (): void => rate.restart(now()),
    /** The job after a page, with its rate and, if it can be estimated, the remaining time. */
    after(before: Job, job: Job): Job {
      rate.add(
        {
          records: (job.fetch?.records ?? 0) - (before.fetch?.records ?? 0),
          detections: (job.fetch?.detections ?? 0) - (before.fetch?.detections ?? 0),
        },
        now(),
      );
      const pace = rate.perSecond();
      const left = secondsLeft(job, pace?.records ?? 0, rate.pages());
      const { secondsLeft: _former, ...rest } = job;
      return {
        ...rest,
        ...(pace ? { ratePerSecond: pace.detections } : {}),
        ...(left === undefined ? {} : { secondsLeft: left }),
      };
    },
  };
}

/** The remaining seconds; undefined while the total or the rate is unknown. The service does not report a total. */
function secondsLeft({ fetch }: Job, recordsPerSecond: number, pages: number): number | undefined {
  const total = fetch?.expectedRecords ?? fetch?.maxRecords;
  if (!fetch || total === undefined || pages < fewestPagesForEstimate || recordsPerSecond <= 0)
    return undefined;
  // With more records than expected the total is unknown again.
  return fetch.records > total ? undefined : (total - fetch.records) / recordsPerSecond;
}

/** Numbers of records and detections: of a page, or per second. */
type RecordCounts = { readonly records: number; readonly detections: number };

/** The minimum number of pages in the window, because large pages may be slower than the window. */
const fewestPages = 4;

/**
 * The rate over the pages of the last `windowMs`, or the last four where those took longer. Times are milliseconds of one
 * clock.
 */
function createRateWindow(windowMs: number, startedAt: number) {
  let samples: readonly (RecordCounts & { readonly at: number; readonly lasted: number })[] = [];
  let mark = startedAt;
  return {
    /** Excludes the time since the last page from the rate. */
    restart(now: number): void {
      mark = now;
    },
    add(page: RecordCounts, now: number): void {
      const all = [...samples, { ...page, at: now, lasted: now - mark }];
      samples = all.filter(({ at }, index) => at > now - windowMs || index >= all.length - fewestPages);
      mark = now;
    },
    /** The rate per second over the last pages; undefined before the first. */
    perSecond(): RecordCounts | undefined {
      const seconds = samples.reduce((sum, { lasted }) => sum + lasted, 0) / 1000;
      if (seconds <= 0) return undefined;
      return {
        records: samples.reduce((sum, { records }) => sum + records, 0) / seconds,
        detections: samples.reduce((sum, { detections }) => sum + detections, 0) / seconds,
      };
    },
    /** The number of pages in the window. */
    pages: (): number => samples.length,
  };
}
