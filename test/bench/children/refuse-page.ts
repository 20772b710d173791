/** Ingests a page that has to be refused, as the app does, and prints why: `refuse-page.ts <file> <worker> <page>`. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { report } from '../report.ts';

const [file = '', worker = '', page = ''] = process.argv.slice(2);
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
const outcome = await workspace.ingestPage({
  fetchId: 'none',
  queryText: 'svc_udp_analyticgeojsonrecord { assignedId }',
  offset: 0,
  fetchedAt: new Date().toISOString(),
  brand: 'svc',
  fields: 'all',
  body: readFileSync(page),
});
if (outcome.ok || outcome.remedy === 'request-again')
  throw new Error('The page was not refused for its size.');
await workspace.close();
process.stdout.write(`${outcome.message}\n`);
report(performance.now() - startedAt);
