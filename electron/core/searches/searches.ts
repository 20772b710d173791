import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type {
  RunKind,
  SavedSearch,
  SavedSearchList,
  SavedSearchSettings,
  SearchRevert,
} from '../../../shared/searches/saved-search.ts';
import type { DiffPageRequest, SearchDiff } from '../../../shared/searches/search-diff.ts';
import type { HistoryPageRequest, HistoryPageResult } from '../../../shared/searches/search-history.ts';
import type { StoredChange } from '../../../shared/stored-revert.ts';

/** Saved searches with their runs, and the fetch history. */
export type Searches = {
  /** Fails with `no-workspace`. */
  list(): Promise<Result<SavedSearchList>>;
  /** Adds or replaces. Fails with `invalid-input` for what has no query text, `no-workspace`, `read-only` or `disk`. */
  save(search: SavedSearchSettings): Promise<Result<StoredChange<SavedSearch>>>;
  /** Deletes it and cancels a running run; it can be restored. */
  remove(id: string): Promise<Result<undefined>>;
  restore(id: string): Promise<Result<SavedSearch>>;
  /** Sets it back to former settings, or deletes it. Fails with `not-found`, or with `conflict` when it has been changed. */
  revert(revert: SearchRevert): Promise<Result<undefined>>;
  /**
   * Starts a run, or resumes the last one if it stopped early. The first run is always a full one. Fails with `conflict`
   * while one is running.
   */
  run(id: string, kind: RunKind): Promise<Result<Job>>;
  /** Marks the results up to now as viewed. */
  markViewed(id: string): Promise<Result<undefined>>;
  /** Compares two runs. Fails with `not-found` unless there are two complete full runs. */
  compare(page: DiffPageRequest): Promise<Result<SearchDiff>>;
  history(page: HistoryPageRequest): Promise<Result<HistoryPageResult>>;
  /** Deletes ended entries from the history and the list of jobs; returns their number. The results stay. */
  clearHistory(ids: readonly string[] | 'all'): Promise<Result<number>>;
};
