import type { ChipScope, ChipsAheadPlan } from '../../../shared/chips/chips-ahead.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** Chips that are fetched into the cache before anybody looks at them. */
export type ChipsAhead = {
  /** What `start` would have to do; rejects with the signal's reason when it aborts. */
  plan(scope: ChipScope, signal?: AbortSignal): Promise<Result<ChipsAheadPlan>>;
  /** Begins to fetch and returns at once; its progress comes as `job` events. */
  start(scope: ChipScope): Promise<Result<Job>>;
};
