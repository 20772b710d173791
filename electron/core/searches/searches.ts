import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { HistoryAnswer, HistoryPage } from '../../../shared/searches/history.ts';
import type {
  RunKind,
  SavedSearch,
  SavedSearchStanding,
  SavedSearchToKeep,
} from '../../../shared/searches/saved-search.ts';
import type { DiffPage, SearchDiff } from '../../../shared/searches/search-diff.ts';

/** Saved searches with their runs, and the history of everything that was asked. */
export type Searches = {
  /** By name. Fails with `no-workspace`. */
  list(): Promise<Result<readonly SavedSearchStanding[]>>;
  /** Adds or replaces. Fails with `invalid-input` for what has no query text, `no-workspace`, `read-only` or `disk`. */
  put(search: SavedSearchToKeep): Promise<Result<SavedSearch>>;
  /** Takes it away until it is restored; a run that is under way is cancelled. */
  remove(id: string): Promise<Result<undefined>>;
  restore(id: string): Promise<Result<SavedSearch>>;
  /**
   * Begins a run, or goes on with the last where it stopped early. The first run asks for everything, whatever the
   * kind. Fails with `conflict` while one is under way.
   */
  run(id: string, kind: RunKind): Promise<Result<Job>>;
  /** Its results were opened: what came until now is not new any more. */
  look(id: string): Promise<Result<undefined>>;
  /** Fails with `not-found` when the run is no complete full one with another before it. */
  compare(page: DiffPage): Promise<Result<SearchDiff>>;
  history(page: HistoryPage): Promise<Result<HistoryAnswer>>;
  /** Takes ended entries out of the history and off the list of jobs; answers how many. What came stays. */
  clearHistory(ids: readonly string[] | 'all'): Promise<Result<number>>;
};
