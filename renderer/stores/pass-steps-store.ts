import { createStore } from 'zustand/vanilla';
import type { BoundingBox } from '../../shared/geo/geometry.ts';
import type { PassOutline, PassRecord, PassStop } from '../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';

/** The passes that show a part of the map's view, by time. */
export type PassesOverView = {
  readonly stops: readonly PassStop[];
  /** The view that they show a part of; null while the map has no size. */
  readonly box: BoundingBox | null;
};

/** The stepping through the passes over the view, while it is on. */
export type PassSteps = PassesOverView & {
  /** The pass that is shown; it may not be over the view any more. */
  readonly shown: PassStop;
  /** Share of the view that the shown pass shows, 0…1. */
  readonly share: number;
  /** Whether stops, share and records are those of a former view or former results: reading them again has failed. */
  readonly isOutdated: boolean;
  /** The workspace's records made from the shown pass. */
  readonly records: readonly PassRecord[];
  /** Outline of the shown pass; null when it cannot be drawn. */
  readonly outline: PassOutline | null;
  /** Whether the detections of all passes up to the shown one are shown. */
  readonly isCumulative: boolean;
  /** The filter before the first step, which is restored at the end. */
  readonly before: DetectionFilter;
  /** Keys of the passes that were chosen before the first step, or since, which are restored at the end. */
  readonly chosenBefore: readonly string[];
  /** Keys of the passes that the last step chose. When others are chosen, they stay at the end. */
  readonly chosen: readonly string[];
  /** The filter that shows the pass. When the filter is another one, the stepping has ended. */
  readonly filter: DetectionFilter;
};

export type PassStepsStore = {
  readonly steps: PassSteps | null;
  setSteps(steps: PassSteps | null): void;
};

/** A store in which no pass is shown. */
export function createPassStepsStore() {
  return createStore<PassStepsStore>()((set) => ({ steps: null, setSteps: (steps) => set({ steps }) }));
}
