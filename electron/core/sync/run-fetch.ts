import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { RetryPause } from '../service/retry.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { IngestOutcome, StoredFetch, Workspace } from '../workspace/workspace.ts';
import { createFetchPace } from './fetch-pace.ts';
import { createPageGuard } from './page-guard.ts';
import { pageQueryText } from './page-query.ts';
import { createPageSource } from './page-source.ts';
import { peekNextOffset } from './peek-next-offset.ts';

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

/**
 * Fetches page after page from where the fetch stands until the service has no more, and returns the job as it then
 * stands. Each page is in the workspace together with its cursor before the next is taken; while it is taken in, the
 * next is asked for already where the page tells at one of its ends where that begins.
 *
 * Ends as `complete`, `stopped` (the paging cannot be followed), `failed` (resumable at the same offset), or, when
 * `signal` aborts, as the `state` of its reason says. While nobody is signed in it is `waiting`.
 */
export async function runFetch(parts: RunFetchParts, stored: StoredFetch, signal: AbortSignal): Promise<Job> {
  const { client, access, workspace, wait, progress, arrived } = parts;
  const pace = createFetchPace(() => performance.now());
  const guard = createPageGuard();
  let job = stored.job;
  let badPages = 0;
  let pageSize = stored.search.pageSize;
  let isOver = false;
  const show = (change: Partial<Job>) => {
    // A page that was asked for ahead may still have something to say.
    if (isOver) return;
    const { pause: _over, ...rest } = job;
    job = { ...rest, ...change, updatedAt: nowUtc() };
    progress(job);
  };
  const pauseFor = ({ reason, milliseconds }: RetryPause) =>
    show({ pause: { reason, until: nowUtc(Date.now() + milliseconds) } });
  const source = createPageSource(client.queryPage, signal);
  const failed = (failure: Failure) => endJob(job, { state: 'failed', failure, resumable: true });
  const textAt = (offset: number, records: number): Result<string> =>
    pageQueryText(
      { ...stored.search, pageSize },
      { frozenAt: stored.frozenAt, offset, records },
      { brand: stored.brand, braced: access.profile().bracedQueryBody },
    );
  const askAhead = (body: Uint8Array, { offset, records }: Position) => {
    const next = peekNextOffset(body, offset);
    const enough = stored.search.maxRecords ?? Number.POSITIVE_INFINITY;
    if (!next || records + next.recordsInPage >= enough) return;
    const queryText = textAt(next.offset, records + next.recordsInPage);
    if (queryText.ok) source.askAhead(queryText.value);
  };

  if (!signal.aborted) show({ state: 'running' });
  try {
    while (!signal.aborted) {
      const position = positionOf(job);
      const queryText = textAt(position.offset, position.records);
      if (!queryText.ok) return failed(queryText.failure);

      const body = await source.get(queryText.value, pauseFor);
      if (signal.aborted) break;
      if (job.pause) show({});
      if (!body.ok && body.failure.code === 'signed-out') {
        show({ state: 'waiting' });
        await access.signedIn(signal).catch(() => {});
        if (!signal.aborted) show({ state: 'running' });
        pace.restart();
        continue;
      }
      if (!body.ok && body.failure.code === 'too-large' && pageSize > 1) {
        pageSize = Math.ceil(pageSize / 2);
        const warning = `${body.failure.message} Pages of ${pageSize} records are asked for instead.`;
        show({ warnings: joined(job.warnings, [warning]) });
        continue;
      }
      if (!body.ok && body.failure.code !== 'bad-response') return failed(body.failure);

      if (body.ok) askAhead(body.value, position);
      const page: IngestOutcome = body.ok
        ? await workspace.ingestPage({
            fetchId: job.id,
            queryText: queryText.value,
            offset: position.offset,
            fetchedAt: nowUtc(),
            brand: stored.brand,
            fields: stored.search.fields,
            body: body.value,
          })
        : { ok: false, message: body.failure.message };
      if (!page.ok) {
        badPages += 1;
        if (badPages >= triesForPage) return failed(pageFailure(position.offset, page.message));
        const milliseconds = pauseBeforePageMs * badPages;
        pauseFor({
          reason: `The page at offset ${position.offset} could not be used: ${page.message} It is asked for again.`,
          milliseconds,
        });
        await wait(milliseconds, signal).catch(() => {});
        continue;
      }
      badPages = 0;
      const stop = guard.judge(page, job);
      job = pace.after(job, { ...page.job, warnings: joined(job.warnings, page.job.warnings) });
      if (page.newRecords + page.changedRecords + page.problems > 0) arrived();
      if (stop) {
        const warnings = joined(job.warnings, [stop.warning]);
        return endJob({ ...job, warnings }, { state: 'stopped', resumable: stop.resumable });
      }
      // The end, too, came with the page in one transaction.
      if (page.job.state !== 'running') return endJob(job, { state: page.job.state, resumable: false });
      show({});
    }
    return endJob(job, { state: stateOnAbort(signal), resumable: true });
  } finally {
    isOver = true;
    source.close();
  }
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

/** Both, each warning once. */
function joined(warnings: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...warnings, ...more])];
}

type Position = { readonly offset: number; readonly records: number };

function positionOf({ fetch }: Job): Position {
  return fetch ?? { offset: 0, records: 0 };
}

/** The job at its end: with the failure that ended it, if any, and none of an earlier one. */
export function endJob(
  job: Job,
  { failure, ...end }: Pick<Job, 'state' | 'resumable'> & Partial<Pick<Job, 'failure'>>,
): Job {
  const { failure: _former, ratePerSecond: _rate, secondsLeft: _left, pause: _pause, ...rest } = job;
  return { ...rest, ...end, ...(failure ? { failure } : {}), updatedAt: nowUtc() };
}

function pageFailure(offset: number, message: string): Failure {
  return fail(
    'bad-response',
    `The page at offset ${offset} could not be used, ${triesForPage} times: ${message} Resume to ask for it again.`,
  ).failure;
}
