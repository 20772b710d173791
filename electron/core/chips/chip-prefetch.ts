import type { ChipPrefetchPlan, ChipScope } from '../../../shared/chips/chip-prefetch.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** Prefetching of chips into the cache. */
export type ChipPrefetch = {
  /** An estimate of what `start` would fetch; rejects with the signal's reason when it aborts. */
  plan(scope: ChipScope, signal?: AbortSignal): Promise<Result<ChipPrefetchPlan>>;
  /** Starts a job and returns immediately; progress is published as `job` events. */
  start(scope: ChipScope): Promise<Result<Job>>;
};
