/**
 * Fetches all pages of the paced service as the app does: `fetch-paced.ts <worker> <workspace file> <address>`. The time
 * is from the start of the fetch to its end.
 */
import { searchSchema } from '../../../shared/results/search.ts';
import { recordsInPage } from '../data-files.ts';
import { report } from '../report.ts';
import { openFetches } from './open-fetches.ts';

const [worker = '', file = '', address = ''] = process.argv.slice(2);
const fetches = await openFetches(worker, file, address);
const startedAt = performance.now();
const job = await fetches.run(searchSchema.parse({ regions: [], analytics: [], pageSize: recordsInPage }));
const milliseconds = performance.now() - startedAt;
if (job?.state !== 'complete') throw new Error(`The fetch ended as ${job?.state}: ${job?.failure?.message}`);
await fetches.close();
report(milliseconds);
