import type { Position } from 'geojson';
import type { AreaShape } from '../../shared/areas/area.ts';
import { circlePolygon } from '../../shared/geo/geodesic.ts';

/** Corners of a drawn circle: its outline deviates from the circle by less than 0.02 % of the radius. */
const circleCorners = 180;

/** The rings of an area for drawing, `[longitude, latitude]`, continuous past ±180. */
export function areaOutline(shape: AreaShape): Position[][] {
  if (shape.kind === 'polygon') return shape.polygon.coordinates;
  return circlePolygon(shape.center, shape.radiusMetres, circleCorners).coordinates;
}
