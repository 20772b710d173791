import { toMapCoordinate } from './map-projection.ts';

/** From a line to its label, CSS pixels. */
const gap = 6;

/**
 * The horizontal offset of a label at the end of a line, CSS pixels; negative to the left. A line too short on the
 * screen to lead out of what is drawn around its start has its label next to that. `start` and `end` are
 * `[longitude, latitude]`, `resolution` is meters of EPSG:3857 per pixel. `clearance` is the pixels around the start.
 */
export function lineLabelOffset(
  start: readonly number[],
  end: readonly number[],
  resolution: number,
  clearance: number,
): number {
  const [from = 0, to = 0] = [start, end].map(
    ([longitude = 0, latitude = 0]) => toMapCoordinate([longitude, latitude])[0],
  );
  const reach = Math.abs(to - from) / resolution;
  return (to < from ? -1 : 1) * Math.max(gap, clearance - reach);
}
