/** Exports all detections of a workspace as the app does: `export-geojson.ts <workspace> <worker> <target>`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { performExport } from '../../../electron/core/exchange/perform-export.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { report } from '../report.ts';

const [workspace = '', worker = '', target = ''] = process.argv.slice(2);
const task = {
  workspacePath: workspace,
  scope: { kind: 'all' },
  options: exportOptionsSchema.parse({ format: 'geojson' }),
  targets: { detections: { path: target } },
  journalFolder: path.dirname(target),
} as const;
const startedAt = performance.now();
const outcome = await performExport(pathToFileURL(worker), task, new AbortController().signal, () => {});
if (outcome.kind !== 'complete') throw new Error(JSON.stringify(outcome));
report(performance.now() - startedAt);
