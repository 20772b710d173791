import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';

/** All jobs of the open workspace, running and ended. */
export type Jobs = {
  list(): readonly Job[];
  cancel(id: string): Promise<Result<Job>>;
  /** Resumes a cancelled, interrupted or failed job. */
  resume(id: string): Promise<Result<Job>>;
  /** Removes an ended job from the list; its results stay. */
  dismiss(id: string): Promise<Result<void>>;
};
