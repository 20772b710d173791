import type { BoundingBox, LonLat } from '../../../../../shared/geo/geometry.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { AreaEnvelopes } from './area-envelopes.ts';

/**
 * A ring whose edges are sorted into bands of latitude, so that of a lasso with hundreds of edges only a few are
 * tested for each point.
 */
type Ring = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly bandsPerDegree: number;
  /** Ends of the edges that touch each band; each starts at the vertex before. */
  readonly bands: readonly (readonly number[])[];
};

const maxBands = 256;
/** Rings are not expected further around the Earth. */
const maxTurns = 2;

/**
 * Retains the detections inside any of the rings by the even-odd rule; an area counts by its point. Rings need not be
 * closed, and their longitudes may continue past ±180. An edge includes its lower end, not its upper; a point on an
 * edge may be inside or outside.
 */
export function* retainWithin(
  mask: Uint8Array,
  { longitude, latitude }: DetectionColumns,
  rings: readonly (readonly LonLat[])[],
): Steps<void> {
  const prepared = rings.map(toRing);
  yield* inRanges(mask.length, (from, to) => retainInRings(mask, longitude, latitude, prepared, from, to));
}

function retainInRings(
  mask: Uint8Array,
  longitude: Float64Array,
  latitude: Float64Array,
  rings: readonly Ring[],
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    if (mask[index] === 0) continue;
    const x = longitude[index] as number;
    const y = latitude[index] as number;
    let isInside = 0;
    for (const ring of rings) {
      if (y >= ring.south && y <= ring.north && holdsOnAnyTurn(ring, x, y)) {
        isInside = 1;
        break;
      }
    }
    mask[index] = isInside;
  }
}

function toRing(positions: readonly LonLat[]): Ring {
  const x = Float64Array.from(positions, ([longitude]) => longitude);
  const y = Float64Array.from(positions, ([, latitude]) => latitude);
  const least = (values: Float64Array) => values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = (values: Float64Array) => values.reduce((one, other) => Math.max(one, other), -Infinity);
  const [south, north] = [least(y), most(y)];
  const count = Math.min(maxBands, positions.length);
  const bandsPerDegree = north > south ? count / (north - south) : 0;
  const bands: number[][] = Array.from({ length: count }, () => []);
  const bandAt = (latitude: number) => bandOf(latitude, south, bandsPerDegree, count);
  for (let end = 0; end < positions.length; end += 1) {
    const [fromY, toY] = [y.at(end - 1) as number, y[end] as number];
    const last = bandAt(Math.max(fromY, toY));
    for (let band = bandAt(Math.min(fromY, toY)); band <= last; band += 1) bands[band]?.push(end);
  }
  return { x, y, west: least(x), south, east: most(x), north, bandsPerDegree, bands };
}

function bandOf(latitude: number, south: number, bandsPerDegree: number, count: number): number {
  return Math.min(count - 1, Math.floor((latitude - south) * bandsPerDegree));
}

/** The ring may be drawn on another turn of the Earth than the point is written on. */
function holdsOnAnyTurn(ring: Ring, x: number, y: number): boolean {
  for (let turn = -maxTurns; turn <= maxTurns; turn += 1) {
    const turned = x + 360 * turn;
    if (turned >= ring.west && turned <= ring.east && holds(ring, turned, y)) return true;
  }
  return false;
}

function holds({ x: xs, y: ys, south, bandsPerDegree, bands }: Ring, x: number, y: number): boolean {
  const band = bands[bandOf(y, south, bandsPerDegree, bands.length)] ?? [];
  let isInside = false;
  for (const end of band) {
    const start = end === 0 ? xs.length - 1 : end - 1;
    const [toY, fromY] = [ys[end] as number, ys[start] as number];
    if (toY <= y === fromY <= y) continue;
    const [toX, fromX] = [xs[end] as number, xs[start] as number];
    if (x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
  }
  return isInside;
}

/**
 * Leaves the points in the box, edges included, and the areas whose plain extent reaches into it: one that is written
 * with a jump over the antimeridian counts all around its latitudes.
 */
export function retainInBox(
  mask: Uint8Array,
  columns: DetectionColumns,
  envelopes: AreaEnvelopes,
  [west, south, east, north]: BoundingBox,
): void {
  const { longitude, latitude } = columns;
  const { positions } = envelopes;
  const areas = new Uint8Array(positions.length);
  for (let index = 0; index < positions.length; index += 1)
    areas[index] = mask[positions[index] as number] as number;
  if (west <= east) {
    retainPoints(mask, longitude, latitude, [west, south, east, north]);
    for (let index = 0; index < positions.length; index += 1) {
      areas[index] = (areas[index] as number) & Number(envelopes.meets(index, west, south, east, north));
    }
  } else {
    retainPointsAcrossAntimeridian(mask, longitude, latitude, [west, south, east, north]);
    for (let index = 0; index < positions.length; index += 1) {
      const meets =
        envelopes.meets(index, west, south, 180, north) || envelopes.meets(index, -180, south, east, north);
      areas[index] = (areas[index] as number) & Number(meets);
    }
  }
  for (let index = 0; index < positions.length; index += 1)
    mask[positions[index] as number] = areas[index] as number;
}

function retainPoints(
  mask: Uint8Array,
  longitude: Float64Array,
  latitude: Float64Array,
  [west, south, east, north]: BoundingBox,
): void {
  for (let index = 0; index < mask.length; index += 1) {
    const x = longitude[index] as number;
    const y = latitude[index] as number;
    mask[index] =
      (mask[index] as number) &
      Number(x >= west) &
      Number(x <= east) &
      Number(y >= south) &
      Number(y <= north);
  }
}

function retainPointsAcrossAntimeridian(
  mask: Uint8Array,
  longitude: Float64Array,
  latitude: Float64Array,
  [west, south, east, north]: BoundingBox,
): void {
  for (let index = 0; index < mask.length; index += 1) {
    const x = longitude[index] as number;
    const y = latitude[index] as number;
    const isEast = Number(x >= west) & Number(x <= 180);
    const isWest = Number(x >= -180) & Number(x <= east);
    mask[index] = (mask[index] as number) & (isEast | isWest) & Number(y >= south) & Number(y <= north);
  }
}
