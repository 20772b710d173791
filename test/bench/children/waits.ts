/**
 * Runs queries on a workspace through its worker threads, and a short query again and again meanwhile: `waits.ts <file>
 * <worker> <page>`. Reports the longest time that the short one took while each of the others ran. The page is written
 * before the last ones, with new ids.
 */
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import type { DetectionPageRequest } from '../../../shared/results/detection.ts';
import { ingestAgain } from '../ingest-again.ts';
import { report } from '../report.ts';

const [file = '', worker = '', page = ''] = process.argv.slice(2);
const parts: Record<string, number> = {};
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
const pageSortedBy = (field: DetectionPageRequest['sort']['field']): DetectionPageRequest => ({
  filter: {},
  sort: { field, order: 'DESC' },
  offset: 1000,
  limit: 100,
});
const view = { boundingBox: [110, 10, 150, 45] as [number, number, number, number], minConfidence: 0.4 };

await measure('first feed', () => workspace.detectionFeed());
await measure('feed', () => workspace.detectionFeed());
await measure('first filter', () => workspace.matchMask(view));
await measure('filter', () => workspace.matchMask({ ...view, minConfidence: 0.41 }));
await measure('counts', () => workspace.counts({ minConfidence: 0.42 }));
await measure('groups', () =>
  Promise.all(
    (['analytic', 'region', 'day'] as const).map((by) =>
      workspace.groupCounts({ filter: { minConfidence: 0.43 }, by }),
    ),
  ),
);
await measure('timeline', () =>
  workspace.timeline({ filter: { minConfidence: 0.44 }, by: 'collected', bins: 400 }),
);
await measure('sort by time', () => workspace.detectionPage(pageSortedBy('collected')));
await measure('sort by a number', () => workspace.detectionPage(pageSortedBy('property:length_m')));
await measure('sort by text', () => workspace.detectionPage(pageSortedBy('chip')));
await measure('queue', () => workspace.reviewQueue({ minConfidence: 0.5 }, pageSortedBy('confidence').sort));
await measure('queue by image', () => workspace.reviewQueue({ minConfidence: 0.5 }, 'pass'));
await measure('expression', () => workspace.matchMask({ expression: 'length_m > 100 and incidence > 30' }));
await measure('text', () => workspace.counts({ text: 'x9' }));
await measure('distribution', () =>
  workspace.distribution({ filter: { minConfidence: 0.45 }, field: 'property:length_m', bins: 40 }),
);
await measure('properties', () => workspace.properties());
await measure('values', () => workspace.fieldValues('property:length_m', '', 50));
await measure('colors', () => workspace.feedColors('property:length_m'));
await measure('records', () => workspace.recordPage({ having: 'any', filter: view, offset: 0, limit: 100 }));
await measure('outlines of areas', () => workspace.areaFeed());
await measure('footprints', () => workspace.footprintFeed());
await measure('coverage', () => workspace.passCoverage(view));
await measure('passes over the view', () => workspace.passStops({ filter: {}, box: view.boundingBox }));
await ingestAgain(workspace, page);
await measure('feed, after an ingest', () => workspace.detectionFeed());
await measure('counts, after an ingest', () => workspace.counts({ minConfidence: 0.46 }));
await workspace.close();
report(performance.now() - startedAt, parts);

async function measure(name: string, query: () => Promise<unknown>): Promise<void> {
  let isRunning = true;
  const askedAt = performance.now();
  const running = query().finally(() => {
    isRunning = false;
  });
  let longest = 0;
  while (isRunning) {
    const startedAt = performance.now();
    await workspace.getSetting('bench');
    longest = Math.max(longest, performance.now() - startedAt);
  }
  await running;
  parts[name] = longest;
  process.stderr.write(
    `${name}: ${(performance.now() - askedAt).toFixed(0)} ms, another waits ${longest.toFixed(0)} ms\n`,
  );
}
