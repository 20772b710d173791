import { hasOtherUuid } from './detection-uuid.ts';
import {
  addMatch,
  createKindIndex,
  createPointLookup,
  findUnmatched,
  type KindIndex,
  type MatchedDetection,
  type Matching,
  maxDistance,
  type PointLookup,
} from './matching.ts';

/** Positions no further apart, in meters, are equal: coordinates are rounded and recomputed on their way. */
export const equalityToleranceMeters = 0.01;

/** A detection is compared with at most this many equal candidates, of which any will do. */
const maxEqualCandidates = 64;

/** Most detections at one position that are searched for equal ones. */
const maxSearched = 4096;

/** Matches what is equal within the tolerance: the best pairs first, then the rest of crowds at one position. */
export function matchEqual(matching: Matching): void {
  const { earlier, later, matches, matchedLater } = matching;
  const { from, to } = findUnmatched(matching);
  if (from.length === 0 || to.length === 0) return;
  const pointsOf = { earlier: createPointLookup(earlier), later: createPointLookup(later) };
  const free = createKindIndex(later, to, pointsOf.later, equalityToleranceMeters);
  const counts = createOccurrenceCheck(later, pointsOf.later);
  const pairsOf = (index: number): EqualPair[] => {
    const detection = earlier[index];
    const points = pointsOf.earlier(index);
    if (!detection?.description) return [];
    const pairs: EqualPair[] = [];
    let searched = 0;
    for (const candidate of free.near(detection.description, points)) {
      searched += 1;
      if (searched > maxSearched) break;
      const other = later[candidate];
      if (!other || !canBeSame(detection, other)) continue;
      const meters = maxDistance(points, pointsOf.later(candidate));
      if (meters > equalityToleranceMeters) continue;
      pairs.push({ from: index, to: candidate, rank: rankOf(detection, other, meters, index, candidate) });
      if (pairs.length === maxEqualCandidates) break;
    }
    return pairs.length > 0 && counts.hasOccurrence(detection, points) ? pairs : [];
  };
  const matchPair = (pair: EqualPair) => {
    if (matches.has(pair.from) || matchedLater.has(pair.to)) return;
    addMatch(matching, pair.from, pair.to, null);
    free.remove(pair.to);
  };
  for (const pair of from.flatMap(pairsOf).sort(byRank)) matchPair(pair);
  for (const index of from) {
    if (matches.has(index)) continue;
    const [best] = pairsOf(index).sort(byRank);
    if (best) matchPair(best);
  }
}

type EqualPair = { readonly from: number; readonly to: number; readonly rank: readonly number[] };

/** Two UUIDs or two chips are two detections, wherever they are. */
function canBeSame(one: MatchedDetection, other: MatchedDetection): boolean {
  return (one.chip === null || other.chip === null) && !hasOtherUuid(one, other);
}

/** Same properties first, then the nearest, then the same among equal ones, then the order of the lists. */
function rankOf(
  one: MatchedDetection,
  other: MatchedDetection,
  meters: number,
  from: number,
  to: number,
): readonly number[] {
  const hasSameProperties = one.properties !== null && one.properties === other.properties;
  return [hasSameProperties ? 0 : 1, meters, Math.abs(one.occurrence - other.occurrence), from, to];
}

function byRank({ rank: one }: EqualPair, { rank: other }: EqualPair): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Checks occurrences: the third of equal detections exists only where there are three. */
function createOccurrenceCheck(later: readonly MatchedDetection[], pointsOf: PointLookup) {
  let all: KindIndex | undefined;
  return {
    hasOccurrence(
      { chip, description, occurrence }: MatchedDetection,
      points: ReturnType<PointLookup>,
    ): boolean {
      if (chip !== null || description === null || occurrence === 0) return true;
      all ??= createKindIndex(later, later.keys(), pointsOf, equalityToleranceMeters);
      const needed = Math.min(occurrence + 1, maxEqualCandidates);
      let found = 0;
      for (const candidate of all.near(description, points)) {
        if (maxDistance(points, pointsOf(candidate)) <= equalityToleranceMeters) found += 1;
        if (found === needed) return true;
      }
      return false;
    },
  };
}
