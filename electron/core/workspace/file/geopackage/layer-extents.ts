import { numberOrNull } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { Envelope } from './geometry-blob.ts';

export type LayerName = 'detections' | 'detection_areas' | 'footprints' | 'passes' | 'areas';

/** Collects the extents of one transaction. */
export function createLayerExtents(sql: Sql) {
  const grown = new Map<LayerName, Envelope>();
  const removed = new Map<LayerName, Envelope>();
  const invalid = new Set<LayerName>();
  const extentOf = (layer: LayerName): Envelope | undefined => {
    if (invalid.has(layer)) return measureExtent(sql, layer);
    const [known, added, gone] = [readStoredExtent(sql, layer), grown.get(layer), removed.get(layer)];
    const extent = known && added ? union(known, added) : (known ?? added);
    return gone && !(extent && isInside(gone, extent)) ? measureExtent(sql, layer) : extent;
  };
  return {
    extend: (layer: LayerName, envelope: Envelope) => include(grown, layer, envelope),
    /** Notes that something left the layer: where it reached the layer's extent, the extent is measured again. */
    remove: (layer: LayerName, envelope: Envelope) => include(removed, layer, envelope),
    /** Marks that the extent has to be measured again. */
    invalidate(layer: LayerName): void {
      invalid.add(layer);
    },
    flush(): void {
      for (const layer of new Set([...grown.keys(), ...removed.keys(), ...invalid]))
        writeExtent(sql, layer, extentOf(layer));
      grown.clear();
      removed.clear();
      invalid.clear();
    },
  };
}

/** Updates the extents and change times of the layers in gpkg_contents. Call `flush` at the end of a transaction. */
export type LayerExtents = ReturnType<typeof createLayerExtents>;

function include(envelopes: Map<LayerName, Envelope>, layer: LayerName, envelope: Envelope): void {
  const known = envelopes.get(layer);
  envelopes.set(layer, known ? union(known, envelope) : envelope);
}

/** Whether nothing of an envelope reaches the border of another. */
function isInside(inner: Envelope, outer: Envelope): boolean {
  return (
    inner.minX > outer.minX && inner.maxX < outer.maxX && inner.minY > outer.minY && inner.maxY < outer.maxY
  );
}

function union(one: Envelope, other: Envelope): Envelope {
  return {
    minX: Math.min(one.minX, other.minX),
    maxX: Math.max(one.maxX, other.maxX),
    minY: Math.min(one.minY, other.minY),
    maxY: Math.max(one.maxY, other.maxY),
  };
}

function readStoredExtent(sql: Sql, layer: LayerName): Envelope | undefined {
  return readEnvelope(
    sql,
    'SELECT min_x AS minX, max_x AS maxX, min_y AS minY, max_y AS maxY FROM gpkg_contents WHERE table_name = ?',
    layer,
  );
}

/**
 * The extent of the rows of a layer that match a condition; undefined when there are none, or none with an extent. It
 * reads each of them: the R-tree is no help, since it rounds to single precision. Points have their coordinates in columns.
 */
export function measureExtent(
  sql: Sql,
  layer: LayerName,
  condition = 'TRUE',
  ...values: readonly number[]
): Envelope | undefined {
  return readEnvelope(
    sql,
    layer === 'detections'
      ? `SELECT min(longitude) AS minX, max(longitude) AS maxX, min(latitude) AS minY, max(latitude) AS maxY
         FROM detections WHERE ${condition}`
      : `SELECT min(ST_MinX(geom)) AS minX, max(ST_MaxX(geom)) AS maxX,
                min(ST_MinY(geom)) AS minY, max(ST_MaxY(geom)) AS maxY FROM ${layer} WHERE ${condition}`,
    ...values,
  );
}

/** The extent in the first row of a query for minX, maxX, minY and maxY; undefined where one is NULL. */
export function readEnvelope(
  sql: Sql,
  text: string,
  ...values: readonly (string | number)[]
): Envelope | undefined {
  const row = sql.get(text, ...values);
  if (!row) return undefined;
  const [minX, maxX] = [numberOrNull(row, 'minX'), numberOrNull(row, 'maxX')];
  const [minY, maxY] = [numberOrNull(row, 'minY'), numberOrNull(row, 'maxY')];
  if (minX === null || maxX === null || minY === null || maxY === null) return undefined;
  return { minX, maxX, minY, maxY };
}

function writeExtent(sql: Sql, layer: LayerName, envelope: Envelope | undefined): void {
  sql.run`
    UPDATE gpkg_contents SET min_x = ${envelope?.minX ?? null}, min_y = ${envelope?.minY ?? null},
      max_x = ${envelope?.maxX ?? null}, max_y = ${envelope?.maxY ?? null},
      last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE table_name = ${layer}`;
}
