import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { SearchInput } from '../../../shared/results/search.ts';
import type { SearchRun } from '../../../shared/searches/saved-search.ts';

/** Paged fetches of results into the workspace. */
export type Fetches = {
  /**
   * Begins a fetch and returns at once; its progress comes as `job` events. With `run` it is a run of a saved search.
   */
  start(search: SearchInput, as?: { readonly title: string; readonly run: SearchRun }): Promise<Result<Job>>;
  /** The query text that `start` would send first. */
  preview(search: SearchInput): Result<{ readonly queryText: string; readonly advice: readonly string[] }>;
};
