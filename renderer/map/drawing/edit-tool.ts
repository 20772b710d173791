import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { AreaShape } from '../../../shared/areas/area.ts';
import { destination, distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { drawingState } from './drawing-state.ts';
import { normalizeShape, shapeNear } from './normalize-shape.ts';
import { distanceInPixels, isPrimaryButton } from './pixels.ts';
import type { ShapeEvents } from './shape-events.ts';
import type { ShapeOverlay } from './shape-overlay.ts';
import { shapeProblem } from './shape-problem.ts';

/** Maximum distance of a click from a handle. CSS pixels. */
const grabDistance = 9;

/** The dragged handle, and the shape before the drag, which is restored after an invalid change. */
type Drag = { readonly before: AreaShape; readonly handle: Handle };

/** Changes the shape of one area by its handles. An invalid change is reverted with its reason. */
export class EditTool extends PointerInteraction {
  readonly #overlay: ShapeOverlay;
  readonly #events: ShapeEvents;
  #original: AreaShape | null = null;
  /** The last changed shape: once it is saved it is started again, possibly during the next drag. */
  #finished: AreaShape | null = null;
  #shape: AreaShape | null = null;
  #drag: Drag | null = null;
  #active: Handle | null = null;

  constructor(overlay: ShapeOverlay, events: ShapeEvents) {
    super();
    this.#overlay = overlay;
    this.#events = events;
    this.setActive(false);
  }

  /** Whether a handle is being dragged. */
  get isBusy(): boolean {
    return this.#drag !== null;
  }

  /**
   * Starts editing a shape, on the copy of the world nearest to `viewLongitude`. Does nothing for the same shape, also
   * when it was loaded again: a running drag goes on.
   */
  start(shape: AreaShape, viewLongitude: number): void {
    if (shape === this.#original) return;
    const text = JSON.stringify(shape);
    const isKnown = [this.#original, this.#finished].some((known) => JSON.stringify(known) === text);
    this.#original = shape;
    if (isKnown) return;
    this.#finished = null;
    this.#drag = null;
    this.#active = null;
    this.#shape = shapeNear(shape, viewLongitude);
    this.setActive(true);
    this.#show();
  }

  stop(): void {
    if (!this.getActive()) return;
    this.#original = null;
    this.#finished = null;
    this.#shape = null;
    this.#drag = null;
    this.setActive(false);
    this.#overlay.clear();
    this.#events.drawing(null);
  }

  /** Reverts the running drag. */
  cancel(): void {
    if (!this.#drag) return;
    this.#shape = this.#drag.before;
    this.#drag = null;
    this.#show();
  }

  /** Removes the vertex under the pointer, or the last moved one. */
  removeActiveVertex(): void {
    if (!this.#shape || !this.#active) {
      this.#events.refused('Point at the corner that is to be removed first.');
      return;
    }
    const next = removeVertex(this.#shape, this.#active);
    if (!next) {
      this.#events.refused('This point cannot be removed: an area keeps at least three corners.');
      return;
    }
    this.#settle(this.#shape, next);
  }

  protected override handleDownEvent(event: MapBrowserEvent): boolean {
    const handle = isPrimaryButton(event) ? this.#handleAt(event) : null;
    if (!handle || !this.#shape) return false;
    this.#active = handle;
    if (event.originalEvent.altKey) {
      this.removeActiveVertex();
      return false;
    }
    this.#drag = { before: this.#shape, handle };
    return true;
  }

  protected override handleDragEvent(event: MapBrowserEvent): void {
    if (!this.#drag || !this.#shape) return;
    const moved = moveHandle(this.#shape, this.#drag.handle, toContinuousLonLat(event.coordinate));
    this.#shape = moved.shape;
    this.#drag = { ...this.#drag, handle: moved.handle };
    this.#active = moved.handle;
    this.#show();
  }

  protected override handleUpEvent(): boolean {
    const { before } = this.#drag ?? {};
    this.#drag = null;
    if (before && this.#shape && before !== this.#shape) this.#settle(before, this.#shape);
    return false;
  }

  protected override handleMoveEvent(event: MapBrowserEvent): void {
    const handle = this.#handleAt(event);
    if (handle === null && this.#active === null) return;
    this.#active = handle;
    this.#show();
  }

  #settle(before: AreaShape, after: AreaShape): void {
    const reason = shapeProblem(after);
    this.#shape = reason ? before : after;
    this.#active = null;
    this.#show();
    if (reason) {
      this.#events.refused(reason);
      return;
    }
    this.#finished = normalizeShape(after);
    this.#events.finished(this.#finished);
  }

  #handleAt(event: MapBrowserEvent): Handle | null {
    if (!this.#shape) return null;
    let nearest: { readonly handle: Handle; readonly distance: number } | null = null;
    for (const { handle, position } of handlesOf(this.#shape)) {
      const pixel = event.map.getPixelFromCoordinate(toMapCoordinate(position));
      const distance = distanceInPixels(event.pixel, pixel);
      if (distance <= grabDistance && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
        nearest = { handle, distance };
      }
    }
    return nearest?.handle ?? null;
  }

  #show(): void {
    const shape = this.#shape;
    if (!shape) return;
    const isRefused = shapeProblem(shape) !== null;
    const handles = handlesOf(shape);
    this.#overlay.show({
      shape,
      line: [],
      points: handles.map(({ handle, position }) => ({ position, style: this.#styleOf(handle) })),
      isInvalid: isRefused,
    });
    const vertices = handles.filter(({ handle }) => handle.kind === 'vertex').length;
    this.#events.drawing(drawingState(shape, vertices));
  }

  #styleOf(handle: Handle): 'vertex' | 'midpoint' | 'active' {
    if (this.#active && isSame(this.#active, handle)) return 'active';
    return handle.kind === 'midpoint' ? 'midpoint' : 'vertex';
  }
}

function isSame(one: Handle, other: Handle): boolean {
  if (one.kind !== other.kind) return false;
  return !('index' in one && 'index' in other) || (one.ring === other.ring && one.index === other.index);
}

/** A draggable point of a shape. A midpoint becomes a vertex when it is moved. */
type Handle =
  | { readonly kind: 'vertex' | 'midpoint'; readonly ring: number; readonly index: number }
  | { readonly kind: 'center' | 'rim' };

/** A handle and where it is, `[longitude, latitude]`, continuous past ±180. */
type PositionedHandle = { readonly handle: Handle; readonly position: LonLat };

type Ring = [number, number][];

/** All handles of a shape. */
export function handlesOf(shape: AreaShape): PositionedHandle[] {
  if (shape.kind === 'circle') {
    return [
      { handle: { kind: 'center' }, position: shape.center },
      { handle: { kind: 'rim' }, position: destination(shape.center, 90, shape.radiusMetres) },
    ];
  }
  return shape.polygon.coordinates.flatMap((ring, ringIndex) => [
    ...ring.slice(0, -1).map(
      (position, index): PositionedHandle => ({
        handle: { kind: 'vertex', ring: ringIndex, index },
        position,
      }),
    ),
    ...ring.slice(1).map(
      (position, index): PositionedHandle => ({
        handle: { kind: 'midpoint', ring: ringIndex, index },
        position: middle(ring[index] ?? position, position),
      }),
    ),
  ]);
}

/** The shape after a handle was moved, and the handle that the drag continues with. */
export function moveHandle(
  shape: AreaShape,
  handle: Handle,
  position: LonLat,
): { readonly shape: AreaShape; readonly handle: Handle } {
  if (shape.kind === 'circle') {
    if (handle.kind === 'center') return { shape: { ...shape, center: [...position] }, handle };
    return { shape: { ...shape, radiusMetres: distanceMetres(shape.center, position) }, handle };
  }
  if (handle.kind !== 'vertex' && handle.kind !== 'midpoint') return { shape, handle };
  const isNew = handle.kind === 'midpoint';
  const index = isNew ? handle.index + 1 : handle.index;
  const changed = changeRing(shape, handle.ring, (ring) =>
    ring.toSpliced(index, isNew ? 0 : 1, [position[0], position[1]]),
  );
  return { shape: changed, handle: { kind: 'vertex', ring: handle.ring, index } };
}

/** The shape without a vertex; null when the handle is not a vertex, or its ring would have fewer than three left. */
export function removeVertex(shape: AreaShape, handle: Handle): AreaShape | null {
  if (shape.kind !== 'polygon' || handle.kind !== 'vertex') return null;
  const ring = shape.polygon.coordinates[handle.ring];
  if (!ring || ring.length <= 4) return null;
  return changeRing(shape, handle.ring, (open) => open.toSpliced(handle.index, 1));
}

/** Changes one ring. `change` receives and returns it without the repeated last position. */
function changeRing(
  shape: Extract<AreaShape, { kind: 'polygon' }>,
  ringIndex: number,
  change: (open: Ring) => Ring,
): AreaShape {
  const coordinates = shape.polygon.coordinates.map((ring, index) => {
    if (index !== ringIndex) return ring;
    const open = change(ring.slice(0, -1));
    const [first] = open;
    return first ? [...open, first] : open;
  });
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates } };
}

function middle([x1, y1]: LonLat, [x2, y2]: LonLat): LonLat {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}
