import { type ReviewOfDetection, reviewKey } from '../../../../../shared/review/merge-reviews.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import { createDetectionIds } from '../../file/detection-ids.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { carryOverDistance } from '../match/carry-over.ts';
import {
  describeReviewed,
  type MatchedRow,
  readRecordDetections,
  toReviewedDetection,
} from '../match/detection-rows.ts';
import { hasOtherUuid } from '../match/detection-uuid.ts';
import { matchDetections } from '../match/match-detections.ts';
import { matchIdentities } from '../match/match-identities.ts';
import type { MatchedDetection } from '../match/matching.ts';
import { readReviewedDetection } from './read-review.ts';

/** A review from elsewhere with its identity in this workspace, and the location of its detection. */
export type LocatedReview = {
  readonly entry: ReviewOfDetection;
  /** Its key with the identity that it had there. */
  readonly formerKey: string;
  readonly id: number;
  /** Whether the detection is in the workspace; otherwise the review waits for it under a separate id. */
  readonly isPresent: boolean;
  /** Whether there is a review of it under another id, which requires `markReviewsMoved`. */
  readonly isMoved: boolean;
};

/**
 * Finds the detections of reviews from elsewhere, in the order of the reviews. The same detection may have another
 * identity there: it is matched like a detection of a refetched record, but nothing is carried over to a near one.
 */
export function locateReviews(sql: Sql, entries: readonly ReviewOfDetection[]): readonly LocatedReview[] {
  const nextId = createDetectionIds(sql);
  const located = new Map<string, LocatedReview>();
  for (const [recordId, arriving] of Map.groupBy(entries, (entry) => entry.recordId)) {
    for (const location of locateInRecord(sql, recordId, arriving, nextId))
      located.set(location.formerKey, location);
  }
  return entries.map((entry) => {
    const location = located.get(reviewKey(entry));
    if (!location) throw new Error('A review was not located.');
    return { ...location, entry: { ...location.entry, review: entry.review } };
  });
}

/** Gives history entries the identities of reviews that were located before. */
export function renameHistory<Entry extends ReviewOfDetection>(
  history: readonly Entry[],
  located: readonly LocatedReview[],
): readonly Entry[] {
  const identities = new Map(located.map(({ formerKey, entry }) => [formerKey, entry.identity]));
  return history.map((entry) => ({ ...entry, identity: identities.get(reviewKey(entry)) ?? entry.identity }));
}

function locateInRecord(
  sql: Sql,
  recordId: string,
  all: readonly ReviewOfDetection[],
  nextId: () => number,
): readonly LocatedReview[] {
  const arriving = [...new Map(all.toReversed().map((entry) => [entry.identity, entry])).values()].reverse();
  const targets = readReviewableDetections(sql, recordId);
  const found = findTargets(arriving, targets);
  const assignIdentity = createIdentityAssigner(targets, found);
  const waitingBy = new Map(
    targets.flatMap(({ row, review }) =>
      !row && review ? [[textCell(review, 'identity'), review] as const] : [],
    ),
  );
  return arriving.map((entry, index) => {
    const target = found.get(index);
    const here = target?.row;
    const identity = assignIdentity(entry.identity, target);
    const known = target?.review ?? waitingBy.get(identity);
    const former = known && numberCell(known, 'detection_id');
    const detection = entry.detection ?? (here ? toReviewedDetection(here) : null);
    return {
      entry: {
        ...entry,
        identity,
        detection,
        carriedMeters: target && here ? carryOverDistance(detection, target.detection) : null,
      },
      formerKey: reviewKey(entry),
      id: here?.fid ?? former ?? nextId(),
      isPresent: here !== undefined,
      isMoved: former !== undefined && here !== undefined && former !== here.fid,
    };
  });
}

/** Finds targets by the index of the arriving review: equal detections, then the same identity, then its parts. */
function findTargets(
  arriving: readonly ReviewOfDetection[],
  targets: readonly ReviewableDetection[],
): ReadonlyMap<number, ReviewableDetection> {
  const described = arriving.map(({ identity, detection, carriedMeters }) =>
    // A review that was carried over once was unambiguous then.
    describeReviewed(identity, detection ?? null, typeof carriedMeters === 'number'),
  );
  const found = new Map<number, ReviewableDetection>();
  const taken = new Set<ReviewableDetection>();
  const assign = (index: number, target: ReviewableDetection | undefined) => {
    if (!target || found.has(index) || taken.has(target)) return;
    found.set(index, target);
    taken.add(target);
  };
  const matches = matchDetections(
    described,
    targets.map(({ detection }) => detection),
  );
  for (const [index, match] of matches) assign(index, targets[match.later]);
  const byName = new Map(
    targets.flatMap((target) =>
      target.review ? [[textCell(target.review, 'identity'), target] as const] : [],
    ),
  );
  for (const [index, { identity, detection }] of arriving.entries()) {
    const target = byName.get(identity);
    const there = target?.detection.description?.analytic;
    const isOther = target && described[index] && hasOtherUuid(described[index], target.detection);
    if (!isOther && (!detection || there === undefined || there === detection.analytic))
      assign(index, target);
  }
  const undescribed = new Map(
    arriving.flatMap(({ identity, detection }, index) =>
      detection || found.has(index) ? [] : [[identity, index] as const],
    ),
  );
  if (undescribed.size === 0) return found;
  const free = targets.filter((target) => target.row && !taken.has(target));
  const rows = free.flatMap(({ row }) => (row ? [row] : []));
  for (const [name, index] of matchIdentities(undescribed.keys(), rows))
    assign(undescribed.get(name) ?? -1, free[index]);
  return found;
}

/** Assigns identities: that of the present review, or else the given one, unless another detection has it. */
function createIdentityAssigner(
  targets: readonly ReviewableDetection[],
  found: ReadonlyMap<number, ReviewableDetection>,
): (identity: string, target: ReviewableDetection | undefined) => string {
  const isFound = new Set(found.values());
  const used = new Set(
    // A waiting review with another UUID is not replaced by one with its identity.
    targets.flatMap((target) =>
      target.review && (target.row || target.detection.uuid || isFound.has(target))
        ? [textCell(target.review, 'identity')]
        : [],
    ),
  );
  return (identity, target) => {
    if (target?.review) return textCell(target.review, 'identity');
    const name = toFreeIdentity(identity, (each) => used.has(each));
    used.add(name);
    return name;
  };
}

/** Returns an identity that no other detection of the record has. */
export function toFreeIdentity(identity: string, isUsed: (name: string) => boolean): string {
  if (!isUsed(identity)) return identity;
  for (let times = 2; ; times += 1) {
    const name = `${identity} ~${times}`;
    if (!isUsed(name)) return name;
  }
}

/** A detection of a record, or a review that waits for one. */
type ReviewableDetection = {
  readonly detection: MatchedDetection;
  /** Undefined when only its review is in the workspace. */
  readonly row: MatchedRow | undefined;
  /** Undefined when it has no review. */
  readonly review: SqlRow | undefined;
};

/** Reads the detections of a record in the order of its list, then the reviews whose detections are missing. */
export function readReviewableDetections(sql: Sql, recordId: string): readonly ReviewableDetection[] {
  const reviews = sql.all`
    SELECT detection_id, identity, detection, carried_meters FROM reviews WHERE record_id = ${recordId}
    ORDER BY identity`;
  const reviewOf = new Map(reviews.map((review) => [review.detection_id, review]));
  const present = readRecordDetections(sql, recordId).map((row): ReviewableDetection => {
    const review = reviewOf.get(row.fid);
    reviewOf.delete(row.fid);
    return { detection: review ? addReviewedUuid(row, review) : row, row, review };
  });
  const waiting = [...reviewOf.values()].map((review): ReviewableDetection => {
    return { detection: describeReview(review), row: undefined, review };
  });
  return [...present, ...waiting];
}

function describeReview(review: SqlRow): MatchedDetection {
  return describeReviewed(textCell(review, 'identity'), readReviewedDetection(review));
}

/** A detection that came without its UUID still has that of its review. */
function addReviewedUuid(row: MatchedRow, review: SqlRow): MatchedDetection {
  const { uuid } = describeReview(review);
  return row.uuid?.isUnique || !uuid ? row : { ...row, uuid };
}
