import { z } from 'zod';

/** Geometries are compared by kind; one of several members is of the kind of its members. */
const shapeKindSchema = z.enum(['point', 'line', 'area']);
export type ShapeKind = z.infer<typeof shapeKindSchema>;

const positionSchema = z.tuple([z.number(), z.number()]);

/** The detection that a review was given to, as needed to find it in another version of its record. */
export const reviewedDetectionSchema = z.object({
  analytic: z.string(),
  shape: shapeKindSchema,
  /** All positions of its geometry in their order, `[longitude, latitude]`; without heights. */
  positions: z.array(positionSchema).min(1),
  /** Its index among the equal detections of its record, in the order of the record's list. */
  occurrence: z.int().nonnegative(),
  /** Its UUID, absent when it had none or the record had another detection with the same. */
  uuid: z.string().optional(),
  /** With a UUID, its chip and the index among the detections with that chip; otherwise the identity has both. */
  chip: z.object({ identifier: z.string(), occurrence: z.int().nonnegative() }).optional(),
});
export type ReviewedDetection = z.infer<typeof reviewedDetectionSchema>;

/** The extent of positions; its longitudes are within half a turn of the first one, whatever meridian lies between. */
export function extentOfReviewed([first, ...others]: ReviewedDetection['positions']): {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
} {
  if (!first) throw new Error('A reviewed detection has no position.');
  let [west, east, south, north] = [first[0], first[0], first[1], first[1]];
  for (const [longitude, latitude] of others) {
    const near = nearLongitude(longitude, first[0]);
    west = Math.min(west, near);
    east = Math.max(east, near);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, east, south, north };
}

/** The center of a reviewed detection's extent, shown in lists and on the map. */
export function centerOfReviewed({
  positions,
}: Pick<ReviewedDetection, 'positions'>): readonly [number, number] {
  const { west, east, south, north } = extentOfReviewed(positions);
  return [nearLongitude((west + east) / 2, 0), (south + north) / 2];
}

/** The same meridian, at most half a turn away from `reference`. */
function nearLongitude(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}
