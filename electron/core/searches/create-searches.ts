import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { searchQueryText } from '../../../shared/results/search-query.ts';
import {
  dueAt,
  type RunKind,
  runStartTime,
  type SavedSearch,
  type SavedSearchList,
  type SavedSearchSettings,
  type SearchRevert,
  type StoredSearch,
  searchForRun,
} from '../../../shared/searches/saved-search.ts';
import type { DiffPageRequest, SearchDiff } from '../../../shared/searches/search-diff.ts';
import type {
  HistoryEntry,
  HistoryPageRequest,
  HistoryPageResult,
} from '../../../shared/searches/search-history.ts';
import type { StoredChange } from '../../../shared/stored-revert.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { Fetches } from '../fetches/create-fetches.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Session } from '../session/session.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { createRunSchedule } from './run-schedule.ts';

type SearchesDeps = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly fetches: Pick<Fetches, 'start'>;
  readonly jobs: Pick<JobRunner, 'get' | 'list' | 'cancel' | 'resume' | 'dismiss' | 'remove'>;
  readonly workspace: GetWorkspace;
  readonly brand: () => string;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly now?: () => number;
};

/** The saved searches of the open workspace; `close` ends their schedules. */
export function createSearches(deps: SearchesDeps) {
  const { fetches, jobs, events, now = Date.now } = deps;
  const starting = new Set<string>();
  /** Ids of scheduled runs, which are dismissed when they complete. */
  const scheduledRuns = new Set<string>();
  const changed = () => events.publish({ type: 'changed', topic: 'searches' });

  /** The job's current state, which is newer than that in the file. */
  const latestJob = (job: Job) => jobs.get(job.id) ?? job;
  const withLatestJob = (stored: StoredSearch): StoredSearch =>
    stored.lastRun
      ? { ...stored, lastRun: { ...stored.lastRun, job: latestJob(stored.lastRun.job) } }
      : stored;
  const listIn = async (workspace: Workspace) => {
    const { searches, unreadableIds } = await workspace.listSearches();
    return { searches: searches.map(withLatestJob), unreadable: unreadableIds.length };
  };

  /** Dismisses ended runs from the list of jobs; they stay in the history. */
  const dismissRuns = async (searchId: string) => {
    const runs = jobs.list().filter((job) => job.fetch?.searchId === searchId && !isActiveJob(job));
    for (const { id } of runs) await jobs.dismiss(id);
  };

  const run = async (id: string, kind: RunKind): Promise<Result<Job>> => {
    const opened = getWritableWorkspace(deps.workspace);
    if (!opened.ok) return opened;
    if (starting.has(id)) return fail('conflict', 'This search is already being started.');
    starting.add(id);
    try {
      const { searches } = await listIn(opened.value);
      const stored = searches.find(({ search }) => search.id === id);
      if (!stored) return noSuchSearch(id);
      return await startRun(opened.value, stored, kind);
    } finally {
      starting.delete(id);
    }
  };

  const activeRun = (id: string) => jobs.list().find((job) => job.fetch?.searchId === id && isActiveJob(job));

  const startRun = async (
    workspace: Workspace,
    stored: StoredSearch,
    kind: RunKind,
  ): Promise<Result<Job>> => {
    const { search, lastRun, watermark } = stored;
    if (activeRun(search.id)) return fail('conflict', `“${search.name}” is already running.`);
    const actual = watermark === null ? 'full' : kind;
    if (lastRun && canResume(lastRun, search.revision, actual) && jobs.get(lastRun.job.id)) {
      return jobs.resume(lastRun.job.id);
    }
    await dismissRuns(search.id);
    const newestUpload = actual === 'full' ? undefined : await workspace.newestUploadOfSearch(search.id);
    const since =
      newestUpload === undefined ? null : runStartTime(watermark, newestUpload, search.overlapMinutes);
    return fetches.start(searchForRun(search, since), {
      title: runTitle(search.name, actual, watermark),
      run: { searchId: search.id, revision: search.revision, kind: actual },
    });
  };

  const schedule = createRunSchedule({
    now,
    onProblem: deps.onProblem,
    async dueTimes() {
      const { status, workspace: state } = deps.session.state();
      const workspace = deps.workspace();
      if (status !== 'signed-in' || state !== 'open' || !workspace) return [];
      const { searches } = await listIn(workspace);
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
      deps.onProblem(new Error(started.failure.message), 'a scheduled run of a saved search');
    },
  });
  const unsubscribers = [
    deps.session.onChange(schedule.check),
    events.listen(({ event }) => {
      if (event.type === 'changed' && event.topic === 'workspace') schedule.check();
    }),
    onFetchActivity(events, (id) => {
      const job = jobs.get(id);
      if (job?.state === 'complete' && scheduledRuns.delete(id)) void jobs.dismiss(id);
      changed();
      schedule.check();
    }),
  ];
  schedule.check();

  const write = async <T>(work: (workspace: Workspace) => Promise<T>): Promise<Result<T>> => {
    const opened = getWritableWorkspace(deps.workspace);
    if (!opened.ok) return opened;
    const done = await toWriteResult(work(opened.value));
    if (done.ok) {
      changed();
      schedule.check();
    }
    return done;
  };

  return {
    /**
     * Starts a run, or resumes the last one if it stopped early. The first run is always a full one. Fails with `conflict`
     * while one is running.
     */
    run,
    /** Fails with `no-workspace`. */
    async list(): Promise<Result<SavedSearchList>> {
      const opened = getOpenWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const [{ searches, unreadable }, counts] = await Promise.all([
        listIn(opened.value),
        opened.value.searchCounts(),
      ]);
      const listed = searches.flatMap((stored) => {
        const found = counts.find(({ searchId }) => searchId === stored.search.id);
        if (!found) return [];
        const { searchId: _id, ...counted } = found;
        return [{ ...stored, ...counted, dueAt: dueAt(stored, now()) }];
      });
      return succeed({ searches: listed, unreadable });
    },
    /** Adds or replaces. Fails with `invalid-input` for what has no query text, `no-workspace`, `read-only` or `disk`. */
    async save(search: SavedSearchSettings): Promise<Result<StoredChange<SavedSearch>>> {
      const sendable = searchQueryText(search.search, { brand: deps.brand() });
      return sendable.ok ? write((workspace) => workspace.saveSearch(search, nowUtc(now()))) : sendable;
    },
    /** Deletes it and cancels a running run; it can be restored. */
    async remove(id: string): Promise<Result<undefined>> {
      const active = activeRun(id);
      const removed = await write((workspace) => workspace.deleteSearch(id, nowUtc(now())));
      if (!removed.ok) return removed;
      if (!removed.value) return noSuchSearch(id);
      if (active) await jobs.cancel(active.id);
      return succeed(undefined);
    },
    async restore(id: string): Promise<Result<SavedSearch>> {
      const restored = await write((workspace) => workspace.restoreSearch(id));
      if (!restored.ok) return restored;
      return restored.value ? succeed(restored.value) : noSuchSearch(id);
    },
    /** Sets it back to former settings, or deletes it. Fails with `not-found`, or with `conflict` when it has been changed. */
    async revert(revert: SearchRevert): Promise<Result<undefined>> {
      const active = activeRun(revert.expected.id);
      const done = await write((workspace) => workspace.revertSearch(revert, nowUtc(now())));
      if (!done.ok) return done;
      if (done.value === 'missing') return noSuchSearch(revert.expected.id);
      if (done.value === 'changed') return fail('conflict', 'It has been changed since.');
      if (active && !revert.to) await jobs.cancel(active.id);
      return succeed(undefined);
    },
    /** Marks the results up to now as viewed. */
    async markViewed(id: string): Promise<Result<undefined>> {
      const marked = await write((workspace) => workspace.markSearchViewed(id, nowUtc(now())));
      if (!marked.ok) return marked;
      return marked.value ? succeed(undefined) : noSuchSearch(id);
    },
    /** Compares two runs. Fails with `not-found` unless there are two complete full runs. */
    async compare(page: DiffPageRequest): Promise<Result<SearchDiff>> {
      const opened = getOpenWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const diff = await opened.value.compareRuns(page);
      return diff
        ? succeed(diff)
        : fail('not-found', 'There is nothing to compare: it takes two complete full runs.');
    },
    async history(page: HistoryPageRequest): Promise<Result<HistoryPageResult>> {
      const opened = getOpenWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const { entries, total } = await opened.value.fetchHistory(page);
      const latest = entries.map((entry): HistoryEntry => ({ ...entry, job: latestJob(entry.job) }));
      return succeed({ entries: latest, total });
    },
    /** Deletes ended entries from the history and the list of jobs; returns their number. The results stay. */
    async clearHistory(ids: readonly string[] | 'all'): Promise<Result<number>> {
      const cleared = await write((workspace) => workspace.clearHistory(ids, nowUtc(now())));
      if (!cleared.ok) return cleared;
      for (const id of cleared.value) jobs.remove(id);
      return succeed(cleared.value.length);
    },
    async close() {
      for (const stop of unsubscribers) stop();
      await schedule.close();
    },
  };
}

/** Saved searches with their runs, and the fetch history. */
export type Searches = ReturnType<typeof createSearches>;

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

function noSuchSearch(id: string) {
  return fail('not-found', `There is no saved search ${id} in this workspace. It may have been deleted.`);
}
