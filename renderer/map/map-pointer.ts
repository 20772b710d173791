import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { MapEventEmitter } from './map-event-emitter.ts';
import { toLonLat } from './map-projection.ts';
import type { MapHit } from './map-types.ts';

/** Dependencies of `MapPointer`. Pixels are CSS pixels from the map's top left corner. */
type MapPointerDeps = {
  readonly map: OlMap;
  readonly events: MapEventEmitter;
  /** Whether clicks are handled. */
  handlesClicks(): boolean;
  /** Whether detections under the pointer are emitted and change the cursor. */
  handlesHover(): boolean;
  cursor(): 'crosshair' | null;
  /** Detections at a pixel, nearest first. */
  detectionsAt(pixel: readonly number[]): readonly number[];
  /** Number of detections in the density square at a pixel; null while points are shown. */
  countInSquare(pixel: readonly number[]): number | null;
  /** Everything at a pixel. */
  hitAt(pixel: readonly number[]): MapHit;
};

/** Emits the pointer events of the map: position, hover, clicks and context menu. */
export class MapPointer {
  readonly #deps: MapPointerDeps;
  #pixel: readonly number[] | null = null;
  #animationFrame = 0;

  constructor(deps: MapPointerDeps) {
    this.#deps = deps;
    deps.map.on('click', (event) => this.#click(event as MapBrowserEvent));
    deps.map.on('pointermove', (event) => this.#track((event as MapBrowserEvent).pixel));
  }

  /** Adds listeners to the element in which the map is shown. */
  mount(element: HTMLElement): void {
    element.addEventListener('pointerleave', this.#onPointerLeave);
    element.addEventListener('contextmenu', this.#onContextMenu);
  }

  /** Stops listening on that element. */
  unmount(element: HTMLElement): void {
    element.removeEventListener('pointerleave', this.#onPointerLeave);
    element.removeEventListener('contextmenu', this.#onContextMenu);
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /** Emits `menu` for the middle of the map. */
  openMenu(): void {
    const [width = 0, height = 0] = this.#deps.map.getSize() ?? [];
    this.#emitMenu([width / 2, height / 2]);
  }

  /** Shows the cursor of the active tool. */
  resetCursor(): void {
    this.#setCursor(this.#deps.cursor());
  }

  #click({ pixel, coordinate, originalEvent }: MapBrowserEvent): void {
    const { events, hitAt, handlesClicks } = this.#deps;
    if (!handlesClicks()) return;
    events.emit('click', {
      ...hitAt(pixel),
      position: toLonLat(coordinate),
      isAdditive: originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey,
    });
  }

  readonly #onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // A menu opened by key has no position; some browsers report the corner.
    const isByKey = event instanceof PointerEvent && event.pointerType === '';
    if (isByKey) this.openMenu();
    else this.#emitMenu(this.#deps.map.getEventPixel(event));
  };

  #emitMenu([x = 0, y = 0]: readonly number[]): void {
    const { map, events, hitAt } = this.#deps;
    const coordinate = map.getCoordinateFromPixel([x, y]);
    if (!coordinate) return;
    events.emit('menu', { ...hitAt([x, y]), pixel: [x, y], position: toLonLat(coordinate) });
  }

  readonly #onPointerLeave = () => this.#track(null);

  /** Emits pointer and hover at most once a frame. */
  #track(pixel: readonly number[] | null): void {
    this.#pixel = pixel;
    if (this.#animationFrame !== 0) return;
    this.#animationFrame = requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.#emitPointer();
    });
  }

  #emitPointer(): void {
    const { map, events, handlesHover, detectionsAt, countInSquare, cursor } = this.#deps;
    const pixel = this.#pixel;
    const coordinate = pixel && map.getCoordinateFromPixel([...pixel]);
    events.emit('pointer', coordinate ? toLonLat(coordinate) : null);
    events.emit('square', pixel && countInSquare(pixel));
    const isHovering = handlesHover();
    const hits = pixel && isHovering ? detectionsAt(pixel) : [];
    if (isHovering) this.#setCursor(hits.length > 0 ? 'pointer' : cursor());
    events.emit('hover', hits);
  }

  #setCursor(cursor: 'pointer' | 'crosshair' | null): void {
    this.#deps.map.getViewport()?.style.setProperty('cursor', cursor);
  }
}
