import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { MapEventHub } from './map-event-hub.ts';
import { toLonLat } from './map-projection.ts';
import type { MapHit } from './map-types.ts';

/** What the pointer needs to know of the map's tools and layers. Pixels are CSS pixels from the map's top left corner. */
type PointerParts = {
  readonly map: OlMap;
  readonly events: MapEventHub;
  /** Whether a press looks at what lies under it. */
  takesPresses(): boolean;
  /** Whether what is under the pointer is told and shown by the cursor. */
  looks(): boolean;
  cursor(): 'crosshair' | null;
  /** Detections at a pixel, nearest first. */
  detectionsAt(pixel: readonly number[]): readonly number[];
  /** Everything at a pixel. */
  hitAt(pixel: readonly number[]): MapHit;
};

/** Tells what is done with the pointer on the map: where it is, what lies under it, presses, and the wish for a menu. */
export class MapPointer {
  readonly #parts: PointerParts;
  #pixel: readonly number[] | null = null;
  #animationFrame = 0;

  constructor(parts: PointerParts) {
    this.#parts = parts;
    parts.map.on('click', (event) => this.#click(event as MapBrowserEvent));
    parts.map.on('pointermove', (event) => this.#track((event as MapBrowserEvent).pixel));
  }

  /** Listens on the element that the map is shown in. */
  mount(element: HTMLElement): void {
    element.addEventListener('pointerleave', this.#onPointerLeave);
    element.addEventListener('contextmenu', this.#onContextMenu);
  }

  /** Listens no more on that element. */
  unmount(element: HTMLElement): void {
    element.removeEventListener('pointerleave', this.#onPointerLeave);
    element.removeEventListener('contextmenu', this.#onContextMenu);
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /** Tells `menu` for the middle of the map. */
  openMenu(): void {
    const [width = 0, height = 0] = this.#parts.map.getSize() ?? [];
    this.#tellMenu([width / 2, height / 2]);
  }

  /** Shows the cursor of the tool in hand. */
  restCursor(): void {
    this.#setCursor(this.#parts.cursor());
  }

  #click({ pixel, coordinate, originalEvent }: MapBrowserEvent): void {
    const { events, hitAt, takesPresses } = this.#parts;
    if (!takesPresses()) return;
    events.emit('click', {
      ...hitAt(pixel),
      position: toLonLat(coordinate),
      adds: originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey,
    });
  }

  readonly #onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // A key has no place; some browsers give that of the corner.
    const isByKey = event instanceof PointerEvent && event.pointerType === '';
    if (isByKey) this.openMenu();
    else this.#tellMenu(this.#parts.map.getEventPixel(event));
  };

  #tellMenu([x = 0, y = 0]: readonly number[]): void {
    const { map, events, hitAt } = this.#parts;
    const coordinate = map.getCoordinateFromPixel([x, y]);
    if (!coordinate) return;
    events.emit('menu', { ...hitAt([x, y]), pixel: [x, y], position: toLonLat(coordinate) });
  }

  readonly #onPointerLeave = () => this.#track(null);

  /** Pointer and hover are told once a frame, whatever the mouse's rate. */
  #track(pixel: readonly number[] | null): void {
    this.#pixel = pixel;
    if (this.#animationFrame !== 0) return;
    this.#animationFrame = requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.#tell();
    });
  }

  #tell(): void {
    const { map, events, looks, detectionsAt, cursor } = this.#parts;
    const pixel = this.#pixel;
    const coordinate = pixel && map.getCoordinateFromPixel([...pixel]);
    events.emit('pointer', coordinate ? toLonLat(coordinate) : null);
    const isLooking = looks();
    const hits = pixel && isLooking ? detectionsAt(pixel) : [];
    if (isLooking) this.#setCursor(hits.length > 0 ? 'pointer' : cursor());
    events.emit('hover', hits);
  }

  #setCursor(cursor: 'pointer' | 'crosshair' | null): void {
    this.#parts.map.getViewport()?.style.setProperty('cursor', cursor);
  }
}
