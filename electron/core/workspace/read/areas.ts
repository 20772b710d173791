import { type Area, type AreaShape, siteSettingsSchema } from '../../../../shared/areas/area.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../file/cells.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/** The areas of interest, oldest first. */
export function listAreas(sql: Sql): readonly Area[] {
  return sql.all('SELECT * FROM areas ORDER BY created_at, fid').map(readArea);
}

/** The area in a row of `areas`. */
export function readArea(row: SqlRow): Area {
  const minShare = numberOrNull(row, 'site_min_share');
  return {
    id: textCell(row, 'area_id'),
    name: textCell(row, 'name'),
    shape: readShape(row),
    squareMetres: numberCell(row, 'square_metres'),
    createdAt: textCell(row, 'created_at'),
    updatedAt: textCell(row, 'updated_at'),
    ...(minShare === null ? {} : { site: { minShare, ...readKind(row) } }),
  };
}

/** A kind of site that another program has written, and that is not known, marks nothing. */
function readKind(row: SqlRow) {
  const kind = siteSettingsSchema.shape.kind.safeParse(textOrNull(row, 'site_kind'));
  return kind.success && kind.data !== undefined ? { kind: kind.data } : {};
}

function readShape(row: SqlRow): AreaShape {
  if (textCell(row, 'kind') === 'circle') {
    return {
      kind: 'circle',
      center: [numberCell(row, 'center_longitude'), numberCell(row, 'center_latitude')],
      radiusMetres: numberCell(row, 'radius_metres'),
    };
  }
  const geometry = decodeGeometry(bytesCell(row, 'geom'));
  if (geometry.type !== 'Polygon')
    throw new Error(`An area holds a ${geometry.type} where a Polygon belongs.`);
  const coordinates = geometry.coordinates.map((ring) =>
    ring.map(([longitude = Number.NaN, latitude = Number.NaN]): [number, number] => [longitude, latitude]),
  );
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates } };
}
