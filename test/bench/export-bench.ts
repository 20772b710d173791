import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { runChild, runPeer } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.exporting);

/** The points with what the export writes of their record, image and processor, under the same names. */
const sameContent = `SELECT d.geom, d.record_id, r.upload_time AS uploaded_at, s.start_time_utc AS collected_at, d.analytic,
    d.region, s.sensor_name, s.sensor_type, s.sensor_mode, s.polarization, s.incidence_angle, s.azimuth_angle,
    s.vendor_id, s.product_type AS image_product, p.qc_status, p.name AS processor, p.version AS processor_version,
    json_remove(p.parameters, '$.dissemination') AS processor_parameters, r.generated_at, r.fetched_at,
    NULL AS not_fetched,
    24 * (julianday(r.generated_at) - julianday(d.collected_at)) AS generation_latency_h,
    24 * (julianday(d.uploaded_at) - julianday(r.generated_at)) AS upload_latency_h,
    24 * (julianday(r.fetched_at) - julianday(d.uploaded_at)) AS fetch_latency_h,
    d.fid + 0 AS detection_id, d.chip_identifier, d.confidence, d.properties
  FROM detections AS d LEFT JOIN records AS r ON r.record_id = d.record_id LEFT JOIN sensors AS s ON s.id = d.sensor_id
    LEFT JOIN processors AS p ON p.record_id = d.record_id AND p.name = d.analytic`;

/**
 * Measures the export of all detections, points and areas. ogr2ogr writes the points: once the columns of their table, which
 * are about half as many bytes, and once the same content as the export.
 */
export const exportBench: Bench = {
  name: 'export',
  measured: ({ workspace, folder }) => [
    {
      name: 'export GeoJSON',
      run: () => runChild('export-detections', workspace, worker, path.join(folder, 'ours.geojson')),
    },
    ...(findProgram('ogr2ogr')
      ? [
          {
            name: 'ogr2ogr to GeoJSON',
            run: (round: number) =>
              exportByOgr2ogr(workspace, path.join(folder, `ogr-${round}.geojson`), 'detections'),
          },
          {
            name: 'ogr2ogr, same content',
            run: (round: number) =>
              exportByOgr2ogr(workspace, path.join(folder, `same-${round}.geojson`), '-sql', sameContent),
          },
        ]
      : []),
  ],
  bars: [
    { of: 'export GeoJSON', to: 'ogr2ogr to GeoJSON', atMost: 0.2 },
    { of: 'export GeoJSON', to: 'ogr2ogr to GeoJSON', atMost: 0.4, processorTime: true },
    { of: 'export GeoJSON', to: 'ogr2ogr, same content', atMost: 0.2 },
    { of: 'export GeoJSON', to: 'ogr2ogr, same content', atMost: 0.4, processorTime: true },
    { of: 'export GeoJSON', megabytes: 300 },
  ],
};

function exportByOgr2ogr(workspace: string, target: string, ...source: readonly string[]) {
  return runPeer('ogr2ogr', '-q', '-f', 'GeoJSON', target, workspace, ...source);
}
