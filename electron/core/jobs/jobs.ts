import type { Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';

/** All jobs of the open workspace, running and ended. */
export type Jobs = {
  list(): readonly Job[];
  cancel(id: string): Promise<Result<Job>>;
  /** Goes on where a cancelled, interrupted or failed job stood. */
  resume(id: string): Promise<Result<Job>>;
  /** Takes an ended job off the list; what it brought stays. */
  dismiss(id: string): Promise<Result<void>>;
};
