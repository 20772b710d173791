/**
 * Opens a workspace and runs the first query of each kind, one after another, through its worker threads as in the app:
 * `first-questions.ts <file> <worker>`. The last one is a filter that runs during a sort by text.
 */
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import type { DetectionPageRequest } from '../../../shared/results/detection.ts';
import { report } from '../report.ts';

const [file = '', worker = ''] = process.argv.slice(2);
const parts: Record<string, number> = {};
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
parts.opening = performance.now() - startedAt;
const pageSortedBy = (field: DetectionPageRequest['sort']['field']): DetectionPageRequest => ({
  filter: {},
  sort: { field, order: 'DESC' },
  offset: 0,
  limit: 100,
});

await measure('first feed', () => workspace.detectionFeed());
await measure('first filter', () =>
  workspace.matchMask({ minConfidence: 0.4, boundingBox: [110, 10, 150, 45] }),
);
await measure('first expression', () =>
  workspace.matchMask({ expression: 'length_m > 100 and analytic contains "vessel"' }),
);
await measure('first sort by number', () => workspace.detectionPage(pageSortedBy('property:length_m')));
await measure('first sort by text', () => workspace.detectionPage(pageSortedBy('chip')));
const sorted = workspace.detectionPage(pageSortedBy('record'));
await measure('filter during a first sort by text', () => workspace.matchMask({ minConfidence: 0.6 }));
await sorted;
await workspace.close();
report(performance.now() - startedAt, parts);

async function measure(name: string, ask: () => Promise<unknown>): Promise<void> {
  const askedAt = performance.now();
  await ask();
  parts[name] = performance.now() - askedAt;
}
