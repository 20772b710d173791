import type { Polygon } from 'geojson';
import { type Area, areaSchema } from '../../../../shared/areas/area.ts';
import { circlePolygon } from '../../../../shared/geo/geodesic.ts';
import { textCell } from '../file/cells.ts';
import { encodeGeometry } from '../file/geopackage/geometry-blob.ts';
import { createLayerExtents } from '../file/geopackage/layer-extents.ts';
import type { Sql } from '../file/sql.ts';
import { readArea } from '../read/areas.ts';

/** Areas to be added or replaced, and ids of those to be deleted and of deleted ones to be restored. */
export type AreaChanges = {
  readonly upserts: readonly Area[];
  readonly remove: readonly string[];
  readonly restore: readonly string[];
  readonly deletedAt: string;
  /** The revisions (`updatedAt`) that areas must have. */
  readonly expected: readonly Pick<Area, 'id' | 'updatedAt'>[];
};

/** Either all of it was done, or nothing because an id was missing or an area has another revision. */
export type AreaChangesOutcome =
  | { readonly done: true; readonly restored: readonly Area[] }
  | { readonly done: false; readonly reason: 'missing' | 'changed'; readonly id: string };

/**
 * Adds the area, or replaces the one with its id. Areas are a layer of polygons; circles are drawn as polygons and have
 * center and radius in columns.
 */
export function upsertArea(sql: Sql, area: Area): void {
  changeLayer(sql, () => writeArea(sql, area));
}

/** Changes areas in one transaction. When an id is missing or has another revision, nothing is changed. */
export function changeAreas(sql: Sql, changes: AreaChanges): AreaChangesOutcome {
  return changeLayer(sql, () => writeAreaChanges(sql, changes));
}

/** One change of the layer as a whole. There are few areas, so its extent is measured each time. */
function changeLayer<T>(sql: Sql, change: () => T): T {
  return sql.transaction(() => {
    const result = change();
    const extents = createLayerExtents(sql);
    extents.invalidate('areas');
    extents.flush();
    return result;
  });
}

function writeAreaChanges(
  sql: Sql,
  { upserts, remove, restore, deletedAt, expected }: AreaChanges,
): AreaChangesOutcome {
  const missing =
    [...remove, ...expected.map(({ id }) => id)].find(
      (id) => !sql.get`SELECT 1 FROM areas WHERE area_id = ${id}`,
    ) ?? restore.find((id) => !sql.get`SELECT 1 FROM areas_deleted WHERE area_id = ${id}`);
  if (missing !== undefined) return { done: false, reason: 'missing', id: missing };
  const changed = expected.find(
    ({ id, updatedAt }) => !sql.get`SELECT 1 FROM areas WHERE area_id = ${id} AND updated_at = ${updatedAt}`,
  );
  if (changed) return { done: false, reason: 'changed', id: changed.id };
  for (const id of remove) removeArea(sql, id, deletedAt);
  const restored = restore.flatMap((id) => restoreArea(sql, id) ?? []);
  for (const area of upserts) writeArea(sql, area);
  return { done: true, restored };
}

function writeArea(sql: Sql, area: Area): void {
  const { shape } = area;
  const circle = shape.kind === 'circle' ? shape : undefined;
  const polygon: Polygon =
    shape.kind === 'circle' ? circlePolygon(shape.center, shape.radiusMetres) : shape.polygon;
  const isKnown = sql.get`SELECT 1 FROM areas WHERE area_id = ${area.id}` !== undefined;
  // No upsert: its conflict clause would override the one in the triggers of the spatial index, which then fail.
  sql.run(
    isKnown
      ? `UPDATE areas SET geom = ?, name = ?, kind = ?, center_longitude = ?, center_latitude = ?,
           radius_metres = ?, square_metres = ?, site_min_share = ?, site_kind = ?, created_at = ?, updated_at = ? WHERE area_id = ?`
      : `INSERT INTO areas (geom, name, kind, center_longitude, center_latitude, radius_metres, square_metres,
           site_min_share, site_kind, created_at, updated_at, area_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    encodeGeometry(polygon),
    area.name,
    shape.kind,
    circle?.center[0] ?? null,
    circle?.center[1] ?? null,
    circle?.radiusMetres ?? null,
    area.squareMetres,
    area.site?.minShare ?? null,
    area.site?.kind ?? null,
    area.createdAt,
    area.updatedAt,
    area.id,
  );
}

function removeArea(sql: Sql, id: string, deletedAt: string): void {
  const row = sql.get`SELECT * FROM areas WHERE area_id = ${id}`;
  // An id that is named twice is already deleted the second time.
  if (!row) return;
  sql.run`
    INSERT OR REPLACE INTO areas_deleted (area_id, area, deleted_at)
    VALUES (${id}, ${JSON.stringify(readArea(row))}, ${deletedAt})`;
  sql.run`DELETE FROM areas WHERE area_id = ${id}`;
}

function restoreArea(sql: Sql, id: string): Area | undefined {
  const row = sql.get`SELECT area FROM areas_deleted WHERE area_id = ${id}`;
  if (!row) return undefined;
  const area = areaSchema.parse(JSON.parse(textCell(row, 'area')));
  writeArea(sql, area);
  sql.run`DELETE FROM areas_deleted WHERE area_id = ${id}`;
  return area;
}
