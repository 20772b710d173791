import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { drawingState } from './drawing-state.ts';
import { normalizeShape } from './normalize-shape.ts';
import { distanceInPixels, isPrimaryPress, type Pixel } from './pixels.ts';
import type { ShapeEvents } from './shape-events.ts';
import type { ShapeOverlay } from './shape-overlay.ts';
import {
  emptySketch,
  finishSketch,
  placePoint,
  refusalOfPoint,
  type Sketch,
  type SketchKind,
  type SketchStep,
  shapeAtPointer,
  undoPoint,
} from './sketch.ts';

/** A press this near to the first corner of a polygon closes it. CSS pixels. */
const closingDistance = 10;
/** A pointer that moved less between press and release has been clicked, not dragged. CSS pixels. */
const clickDistance = 4;

/**
 * Draws polygons by clicks, and rectangles and circles by dragging or by two clicks. Presses become steps of a sketch;
 * what may be drawn is decided there.
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
    this.#take(finishSketch(this.#sketch));
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    if (this.#sketch.kind === 'polygon' && event.type === 'click') this.#clickPolygon(event);
    return event.type === 'dblclick' ? false : super.handleEvent(event);
  }

  protected override handleDownEvent(event: MapBrowserEvent): boolean {
    if (this.#sketch.kind === 'polygon' || !isPrimaryPress(event)) return false;
    this.#downPixel = event.pixel;
    if (!this.isBusy) this.#take(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
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
      this.#take(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
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
    // A double click is the last corner pressed again. OpenLayers' own event cannot tell: it calls any two quick
    // clicks a double click, wherever they are, and the third one none.
    const isDone =
      isAt(points.at(-1), clickDistance) || (points.length >= 3 && isAt(points[0], closingDistance));
    if (!isDone) this.#take(placePoint(this.#sketch, toContinuousLonLat(event.coordinate)));
    else if (points.length >= 3) this.finish();
  }

  #point(event: MapBrowserEvent): void {
    this.#set({ ...this.#sketch, pointer: toContinuousLonLat(event.coordinate) });
  }

  #take(step: SketchStep): void {
    this.#set(step.sketch);
    if (step.outcome === 'refused') this.#events.refused(step.reason);
    if (step.outcome === 'finished') {
      const shape = normalizeShape(step.shape);
      // Later, because whoever is told puts the tool down, and the rest of a double click would then zoom the map.
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
      points: points.map((position) => ({ position, look: 'vertex' as const })),
      isRefused: pointer !== null && isRefusedAt(this.#sketch, pointer),
    });
  }

  #pixelDistance(event: MapBrowserEvent, position: LonLat): number {
    return distanceInPixels(event.pixel, event.map.getPixelFromCoordinate(toMapCoordinate(position)));
  }
}

function isRefusedAt(sketch: Sketch, pointer: LonLat): boolean {
  const isPlaced = sketch.points.some(([x, y]) => x === pointer[0] && y === pointer[1]);
  return !isPlaced && refusalOfPoint(sketch, pointer) !== null;
}
