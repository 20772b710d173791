import type { AreaShape } from '../../../shared/areas/area.ts';
import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat, PolygonGeometry } from '../../../shared/geo/geometry.ts';
import { wouldSelfCross } from '../../../shared/geo/self-crossing.ts';
import { crossingText, positionProblem, shapeProblem } from './shape-problem.ts';

/** What can be drawn. */
export type SketchKind = 'polygon' | 'rectangle' | 'circle';

/**
 * A shape that is being drawn: the points placed so far and where the pointer is. A polygon takes any number of
 * points, a rectangle two opposite corners, a circle its center and a point on its rim. Longitudes are continuous
 * past ±180.
 */
export type Sketch = {
  readonly kind: SketchKind;
  readonly points: readonly LonLat[];
  readonly pointer: LonLat | null;
};

/** The result of an action: the sketch after it, and why it was refused, or the finished shape. */
export type SketchStep =
  | { readonly outcome: 'continued'; readonly sketch: Sketch }
  | { readonly outcome: 'refused'; readonly sketch: Sketch; readonly reason: string }
  | { readonly outcome: 'finished'; readonly sketch: Sketch; readonly shape: AreaShape };

/** A sketch without points. */
export function emptySketch(kind: SketchKind): Sketch {
  return { kind, points: [], pointer: null };
}

/** Places a point; the second one finishes rectangle and circle. */
export function placePoint(sketch: Sketch, position: LonLat): SketchStep {
  const reason = pointProblem(sketch, position);
  if (reason) return { outcome: 'refused', sketch, reason };
  const next: Sketch = { ...sketch, points: [...sketch.points, position], pointer: position };
  return sketch.kind !== 'polygon' && next.points.length === 2
    ? finishSketch(next)
    : { outcome: 'continued', sketch: next };
}

/** Finishes the shape with the points placed so far. */
export function finishSketch(sketch: Sketch): SketchStep {
  const shape = shapeOf(sketch.kind, sketch.points);
  if (!shape) return { outcome: 'refused', sketch, reason: tooFewPoints[sketch.kind] };
  const reason = shapeProblem(shape);
  if (reason) return { outcome: 'refused', sketch: withoutLastCorner(sketch), reason };
  return { outcome: 'finished', sketch: emptySketch(sketch.kind), shape };
}

/** Removes the last point. */
export function undoPoint(sketch: Sketch): Sketch {
  return { ...sketch, points: sketch.points.slice(0, -1) };
}

/** Why `position` cannot be the next point, or null when it can. */
export function pointProblem({ kind, points }: Sketch, position: LonLat): string | null {
  const refusal = positionProblem(position);
  if (refusal) return refusal;
  if (kind === 'polygon') {
    const crossing = wouldSelfCross(toPositions(points), [...position], false);
    return crossing ? crossingText(crossing) : null;
  }
  const shape = shapeOf(kind, [...points, position]);
  return shape && shapeProblem(shape);
}

/** The shape with the pointer as its last point, or null when it is incomplete. */
export function shapeAtPointer({ kind, points, pointer }: Sketch): AreaShape | null {
  const isNew =
    pointer && !points.some(([longitude, latitude]) => longitude === pointer[0] && latitude === pointer[1]);
  return shapeOf(kind, isNew ? [...points, pointer] : points);
}

const tooFewPoints: Record<SketchKind, string> = {
  polygon: 'A polygon needs at least three points. Place more before you finish it.',
  rectangle: 'A rectangle needs two opposite corners. Place the second one.',
  circle: 'A circle needs a center and a radius. Place a point on its rim.',
};

/** Removes the last corner of an invalid rectangle or circle, so that it can be placed again. */
function withoutLastCorner(sketch: Sketch): Sketch {
  return sketch.kind === 'polygon' ? sketch : undoPoint(sketch);
}

function shapeOf(kind: SketchKind, points: readonly LonLat[]): AreaShape | null {
  if (kind === 'polygon') {
    const [first] = points;
    return first && points.length >= 3 ? { kind: 'polygon', polygon: toPolygon([...points, first]) } : null;
  }
  const [first, second] = points;
  if (!first || !second) return null;
  if (kind === 'circle') {
    return { kind: 'circle', center: [...first], radiusMetres: distanceMetres(first, second) };
  }
  return { kind: 'polygon', polygon: rectangle(first, second) };
}

function rectangle([west, south]: LonLat, [east, north]: LonLat): PolygonGeometry {
  return toPolygon([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);
}

function toPolygon(ring: readonly LonLat[]): PolygonGeometry {
  return { type: 'Polygon', coordinates: [toPositions(ring)] };
}

function toPositions(points: readonly LonLat[]): [number, number][] {
  return points.map(([longitude, latitude]) => [longitude, latitude]);
}
