import { createStore } from 'zustand/vanilla';
import type { Job } from '../../shared/jobs/job.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';
import type { Loadable } from '../ui/loadable.ts';

/** The map's feed and the jobs of the open workspace; filled by `context/live-updates.ts` only. */
export type WorkspaceContentStore = {
  /** Summary of the detection feed that the map draws; the detections themselves are in the map. */
  readonly feed: Loadable<FeedSummary>;
  readonly jobs: readonly Job[];
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

/** A workspace store that has not been filled yet. */
export function createWorkspaceContentStore() {
  const store = createStore<WorkspaceContentStore>()((set) => ({
    feed: { state: 'loading' },
    jobs: [],
    setFeed: (feed) => set({ feed }),
    setJobs: (jobs) => set({ jobs }),
    addJob: (job) =>
      set(({ jobs }) => (jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] })),
    upsertJob: (job) =>
      set(({ jobs }) => ({
        jobs: jobs.some(({ id }) => id === job.id)
          ? jobs.map((other) => (other.id === job.id ? job : other))
          : [job, ...jobs],
      })),
    removeJob: (id) => set(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) })),
    reset: () => set(store.getInitialState()),
  }));
  return store;
}
