/**
 * Exports all detections of a workspace as the app does: `export-detections.ts <workspace> <worker> <target> [format]`, as
 * GeoJSON where none is given.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { performExport } from '../../../electron/core/exchange/perform-export.ts';
import type { ExportFormat } from '../../../shared/exchange/export-format.ts';
import { report } from '../report.ts';

const [workspace = '', worker = '', target = '', format = 'geojson'] = process.argv.slice(2);
const task = {
  workspacePath: workspace,
  scope: { kind: 'all' },
  // As the schema of export requests fills them in; loading it would be measured, which the app has loaded before.
  options: {
    format: format as ExportFormat,
    footprints: false,
    chips: 'none',
    reviews: false,
    places: false,
    presence: false,
    passes: false,
    qgisProject: false,
    byteOrderMark: false,
    separator: 'comma',
    decimal: 'point',
  },
  targets: { detections: { path: target } },
  journalFolder: path.dirname(target),
} as const;
const startedAt = performance.now();
const outcome = await performExport(pathToFileURL(worker), task, new AbortController().signal, () => {});
if (!outcome.ok) throw new Error(JSON.stringify(outcome));
report(performance.now() - startedAt);
