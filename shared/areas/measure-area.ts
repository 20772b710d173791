import { circlePolygon, geodesicArea } from '../geo/geodesic.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import type { AreaShape } from './area.ts';

/** With this many corners the polygon of a circle is 0.0013 % smaller than the circle. */
const measuringVertices = 720;

/** The geodesic area of a shape on WGS 84, in square metres. */
export function measureArea(shape: AreaShape): number {
  return shape.kind === 'polygon'
    ? geodesicArea(shape.polygon)
    : geodesicArea(circlePolygon(shape.center, shape.radiusMetres, measuringVertices));
}

/** Converts a shape to a polygon for drawing or comparing; a circle gets 72 corners. Longitudes may be past ±180. */
export function shapeToPolygon(shape: AreaShape): PolygonGeometry {
  return shape.kind === 'polygon' ? shape.polygon : circlePolygon(shape.center, shape.radiusMetres);
}
