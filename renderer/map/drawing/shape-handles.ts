import type { AreaShape } from '../../../shared/areas/area.ts';
import { destination, distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';

/** A draggable point of a shape. A midpoint becomes a vertex when it is moved. */
export type Handle =
  | { readonly kind: 'vertex' | 'midpoint'; readonly ring: number; readonly index: number }
  | { readonly kind: 'center' | 'rim' };

/** A handle and where it is, `[longitude, latitude]`, continuous past ±180. */
export type PositionedHandle = { readonly handle: Handle; readonly position: LonLat };

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
