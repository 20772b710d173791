import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { runChild, runChildOnOneCore, runPeer } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);

/** Ingests pages into a workspace file, which is created when it does not exist. */
export function ingestPages(file: string, fetchId: string, pages: readonly string[]) {
  return runChild('ingest-pages', file, worker, fetchId, ...pages);
}

/**
 * Measures the ingest of pages. ogr2ogr writes only the detections; the ingest also writes raw records, sensors,
 * footprints and packed columns.
 */
export const ingestBench: Bench = {
  name: 'ingest',
  measured: ({ size, pages, sequence, workspace, folder }) => [
    {
      name: 'ingest',
      run: (round) =>
        ingestPages(path.join(folder, `new-${round}.gpkg`), '00000000-0000-4000-8000-000000000001', pages),
    },
    { name: 'read + JSON.parse', run: () => runChild('parse-pages', ...pages) },
    ...(findProgram('ogr2ogr')
      ? [
          {
            name: 'ogr2ogr',
            run: (round: number) =>
              runPeer(
                'ogr2ogr',
                ...['-q', '-f', 'GPKG', path.join(folder, `ogr-${round}.gpkg`), sequence],
                ...['-nln', 'detections'],
              ),
          },
        ]
      : []),
    ...(size.detections <= 100_000 && findProgram('ogr2ogr') && findProgram('taskset')
      ? [
          {
            name: 'ingest on one core',
            run: (round: number) =>
              runChildOnOneCore(
                'ingest-pages',
                ...[path.join(folder, `one-${round}.gpkg`), worker],
                ...['00000000-0000-4000-8000-000000000003', ...pages],
              ),
          },
          {
            name: 'ogr2ogr on one core',
            run: (round: number) =>
              runPeer(
                'taskset',
                ...['-c', '0', 'ogr2ogr', '-q', '-f', 'GPKG', path.join(folder, `ogr-one-${round}.gpkg`)],
                ...[sequence, '-nln', 'detections'],
              ),
          },
        ]
      : []),
    {
      name: 're-fetch, unchanged',
      run: (round) => {
        const file = path.join(folder, `again-${round}.gpkg`);
        copyFileSync(workspace, file);
        return ingestPages(file, '00000000-0000-4000-8000-000000000002', pages);
      },
    },
  ],
  bars: [
    { of: 'ingest', to: 'ogr2ogr', atMost: 0.6 },
    { of: 'ingest', to: 'ogr2ogr', atMost: 1, processorTime: true },
    { of: 'ingest', to: 'read + JSON.parse', atMost: 6, processorTime: true },
    // Measured at 100,000 detections and fewer, where start and compilation count.
    { of: 'ingest on one core', to: 'ogr2ogr on one core', atMost: 1 },
    { of: 'ingest', megabytes: 700 },
    { of: 're-fetch, unchanged', to: 'ingest', atMost: 0.15 },
  ],
};
