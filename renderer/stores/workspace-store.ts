import { createStore } from 'zustand/vanilla';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import type { Loadable } from '../ui/loadable.ts';

/**
 * A step that the user or the service has just completed, after which one action is next. An area was drawn or made a
 * site, an order sent or completed, AIS reports imported, a rule made, or a file exported.
 */
export type CompletedStep =
  | { readonly kind: 'area' | 'site'; readonly areaId: string }
  | { readonly kind: 'order-sent' | 'order-completed'; readonly orderId: string }
  | { readonly kind: 'ais' }
  | { readonly kind: 'rule'; readonly searchId: string; readonly name: string }
  | { readonly kind: 'export'; readonly jobId: string };

/** The map's feed and the jobs of the open workspace, filled by `context/live-updates.ts` only, and the last step. */
export type WorkspaceContentStore = {
  /** Summary of the detection feed that the map draws; the detections themselves are in the map. */
  readonly feed: Loadable<FeedSummary>;
  readonly jobs: readonly Job[];
  /** The last completed step, until its next action is run; set by the feature that completes it. */
  readonly completed: CompletedStep | null;
  setCompleted(step: CompletedStep | null): void;
  setFeed(feed: WorkspaceContentStore['feed']): void;
  setJobs(jobs: readonly Job[]): void;
  /** Adds a job that was just started, unless its event has arrived first. */
  addJob(job: Job): void;
  /** Replaces a job, or adds it at the front. */
  upsertJob(job: Job): void;
  removeJob(id: string): void;
  /** Forgets everything and waits for the content of another workspace. */
  reset(): void;
};

type WithJobs = Pick<WorkspaceContentStore, 'jobs'>;

/** Whether a fetch runs, or waits to go on by itself, which may take hours without a network. */
export function hasActiveFetch({ jobs }: WithJobs): boolean {
  return jobs.some((job) => job.kind === 'fetch' && isActiveJob(job));
}

/** Whether a fetch runs. */
export function hasRunningFetch({ jobs }: WithJobs): boolean {
  return jobs.some(({ kind, state }) => kind === 'fetch' && state === 'running');
}

/** A workspace store that has not been filled yet. */
export function createWorkspaceContentStore() {
  const store = createStore<WorkspaceContentStore>()((set) => ({
    feed: { state: 'loading' },
    jobs: [],
    completed: null,
    setCompleted: (completed) => set({ completed }),
    setFeed: (feed) => set({ feed }),
    setJobs: (jobs) => set({ jobs }),
    addJob: (job) =>
      set(({ jobs }) => (jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] })),
    upsertJob: (job) =>
      set(({ jobs, completed }) => ({
        completed:
          stepOf(
            job,
            jobs.find(({ id }) => id === job.id),
          ) ?? completed,
        jobs: jobs.some(({ id }) => id === job.id)
          ? jobs.map((other) => (other.id === job.id ? job : other))
          : [job, ...jobs],
      })),
    removeJob: (id) => set(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) })),
    reset: () => set(store.getInitialState()),
  }));
  return store;
}

/** The step that a job has just completed; null where it has not, or where nothing follows. */
function stepOf(job: Job, before: Job | undefined): CompletedStep | null {
  if (job.state !== 'complete' || before === undefined || before.state === 'complete') return null;
  if (job.imported?.kind === 'ais') return { kind: 'ais' };
  return job.kind === 'export' && job.export?.files.length === 1 ? { kind: 'export', jobId: job.id } : null;
}
