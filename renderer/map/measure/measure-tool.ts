import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { geodesicPath } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { distanceInPixels } from '../drawing/pixels.ts';
import type { ShapeOverlay } from '../drawing/shape-overlay.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { continuousPoints, type Measurement, measureLine } from './measurement.ts';

/**
 * Maximum distance of a click from the last point, which ends the line, or from the first, which closes it. CSS
 * pixels.
 */
const endDistance = 6;

/** Events of the measure tool: the measurement so far, null when there is none. */
export type MeasureEvents = { measured(measurement: Measurement | null): void };

/**
 * Measures along a clicked line, updated as the pointer moves. A double click or `finish` ends it, a click on the first
 * point closes it. The measurement stays until the next click starts a new one.
 */
export class MeasureTool extends PointerInteraction {
  readonly #overlay: ShapeOverlay;
  readonly #events: MeasureEvents;
  #points: readonly LonLat[] = [];
  #pointer: LonLat | null = null;
  #end: 'open' | 'closed' | null = null;

  constructor(overlay: ShapeOverlay, events: MeasureEvents) {
    super();
    this.#overlay = overlay;
    this.#events = events;
    this.setActive(false);
  }

  /** Whether there is a line, ended or not. */
  get isBusy(): boolean {
    return this.#points.length > 0;
  }

  start(): void {
    this.setActive(true);
  }

  /** Starts a new measurement at a position. */
  startAt(position: LonLat): void {
    this.#set([position]);
  }

  stop(): void {
    this.cancel();
    this.setActive(false);
  }

  cancel(): void {
    if (!this.isBusy) return;
    this.#set([]);
  }

  undo(): void {
    this.#set(this.#points.slice(0, -1));
  }

  /** Ends the line at its last point. */
  finish(end: 'open' | 'closed' = 'open'): void {
    if (this.#points.length > 1 && !this.#end) this.#set(this.#points, end);
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    if (event.type === 'click') this.#click(event);
    return event.type === 'dblclick' ? false : super.handleEvent(event);
  }

  protected override handleMoveEvent(event: MapBrowserEvent): void {
    if (!this.isBusy || this.#end) return;
    this.#pointer = toContinuousLonLat(event.coordinate);
    this.#show();
  }

  #click(event: MapBrowserEvent): void {
    const [first] = this.#points;
    const last = this.#points.at(-1);
    if (this.#end || !first || !last) this.#set([toContinuousLonLat(event.coordinate)]);
    else if (isAt(event, last)) this.finish();
    else if (this.#points.length >= 3 && isAt(event, first)) this.finish('closed');
    else this.#set([...this.#points, toContinuousLonLat(event.coordinate)]);
  }

  #set(points: readonly LonLat[], end: 'open' | 'closed' | null = null): void {
    this.#points = continuousPoints(points);
    this.#pointer = null;
    this.#end = end;
    this.#show();
  }

  #show(): void {
    const points = continuousPoints(this.#pointer ? [...this.#points, this.#pointer] : this.#points);
    const [first] = points;
    if (!first) {
      this.#overlay.clear();
      this.#events.measured(null);
      return;
    }
    const isClosed = this.#end === 'closed';
    this.#overlay.show({
      shape: null,
      line: drawnLine(isClosed ? [...points, first] : points),
      points: this.#points.map((position) => ({ position, style: 'vertex' as const })),
      isInvalid: false,
    });
    this.#events.measured(measureLine(points, isClosed));
  }
}

/** The geodesics between the points; a straight line on the map would differ from what is measured. */
function drawnLine(points: readonly LonLat[]): LonLat[] {
  const [first, ...rest] = points;
  if (!first) return [];
  return [first, ...rest.flatMap((to, index) => geodesicPath(points[index] ?? first, to))];
}

function isAt(event: MapBrowserEvent, position: LonLat): boolean {
  const pixel = event.map.getPixelFromCoordinate(toMapCoordinate(position));
  return distanceInPixels(event.pixel, pixel) <= endDistance;
}
