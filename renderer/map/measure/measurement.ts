import type { AreaShape } from '../../../shared/areas/area.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { azimuthDegrees, distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { unwrapLongitudes } from '../../../shared/geo/longitude.ts';
import { refusalOf } from '../drawing/shape-refusal.ts';

/** What was measured along a line on WGS 84; lengths in metres. */
export type Measurement = {
  readonly points: number;
  /** Along the line; once it is closed, all around. */
  readonly metres: number;
  /** The last leg, and where it sets off to, clockwise from true North; null with one point. */
  readonly lastLeg: { readonly metres: number; readonly azimuthDegrees: number } | null;
  /** What the line would enclose, closed; null with fewer than three points, or when it crosses itself. */
  readonly squareMetres: number | null;
  readonly isClosed: boolean;
};

/** Measures a line through `points`, the last of which may be the pointer's. */
export function measureLine(points: readonly LonLat[], isClosed: boolean): Measurement {
  const [first] = points;
  const line = isClosed && first ? [...points, first] : points;
  const legs = line.slice(1).map((to, index) => distanceMetres(line[index] ?? to, to));
  const [before, last] = [points.at(-2), points.at(-1)];
  return {
    points: points.length,
    metres: legs.reduce((sum, leg) => sum + leg, 0),
    lastLeg:
      before && last
        ? { metres: distanceMetres(before, last), azimuthDegrees: azimuthDegrees(before, last) }
        : null,
    squareMetres: enclosedSquareMetres(points),
    isClosed,
  };
}

/** The same points on copies of the world where each is less than half a turn from the one before. */
export function continuousPoints(points: readonly LonLat[]): LonLat[] {
  const longitudes = unwrapLongitudes(points.map(([longitude, latitude]) => [longitude, latitude]));
  return points.map(([longitude, latitude], index) => [longitudes[index] ?? longitude, latitude]);
}

function enclosedSquareMetres(points: readonly LonLat[]): number | null {
  const [first] = points;
  if (!first || points.length < 3) return null;
  const ring = continuousPoints([...points, first]).map(([x, y]): [number, number] => [x, y]);
  const shape: AreaShape = { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } };
  return refusalOf(shape) ? null : measureArea(shape);
}
