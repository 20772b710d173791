import type { BoundingBox } from './geometry.ts';
import type { Region } from './region.ts';

/**
 * Returns the bounding box of a region, `[west, south, east, north]` in degrees; `west > east` crosses the
 * antimeridian. Null for an empty region.
 */
export function regionBounds({ longitudeSpans, south, north }: Region): BoundingBox | null {
  const [first] = longitudeSpans;
  const last = longitudeSpans.at(-1);
  if (!first || !last) return null;
  const crosses = longitudeSpans.length > 1 && first[0] <= -180 && last[1] >= 180;
  return crosses ? [last[0], south, first[1], north] : [first[0], south, last[1], north];
}
