import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { IngestOutcome, StoredFetch, Workspace } from '../workspace/workspace.ts';
import { pageQueryText } from './page-query.ts';
import { createRateWindow } from './rate-window.ts';

export type RunFetchParts = {
  readonly client: ServiceClient;
  readonly access: ServiceAccess;
  readonly workspace: Workspace;
  /** Waits before a page that could not be used is asked for again; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Told of every step. */
  readonly progress: (job: Job) => void;
  /** Told after each page that brought something. */
  readonly arrived: () => void;
};

/** How often a page is asked for again when what came is not a page. */
const triesForPage = 3;
const pauseBeforePageMs = 2_000;
const rateWindowMs = 10_000;

/**
 * Fetches page after page from where the fetch stands until the service has no more, and returns the job as it then
 * stands. Each page is in the workspace together with its cursor before the next is asked for.
 *
 * Ends as `complete`, `stopped` (the next offset cannot be followed), `failed` (resumable at the same offset), or,
 * when `signal` aborts, as the `state` of its reason says. While nobody is signed in it is `waiting`.
 */
export async function runFetch(parts: RunFetchParts, stored: StoredFetch, signal: AbortSignal): Promise<Job> {
  const { client, access, workspace, wait, progress, arrived } = parts;
  const rate = createRateWindow(rateWindowMs, performance.now());
  let job = stored.job;
  let badPages = 0;
  const show = (change: Partial<Job>) => {
    job = { ...job, ...change, updatedAt: nowUtc() };
    progress(job);
  };
  const failed = (failure: Failure) => endJob(job, { state: 'failed', failure, resumable: true });
  show({ state: 'running' });

  while (!signal.aborted) {
    const { offset, records } = countsOf(job);
    const queryText = pageQueryText(
      stored.search,
      { frozenAt: stored.frozenAt, offset, records },
      { brand: stored.brand, braced: access.profile().bracedQueryBody },
    );
    if (!queryText.ok) return failed(queryText.failure);

    const body = await client.queryPage(queryText.value, signal);
    if (signal.aborted) break;
    if (!body.ok && body.failure.code === 'signed-out') {
      show({ state: 'waiting' });
      await access.signedIn(signal).catch(() => {});
      if (!signal.aborted) show({ state: 'running' });
      continue;
    }
    if (!body.ok && body.failure.code !== 'bad-response') return failed(body.failure);

    const page: IngestOutcome = body.ok
      ? await workspace.ingestPage({
          fetchId: job.id,
          queryText: queryText.value,
          offset,
          fetchedAt: nowUtc(),
          brand: stored.brand,
          fields: stored.search.fields,
          body: body.value,
        })
      : { ok: false, message: body.failure.message };
    if (!page.ok) {
      badPages += 1;
      if (badPages >= triesForPage) return failed(pageFailure(offset, page.message));
      await wait(pauseBeforePageMs * badPages, signal).catch(() => {});
      continue;
    }
    badPages = 0;
    rate.add(page.detections, performance.now());
    job = { ...page.job, ratePerSecond: rate.perSecond(performance.now()) };
    if (page.newRecords + page.changedRecords + page.problems > 0) arrived();
    // The end, too, came with the page in one transaction.
    if (page.job.state !== 'running') return endJob(page.job, { state: page.job.state, resumable: false });
    show({});
  }
  return endJob(job, { state: stateOnAbort(signal), resumable: true });
}

/** Why a fetch is stopped from outside, and the state in which it then stands. */
export class FetchAborted extends Error {
  readonly state: 'cancelled' | 'interrupted';
  constructor(state: FetchAborted['state']) {
    super(`The fetch was ${state}.`);
    this.state = state;
  }
}

function stateOnAbort({ reason }: AbortSignal): FetchAborted['state'] {
  return reason instanceof FetchAborted ? reason.state : 'interrupted';
}

function countsOf({ fetch }: Job): { readonly offset: number; readonly records: number } {
  return fetch ?? { offset: 0, records: 0 };
}

/** The job at its end: with the failure that ended it, if any, and none of an earlier one. */
export function endJob(
  job: Job,
  { failure, ...end }: Pick<Job, 'state' | 'resumable'> & Partial<Pick<Job, 'failure'>>,
): Job {
  const { failure: _former, ratePerSecond: _rate, ...rest } = job;
  return { ...rest, ...end, ...(failure ? { failure } : {}), updatedAt: nowUtc() };
}

function pageFailure(offset: number, message: string): Failure {
  return fail(
    'bad-response',
    `The page at offset ${offset} could not be used, ${triesForPage} times: ${message} Resume to ask for it again.`,
  ).failure;
}
