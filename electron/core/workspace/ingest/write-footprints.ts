import { type LayerExtents, measureExtent, readEnvelope } from '../file/geopackage/layer-extents.ts';
import type { Sql } from '../file/sql.ts';
import type { RowRange } from './prepare/page-image.ts';

/** What the writing of footprints changes: their rows, and the extent of their layer. */
export type FootprintContext = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
};

/** Footprints of the page's sensors from `?1` to `?2` that do not exist. */
const newFootprints = `arrived.footprints
  WHERE id IN (SELECT page_footprint FROM arrived.sensors WHERE id BETWEEN ?1 AND ?2)
    AND NOT EXISTS (SELECT 1 FROM main.footprints WHERE sensor_hash = arrived.footprints.sensor_hash)`;

/**
 * Adds footprints of the page's sensors to the layer, except those that exist: records that state all the same of
 * their sensor share one.
 */
export function writeFootprints({ sql, extents }: FootprintContext, { first, count }: RowRange): void {
  if (count === 0) return;
  const sensors = [first, first + count - 1] as const;
  const extent = readEnvelope(
    sql,
    `SELECT min(min_x) AS minX, max(max_x) AS maxX, min(min_y) AS minY, max(max_y) AS maxY FROM ${newFootprints}`,
    ...sensors,
  );
  if (!extent) return;
  extents.extend('footprints', extent);
  sql.run(
    `INSERT INTO main.footprints (geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash)
     SELECT geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash
     FROM ${newFootprints} ORDER BY id`,
    ...sensors,
  );
}

/** Deletes those footprints of `fids` that no sensor refers to any more. */
export function dropUnusedFootprints({ sql, extents }: FootprintContext, fids: readonly number[]): void {
  for (const fid of fids) {
    if (sql.get('SELECT 1 FROM sensors WHERE footprint_fid = ? LIMIT 1', fid)) continue;
    const extent = measureExtent(sql, 'footprints', 'fid = ?', fid);
    sql.run('DELETE FROM footprints WHERE fid = ?', fid);
    if (extent) extents.remove('footprints', extent);
  }
}
