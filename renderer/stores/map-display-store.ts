import { createStore } from 'zustand/vanilla';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { DensityMode } from '../map/map-types.ts';

/** What a label beside a detection says: a field, or its length, whichever property gives it. */
export type MapLabel = DetectionField | 'length';

/** How detections look on the map; kept over starts. */
export type MapDisplayStore = {
  readonly density: DensityMode;
  /** The numeric field that sizes marks; null: all are alike. */
  readonly sizeBy: DetectionField | null;
  /** Whether marks point where the detection heads, when near. */
  readonly headings: boolean;
  readonly label: MapLabel | null;
};

/** A store with the looks of the first start. */
export function createMapDisplayStore() {
  return createStore<MapDisplayStore>()(() => ({
    density: 'auto',
    sizeBy: null,
    headings: true,
    label: null,
  }));
}
