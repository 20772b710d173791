import type { Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import type { Events } from './events.ts';

/** What can be done to one job from outside. */
export type JobControl = {
  /** Asks the job to stop where it is whole; resolves when its end state has been `put`. */
  cancel(): void | Promise<void>;
  /** Goes on where the job stood; absent where it cannot. */
  resume?(): Promise<Result<Job>>;
  /** Forgets an ended job where it is kept; what it brought stays. */
  dismiss?(): Promise<void>;
};

/** The jobs of the open workspace: their latest state, and how to reach those who carry them out. */
export type JobRegistry = {
  /** Stores the job's state in place of the former one and publishes it as a `job` event. */
  put(job: Job): void;
  get(id: string): Job | undefined;
  /** In the order in which the jobs were first put. */
  list(): readonly Job[];
  /** Takes the job and its control off, and publishes `job-removed`. Without effect where there is none. */
  remove(id: string): void;
  /** Says who carries the job out, in place of the former control. */
  attach(id: string, control: JobControl): void;
  control(id: string): JobControl | undefined;
};

/** An empty registry that publishes to `events`. */
export function createJobRegistry(events: Events): JobRegistry {
  const jobs = new Map<string, Job>();
  const controls = new Map<string, JobControl>();
  return {
    put(job) {
      jobs.set(job.id, job);
      events.publish({ type: 'job', job });
    },
    get: (id) => jobs.get(id),
    list: () => [...jobs.values()],
    remove(id) {
      controls.delete(id);
      if (jobs.delete(id)) events.publish({ type: 'job-removed', id });
    },
    attach(id, control) {
      controls.set(id, control);
    },
    control: (id) => controls.get(id),
  };
}
