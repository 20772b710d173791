import { numberCell } from '../cells.ts';
import type { RowRange } from './prepare/page-image.ts';
import type { WriteContext } from './write-records.ts';

/**
 * Puts footprints of sensors of the page into the layer, but for those that are there: records that say all the same of
 * their sensor share one.
 */
export function writeFootprints(context: WriteContext, { first, count }: RowRange): void {
  if (count === 0) return;
  const { sql, indexes, extents, newKeys } = context;
  const rows = sql.all(
    `SELECT id, min_x, max_x, min_y, max_y FROM arrived.footprints
     WHERE id IN (SELECT page_footprint FROM arrived.sensors WHERE id BETWEEN ? AND ?)
       AND NOT EXISTS (SELECT 1 FROM main.footprints WHERE sensor_hash = arrived.footprints.sensor_hash)
     ORDER BY id`,
    first,
    first + count - 1,
  );
  if (rows.length === 0) return;
  indexes.begin('footprints');
  const places = rows.map((row) => numberCell(row, 'id'));
  const firstFid = newKeys.footprints(rows.length);
  let from = 0;
  for (const [index, row] of rows.entries()) {
    const fid = firstFid + index;
    const envelope = {
      minX: numberCell(row, 'min_x'),
      maxX: numberCell(row, 'max_x'),
      minY: numberCell(row, 'min_y'),
      maxY: numberCell(row, 'max_y'),
    };
    indexes.inserted('footprints', fid, envelope);
    extents.added('footprints', envelope);
    const place = places[index] ?? 0;
    if (places[index + 1] === place + 1) continue;
    insert(context, places[from] ?? 0, place, fid - place);
    from = index + 1;
  }
}

function insert({ sql }: WriteContext, first: number, last: number, offset: number): void {
  sql.run(
    `INSERT INTO main.footprints (fid, geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash)
     SELECT id + ?, geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
       collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
       reference_latitude, sensor_hash
     FROM arrived.footprints WHERE id BETWEEN ? AND ?`,
    offset,
    first,
    last,
  );
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
