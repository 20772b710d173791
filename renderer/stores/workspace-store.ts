import { createStore } from 'zustand/vanilla';
import type { Area } from '../../shared/areas/area.ts';
import type { ChipCalibration } from '../../shared/chips/chip-calibration.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { ResultCounts } from '../../shared/results/detection.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';

/** Data of the workspace in the page, with its loading state. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  /** No workspace is open. */
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** The data of the open workspace that the map and several panels show; filled by `context/live-updates.ts` only. */
export type WorkspaceStore = {
  readonly areas: Loadable<readonly Area[]>;
  /** Summary of the detection feed that the map draws; the detections themselves are in the map. */
  readonly feed: Loadable<FeedSummary>;
  /** Counts of everything in the workspace, without a filter. */
  readonly counts: Loadable<ResultCounts>;
  readonly jobs: readonly Job[];
  /** The analyst's calibrations of chips, oldest first. */
  readonly calibrations: readonly ChipCalibration[];
  setAreas(areas: WorkspaceStore['areas']): void;
  setFeed(feed: WorkspaceStore['feed']): void;
  setCounts(counts: WorkspaceStore['counts']): void;
  setJobs(jobs: readonly Job[]): void;
  setCalibrations(calibrations: readonly ChipCalibration[]): void;
  /** Adds a job that was just started, unless its event has arrived first. */
  addJob(job: Job): void;
  /** Replaces a job, or adds it at the front. */
  upsertJob(job: Job): void;
  removeJob(id: string): void;
  /** Forgets everything and waits for the content of another workspace. */
  reset(): void;
};

/** A workspace store that has not been filled yet. */
export function createWorkspaceStore() {
  const store = createStore<WorkspaceStore>()((set) => ({
    areas: { state: 'loading' },
    feed: { state: 'loading' },
    counts: { state: 'loading' },
    jobs: [],
    calibrations: [],
    setAreas: (areas) => set({ areas }),
    setFeed: (feed) => set({ feed }),
    setCounts: (counts) => set({ counts }),
    setJobs: (jobs) => set({ jobs }),
    setCalibrations: (calibrations) => set({ calibrations }),
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
