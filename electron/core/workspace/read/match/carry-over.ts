import { extentOfReviewed, type ReviewedDetection } from '../../../../../shared/review/reviewed-detection.ts';
import { hasOtherUuid } from './detection-uuid.ts';
import { equalityToleranceMeters } from './match-equal.ts';
import {
  addMatch,
  createKindIndex,
  createPointLookup,
  findUnmatched,
  type MatchedDetection,
  type Matching,
  maxDistance,
  type PointLookup,
} from './matching.ts';
import { toSpacePoint } from './near-index.ts';

/**
 * The distance in meters up to which a missing detection is matched with a new one of its analytic. A
 * record is one evaluation of its images, so this covers a new evaluation of the same images, and no movement.
 */
export const maxCarryOverMeters = 5;

/** Ambiguous when another detection of the analytic is no more than this many times as far away. */
const clearanceFactor = 2;

/** With more detections of one analytic nearby, nothing is carried over. */
const maxNearby = 512;

/** Matches detections with the only near ones, unless either has another of its analytic nearly as near. */
export function carryOver(matching: Matching): void {
  const { earlier, later, matchedLater } = matching;
  const { from, to } = findUnmatched(matching);
  if (from.length === 0 || to.length === 0) return;
  const reach = clearanceFactor * maxCarryOverMeters;
  const pointsBefore = createPointLookup(earlier, cornersOf);
  const pointsAfter = createPointLookup(later, cornersOf);
  const before = createKindIndex(earlier, earlier.keys(), pointsBefore, reach);
  const after = createKindIndex(later, later.keys(), pointsAfter, reach);
  for (const index of from) {
    const detection = earlier[index];
    if (!detection?.description || !detection.allowsCarryOver || detection.chip !== null) continue;
    const points = pointsBefore(index);
    const found = findClearlyNearest(points, after.near(detection.description, points), pointsAfter);
    const other = found && later[found.index];
    if (!found || matchedLater.has(found.index) || !other?.description || other.chip !== null) continue;
    if (hasOtherUuid(detection, other)) continue;
    const otherPoints = pointsAfter(found.index);
    const back = findClearlyNearest(otherPoints, before.near(other.description, otherPoints), pointsBefore);
    if (back?.index === index) addMatch(matching, index, found.index, found.meters);
  }
}

/** The movement of an area is measured at two corners of its extent, so that another size is another detection. */
function cornersOf(positions: ReviewedDetection['positions']) {
  const { west, east, south, north } = extentOfReviewed(positions);
  return [
    [west, south],
    [east, north],
  ] as const;
}

/**
 * The distance in meters of a detection from the reviewed one. Null when they have the same UUID, are equal within the
 * tolerance, or either is unknown.
 */
export function carryOverDistance(
  reviewed: Pick<ReviewedDetection, 'positions' | 'uuid'> | null,
  { uuid, description }: Pick<MatchedDetection, 'uuid' | 'description'>,
): number | null {
  if (!reviewed || !description || (uuid?.isUnique && uuid.text === reviewed.uuid)) return null;
  const [before, after] = [reviewed, description].map(({ positions }) =>
    cornersOf(positions).map(toSpacePoint),
  );
  const meters = before && after ? maxDistance(before, after) : 0;
  return meters > equalityToleranceMeters ? meters : null;
}

function findClearlyNearest(
  points: ReturnType<PointLookup>,
  candidates: Iterable<number>,
  pointsOf: PointLookup,
): { readonly index: number; readonly meters: number } | null {
  let nearest = { index: -1, meters: Number.POSITIVE_INFINITY };
  let second = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const index of candidates) {
    count += 1;
    if (count > maxNearby) return null;
    const meters = maxDistance(points, pointsOf(index));
    second = Math.min(second, Math.max(meters, nearest.meters));
    if (meters < nearest.meters) nearest = { index, meters };
  }
  return nearest.meters <= maxCarryOverMeters && second > clearanceFactor * nearest.meters ? nearest : null;
}
