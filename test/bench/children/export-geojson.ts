/** Exports all detections of a workspace as the app does: `export-geojson.ts <workspace> <worker> <target>`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { performExport } from '../../../electron/core/exchange/perform-export.ts';
import { report } from '../report.ts';

const [workspace = '', worker = '', target = ''] = process.argv.slice(2);
const task = {
  workspacePath: workspace,
  scope: { kind: 'all' },
  // As the schema of export requests fills them in; loading it would be measured, which the app has loaded before.
  options: {
    format: 'geojson',
    footprints: false,
    chips: 'none',
    reviews: false,
    places: false,
    presence: false,
    passes: false,
    qgisProject: false,
    byteOrderMark: false,
  },
  targets: { detections: { path: target } },
  journalFolder: path.dirname(target),
} as const;
const startedAt = performance.now();
const outcome = await performExport(pathToFileURL(worker), task, new AbortController().signal, () => {});
if (!outcome.ok) throw new Error(JSON.stringify(outcome));
report(performance.now() - startedAt);
