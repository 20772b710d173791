import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { runChild, runPeer } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.exporting);

/**
 * Measures the export of all detections. ogr2ogr writes the columns of the points only; the export adds sensor and
 * record.
 */
export const exportBench: Bench = {
  name: 'export',
  measured: ({ workspace, folder }) => [
    {
      name: 'export GeoJSON',
      run: () => runChild('export-geojson', workspace, worker, path.join(folder, 'ours.geojson')),
    },
    ...(findProgram('ogr2ogr')
      ? [
          {
            name: 'ogr2ogr to GeoJSON',
            run: (round: number) =>
              runPeer(
                'ogr2ogr',
                ...[
                  '-q',
                  '-f',
                  'GeoJSON',
                  path.join(folder, `ogr-${round}.geojson`),
                  workspace,
                  'detections',
                ],
              ),
          },
        ]
      : []),
  ],
  bars: [
    { of: 'export GeoJSON', to: 'ogr2ogr to GeoJSON', atMost: 0.2 },
    { of: 'export GeoJSON', to: 'ogr2ogr to GeoJSON', atMost: 0.4, processorTime: true },
    { of: 'export GeoJSON', megabytes: 300 },
  ],
};
