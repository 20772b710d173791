import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type DetectionField, detectionFieldSchema } from '../../shared/results/detection-field.ts';
import type { DensityMode, MapLabel } from '../map/map-types.ts';
import { persistOptions } from './persist-options.ts';

/** Settings of detections on the map; saved across starts. */
export type MapDisplayStore = {
  readonly density: DensityMode;
  /** The field that determines the color of markers; null: their analytic does. */
  readonly colorBy: DetectionField | null;
  /** The numeric field that determines the size of markers; null: all have the same size. */
  readonly sizeBy: DetectionField | null;
  /** Whether markers show the heading of a detection when zoomed in. */
  readonly headings: boolean;
  readonly label: MapLabel | null;
  /** Whether less is drawn where there is no graphics card: density above a number of symbols. */
  readonly savesDrawing: boolean;
  change(change: Partial<Omit<MapDisplayStore, 'change'>>): void;
};

const displaySchema = z.object({
  density: z.enum(['auto', 'on', 'off']),
  colorBy: detectionFieldSchema.nullable().default(null),
  sizeBy: detectionFieldSchema.nullable(),
  headings: z.boolean(),
  label: z.union([z.literal('length'), detectionFieldSchema]).nullable(),
  savesDrawing: z.boolean().default(true),
});

/** A store with the settings saved in `storage`, or else the default ones; it saves changes there. */
export function createMapDisplayStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<MapDisplayStore>()(
    persist(
      (set) => ({
        density: 'auto',
        colorBy: null,
        sizeBy: null,
        headings: true,
        label: null,
        savesDrawing: true,
        change: (change) => set(change),
      }),
      persistOptions({
        name: 'sightline.map-display',
        storage,
        schema: displaySchema,
        partialize: ({ change: _, ...display }: MapDisplayStore) => display,
      }),
    ),
  );
}
