import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { hasHeights } from '../../geometry/wkt-text.ts';

/** A kind of geometry that gets a separate file, and its number in the format (ESRI White Paper, July 1998). */
export type ShapefileKind = { readonly name: string; readonly shapeType: number; readonly hasZ: boolean };

const flatKinds = {
  Point: { name: 'points', shapeType: 1 },
  MultiPoint: { name: 'multipoints', shapeType: 8 },
  LineString: { name: 'lines', shapeType: 3 },
  MultiLineString: { name: 'lines', shapeType: 3 },
  Polygon: { name: 'areas', shapeType: 5 },
  MultiPolygon: { name: 'areas', shapeType: 5 },
} as const;

/** The kind for features without a geometry. */
export const pointKind: ShapefileKind = { ...flatKinds.Point, hasZ: false };

/** The kind of a geometry: one per type, with heights or without. */
export function shapeKindOf(geometry: SimpleGeometry): ShapefileKind {
  const { name, shapeType } = flatKinds[geometry.type];
  return hasHeights(geometry)
    ? { name: `${name}_z`, shapeType: shapeType + 10, hasZ: true }
    : { name, shapeType, hasZ: false };
}
