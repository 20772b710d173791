import { type Region, regionContains } from '../geo/region.ts';
import { nearestPort } from './nearest-port.ts';
import { ports } from './ports.ts';

/**
 * The index in `ports` of the port that an image of a region shows: the busiest inside it, of equally busy ones the
 * nearest to its center. Without any inside, the nearest within 25 nautical miles of the center. −1 without one.
 */
export function portOfRegion(region: Region): number {
  const center = centerOfRegion(region);
  if (!center) return -1;
  let shown = -1;
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  for (const [port, [, longitude, latitude, rank]] of ports.entries()) {
    if (!regionContains(region, longitude, latitude)) continue;
    const east = (((longitude - center[0] + 540) % 360) - 180) * Math.cos((latitude * Math.PI) / 180);
    const distance = Math.hypot(east, latitude - center[1]);
    if (rank < least[0] || (rank === least[0] && distance < least[1])) {
      shown = port;
      least = [rank, distance];
    }
  }
  return shown >= 0 ? shown : nearestPort(center[0], center[1]);
}

/** The center `[longitude, latitude]` of the bounding box of a region in degrees; null for an empty one. */
export function centerOfRegion({ longitudeSpans, south, north }: Region): readonly [number, number] | null {
  const [first, second] = longitudeSpans;
  if (!first) return null;
  const latitude = (south + north) / 2;
  // A region across the antimeridian has a span that ends and one that starts there.
  const isAcross = second !== undefined && first[0] === -180 && longitudeSpans.at(-1)?.[1] === 180;
  if (!isAcross) return [(first[0] + (longitudeSpans.at(-1)?.[1] ?? first[1])) / 2, latitude];
  const west = longitudeSpans.at(-1)?.[0] ?? 180;
  const middle = (west + first[1] + 360) / 2;
  return [middle > 180 ? middle - 360 : middle, latitude];
}
