import { numberCell } from '../cells.ts';
import type { PreparedFootprint } from './prepare/prepare-footprint.ts';
import type { ReadSensor } from './read-sensor.ts';
import type { WriteContext } from './write-record.ts';

/** Where the sensor's footprint stands in the layer, or why it has none although the record gives text for one. */
export type WrittenFootprint =
  | { readonly fid: number; readonly problem?: undefined }
  | { readonly fid?: undefined; readonly problem: string };

/** Puts the footprint of a sensor into the layer. Records that say all the same of their sensor share one footprint. */
export function writeFootprint(
  context: WriteContext,
  sensor: ReadSensor,
  footprint: PreparedFootprint,
): WrittenFootprint {
  if (footprint.problem !== undefined) return footprint;
  const known = context.sql.get('SELECT fid FROM footprints WHERE sensor_hash = ?', footprint.sensorHash);
  return { fid: known ? numberCell(known, 'fid') : insert(context, sensor, footprint) };
}

/** Takes away footprints out of `fids` that no sensor refers to any more. */
export function dropUnusedFootprints({ sql, extents, indexes }: WriteContext, fids: readonly number[]): void {
  for (const fid of fids) {
    if (sql.get('SELECT 1 FROM sensors WHERE footprint_fid = ? LIMIT 1', fid)) continue;
    sql.run('DELETE FROM footprints WHERE fid = ?', fid);
    indexes.deleted('footprints', fid);
    extents.removed('footprints');
  }
}

function insert(
  { sql, extents, indexes, newKeys }: WriteContext,
  sensor: ReadSensor,
  footprint: Extract<PreparedFootprint, { readonly problem?: undefined }>,
): number {
  extents.added('footprints', footprint.envelope);
  indexes.begin('footprints');
  const fid = newKeys.footprint();
  sql.run(
    `INSERT INTO footprints (fid, geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    fid,
    footprint.geometry,
    sensor.sensorName,
    sensor.sensorType,
    sensor.sensorMode,
    sensor.productType,
    sensor.vendorId,
    sensor.brandId,
    sensor.collected?.iso ?? null,
    sensor.azimuthAngle,
    sensor.incidenceAngle,
    sensor.polarization,
    footprint.squareMetres,
    footprint.reference[0],
    footprint.reference[1],
    footprint.sensorHash,
  );
  indexes.inserted('footprints', fid, footprint.envelope);
  return fid;
}
