import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { searchText } from '../../../shared/results/search-query.ts';
import type { HistoryEntry } from '../../../shared/searches/history.ts';
import {
  dueAt,
  type RunKind,
  runSearch,
  type SavedSearchToKeep,
  type StoredSearch,
  savedSearchToKeepSchema,
  sinceOf,
} from '../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { Jobs } from '../jobs.ts';
import type { Session } from '../session/session.ts';
import type { Fetches } from '../sync/fetches.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createRunSchedule } from './run-schedule.ts';
import type { Searches } from './searches.ts';

type SearchesParts = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly fetches: Pick<Fetches, 'start'>;
  readonly jobs: Pick<Jobs, 'cancel' | 'resume' | 'dismiss'>;
  readonly registry: JobRegistry;
  readonly workspace: OpenWorkspace;
  readonly brand: () => string;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly now?: () => number;
};

/** The saved searches of the open workspace; `close` ends their schedules. */
export function createSearches(parts: SearchesParts): Searches & { close(): Promise<void> } {
  const { fetches, jobs, registry, events, now = Date.now } = parts;
  const starting = new Set<string>();
  /** Runs that nobody watches: their cards go once they have ended well. */
  const bySchedule = new Set<string>();
  const changed = () => events.publish({ type: 'changed', what: 'searches' });

  /** The registry knows of a job before the file does. */
  const asItIs = (job: Job) => registry.get(job.id) ?? job;
  const withLatest = (stored: StoredSearch): StoredSearch =>
    stored.lastRun ? { ...stored, lastRun: { ...stored.lastRun, job: asItIs(stored.lastRun.job) } } : stored;
  const listIn = async (workspace: Workspace) => (await workspace.listSearches()).map(withLatest);

  /** Ended runs make room on the list of jobs; the history keeps them. */
  const dismissRuns = async (searchId: string) => {
    const runs = registry.list().filter((job) => job.fetch?.searchId === searchId && !isActive(job));
    for (const { id } of runs) await jobs.dismiss(id);
  };

  const run = async (id: string, kind: RunKind): Promise<Result<Job>> => {
    const opened = writableWorkspace(parts.workspace);
    if (!opened.ok) return opened;
    if (starting.has(id)) return fail('conflict', 'This search is already being started.');
    starting.add(id);
    try {
      const stored = (await listIn(opened.value)).find(({ search }) => search.id === id);
      if (!stored) return noSuchSearch(id);
      return await begin(stored, kind);
    } finally {
      starting.delete(id);
    }
  };

  const begin = async (stored: StoredSearch, kind: RunKind): Promise<Result<Job>> => {
    const { search, lastRun, watermark } = stored;
    if (lastRun && isActive(lastRun.job)) return fail('conflict', `“${search.name}” is already running.`);
    const actual = watermark === null ? 'full' : kind;
    if (lastRun && canGoOn(lastRun, search.revision, actual) && registry.get(lastRun.job.id)) {
      return jobs.resume(lastRun.job.id);
    }
    await dismissRuns(search.id);
    const since = actual === 'full' ? null : sinceOf(watermark, search.overlapMinutes);
    return fetches.start(runSearch(search, since), {
      title: runTitle(search.name, actual, watermark),
      run: { searchId: search.id, revision: search.revision, kind: actual },
    });
  };

  const schedule = createRunSchedule({
    now,
    onProblem: parts.onProblem,
    async dueTimes() {
      const { status, workspace: state } = parts.session.state();
      const workspace = parts.workspace();
      if (status !== 'signed-in' || state !== 'open' || !workspace) return [];
      return (await listIn(workspace)).flatMap((stored) => {
        const due = dueAt(stored);
        return due === null ? [] : [{ id: stored.search.id, due }];
      });
    },
    async run(id) {
      const begun = await run(id, 'new');
      if (begun.ok) bySchedule.add(begun.value.id);
      // Somebody else has begun it, or has taken it away meanwhile.
      if (begun.ok || begun.failure.code === 'conflict' || begun.failure.code === 'not-found') return;
      parts.onProblem(new Error(begun.failure.message), 'a scheduled run of a saved search');
    },
  });
  const stopFollowing = [
    parts.session.onChange(schedule.look),
    events.listen(({ event }) => {
      if (event.type === 'changed' && event.what === 'workspace') schedule.look();
    }),
    onFetchStates(events, (id) => {
      const job = registry.get(id);
      if (job?.state === 'complete' && bySchedule.delete(id)) void jobs.dismiss(id);
      changed();
      schedule.look();
    }),
  ];
  schedule.look();

  const inFile = async <T>(work: (workspace: Workspace) => Promise<T>): Promise<Result<T>> => {
    const opened = writableWorkspace(parts.workspace);
    if (!opened.ok) return opened;
    const done = await written(work(opened.value));
    if (done.ok) {
      changed();
      schedule.look();
    }
    return done;
  };

  return {
    run,
    async list() {
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const [searches, counts] = await Promise.all([listIn(opened.value), opened.value.searchCounts()]);
      return succeed(
        searches.flatMap((stored) => {
          const own = counts.find(({ searchId }) => searchId === stored.search.id);
          if (!own) return [];
          const { searchId: _id, ...counted } = own;
          return [{ ...stored, ...counted, dueAt: dueAt(stored) }];
        }),
      );
    },
    async put(search) {
      const sendable = checkSearch(search, parts.brand());
      return sendable.ok ? inFile((workspace) => workspace.putSearch(search, nowUtc(now()))) : sendable;
    },
    async remove(id) {
      const active = registry.list().find((job) => job.fetch?.searchId === id && isActive(job));
      const removed = await inFile((workspace) => workspace.deleteSearch(id, nowUtc(now())));
      if (!removed.ok) return removed;
      if (!removed.value) return noSuchSearch(id);
      if (active) await jobs.cancel(active.id);
      return succeed(undefined);
    },
    async restore(id) {
      const restored = await inFile((workspace) => workspace.restoreSearch(id));
      if (!restored.ok) return restored;
      return restored.value ? succeed(restored.value) : noSuchSearch(id);
    },
    async look(id) {
      const looked = await inFile((workspace) => workspace.lookAtSearch(id, nowUtc(now())));
      if (!looked.ok) return looked;
      return looked.value ? succeed(undefined) : noSuchSearch(id);
    },
    async compare(page) {
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const diff = await opened.value.compareRuns(page);
      return diff
        ? succeed(diff)
        : fail(
            'not-found',
            'There is nothing to compare: it takes two checks of everything that ended complete.',
          );
    },
    async history(page) {
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const { entries, total } = await opened.value.fetchHistory(page);
      const latest = entries.map((entry): HistoryEntry => ({ ...entry, job: asItIs(entry.job) }));
      return succeed({ entries: latest, total });
    },
    async clearHistory(ids) {
      const cleared = await inFile((workspace) => workspace.clearHistory(ids, nowUtc(now())));
      if (!cleared.ok) return cleared;
      for (const id of cleared.value) registry.remove(id);
      return succeed(cleared.value.length);
    },
    async close() {
      for (const stop of stopFollowing) stop();
      await schedule.close();
    },
  };
}

/** A run that stopped early and had brought something goes on where it stood, if the same is asked for. */
function canGoOn(
  { job, run }: NonNullable<StoredSearch['lastRun']>,
  revision: number,
  kind: RunKind,
): boolean {
  const hasBegun = (job.fetch?.pages ?? 0) > 0;
  return job.resumable && hasBegun && run.revision === revision && run.kind === kind;
}

function runTitle(name: string, kind: RunKind, watermark: string | null): string {
  if (kind === 'new') return `${name} · new`;
  return watermark === null ? `${name} · first run` : `${name} · everything again`;
}

/** Refuses what could never be sent, before it is kept. */
function checkSearch(input: SavedSearchToKeep, brand: string): Result<string> {
  const parsed = savedSearchToKeepSchema.safeParse(input);
  if (parsed.success) return searchText(parsed.data.search, { brand });
  return fail('invalid-input', parsed.error.issues[0]?.message ?? 'The search cannot be kept.');
}

/** Calls `tell` with the job's id whenever a fetch begins, ends, or is taken off the list. */
function onFetchStates(events: Events, tell: (id: string) => void): () => void {
  const states = new Map<string, boolean>();
  return events.listen(({ event }) => {
    if (event.type === 'job-removed') {
      if (states.delete(event.id)) tell(event.id);
      return;
    }
    if (event.type !== 'job' || event.job.kind !== 'fetch') return;
    const active = isActive(event.job);
    if (states.get(event.job.id) === active) return;
    states.set(event.job.id, active);
    tell(event.job.id);
  });
}

function noSuchSearch(id: string) {
  return fail('not-found', `There is no saved search ${id} in this workspace. It may have been deleted.`);
}
