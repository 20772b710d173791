import type { AreaShape } from '../../../shared/areas/area.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { azimuthDegrees, distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { unwrapLongitudes } from '../../../shared/geo/longitude.ts';
import { shapeProblem } from '../drawing/shape-problem.ts';

/** The geodesic between two consecutive points; the azimuth is its initial direction, clockwise from true North. */
export type MeasuredLeg = { readonly metres: number; readonly azimuthDegrees: number };

/** A measured line on WGS 84; lengths in metres. */
export type Measurement = {
  /** Longitudes are continuous past ±180, so that each leg is the shorter way round the world. */
  readonly positions: readonly LonLat[];
  /** Length of the line, including the closing leg of a closed line. */
  readonly metres: number;
  /** The legs between consecutive points; for a closed line also from the last to the first. */
  readonly legs: readonly MeasuredLeg[];
  /** Area that the line encloses when closed; null with fewer than three points, or when it crosses itself. */
  readonly squareMetres: number | null;
  readonly isClosed: boolean;
};

/** Measures a line through `points`; the last may be the position of the pointer. */
export function measureLine(points: readonly LonLat[], isClosed: boolean): Measurement {
  const [first] = points;
  const line = isClosed && first ? [...points, first] : points;
  const legs = line.slice(1).map((to, index): MeasuredLeg => {
    const from = line[index] ?? to;
    return { metres: distanceMetres(from, to), azimuthDegrees: azimuthDegrees(from, to) };
  });
  const shape = enclosedShape(points);
  return {
    positions: points,
    metres: legs.reduce((sum, { metres }) => sum + metres, 0),
    legs,
    squareMetres: shape && measureArea(shape),
    isClosed,
  };
}

/** The same points with continuous longitudes: each less than 180° from the previous one. */
export function continuousPoints(points: readonly LonLat[]): LonLat[] {
  const longitudes = unwrapLongitudes(points.map(([longitude, latitude]) => [longitude, latitude]));
  return points.map(([longitude, latitude], index) => [longitudes[index] ?? longitude, latitude]);
}

/** The area that a line encloses when closed; null with fewer than three points, or when it is not a valid area. */
export function enclosedShape(points: readonly LonLat[]): AreaShape | null {
  const [first] = points;
  if (!first || points.length < 3) return null;
  const ring = continuousPoints([...points, first]).map(([x, y]): [number, number] => [x, y]);
  const shape: AreaShape = { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } };
  return shapeProblem(shape) ? null : shape;
}
