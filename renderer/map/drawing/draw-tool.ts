import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { AreaShape } from '../../../shared/areas/area.ts';
import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat, PolygonGeometry } from '../../../shared/geo/geometry.ts';
import { wouldSelfCross } from '../../../shared/geo/self-crossing.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { drawingState } from './drawing-state.ts';
import { normalizeShape } from './normalize-shape.ts';
import { distanceInPixels, isPrimaryButton, type Pixel } from './pixels.ts';
import type { ShapeEvents } from './shape-events.ts';
import type { ShapeOverlay } from './shape-overlay.ts';
import { crossingText, positionProblem, shapeProblem } from './shape-problem.ts';

/** Maximum distance of a click from the first corner of a polygon that closes it. CSS pixels. */
const closingDistance = 10;
/** Pointer movements shorter than this are clicks, not drags. CSS pixels. */
const clickDistance = 4;

/**
 * Draws polygons by clicks, and rectangles and circles by dragging or by two clicks. Clicks become steps of a sketch,
 * which validates them.
 */
export class DrawTool extends PointerInteraction {
  readonly #overlay: ShapeOverlay;
  readonly #events: ShapeEvents;
  #sketch: Sketch = emptySketch('polygon');
  #downPixel: Pixel | null = null;

  constructor(overlay: ShapeOverlay, events: ShapeEvents) {
    super();
    this.#overlay = overlay;
    this.#events = events;
    this.setActive(false);
  }

  /** Whether points have been placed. */
  get isBusy(): boolean {
    return this.#sketch.points.length > 0;
  }

  start(kind: SketchKind): void {
    this.#reset(kind);
    this.setActive(true);
  }

  stop(): void {
    this.#reset(this.#sketch.kind);
    this.setActive(false);
  }

  cancel(): void {
    this.#reset(this.#sketch.kind);
  }

  undo(): void {
    this.#set(undoPoint(this.#sketch));
  }

  finish(): void {
    this.#apply(finishSketch(this.#sketch));
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    if (this.#sketch.kind === 'polygon' && event.type === 'click') this.#clickPolygon(event);
    return event.type === 'dblclick' ? false : super.handleEvent(event);
  }

  protected override handleDownEvent(event: MapBrowserEvent): boolean {
    if (this.#sketch.kind === 'polygon' || !isPrimaryButton(event)) return false;
    this.#downPixel = event.pixel;
    if (!this.isBusy) this.#apply(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
    return true;
  }

  protected override handleDragEvent(event: MapBrowserEvent): void {
    this.#point(event);
  }

  protected override handleUpEvent(event: MapBrowserEvent): boolean {
    const wasDragged = !this.#downPixel || distanceInPixels(this.#downPixel, event.pixel) > clickDistance;
    const [first] = this.#sketch.points;
    const isFirstClick = !wasDragged && first && this.#pixelDistance(event, first) <= clickDistance;
    if (this.isBusy && !isFirstClick) {
      this.#apply(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
    }
    return false;
  }

  protected override handleMoveEvent(event: MapBrowserEvent): void {
    this.#point(event);
  }

  #clickPolygon(event: MapBrowserEvent): void {
    const { points } = this.#sketch;
    const isAt = (corner: LonLat | undefined, reach: number) =>
      corner !== undefined && this.#pixelDistance(event, corner) <= reach;
    // A double click is a second click on the last corner. OpenLayers' event takes any two quick clicks for a double
    // click, wherever they are, and ignores a third one.
    const isDone =
      isAt(points.at(-1), clickDistance) || (points.length >= 3 && isAt(points[0], closingDistance));
    if (!isDone) this.#apply(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
    else if (points.length >= 3) this.finish();
  }

  #point(event: MapBrowserEvent): void {
    this.#set({ ...this.#sketch, pointer: toContinuousLonLat(event.coordinate) });
  }

  #apply(step: SketchStep): void {
    this.#set(step.sketch);
    if (step.outcome === 'refused') this.#events.refused(step.reason);
    if (step.outcome === 'finished') {
      const shape = normalizeShape(step.shape);
      // Deferred, because the listener deactivates the tool, and the rest of a double click would then zoom the map.
      queueMicrotask(() => this.#events.finished(shape));
    }
  }

  #reset(kind: SketchKind): void {
    this.#downPixel = null;
    this.#set(emptySketch(kind));
  }

  #set(sketch: Sketch): void {
    const wasBusy = this.isBusy;
    this.#sketch = sketch;
    this.#show();
    if (this.isBusy) this.#events.drawing(drawingState(shapeAtPointer(sketch), sketch.points.length));
    else if (wasBusy) this.#events.drawing(null);
  }

  #show(): void {
    const { kind, points, pointer } = this.#sketch;
    if (points.length === 0) {
      this.#overlay.clear();
      return;
    }
    this.#overlay.show({
      shape: shapeAtPointer(this.#sketch),
      line: kind === 'polygon' && pointer ? [...points, pointer] : [],
      points: points.map((position) => ({ position, style: 'vertex' as const })),
      isInvalid: pointer !== null && isInvalidAt(this.#sketch, pointer),
    });
  }

  #pixelDistance(event: MapBrowserEvent, position: LonLat): number {
    return distanceInPixels(event.pixel, event.map.getPixelFromCoordinate(toMapCoordinate(position)));
  }
}

function isInvalidAt(sketch: Sketch, pointer: LonLat): boolean {
  const isPlaced = sketch.points.some(([x, y]) => x === pointer[0] && y === pointer[1]);
  return !isPlaced && pointProblem(sketch, pointer) !== null;
}

/** Shapes that can be drawn. */
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
type SketchStep =
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

/** Reason why `position` cannot be the next point, or null when it can. */
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
