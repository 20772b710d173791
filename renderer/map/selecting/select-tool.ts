import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import PointerInteraction from 'ol/interaction/Pointer.js';
import VectorLayer from 'ol/layer/Vector.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { perScheme } from '../map-colors.ts';

/** The shape that is drawn around detections. */
export type SelectShape = 'box' | 'lasso';
/** Change of the existing selection. */
export type SelectMode = 'replace' | 'add' | 'remove';
/** CSS pixels from the map's upper left corner. */
export type PixelPosition = readonly [x: number, y: number];

/** Emitted when the button is released: an outline, implicitly closed. */
export type SelectEvents = { outlined(outline: readonly PixelPosition[], mode: SelectMode): void };

/** Minimum distance between two corners of a lasso. CSS pixels. */
const lassoStep = 3;
/** Shorter drags are clicks. CSS pixels. */
const shortestDrag = 4;

const outlineStyle = perScheme(
  ({ accent, accentFill }) =>
    new Style({
      fill: new Fill({ color: accentFill }),
      stroke: new Stroke({ color: accent, width: 1.3, lineDash: [4, 3] }),
    }),
);

/** Draws a box or a lasso: with Shift (or Ctrl) it adds to the selection, with Alt it removes from it. */
export class SelectTool extends PointerInteraction {
  readonly #events: SelectEvents;
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({
    source: this.#source,
    updateWhileInteracting: true,
    style: () => outlineStyle(),
  });
  #shape: SelectShape = 'box';
  #outline: PixelPosition[] = [];

  constructor(events: SelectEvents) {
    super();
    this.#events = events;
    this.setActive(false);
  }

  /** Whether something is being dragged. */
  get isBusy(): boolean {
    return this.#outline.length > 0;
  }

  start(shape: SelectShape): void {
    this.#shape = shape;
    this.cancel();
    this.setActive(true);
  }

  stop(): void {
    this.cancel();
    this.setActive(false);
  }

  cancel(): void {
    this.#outline = [];
    this.#source.clear();
  }

  protected override handleDownEvent(event: MapBrowserEvent): boolean {
    // Other buttons and pinches move the map.
    const isMain = event.originalEvent instanceof PointerEvent && event.originalEvent.button === 0;
    if (!isMain || this.targetPointers.length > 1) return false;
    this.#outline = [toPixel(event)];
    return true;
  }

  protected override handleDragEvent(event: MapBrowserEvent): void {
    const [first] = this.#outline;
    if (!first) return;
    const here = toPixel(event);
    if (this.#shape === 'box') {
      this.#outline = [first, [here[0], first[1]], here, [first[0], here[1]]];
    } else if (distance(this.#outline.at(-1) ?? first, here) >= lassoStep) {
      this.#outline.push(here);
    }
    this.#show(event);
  }

  protected override handleUpEvent(event: MapBrowserEvent): boolean {
    const outline = this.#outline;
    this.cancel();
    const [first] = outline;
    if (first && outline.length > 2 && outline.some((corner) => distance(first, corner) >= shortestDrag)) {
      this.#events.outlined(outline, modeOf(event));
    }
    return false;
  }

  #show({ map }: MapBrowserEvent): void {
    const ring = this.#outline.map((pixel) => map.getCoordinateFromPixel([...pixel]));
    this.#source.clear();
    this.#source.addFeature(new Feature(new Polygon([ring])));
  }
}

function toPixel({ pixel: [x = 0, y = 0] }: MapBrowserEvent): PixelPosition {
  return [x, y];
}

function distance([x1, y1]: PixelPosition, [x2, y2]: PixelPosition): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

function modeOf({ originalEvent: { altKey, shiftKey, ctrlKey, metaKey } }: MapBrowserEvent): SelectMode {
  if (altKey) return 'remove';
  return shiftKey || ctrlKey || metaKey ? 'add' : 'replace';
}
