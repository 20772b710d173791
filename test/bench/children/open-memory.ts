/**
 * Reports the memory that an open workspace takes above an empty one, after the map, a filter and the table have been
 * shown: `open-memory.ts <file> <file of a new workspace> <worker>`.
 */
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { report } from '../report.ts';

const [file = '', newFile = '', worker = ''] = process.argv.slice(2);
const startedAt = performance.now();
const empty = await megabytesWith(newFile);
const full = await megabytesWith(file);
report(performance.now() - startedAt, {}, full - empty);

async function megabytesWith(path: string): Promise<number> {
  const workspace = await openWorkspace({ path, workerUrl: pathToFileURL(worker) });
  await workspace.detectionFeed();
  await workspace.matchMask({ minConfidence: 0.4 });
  await workspace.detectionPage({
    filter: { minConfidence: 0.4 },
    sort: { field: 'collected', order: 'DESC' },
    offset: 0,
    limit: 100,
  });
  const { rss } = process.memoryUsage();
  await workspace.close();
  return rss / 2 ** 20;
}
