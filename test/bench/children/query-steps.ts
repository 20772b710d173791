/**
 * Performs queries on a workspace in steps, as its reading thread does: `query-steps.ts <file> <worker> <page>`. Reports the
 * processor time of the longest step of each, which is how long another query has to wait on a quiet machine, and of the
 * whole query. The page is written before the last ones, with new ids.
 */
import { pathToFileURL } from 'node:url';
import { openReader } from '../../../electron/core/workspace/open/open-database.ts';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { createWorkspaceStore } from '../../../electron/core/workspace/open/workspace-store.ts';
import type { Query } from '../../../electron/core/workspace/read/query.ts';
import type { ReadStore } from '../../../electron/core/workspace/read/read-store.ts';
import { defaultTolerance, type PassPageRequest } from '../../../shared/passes/pass.ts';
import type { DetectionPageRequest } from '../../../shared/results/detection.ts';
import { ingestAgain } from '../ingest-again.ts';
import { report } from '../report.ts';

const [file = '', worker = '', page = ''] = process.argv.slice(2);
const parts: Record<string, number> = {};
const startedAt = performance.now();
const store = createWorkspaceStore(openReader(file).database);
const pageSortedBy = (field: DetectionPageRequest['sort']['field']): DetectionPageRequest => ({
  filter: {},
  sort: { field, order: 'DESC' },
  offset: 1000,
  limit: 100,
});
const passesBy = (groupBy: PassPageRequest['groupBy']): PassPageRequest => ({
  filter: {},
  groupBy,
  tolerance: defaultTolerance,
  sort: { field: 'time', order: 'DESC' },
  collapsed: [],
  offset: 0,
  limit: 100,
});
const box: [number, number, number, number] = [110, 10, 150, 45];
const view = { boundingBox: box, minConfidence: 0.4 };

measure('first feed', 'detectionFeed');
measure('feed', 'detectionFeed');
measure('first filter', 'matchMask', view);
measure('filter', 'matchMask', { ...view, minConfidence: 0.41, collectedFrom: Date.UTC(2025, 5, 1) });
measure('counts', 'counts', { minConfidence: 0.42 });
measure('groups by analytic', 'groupCounts', { filter: { minConfidence: 0.43 }, by: 'analytic' });
measure('groups by day', 'groupCounts', { filter: { minConfidence: 0.43 }, by: 'day' });
measure('timeline', 'timeline', { filter: { minConfidence: 0.44 }, by: 'collected', bins: 400 });
measure('sort by time', 'detectionPage', pageSortedBy('collected'));
measure('sort by a number', 'detectionPage', pageSortedBy('property:length_m'));
measure('sort by text', 'detectionPage', pageSortedBy('chip'));
measure('page of a sort', 'detectionPage', { ...pageSortedBy('chip'), offset: 5000 });
measure('queue', 'reviewQueue', { minConfidence: 0.5 }, pageSortedBy('confidence').sort);
measure('expression', 'matchMask', { expression: 'length_m > 100 and analytic contains "vessel"' });
measure('text', 'counts', { text: 'x9' });
measure('distribution', 'distribution', {
  filter: { minConfidence: 0.45 },
  field: 'property:length_m',
  bins: 40,
});
measure('properties', 'properties');
measure('values', 'fieldValues', 'property:length_m', '', 50);
measure('colors', 'feedColors', 'property:length_m');
measure('records', 'recordPage', { having: 'any', filter: view, offset: 0, limit: 100 });
measure('records of an analytic', 'recordPage', {
  having: 'any',
  filter: { analytics: ['LargeVesselDetection'] },
  offset: 0,
  limit: 100,
});
measure('records by text', 'recordPage', { having: 'any', text: 'x7', offset: 0, limit: 100 });
measure('queue by image', 'reviewQueue', { minConfidence: 0.5 }, 'pass');
measure('passes of a queue', 'queuePasses', { minConfidence: 0.5 });
measure('outlines of areas', 'areaFeed');
measure('footprints', 'footprintFeed');
measure('passes over the view', 'passStops', { filter: {}, box });
measure('list of passes', 'passPage', passesBy('none'));
measure('list of passes by place', 'passPage', passesBy('place'));
measure('coverage by passes', 'passCoverage', {});
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
await ingestAgain(workspace, page);
await workspace.close();
measure('feed, after an ingest', 'detectionFeed');
report(performance.now() - startedAt, parts);

function measure<Name extends keyof ReadStore>(
  name: string,
  method: Name,
  ...args: Parameters<ReadStore[Name]>
): void {
  const steps = (store[method] as Query<Parameters<ReadStore[Name]>, unknown>).inSteps(...args);
  let [longest, all] = [0, 0];
  for (let isDone = false; !isDone; ) {
    const before = process.threadCpuUsage();
    isDone = steps.next().done === true;
    const { user, system } = process.threadCpuUsage(before);
    const milliseconds = (user + system) / 1000;
    longest = Math.max(longest, milliseconds);
    all += milliseconds;
  }
  parts[`longest step: ${name}`] = longest;
  parts[`all steps: ${name}`] = all;
}
