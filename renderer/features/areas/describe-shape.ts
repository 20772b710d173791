import type { AreaShape } from '../../../shared/areas/area.ts';
import { countVertices } from '../../../shared/areas/count-vertices.ts';
import { shapeToPolygon } from '../../../shared/areas/measure-area.ts';
import { formatMetres } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** Describes a shape: `Polygon · 5 vertices`, `Circle · radius 12.5 km`. */
export function describeShape(shape: AreaShape): string {
  if (shape.kind === 'circle') return texts.shapes.circleText(formatMetres(shape.radiusMetres));
  return texts.shapes.polygonText(countVertices(shape));
}

/** Whether a polygon crosses ±180°, so that an order contains it as two AOIs. Circles are never split. */
export function crossesAntimeridian(shape: AreaShape): boolean {
  if (shape.kind === 'circle') return false;
  const longitudes = shapeToPolygon(shape)
    .coordinates.flat()
    .map(([longitude]) => longitude);
  return Math.max(...longitudes) > 180 || Math.min(...longitudes) < -180;
}
