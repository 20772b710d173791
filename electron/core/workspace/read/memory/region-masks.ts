import type { BoundingBox, LonLat } from '../../../../../shared/geo/geometry.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import { createRegion, type IndexedPolygon, isInRegion } from '../layers/region-index.ts';
import type { AreaEnvelopes } from './area-envelopes.ts';
import { union } from './mask-operations.ts';

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
  const prepared = rings.flatMap((ring) => createRegion([ring]) ?? []);
  yield* inRanges(mask.length, (from, to) => retainInRings(mask, longitude, latitude, prepared, from, to));
}

function retainInRings(
  mask: Uint8Array,
  longitude: Float64Array,
  latitude: Float64Array,
  rings: readonly IndexedPolygon[],
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    if (mask[index] === 0) continue;
    const x = longitude[index] as number;
    const y = latitude[index] as number;
    let isInside = 0;
    for (const ring of rings) {
      if (holdsOnAnyTurn(ring, x, y)) {
        isInside = 1;
        break;
      }
    }
    mask[index] = isInside;
  }
}

/** The ring may be drawn on another turn of the Earth than the point is written on. */
function holdsOnAnyTurn(ring: IndexedPolygon, x: number, y: number): boolean {
  const [west, south, east, north] = ring.box;
  if (!(y >= south && y <= north)) return false;
  for (let turn = -maxTurns; turn <= maxTurns; turn += 1) {
    const turned = x + 360 * turn;
    if (turned >= west && turned <= east && isInRegion(ring, turned, y)) return true;
  }
  return false;
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
  if (west > east) {
    const beyond = mask.slice();
    retainInBox(mask, columns, envelopes, [west, south, 180, north]);
    retainInBox(beyond, columns, envelopes, [-180, south, east, north]);
    union(mask, beyond);
    return;
  }
  const { longitude, latitude } = columns;
  const { positions } = envelopes;
  const areas = new Uint8Array(positions.length);
  for (let index = 0; index < positions.length; index += 1) {
    areas[index] =
      (mask[positions[index] as number] as number) & Number(envelopes.meets(index, west, south, east, north));
  }
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
  for (let index = 0; index < positions.length; index += 1)
    mask[positions[index] as number] = areas[index] as number;
}
