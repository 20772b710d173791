import { randomUUID } from 'node:crypto';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Failure, Result } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Limiter } from '../base/limiter.ts';
import type { Jobs } from './jobs.ts';

/** What a running task has of its job. Changes after the job has ended are ignored. */
export type JobHandle = {
  /** Aborts when the job is cancelled or interrupted. */
  readonly signal: AbortSignal;
  latest(): Job;
  /**
   * Changes the job and publishes it; undefined clears a value. Ends a pause, and a note of slowness, unless the change
   * has one.
   */
  update(change: Partial<Job>): void;
  /** Changes the job; published at most every 200 ms. */
  report(change: Partial<Job>): void;
  /** Reports how far the task is. */
  progress(progress: NonNullable<Job['progress']>): void;
  /**
   * Saves the job as it is now. If it does not complete, it ends in this state and not in a later one, since it is resumed
   * from here.
   */
  checkpoint(): void;
  /** From now on the job cannot be cancelled. Throws when it was cancelled before. */
  commit(): void;
};

/** How a task ended, with the final changes to the job. `state` is `complete` unless it is given. */
export type JobEnd = Partial<Job>;

/** How a job is stored that can be resumed, also after a restart. */
export type JobStorage = {
  /** Fails when the job cannot be started now, for example because another workspace is open. */
  check(): Result<unknown>;
  save(job: Job): Promise<void>;
  /** Deletes the stored job; its results stay. */
  remove(): Promise<void>;
};

/** A job, and what is particular to it. */
export type RunnableJob = {
  readonly job: Job;
  /**
   * Does the work. A rejection ends the job: as `cancelled` or `interrupted` when its signal has aborted, else as `failed`.
   */
  run(handle: JobHandle): Promise<JobEnd>;
  /** Called when the end of the job has been published. */
  onEnded?(): void;
  /** While it has no free slot, the job is queued. */
  readonly slots?: Limiter;
  /** Absent for a job that cannot be resumed. */
  readonly storage?: JobStorage;
};

/** Runs all long-running jobs of the open workspace, and has the latest state of each. */
export type JobRunner = Jobs & {
  get(id: string): Job | undefined;
  /** Saves the job where it has a storage, and starts it. Returns immediately; progress is published as `job` events. */
  start(job: RunnableJob): Promise<Result<Job>>;
  /** Lists a stored job of a newly opened workspace. One that was active was interrupted. */
  restore(job: RunnableJob): Promise<void>;
  /** Removes a job from the list and publishes `job-removed`; the stored job stays. */
  remove(id: string): void;
  /** Interrupts the jobs that can be resumed and cancels the others; resolves when their states have been saved. */
  stopAll(): Promise<void>;
  /** Removes all jobs that are not running from the list. */
  clear(): void;
};

/** An expected failure of a task, which ends its job. */
export class JobFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A job that starts now. */
export function newJob(fields: Pick<Job, 'kind' | 'title'> & Partial<Job>): Job {
  const startedAt = nowUtc();
  return {
    id: randomUUID(),
    state: 'running',
    startedAt,
    updatedAt: startedAt,
    resumable: false,
    warnings: [],
    ...fields,
  };
}
