/**
 * Runs the queries of the map, the dock and the table on a workspace, through its worker threads as in the app:
 * `query-workspace.ts <file> <worker> <page>`. Each figure is the median of several different queries; the page is
 * written at the end, with new ids, to measure a changed feed.
 */
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { PassStop } from '../../../shared/passes/pass.ts';
import type { DetectionFilter, DetectionPageRequest } from '../../../shared/results/detection.ts';
import { ingestAgain } from '../ingest-again.ts';
import { report } from '../report.ts';

const [file = '', worker = '', page = ''] = process.argv.slice(2);
const askings = 7;
const view: BoundingBox = [110, 10, 150, 45];
const parts: Record<string, number> = {};
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
const { detections } = await workspace.counts({ recordId: 'none' }).then(() => workspace.counts({}));

/** No two filters are equal, so that no result comes from a cache. */
let requested = 0;
const filterOf = (): DetectionFilter => {
  requested += 1;
  return {
    boundingBox: [110, 10, 150, 45],
    collectedFrom: Date.UTC(2025, 5, 1) + requested,
    collectedTo: Date.UTC(2026, 10, 20),
    minConfidence: 0.4,
  };
};
const pageOf = (field: DetectionPageRequest['sort']['field']): DetectionPageRequest => {
  requested += 1;
  return {
    filter: {},
    sort: { field, order: 'DESC' },
    offset: Math.floor(detections / 2) + requested,
    limit: 100,
  };
};

await workspace.detectionFeed();
await measure('feed, warm', () => workspace.detectionFeed());
await measure('bbox + time + confidence', () => workspace.matchMask(filterOf()));
await measure('counts by analytic, region, day', async () => {
  const filter = { minConfidence: 0.3 + ++requested / 1000 };
  for (const by of ['analytic', 'region', 'day'] as const) await workspace.groupCounts({ filter, by });
});
await once('sort by time, first', () => workspace.detectionPage(pageOf('collected')));
await once('sort by a numeric property, first', () => workspace.detectionPage(pageOf('property:length_m')));
await once('sort by chip, first', () => workspace.detectionPage(pageOf('chip')));
await measure('page in the middle, sort chosen', () => workspace.detectionPage(pageOf('chip')));
await measure('page in the middle, new filter', () =>
  workspace.detectionPage({
    ...pageOf('collected'),
    filter: filterOf(),
    offset: Math.floor(detections / 20),
  }),
);
await measure('expression', () =>
  workspace.matchMask({ expression: `length_m > ${++requested} and analytic contains "vessel"` }),
);
await once('fields of the image, first', () =>
  workspace.matchMask({ expression: 'incidence between 25 and 40 and polarization = "HH"' }),
);
await measure('fields of the image', () =>
  workspace.matchMask({
    expression: `incidence between ${25 + ++requested / 10_000} and 40 and polarization = "HH"`,
  }),
);
let stops: readonly PassStop[] = [];
await once('step by pass, first', async () => {
  stops = await workspace.passStops({ filter: {}, box: view });
  await showPass();
});
await measure('step by pass', showPass);
await measure('text', () => workspace.counts({ text: `x${++requested}` }));
await measure('timeline', () =>
  workspace.timeline({ filter: { minConfidence: ++requested / 1000 }, by: 'collected', bins: 400 }),
);
await measure('distribution', () =>
  workspace.distribution({
    filter: { minConfidence: ++requested / 1000 },
    field: 'property:length_m',
    bins: 40,
  }),
);
await measure('records, new filter', () =>
  workspace.recordPage({
    having: 'any',
    filter: filterOf(),
    offset: Math.floor(detections / 200),
    limit: 100,
  }),
);
await measure('outlines of areas', () => workspace.areaFeed());
await measure('footprints', () => workspace.footprintFeed());
await ingestAgain(workspace, page);
await once('feed, after an ingest', () => workspace.detectionFeed());
await workspace.close();
report(performance.now() - startedAt, parts);

async function once(name: string, ask: () => Promise<unknown>): Promise<void> {
  const askedAt = performance.now();
  await ask();
  parts[name] = performance.now() - askedAt;
}

async function measure(name: string, ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let asking = 0; asking < askings; asking += 1) {
    const askedAt = performance.now();
    await ask();
    times.push(performance.now() - askedAt);
  }
  parts[name] = times.toSorted((one, other) => one - other)[Math.floor(askings / 2)] ?? Number.NaN;
}

/** Requests what the page requests of a pass that it steps to. */
async function showPass(): Promise<void> {
  const key = stops[++requested]?.key;
  if (key === undefined) throw new Error('There are too few passes over the view.');
  const [filter] = await Promise.all([
    workspace.passFilter(key),
    workspace.passOutlines([key]),
    workspace.passShare({ key, box: view }),
    workspace.passRecords(key),
  ]);
  await workspace.matchMask(filter ?? {});
}
