import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import {
  type ExportOptions,
  exportOptionsSchema,
  standardReport,
  storedExportOptionsSchema,
} from '../../../shared/exchange/export-request.ts';
import { type DetectionField, layerFieldOf } from '../../../shared/results/detection-field.ts';
import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import type { ColumnLayout } from '../../stores/column-layout.ts';
import { persistOptions } from '../../stores/persist-options.ts';
import { texts } from './texts.ts';

/** The command that opens the export dialog. */
export function createExportCommands(app: App): readonly Command[] {
  return [
    {
      id: 'results.export',
      title: texts.commands.export,
      group: 'Results',
      hotkey: 'shift+E',
      enabled: () => checkHasDetections(app),
      run: () => app.stores.ui.getState().openDialog('export'),
    },
    {
      id: 'results.report',
      title: texts.commands.reportShown,
      group: 'Results',
      enabled: () => checkHasDetections(app),
      run: () => app.commands.runWith('export.report', { kind: 'pass' }),
    },
    {
      id: 'results.detection-card',
      title: texts.commands.card,
      group: 'Results',
      enabled: () => app.stores.results.getState().focusedId !== null || texts.commands.selectFirst,
      run() {
        const { focusedId } = app.stores.results.getState();
        if (focusedId !== null)
          void app.commands.runWith('export.report', { kind: 'detection', ids: [focusedId] });
      },
    },
  ];
}

/** The commands with which other features export detections, and reports. */
export function createExportInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'export.reviewed',
      title: texts.commands.exportReviewed,
      run({ ids }) {
        const { options, setNext } = exportChoice.getState();
        setNext({ ...options, reviews: true });
        openFor(app, ids);
      },
    },
    {
      id: 'export.report',
      title: texts.commands.report,
      run({ kind, site, ids }) {
        const { options, setNext } = exportChoice.getState();
        const { site: _former, ...report } = options.report ?? standardReport;
        setNext({
          ...options,
          ...(kind === 'detection' && options.chips === 'none' ? { chips: 'cached' as const } : {}),
          format: exportFormatInfo(options.format).isReport ? options.format : 'report-html',
          report: { ...report, kind, ...(site === undefined ? {} : { site }) },
        });
        if (ids) openFor(app, ids);
        else app.stores.ui.getState().openDialog('export');
      },
    },
  ];
}

/** Opens the dialog with these detections selected, and restores the selection when it is closed. */
function openFor({ stores, commands }: App, ids: Iterable<number>): void {
  const { selectedIds, setSelected } = stores.results.getState();
  setSelected(ids);
  commands.run('results.export');
  // A verdict that is set later is for what the user selected.
  const stop = stores.ui.subscribe(({ dialog }) => {
    if (dialog === 'export' || dialog === 'case-export') return;
    stop();
    setSelected(selectedIds);
  });
}

type ExportChoice = {
  /** The choice of the last export; GeoJSON and nothing more before the first. */
  readonly options: ExportOptions;
  setOptions(options: ExportOptions): void;
  /** The choice with which the dialog opens next, which is not saved; null: that of the last export. */
  readonly next: ExportOptions | null;
  setNext(next: ExportOptions | null): void;
};

/** A store that starts with the options saved in `storage` and saves each change there. */
export function createExportChoice(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<ExportChoice>()(
    persist(
      (set) => ({
        options: exportOptionsSchema.parse({ format: 'geojson' }),
        setOptions: (options) => set({ options, next: null }),
        next: null,
        setNext: (next) => set({ next }),
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
