import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { partsOf } from './parts-of.ts';
import { runChild } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);

const queries = [
  'feed, warm',
  'feed, after an ingest',
  'bbox + time + confidence',
  'counts by analytic, region, day',
  'sort by time, first',
  'sort by a numeric property, first',
  'sort by chip, first',
  'page in the middle, sort chosen',
  'page in the middle, new filter',
  'expression',
  'fields of the image, first',
  'fields of the image',
  'step by pass, first',
  'step by pass',
  'text',
  'timeline',
  'distribution',
  'records, new filter',
  'outlines of areas',
  'footprints',
];
/** Queries of which the longest step is measured: another query waits as long. */
const steps = [
  'first feed',
  'feed',
  'first filter',
  'filter',
  'counts',
  'groups by analytic',
  'groups by day',
  'timeline',
  'sort by time',
  'sort by a number',
  'sort by text',
  'page of a sort',
  'queue',
  'expression',
  'text',
  'distribution',
  'properties',
  'values',
  'colors',
  'records',
  'records of an analytic',
  'records by text',
  'queue by image',
  'passes of a queue',
  'outlines of areas',
  'footprints',
  'passes over the view',
  'list of passes',
  'list of passes by place',
  'coverage by passes',
  'feed, after an ingest',
].map((name) => `longest step: ${name}`);
const sqlQueries = [
  'SQL: all points',
  'SQL: bbox + time + confidence',
  'SQL: counts by analytic, region, day',
  'SQL: page in the middle',
];

/** Measures queries over all detections, and some of them in SQL on the rows for comparison. */
export const queryBench: Bench = {
  name: 'query',
  measured: ({ pages, workspace, folder }) => [
    ...partsOf(queries, (round) => {
      const file = path.join(folder, `asked-${round}.gpkg`);
      copyFileSync(workspace, file);
      return runChild('query-workspace', file, worker, pages[0] ?? '');
    }),
    ...partsOf(steps, (round) => {
      const file = path.join(folder, `stepped-${round}.gpkg`);
      copyFileSync(workspace, file);
      return runChild('query-steps', file, worker, pages[0] ?? '');
    }),
    ...partsOf(sqlQueries, () => runChild('query-sql', workspace)),
  ],
  bars: [
    { of: 'feed, warm', milliseconds: 60 },
    { of: 'feed, after an ingest', milliseconds: 600 },
    { of: 'bbox + time + confidence', milliseconds: 10 },
    { of: 'counts by analytic, region, day', milliseconds: 20 },
    { of: 'page in the middle, sort chosen', milliseconds: 5 },
    { of: 'fields of the image', milliseconds: 15 },
    { of: 'step by pass', milliseconds: 50 },
    ...steps.map((of) => ({ of, milliseconds: 250 })),
    { of: 'feed, warm', to: 'SQL: all points', atMost: 1 },
    { of: 'bbox + time + confidence', to: 'SQL: bbox + time + confidence', atMost: 1 },
    { of: 'counts by analytic, region, day', to: 'SQL: counts by analytic, region, day', atMost: 1 },
    { of: 'page in the middle, sort chosen', to: 'SQL: page in the middle', atMost: 1 },
  ],
};
