import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import type { DetectionColumns } from '../../columns/detection-chunk.ts';

type Ring = { readonly x: Float64Array; readonly y: Float64Array } & {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/**
 * Leaves the detections inside any of the rings by the even-odd rule; of an area its point counts. Rings need not be
 * closed, and their longitudes may run past ±180. An edge holds its lower end, not its upper; on an edge itself a
 * point may be either.
 */
export function keepWithin(
  mask: Uint8Array,
  { longitude, latitude }: DetectionColumns,
  rings: readonly (readonly LonLat[])[],
): void {
  const prepared = rings.map(toRing);
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] === 0) continue;
    const x = longitude[index] as number;
    const y = latitude[index] as number;
    mask[index] = prepared.some((ring) => holdsOnAnyTurn(ring, x, y)) ? 1 : 0;
  }
}

function toRing(positions: readonly LonLat[]): Ring {
  const x = Float64Array.from(positions, ([longitude]) => longitude);
  const y = Float64Array.from(positions, ([, latitude]) => latitude);
  const least = (values: Float64Array) => values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = (values: Float64Array) => values.reduce((one, other) => Math.max(one, other), -Infinity);
  return { x, y, west: least(x), south: least(y), east: most(x), north: most(y) };
}

/** Nobody draws further round the Earth. */
const mostTurns = 2;

/** The ring may be drawn on another turn of the Earth than the point is written on. */
function holdsOnAnyTurn(ring: Ring, x: number, y: number): boolean {
  if (!(y >= ring.south && y <= ring.north)) return false;
  for (let turn = -mostTurns; turn <= mostTurns; turn += 1) {
    const turned = x + 360 * turn;
    if (turned >= ring.west && turned <= ring.east && holds(ring, turned, y)) return true;
  }
  return false;
}

function holds({ x: xs, y: ys }: Ring, x: number, y: number): boolean {
  let isInside = false;
  let former = xs.length - 1;
  for (let index = 0; index < xs.length; index += 1) {
    const [toY, fromY] = [ys[index] as number, ys[former] as number];
    if (toY <= y !== fromY <= y) {
      const [toX, fromX] = [xs[index] as number, xs[former] as number];
      if (x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
    }
    former = index;
  }
  return isInside;
}
