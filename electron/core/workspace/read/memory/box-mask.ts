import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { AreaEnvelopes } from './area-envelopes.ts';

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
