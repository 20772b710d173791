import type { AreaShape } from '../../../shared/areas/area.ts';
import { rewindPolygon } from '../../../shared/geo/rings.ts';

/**
 * Returns a shape as it is stored: its western end, or a circle's center, within −180…180. A shape across the
 * antimeridian extends past +180 (170 … 190). Outlines anticlockwise, holes clockwise.
 */
export function normalizeShape(shape: AreaShape): AreaShape {
  if (shape.kind === 'circle') {
    return { ...shape, center: [shape.center[0] + 360 * turnsToNormalize(shape.center[0]), shape.center[1]] };
  }
  const [outline = []] = shape.polygon.coordinates;
  const turns = turnsToNormalize(Math.min(...outline.map(([longitude]) => longitude)));
  const polygon = rewindPolygon(shape.polygon);
  return { kind: 'polygon', polygon: turns === 0 ? polygon : shifted(polygon, 360 * turns) };
}

/** The shape shifted by whole turns to the copy of the world nearest to `longitude`. */
export function shapeNear(shape: AreaShape, longitude: number): AreaShape {
  const first = shape.kind === 'circle' ? shape.center[0] : (shape.polygon.coordinates[0]?.[0]?.[0] ?? 0);
  const degrees = 360 * Math.round((longitude - first) / 360);
  if (degrees === 0) return shape;
  if (shape.kind === 'circle') return { ...shape, center: [shape.center[0] + degrees, shape.center[1]] };
  return { kind: 'polygon', polygon: shifted(shape.polygon, degrees) };
}

type Polygon = Extract<AreaShape, { kind: 'polygon' }>['polygon'];

function shifted(polygon: Polygon, degrees: number): Polygon {
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map((ring) =>
      ring.map(([longitude, latitude]): [number, number] => [longitude + degrees, latitude]),
    ),
  };
}

function turnsToNormalize(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? 0 : -Math.floor((longitude + 180) / 360);
}
