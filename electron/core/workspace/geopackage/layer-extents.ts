import { numberOrNull } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { Envelope } from './geometry-blob.ts';

export type LayerName = 'detections' | 'detection_areas' | 'footprints' | 'areas';

/** Updates the extents and change times of the layers in gpkg_contents. Call `flush` at the end of a transaction. */
export type LayerExtents = {
  extend(layer: LayerName, envelope: Envelope): void;
  /** Marks that something left the layer: its extent is measured again. */
  invalidate(layer: LayerName): void;
  flush(): void;
};

/** Collects the extents of one transaction. */
export function createLayerExtents(sql: Sql): LayerExtents {
  const grown = new Map<LayerName, Envelope>();
  const shrunk = new Set<LayerName>();
  return {
    extend(layer, envelope) {
      const known = grown.get(layer);
      grown.set(layer, known ? union(known, envelope) : envelope);
    },
    invalidate(layer) {
      shrunk.add(layer);
    },
    flush() {
      for (const layer of shrunk) writeExtent(sql, layer, measureExtent(sql, layer));
      for (const [layer, envelope] of grown) {
        if (shrunk.has(layer)) continue;
        const known = readStoredExtent(sql, layer);
        writeExtent(sql, layer, known ? union(known, envelope) : envelope);
      }
      grown.clear();
      shrunk.clear();
    },
  };
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
 * The R-tree is no help here: it rounds to single precision. Points have their coordinates in columns, and the other
 * layers are short.
 */
function measureExtent(sql: Sql, layer: LayerName): Envelope | undefined {
  return readEnvelope(
    sql,
    layer === 'detections'
      ? `SELECT min(longitude) AS minX, max(longitude) AS maxX, min(latitude) AS minY, max(latitude) AS maxY
         FROM detections`
      : `SELECT min(ST_MinX(geom)) AS minX, max(ST_MaxX(geom)) AS maxX,
                min(ST_MinY(geom)) AS minY, max(ST_MaxY(geom)) AS maxY FROM ${layer}`,
  );
}

function readEnvelope(sql: Sql, text: string, ...values: string[]): Envelope | undefined {
  const row = sql.get(text, ...values);
  if (!row) return undefined;
  const [minX, maxX] = [numberOrNull(row, 'minX'), numberOrNull(row, 'maxX')];
  const [minY, maxY] = [numberOrNull(row, 'minY'), numberOrNull(row, 'maxY')];
  if (minX === null || maxX === null || minY === null || maxY === null) return undefined;
  return { minX, maxX, minY, maxY };
}

function writeExtent(sql: Sql, layer: LayerName, envelope: Envelope | undefined): void {
  sql.run(
    `UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?,
       last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE table_name = ?`,
    envelope?.minX ?? null,
    envelope?.minY ?? null,
    envelope?.maxX ?? null,
    envelope?.maxY ?? null,
    layer,
  );
}
