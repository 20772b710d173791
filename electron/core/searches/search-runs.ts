import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, type Result } from '../../../shared/result.ts';
import {
  dueAt,
  type RunKind,
  runStartTime,
  type StoredSearch,
  searchForRun,
} from '../../../shared/searches/saved-search.ts';
import type { Events } from '../base/events.ts';
import type { Fetches } from '../fetches/create-fetches.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Session } from '../session/session.ts';
import { type GetWorkspace, getWritableWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

type SearchRunsDeps = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly fetches: Pick<Fetches, 'start' | 'saveFailed'>;
  readonly jobs: Pick<JobRunner, 'get' | 'list' | 'resume' | 'dismiss'>;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly now: () => number;
};

/** The runs of saved searches, started by hand or at their times; `close` ends their schedules. */
export function createSearchRuns({
  session,
  fetches,
  jobs,
  workspace,
  events,
  onProblem,
  now,
}: SearchRunsDeps) {
  const starting = new Set<string>();
  /** Ids of scheduled runs, which are dismissed when they complete. */
  const scheduledRuns = new Set<string>();

  /** The job's current state, which is newer than that in the file. */
  const latestJob = (job: Job): Job => jobs.get(job.id) ?? job;
  const withLatestJob = (stored: StoredSearch): StoredSearch =>
    stored.lastRun
      ? { ...stored, lastRun: { ...stored.lastRun, job: latestJob(stored.lastRun.job) } }
      : stored;
  const listIn = async (opened: Workspace) => {
    const { searches, unreadableIds } = await opened.listSearches();
    return { searches: searches.map(withLatestJob), unreadable: unreadableIds.length };
  };

  /** Starts a run, or with a failure stores that it could not be started. */
  const run = async (id: string, kind: RunKind, failure?: Failure): Promise<Result<Job>> => {
    const opened = getWritableWorkspace(workspace);
    if (!opened.ok) return opened;
    if (starting.has(id)) return fail('conflict', 'This search is already being started.');
    starting.add(id);
    try {
      const { searches } = await listIn(opened.value);
      const stored = searches.find(({ search }) => search.id === id);
      if (!stored) {
        const { noSuchItem } = await import('../../../shared/items/item-kinds.ts');
        return noSuchItem('searches', id);
      }
      return await startRun({ fetches, jobs }, opened.value, stored, kind, failure);
    } finally {
      starting.delete(id);
    }
  };

  const schedule = createRunSchedule({
    now,
    onProblem,
    async dueTimes() {
      const { status, workspace: state } = session.state();
      const opened = workspace();
      if (status !== 'signed-in' || state !== 'open' || !opened) return [];
      const { searches } = await listIn(opened);
      return searches.flatMap((stored) => {
        const due = dueAt(stored, now());
        return due === null ? [] : [{ id: stored.search.id, due }];
      });
    },
    async run(id) {
      const started = await run(id, 'new');
      if (started.ok) scheduledRuns.add(started.value.id);
      // The search was started or deleted in the meantime.
      if (started.ok || started.failure.code === 'conflict' || started.failure.code === 'not-found') return;
      onProblem(new Error(started.failure.message), 'a scheduled run of a saved search');
    },
  });
  const unsubscribers = [
    session.onChange(schedule.check),
    events.listen(({ event }) => {
      if (event.type === 'changed' && event.topic === 'workspace') schedule.check();
    }),
    onFetchActivity(events, (id) => {
      const job = jobs.get(id);
      if (job?.state === 'complete' && scheduledRuns.delete(id)) void jobs.dismiss(id);
      events.publish({ type: 'changed', topic: 'searches' });
      schedule.check();
    }),
  ];
  schedule.check();

  return {
    latestJob,
    listIn,
    /** The run of a search that has not ended. */
    activeRun: (id: string): Job | undefined => activeRun(jobs, id),
    /**
     * Starts a run, or resumes the last one if it stopped early. The first run is always a full one. Fails with `conflict`
     * while one is running. With a failure it is stored as one that could not be started.
     */
    run,
    /** Must be called when due times may have changed. */
    checkSchedule: schedule.check,
    async close(): Promise<void> {
      for (const stop of unsubscribers) stop();
      await schedule.close();
    },
  };
}

/** Starts a run of a search, or resumes the last one; with a failure stores that it could not be started. */
async function startRun(
  { fetches, jobs }: Pick<SearchRunsDeps, 'fetches' | 'jobs'>,
  opened: Workspace,
  stored: StoredSearch,
  kind: RunKind,
  failure: Failure | undefined,
): Promise<Result<Job>> {
  const { search, lastRun, watermark } = stored;
  if (activeRun(jobs, search.id)) return fail('conflict', `“${search.name}” is already running.`);
  const actual = watermark === null ? 'full' : kind;
  if (!failure && lastRun && canResume(lastRun, search.revision, actual) && jobs.get(lastRun.job.id)) {
    return jobs.resume(lastRun.job.id);
  }
  await dismissRuns(jobs, search.id);
  const newestUpload = actual === 'full' ? undefined : await opened.newestUploadOfSearch(search.id);
  const since =
    newestUpload === undefined ? null : runStartTime(watermark, newestUpload, search.overlapMinutes);
  const purpose = {
    title: runTitle(search.name, actual, watermark),
    run: { searchId: search.id, revision: search.revision, kind: actual },
  };
  return failure
    ? fetches.saveFailed(searchForRun(search, since), purpose, failure)
    : fetches.start(searchForRun(search, since), purpose);
}

function activeRun(jobs: SearchRunsDeps['jobs'], searchId: string): Job | undefined {
  return jobs.list().find((job) => job.fetch?.searchId === searchId && isActiveJob(job));
}

/** Dismisses ended runs from the list of jobs; they stay in the history. */
async function dismissRuns(jobs: SearchRunsDeps['jobs'], searchId: string): Promise<void> {
  const runs = jobs.list().filter((job) => job.fetch?.searchId === searchId && !isActiveJob(job));
  for (const { id } of runs) await jobs.dismiss(id);
}

/** Whether the last run can be resumed: it stopped early after a page, and its revision and kind are the same. */
function canResume(
  { job, run }: NonNullable<StoredSearch['lastRun']>,
  revision: number,
  kind: RunKind,
): boolean {
  const hasPages = (job.fetch?.pages ?? 0) > 0;
  return job.resumable && hasPages && run.revision === revision && run.kind === kind;
}

function runTitle(name: string, kind: RunKind, watermark: string | null): string {
  if (kind === 'new') return `${name} · new`;
  return watermark === null ? `${name} · first run` : `${name} · everything again`;
}

/** Calls `listener` with the job's id whenever a fetch starts, ends, or is dismissed. */
function onFetchActivity(events: Events, listener: (id: string) => void): () => void {
  const states = new Map<string, boolean>();
  return events.listen(({ event }) => {
    if (event.type === 'job-removed') {
      if (states.delete(event.id)) listener(event.id);
      return;
    }
    if (event.type !== 'job' || event.job.kind !== 'fetch') return;
    const active = isActiveJob(event.job);
    if (states.get(event.job.id) === active) return;
    states.set(event.job.id, active);
    listener(event.job.id);
  });
}

type RunScheduleDeps = {
  /** The scheduled searches with their next time in epoch milliseconds; times in the past are due. */
  readonly dueTimes: () => Promise<readonly { readonly id: string; readonly due: number }[]>;
  readonly run: (id: string) => Promise<void>;
  readonly now: () => number;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** Maximum timer interval, because timers stop while the computer sleeps. */
const longestWaitMs = 60_000;
/** Minimum interval between two starts of the same search. */
const retryMs = 60_000;

/** Runs due searches, then waits until the next due time. Missed times are run once. */
function createRunSchedule({ dueTimes, run, now, onProblem }: RunScheduleDeps) {
  const triedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;

  const checkIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(check, Math.max(0, Math.min(longestWaitMs, milliseconds)));
    timer.unref();
  };

  const check = () => {
    clearTimeout(timer);
    isStale = true;
    if (isClosed || checking) return;
    checking = checkUntilFresh().finally(() => {
      checking = undefined;
    });
  };

  const checkUntilFresh = async () => {
    let next = Number.POSITIVE_INFINITY;
    while (isStale && !isClosed) {
      isStale = false;
      try {
        next = await checkOnce();
      } catch (error) {
        onProblem(error, 'checking for due saved searches');
        next = now() + retryMs;
      }
    }
    checkIn(next - now());
  };

  const checkOnce = async () => {
    let next = Number.POSITIVE_INFINITY;
    for (const { id, due } of await dueTimes()) {
      const tried = triedAt.get(id) ?? Number.NEGATIVE_INFINITY;
      // One in the future was before the clock was set back.
      const wait = tried > now() ? due : Math.max(due, tried + retryMs);
      if (wait > now() || isClosed) {
        next = Math.min(next, wait);
        continue;
      }
      triedAt.set(id, now());
      await run(id);
    }
    return next;
  };

  return {
    /** Checks now, or again when the running check has ended. Must be called when due times may have changed. */
    check,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await checking;
    },
  };
}
