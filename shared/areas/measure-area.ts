import { circlePolygon, geodesicArea } from '../geo/geodesic.ts';
import type { PolygonGeometry } from '../geo/geometry.ts';
import type { AreaShape } from './area.ts';

/** With so many corners a circle's polygon is short of it by 0.0013 % in area. */
const measuringVertices = 720;

/** The geodesic area of a shape on WGS 84, in square metres. */
export function measureArea(shape: AreaShape): number {
  return shape.kind === 'polygon'
    ? geodesicArea(shape.polygon)
    : geodesicArea(circlePolygon(shape.center, shape.radiusMetres, measuringVertices));
}

/** A shape as a polygon to be drawn or compared; a circle becomes 72 corners on it. Longitudes may pass ±180. */
export function shapeToPolygon(shape: AreaShape): PolygonGeometry {
  return shape.kind === 'polygon' ? shape.polygon : circlePolygon(shape.center, shape.radiusMetres);
}
