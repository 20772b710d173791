import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import {
  type ExportOptions,
  exportOptionsSchema,
  storedExportOptionsSchema,
} from '../../../shared/exchange/export-request.ts';
import { type DetectionField, layerFieldOf } from '../../../shared/results/detection-field.ts';
import type { ColumnLayout } from '../../stores/column-layout.ts';
import { persistOptions } from '../../stores/persist-options.ts';

type ExportChoice = {
  /** The choice of the last export; GeoJSON and nothing more before the first. */
  readonly options: ExportOptions;
  setOptions(options: ExportOptions): void;
};

/** A store that starts with the options saved in `storage` and saves each change there. */
export function createExportChoice(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<ExportChoice>()(
    persist(
      (set) => ({
        options: exportOptionsSchema.parse({ format: 'geojson' }),
        setOptions: (options) => set({ options }),
      }),
      persistOptions({
        name: 'sightline.export',
        storage,
        schema: z.object({ options: storedExportOptionsSchema }),
        partialize: ({ options }: ExportChoice) => ({ options }),
        fromUnversioned: (options) => ({ options }),
      }),
    ),
  );
}

/** The fields of a table's columns that are about layers; null: the default columns, which have none. */
export function layerFieldsOf(columns: ColumnLayout | null): readonly DetectionField[] {
  return (columns ?? []).map(({ field }) => field).filter((field) => layerFieldOf(field) !== undefined);
}

/** The options of the last export from this browser or installation. */
export const exportChoice = createExportChoice();
