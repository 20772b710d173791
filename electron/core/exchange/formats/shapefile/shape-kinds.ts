import type { SimpleGeometry } from '../../../../../shared/geo/simple-geometries.ts';
import { hasHeights } from '../../geometry/wkt-text.ts';

/** A kind of geometry that gets a file of its own, and its number in the format (ESRI White Paper, July 1998). */
export type ShapeKind = { readonly name: string; readonly shapeType: number; readonly hasZ: boolean };

const flatKinds = {
  Point: { name: 'points', shapeType: 1 },
  MultiPoint: { name: 'multipoints', shapeType: 8 },
  LineString: { name: 'lines', shapeType: 3 },
  MultiLineString: { name: 'lines', shapeType: 3 },
  Polygon: { name: 'areas', shapeType: 5 },
  MultiPolygon: { name: 'areas', shapeType: 5 },
} as const;

/** Where features without a geometry go. */
export const pointKind: ShapeKind = { ...flatKinds.Point, hasZ: false };

/** The file that a geometry belongs to: one type each, with heights or without. */
export function shapeKindOf(geometry: SimpleGeometry): ShapeKind {
  const { name, shapeType } = flatKinds[geometry.type];
  return hasHeights(geometry)
    ? { name: `${name}_z`, shapeType: shapeType + 10, hasZ: true }
    : { name, shapeType, hasZ: false };
}
