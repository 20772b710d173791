import { circlePolygon } from '../geo/geodesic.ts';
import { type Region, toRegion } from '../geo/region.ts';
import type { AreaShape } from './area.ts';

/** With this number of corners a circle's polygon is 0.005 % smaller than the circle. */
const circleCorners = 360;

/** Converts a shape to a region. */
export function areaRegion(shape: AreaShape): Region {
  return toRegion([
    shape.kind === 'polygon' ? shape.polygon : circlePolygon(shape.center, shape.radiusMetres, circleCorners),
  ]);
}
