import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import type { Search } from '../../../shared/results/search.ts';
import type { SearchRun } from '../../../shared/searches/saved-search.ts';

/** Paged fetches of results into the workspace. */
export type Fetches = {
  /**
   * Starts a fetch and returns immediately; progress is published as `job` events. With `run` it is a run of a saved
   * search, with `orderId` it requests the results of an order. While the same search, of the same order, is running
   * already, its job is returned instead; a run always starts.
   */
  start(search: Search, as?: FetchPurpose): Promise<Result<Job>>;
  /** The query text that `start` would send first. */
  preview(search: Search): Result<{ readonly queryText: string; readonly advice: readonly string[] }>;
};

/** What a fetch is for, unless for the results form. */
export type FetchPurpose = {
  readonly title: string;
  readonly run?: SearchRun;
  readonly orderId?: string;
};
