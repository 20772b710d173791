import type { ReviewedDetection } from '../../../../../shared/review/reviewed-detection.ts';
import type { DetectionUuid } from './detection-uuid.ts';
import { createNearIndex, metersBetween, type SpacePoint, toSpacePoint } from './near-index.ts';

/** The properties that distinguish a detection from the others of its record. */
export type MatchedDetection = {
  readonly uuid: DetectionUuid | null;
  readonly chip: string | null;
  /** Its analytic, shape and positions; null when unknown: then only its chip identifies it. */
  readonly description: Omit<ReviewedDetection, 'occurrence'> | null;
  /** `description` as text; empty when unknown, or when there is a chip. */
  readonly descriptionText: string;
  /** Its index among those with its chip, or else among those equal to it, in the order of the record's list. */
  readonly occurrence: number;
  /** Its properties as text, which distinguish equal ones; null when unknown. */
  readonly properties: string | null;
  /** Whether it may match a near detection, and not only an equal one. */
  readonly allowsCarryOver: boolean;
};

/** Index of the later detection that an earlier one is. `carriedMeters` is null where they are equal. */
export type LaterDetection = { readonly later: number; readonly carriedMeters: number | null };

/** The matches found so far. */
export type Matching = {
  readonly earlier: readonly MatchedDetection[];
  readonly later: readonly MatchedDetection[];
  /** By the index of the earlier detection. */
  readonly matches: Map<number, LaterDetection>;
  /** Indexes of later detections that are matched. */
  readonly matchedLater: Set<number>;
};

/** Matches an earlier detection with a later one. */
export function addMatch(matching: Matching, from: number, to: number, carriedMeters: number | null): void {
  matching.matches.set(from, { later: to, carriedMeters });
  matching.matchedLater.add(to);
}

/** Indexes of the earlier and the later detections that are not matched and whose positions are known. */
export function findUnmatched({ earlier, later, matches, matchedLater }: Matching) {
  return {
    from: [...earlier.keys()].filter((index) => !matches.has(index) && earlier[index]?.description),
    to: [...later.keys()].filter((index) => !matchedLater.has(index) && later[index]?.description),
  };
}

/** The kind of a detection: its shape and analytic. */
function kindOf({ analytic, shape }: NonNullable<MatchedDetection['description']>): string {
  return `${shape} ${analytic}`;
}

/** A description as text, with exact numbers in two dimensions; empty when unknown. */
export function serializeDescription(description: MatchedDetection['description']): string {
  return description === null ? '' : `${kindOf(description)}\n${description.positions.join(' ')}`;
}

/** Looks up the points of a detection, computed when first needed. */
export type PointLookup = (index: number) => readonly SpacePoint[];

/** Looks up the points of each detection's positions, or of the positions that `select` returns. */
export function createPointLookup(
  list: readonly MatchedDetection[],
  select: (positions: ReviewedDetection['positions']) => readonly (readonly [number, number])[] = (all) =>
    all,
): PointLookup {
  const known = new Map<number, readonly SpacePoint[]>();
  return (index) => {
    const description = list[index]?.description;
    const points = known.get(index) ?? (description ? select(description.positions).map(toSpacePoint) : []);
    known.set(index, points);
    return points;
  };
}

/** The greatest distance between corresponding points, in meters; infinite when their numbers differ. */
export function maxDistance(one: readonly SpacePoint[], other: readonly SpacePoint[]): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (const [index, point] of one.entries()) {
    const counterpart = other[index];
    if (counterpart) greatest = Math.max(greatest, metersBetween(point, counterpart));
  }
  return greatest;
}

/** Detections of the same kind, found by the first of their points. */
export type KindIndex = {
  /** Returns at least all those of the same kind whose first point is within the reach. */
  near(
    description: NonNullable<MatchedDetection['description']>,
    points: readonly SpacePoint[],
  ): Iterable<number>;
  remove(index: number): void;
};

/** An index of some detections of a list; `reach` in meters. */
export function createKindIndex(
  list: readonly MatchedDetection[],
  indexes: Iterable<number>,
  pointsOf: PointLookup,
  reach: number,
): KindIndex {
  const kinds = new Map<string, ReturnType<typeof createNearIndex>>();
  const entryOf = (index: number) => {
    const description = list[index]?.description;
    const [point] = pointsOf(index);
    return description && point ? { kind: kindOf(description), point } : undefined;
  };
  for (const index of indexes) {
    const entry = entryOf(index);
    if (!entry) continue;
    const near = kinds.get(entry.kind) ?? createNearIndex(reach);
    kinds.set(entry.kind, near);
    near.add(index, entry.point);
  }
  return {
    near: (description, [point]) => (point && kinds.get(kindOf(description))?.near(point)) ?? [],
    remove(index) {
      const entry = entryOf(index);
      if (entry) kinds.get(entry.kind)?.remove(index, entry.point);
    },
  };
}
