import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { drawingState } from './drawing-state.ts';
import { normalizeShape } from './normalize-shape.ts';
import { distanceInPixels, isPrimaryButton, type Pixel } from './pixels.ts';
import type { ShapeEvents } from './shape-events.ts';
import type { ShapeOverlay } from './shape-overlay.ts';
import {
  emptySketch,
  finishSketch,
  placePoint,
  pointProblem,
  type Sketch,
  type SketchKind,
  type SketchStep,
  shapeAtPointer,
  undoPoint,
} from './sketch.ts';

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
