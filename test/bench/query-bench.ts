import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench, Run } from './bench.ts';
import { runChild } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);

/** What is asked, and beside it the same in SQL of the rows. */
const questions = [
  'feed, warm',
  'feed, after an ingest',
  'SQL: all points',
  'bbox + time + confidence',
  'SQL: bbox + time + confidence',
  'counts by analytic, region, day',
  'SQL: counts by analytic, region, day',
  'sort by time, first',
  'sort by a numeric property, first',
  'sort by chip, first',
  'page in the middle, sort chosen',
  'page in the middle, new filter',
  'SQL: page in the middle',
  'expression',
  'text',
  'timeline',
  'distribution',
];

/** Questions to all detections. One program a round asks all of them, and each is told as a figure of its own. */
export const queryBench: Bench = {
  name: 'query',
  measured: ({ pages, workspace, folder }) => {
    const rounds = new Map<number, Promise<Run>>();
    const ask = (round: number): Promise<Run> => {
      const known = rounds.get(round);
      if (known) return known;
      const file = path.join(folder, `asked-${round}.gpkg`);
      copyFileSync(workspace, file);
      const run = runChild('ask-workspace', file, worker, pages[0] ?? '');
      rounds.set(round, run);
      return run;
    };
    return questions.map((name) => ({
      name,
      async run(round) {
        const { parts, peakMegabytes } = await ask(round);
        const milliseconds = parts?.[name];
        if (milliseconds === undefined) throw new Error(`Nobody measured “${name}”.`);
        return { milliseconds, ...(peakMegabytes === undefined ? {} : { peakMegabytes }) };
      },
    }));
  },
  bars: [
    { of: 'feed, warm', milliseconds: 60 },
    { of: 'feed, after an ingest', milliseconds: 600 },
    { of: 'bbox + time + confidence', milliseconds: 10 },
    { of: 'counts by analytic, region, day', milliseconds: 20 },
    { of: 'page in the middle, sort chosen', milliseconds: 5 },
    { of: 'feed, warm', to: 'SQL: all points', atMost: 0.1 },
    { of: 'bbox + time + confidence', to: 'SQL: bbox + time + confidence', atMost: 0.1 },
    { of: 'counts by analytic, region, day', to: 'SQL: counts by analytic, region, day', atMost: 0.1 },
    { of: 'page in the middle, sort chosen', to: 'SQL: page in the middle', atMost: 0.1 },
  ],
};
