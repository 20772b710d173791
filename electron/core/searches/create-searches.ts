import { fail, type Result, succeed } from '../../../shared/result.ts';
import { searchQueryText } from '../../../shared/results/search-query.ts';
import {
  dueAt,
  type SavedSearch,
  type SavedSearches,
  type SavedSearchSettings,
  type SearchRevert,
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
import { changeWorkspace, type GetWorkspace, readWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { createSearchRuns } from './search-runs.ts';

type SearchesDeps = {
  readonly session: Pick<Session, 'state' | 'onChange'>;
  readonly fetches: Pick<Fetches, 'start' | 'saveFailed'>;
  readonly jobs: Pick<JobRunner, 'get' | 'list' | 'cancel' | 'resume' | 'dismiss' | 'remove'>;
  readonly workspace: GetWorkspace;
  readonly brand: () => string;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly now?: () => number;
};

/** The saved searches of the open workspace with their runs, and the history of fetches. `close` ends the schedules. */
export function createSearches(deps: SearchesDeps) {
  const { jobs, events, now = Date.now } = deps;
  const { latestJob, listIn, activeRun, run, checkSchedule, close } = createSearchRuns({ ...deps, now });

  const write = async <T>(work: (workspace: Workspace) => Promise<Result<T>>): Promise<Result<T>> => {
    const done = await changeWorkspace(deps.workspace, work);
    if (done.ok) {
      events.publish({ type: 'changed', topic: 'searches' });
      checkSchedule();
    }
    return done;
  };

  return {
    run,
    /** Fails with `no-workspace`. */
    list: (): Promise<Result<SavedSearches>> =>
      readWorkspace(deps.workspace, async (workspace) => {
        const [{ searches, unreadable }, counts] = await Promise.all([
          listIn(workspace),
          workspace.searchCounts(),
        ]);
        const listed = searches.flatMap((stored) => {
          const found = counts.find(({ searchId }) => searchId === stored.search.id);
          if (!found) return [];
          const { searchId: _id, ...counted } = found;
          return [{ ...stored, ...counted, dueAt: dueAt(stored, now()) }];
        });
        return succeed({ searches: listed, unreadable });
      }),
    /** Adds or replaces. Fails with `invalid-input` for what has no query text, `no-workspace`, `read-only` or `disk`. */
    async save(search: SavedSearchSettings): Promise<Result<StoredChange<SavedSearch>>> {
      const sendable = searchQueryText(search.search, { brand: deps.brand() });
      return sendable.ok
        ? write(async (workspace) => succeed(await workspace.saveSearch(search, nowUtc(now()))))
        : sendable;
    },
    /** Deletes it and cancels a running run; it can be restored. */
    async remove(id: string): Promise<Result<unknown>> {
      const active = activeRun(id);
      const removed = await write((workspace) => workspace.removeStored('searches', id, nowUtc(now())));
      if (removed.ok && active) await jobs.cancel(active.id);
      return removed;
    },
    restore: (id: string): Promise<Result<SavedSearch>> =>
      write(async (workspace) => (await workspace.restoreStored('searches', id)) as Result<SavedSearch>),
    /** Sets it back to former settings, or deletes it. Fails with `not-found`, or with `conflict` when it has been changed. */
    async revert(revert: SearchRevert): Promise<Result<undefined>> {
      const active = activeRun(revert.expected.id);
      const done = await write((workspace) => workspace.revertSearch(revert, nowUtc(now())));
      if (done.ok && active && !revert.to) await jobs.cancel(active.id);
      return done;
    },
    /** Marks the results up to now as viewed. */
    markViewed: (id: string): Promise<Result<SavedSearch>> =>
      write((workspace) => workspace.markSearchViewed(id, nowUtc(now()))),
    /** Compares two runs. Fails with `not-found` unless there are two complete full runs. */
    compare: (page: DiffPageRequest): Promise<Result<SearchDiff>> =>
      readWorkspace(deps.workspace, async (workspace) => {
        const diff = await workspace.compareRuns(page);
        return diff
          ? succeed(diff)
          : fail('not-found', 'There is nothing to compare: it takes two complete full runs.');
      }),
    history: (page: HistoryPageRequest): Promise<Result<HistoryPageResult>> =>
      readWorkspace(deps.workspace, async (workspace) => {
        const { entries, total } = await workspace.fetchHistory(page);
        const latest = entries.map((entry): HistoryEntry => ({ ...entry, job: latestJob(entry.job) }));
        return succeed({ entries: latest, total });
      }),
    /** Deletes ended entries from the history and the list of jobs; returns their number. The results stay. */
    clearHistory: (ids: readonly string[] | 'all'): Promise<Result<number>> =>
      write(async (workspace) => {
        const cleared = await workspace.clearHistory(ids, nowUtc(now()));
        for (const id of cleared) jobs.remove(id);
        return succeed(cleared.length);
      }),
    close,
  };
}
