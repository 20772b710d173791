import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatQuantity, formatUtc } from '../../../shared/format.ts';
import { isActiveJob, type Job, noFetchProgress } from '../../../shared/jobs/job.ts';
import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import { describeAnalytics } from '../../../shared/results/analytics.ts';
import { pageQueryText } from '../../../shared/results/page-query.ts';
import type { Search } from '../../../shared/results/search.ts';
import { searchWarnings } from '../../../shared/results/search-query.ts';
import { splitSearch } from '../../../shared/results/split-search.ts';
import type { SearchRun } from '../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { createLimiter } from '../base/limiter.ts';
import { throttle } from '../base/throttle.ts';
import { type JobRunner, newJob, type RunnableJob } from '../jobs/job-runner.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import type { ServiceClient } from '../service/service-client.ts';
import {
  checkIsOpen,
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { StoredFetch } from '../workspace/read/fetches.ts';
import { type RunFetchDeps, runFetch } from './run-fetch.ts';

/** Purpose of a fetch, unless it is for the results form. */
export type FetchPurpose = {
  readonly title: string;
  readonly run?: SearchRun;
  readonly orderId?: string;
  readonly isOrderCompleted?: boolean;
};

type FetchesDeps = {
  readonly client: ServiceClient;
  readonly access: ServiceAccess;
  readonly jobs: Pick<JobRunner, 'start' | 'restore' | 'get'>;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly wait?: RunFetchDeps['wait'];
};

/** `frozenAt` bounds the upload times, by the service's clock; all times UTC. */
type FetchPlan = { readonly startedAt: string; readonly frozenAt: string; readonly queryText: string };

/** Minimum interval between `changed` events while pages come in, since the page then refetches what it shows. */
const notifyResultsMs = 1_000;
/** The maximum number of concurrent fetches; others are queued. */
const fetchesAtOnce = 3;

/** Fetches of results into the open workspace. A fetch belongs to the workspace in which it was started. */
export function createFetches(deps: FetchesDeps) {
  const { client, access, jobs, events, wait = defaultWait } = deps;
  const slots = createLimiter(fetchesAtOnce);
  /** The searches started in this session, with their order, by the id of their job; without runs of saved searches. */
  const searches = new Map<string, string>();
  /** Starts under way, by their search and order: until they end, their jobs are not known. */
  const starting = new Map<string, Promise<Result<Job>>>();
  const findActive = (text: string): Job | undefined => {
    for (const [id, other] of searches) {
      const job = other === text ? jobs.get(id) : undefined;
      if (job && isActiveJob(job)) return job;
    }
    return undefined;
  };

  const toRunnable = (workspace: Workspace, stored: StoredFetch): RunnableJob => {
    const notifyResults = throttle(notifyResultsMs, () =>
      events.publish({ type: 'changed', topic: 'results' }),
    );
    const runDeps = { client, access, workspace, wait, onPageWritten: notifyResults.schedule };
    return {
      job: stored.job,
      slots,
      run: (handle) => runFetch(runDeps, stored, handle),
      onEnded: notifyResults.flush,
      storage: {
        check() {
          const opened = checkIsOpen(deps.workspace, workspace);
          return opened.ok ? getWritableWorkspace(deps.workspace) : opened;
        },
        // In a read-only workspace nothing is fetched, and its fetches stay as they are in the file.
        save: async (job) => {
          if (workspace.readOnly === undefined) await workspace.saveFetch({ ...stored, job });
        },
        remove: () => workspace.dismissFetch(stored.job.id, nowUtc()),
      },
    };
  };

  const prepare = async (search: Search, as: FetchPurpose | undefined): Promise<Result<RunnableJob>> => {
    const planned = planFetch(deps, search);
    if (!planned.ok) return planned;
    const opened = getOpenWorkspace(deps.workspace);
    if (!opened.ok) return opened;
    const { startedAt, frozenAt, queryText } = planned.value;
    const { brand } = access.profile();
    const expected = expectedRecords(search, await opened.value.listFetches());
    const job = newFetchJob(search, startedAt, queryText, expected, as);
    const stored = { job, search, frozenAt, brand, ...(as?.run && { run: as.run }) };
    return succeed(toRunnable(opened.value, stored));
  };

  const startNew = async (search: Search, as: FetchPurpose | undefined): Promise<Result<Job>> => {
    const prepared = await prepare(search, as);
    if (!prepared.ok) return prepared;
    if (!as?.run) searches.set(prepared.value.job.id, textOf(search, as));
    return jobs.start(prepared.value);
  };

  return {
    /** The query text that `start` would send first. */
    preview(search: Search): Result<{ readonly queryText: string; readonly advice: readonly string[] }> {
      const planned = planFetch(deps, search);
      if (!planned.ok) return planned;
      const { queryText } = planned.value;
      return succeed({ queryText, advice: searchWarnings(search) });
    },
    /**
     * Starts a fetch and returns immediately; progress is published as `job` events. With `run` it is a run of a saved
     * search, with `orderId` it requests the results of an order. While the same search, of the same order, is running
     * already, its job is returned instead; a run always starts.
     */
    async start(search: Search, as?: FetchPurpose): Promise<Result<Job>> {
      if (as?.run) return startNew(search, as);
      const text = textOf(search, as);
      const running = findActive(text);
      if (running) return succeed(running);
      const started = starting.get(text) ?? startNew(search, as);
      starting.set(text, started);
      try {
        return await started;
      } finally {
        starting.delete(text);
      }
    },
    /** Stores a fetch that has failed before it could start, with the reason. */
    async saveFailed(search: Search, as: FetchPurpose, failure: Failure): Promise<Result<Job>> {
      const prepared = await prepare(search, as);
      if (!prepared.ok) return prepared;
      const { job, storage } = prepared.value;
      const failed: Job = { ...job, state: 'failed', failure };
      const saved = await toWriteResult(storage?.save(failed) ?? Promise.resolve());
      if (!saved.ok) return saved;
      await jobs.restore({ ...prepared.value, job: failed });
      return succeed(failed);
    },
    /** Must be called with a newly opened workspace: lists its fetches; running ones become interrupted. */
    async onWorkspaceOpened(workspace: Workspace): Promise<void> {
      for (const stored of await workspace.listFetches()) await jobs.restore(toRunnable(workspace, stored));
    },
  };
}

/** Paged fetches of results into the workspace. */
export type Fetches = ReturnType<typeof createFetches>;

function planFetch({ client, access }: FetchesDeps, search: Search): Result<FetchPlan> {
  const now = Date.now();
  // By a clock that is behind, the newest uploads would be left to the next fetch.
  const frozenAt = nowUtc(client.laterTime(now));
  const { brand, bracedQueryBody } = access.profile();
  const [first = search] = splitSearch(search);
  const queryText = pageQueryText(
    first,
    { frozenAt, offset: search.startOffset ?? 0, records: 0 },
    { brand, braced: bracedQueryBody },
  );
  return queryText.ok ? succeed({ startedAt: nowUtc(now), frozenAt, queryText: queryText.value }) : queryText;
}

/** The same for the same search of the same order. */
function textOf(search: Search, as: FetchPurpose | undefined): string {
  return JSON.stringify({ search, orderId: as?.orderId });
}

function newFetchJob(
  search: Search,
  startedAt: string,
  queryText: string,
  expected: number | undefined,
  as: FetchPurpose | undefined,
): Job {
  const { length: count } = splitSearch(search);
  return newJob({
    kind: 'fetch',
    title: as?.title ?? fetchTitle(search),
    startedAt,
    updatedAt: startedAt,
    resumable: true,
    warnings: searchWarnings(search, as?.orderId !== undefined),
    fetch: {
      queryText,
      ...noFetchProgress,
      ...(search.startOffset === undefined ? {} : { offset: search.startOffset }),
      ...(count > 1 ? { query: { index: 0, count } } : {}),
      ...(search.maxRecords === undefined ? {} : { maxRecords: search.maxRecords }),
      ...(expected === undefined ? {} : { expectedRecords: expected }),
      ...(as?.run && { searchId: as.run.searchId }),
      ...(as?.orderId === undefined
        ? {}
        : { orderId: as.orderId, isOrderCompleted: as.isOrderCompleted ?? false }),
    },
  });
}

function defaultWait(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal });
}

/** A short title of a search, for the list of jobs. */
function fetchTitle({ regions, analytics, recordIds = [], collectedAfter, collectedBefore }: Search): string {
  if (recordIds.length > 0) return formatQuantity(recordIds.length, 'requested record');
  return [
    regions.join(', ') || 'All regions',
    ...titleOfDays(collectedAfter, collectedBefore),
    describeAnalytics(analytics).join(', ') || 'all analytics',
  ].join(' · ');
}

/** A period in UTC days, the last one in it included: `2026-11-27 to 2026-11-29`, `since 2026-11-27`. */
function titleOfDays(after: string | undefined, before: string | undefined): readonly string[] {
  const first = after && formatUtc(after).slice(0, 10);
  const last = before && formatUtc(Date.parse(before) - 1).slice(0, 10);
  if (first && last) return [first === last ? first : `${first} to ${last}`];
  if (first) return [`since ${first}`];
  return last ? [`until ${last}`] : [];
}

/**
 * The expected number of records of a search, from a complete earlier run of the same search. Undefined when there is
 * none. It is valid only when the search ends before that run was started: later uploads do not match it.
 */
function expectedRecords(search: Search, former: readonly StoredFetch[]): number | undefined {
  const { uploadedBefore } = search;
  if (uploadedBefore === undefined || search.maxRecords !== undefined) return undefined;
  const same = former.findLast(
    ({ job, search: formerSearch, frozenAt }) =>
      job.state === 'complete' &&
      Date.parse(uploadedBefore) <= Date.parse(frozenAt) &&
      isDeepStrictEqual(withoutLayout(formerSearch), withoutLayout(search)),
  );
  const records = same?.job.fetch?.records ?? 0;
  return records > 0 ? records : undefined;
}

/** Page size, fields and sorting do not affect the number of records. */
function withoutLayout({ pageSize: _size, fields: _fields, sort: _sort, ...rest }: Search) {
  return rest;
}
