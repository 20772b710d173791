import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { Region } from '../../../../shared/geo/region.ts';

/** A box for each stretch of longitude that a region reaches over; none crosses the antimeridian. */
export function boxesOf({ longitudeSpans: reach, south, north }: Region): BoundingBox[] {
  return reach.map(([west, east]): BoundingBox => [west, south, east, north]);
}

/** Parameter of `footprintsNear`; footprints may be written past ±180, so they are also searched shifted by 360°. */
export function toSearchBoxes(boxes: readonly BoundingBox[]): string {
  return JSON.stringify(
    boxes.flatMap(([west, south, east, north]) =>
      [0, 360, -360].map((turn) => [west + turn, south, east + turn, north]),
    ),
  );
}

/**
 * A query for the keys of the footprints whose extent meets one of the boxes of a parameter such as `?2`. The order is
 * prescribed: SQLite would choose to compare each footprint with the boxes.
 */
export function footprintsNear(parameter: string): string {
  return `SELECT rtree.id FROM json_each(${parameter}) AS box CROSS JOIN rtree_footprints_geom AS rtree
    ON maxx >= box.value ->> 0 AND maxy >= box.value ->> 1 AND minx <= box.value ->> 2 AND miny <= box.value ->> 3`;
}
