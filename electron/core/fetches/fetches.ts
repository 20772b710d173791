import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { Search } from '../../../shared/results/search.ts';
import type { SearchRun } from '../../../shared/searches/saved-search.ts';

/** Paged fetches of results into the workspace. */
export type Fetches = {
  /**
   * Starts a fetch and returns immediately; progress is published as `job` events. With `run` it is a run of a saved search.
   * While the same search is running already, its job is returned instead.
   */
  start(search: Search, as?: { readonly title: string; readonly run: SearchRun }): Promise<Result<Job>>;
  /** The query text that `start` would send first. */
  preview(search: Search): Result<{ readonly queryText: string; readonly advice: readonly string[] }>;
};
