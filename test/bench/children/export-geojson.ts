/** Exports all detections of a workspace as the app does: `export-geojson.ts <workspace> <worker> <target>`. */
import { pathToFileURL } from 'node:url';
import { carryOutExport, planExport } from '../../../electron/core/exchange/carry-out-export.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { report } from '../report.ts';

const [workspace = '', worker = '', target = ''] = process.argv.slice(2);
const plan = planExport(
  workspace,
  { kind: 'all' },
  exportOptionsSchema.parse({ format: 'geojson' }),
  { detections: { path: target } },
  { cacheFolder: '', profileId: '' },
);
const startedAt = performance.now();
const outcome = await carryOutExport(pathToFileURL(worker), plan, new AbortController().signal, () => {});
if (outcome.kind !== 'complete') throw new Error(JSON.stringify(outcome));
report(performance.now() - startedAt);
