import { createStore } from 'zustand/vanilla';
import type { Area } from '../../shared/areas/area.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { ResultCounts } from '../../shared/results/detection.ts';
import type { FeedSummary } from '../map/detections/detections-messages.ts';

/** A part of the workspace as the page holds it. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  /** No workspace is open, so there is nothing to load. */
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** What the map and several panels show of the open workspace; filled by `api/live.ts` only. */
export type WorkspaceStore = {
  readonly areas: Loadable<readonly Area[]>;
  /** What of the detections' feed the map draws; the detections themselves are the map's. */
  readonly feed: Loadable<FeedSummary>;
  /** Counts over everything the workspace holds, without a filter. */
  readonly counts: Loadable<ResultCounts>;
  readonly jobs: readonly Job[];
};

/** A workspace store that has not been filled yet. */
export function createWorkspaceStore() {
  return createStore<WorkspaceStore>()(() => ({
    areas: { state: 'loading' },
    feed: { state: 'loading' },
    counts: { state: 'loading' },
    jobs: [],
  }));
}
