/** Reads a case package as the app does, in the thread of a tool: `read-package.ts <worker> <package>`. */
import { pathToFileURL } from 'node:url';
import { createRunTool } from '../../../electron/core/workspace-tools/run-tool.ts';
import { report } from '../report.ts';

const [worker = '', path = ''] = process.argv.slice(2);
const runTool = createRunTool(pathToFileURL(worker));
const startedAt = performance.now();
const before = process.threadCpuUsage();
let batches = 0;
const read = await runTool(
  'readPackage',
  { path, parts: 'everything', reviewsFile: `${path}.gpkg` },
  {
    async onBatch() {
      batches += 1;
    },
  },
);
const { user, system } = process.threadCpuUsage(before);
// One line before the figures, which are the last.
process.stdout.write(`${read.ok ? 'sound' : read.failure.message}\n`);
report(performance.now() - startedAt, { mainThreadMilliseconds: (user + system) / 1000, batches });
