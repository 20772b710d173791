import { numberCell } from '../file/cells.ts';
import type { BulkIndex } from '../file/geopackage/bulk-index.ts';
import { type LayerExtents, measureExtent } from '../file/geopackage/layer-extents.ts';
import type { Sql } from '../file/sql.ts';
import type { NewKeys } from './new-keys.ts';
import type { RowRange } from './prepare/page-image.ts';

/** What the writing of footprints changes: their rows, their index, and the extent of their layer. */
export type FootprintContext = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
  readonly indexes: BulkIndex;
  readonly newKeys: NewKeys;
};

/**
 * Adds footprints of the page's sensors to the layer, except those that exist: records that state all the same of
 * their sensor share one.
 */
export function writeFootprints(context: FootprintContext, { first, count }: RowRange): void {
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
  const rowIds = rows.map((row) => numberCell(row, 'id'));
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
    indexes.rowInserted('footprints', fid, envelope);
    extents.extend('footprints', envelope);
    const rowId = rowIds[index] ?? 0;
    if (rowIds[index + 1] === rowId + 1) continue;
    insert(context, rowIds[from] ?? 0, rowId, fid - rowId);
    from = index + 1;
  }
}

function insert({ sql }: FootprintContext, first: number, last: number, offset: number): void {
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

/** Deletes those footprints of `fids` that no sensor refers to any more. */
export function dropUnusedFootprints(
  { sql, extents, indexes }: FootprintContext,
  fids: readonly number[],
): void {
  for (const fid of fids) {
    if (sql.get('SELECT 1 FROM sensors WHERE footprint_fid = ? LIMIT 1', fid)) continue;
    const extent = measureExtent(sql, 'footprints', 'fid = ?', fid);
    sql.run('DELETE FROM footprints WHERE fid = ?', fid);
    indexes.rowDeleted('footprints', fid);
    if (extent) extents.remove('footprints', extent);
  }
}
