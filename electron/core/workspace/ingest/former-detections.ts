import { numberCell, textCell } from '../cells.ts';
import { markReviewsMoved } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { readReviewedDetection, updateReviewedDetection } from '../tables/review-rows.ts';
import { carryOverDistance } from './match/carry-over.ts';
import {
  describeReviewed,
  type MatchedRow,
  readArrivedDetections,
  readRecordDetections,
  toReviewedDetection,
} from './match/detection-rows.ts';
import { matchDetections } from './match/match-detections.ts';
import { matchIdentities } from './match/match-identities.ts';
import type { DetectionMatch, MatchedDetection } from './match/matching.ts';
import type { PreparedRecordRows } from './prepare/prepare-page-rows.ts';

/** A detection of a record before the record is replaced, or a review that waits for one. */
export type FormerDetection = {
  readonly id: number;
  readonly detection: MatchedDetection;
  /** Whether the detection is present, and not only a review of it. */
  readonly isPresent: boolean;
  readonly review: SqlRow | undefined;
};

/**
 * Reads the detections of a record before it is replaced: present ones, and missing ones that have a review, so that a
 * review is matched with its detection again when that returns.
 */
export function readFormerDetections(
  sql: Sql,
  recordId: string,
  isKnown: boolean,
  nextDetectionId: () => number,
): readonly FormerDetection[] {
  const reviews = sql.all(
    'SELECT detection_id, identity, detection FROM reviews WHERE record_id = ? ORDER BY identity',
    recordId,
  );
  const reviewOf = new Map(reviews.map((row) => [numberCell(row, 'detection_id'), row]));
  const here = (isKnown ? readRecordDetections(sql, recordId) : []).map((detection): FormerDetection => {
    const review = reviewOf.get(detection.fid);
    reviewOf.delete(detection.fid);
    return { id: detection.fid, detection, isPresent: true, review };
  });
  const waiting = [...reviewOf].map(([id, review]): FormerDetection => {
    const detection = describeReviewed(textCell(review, 'identity'), readReviewedDetection(review));
    return { id: ensureUniqueId(sql, id, nextDetectionId), detection, isPresent: false, review };
  });
  return [...here, ...waiting];
}

/** Gives a review a new id when another detection has its id, as in a workspace put together of two. */
function ensureUniqueId(sql: Sql, id: number, nextDetectionId: () => number): number {
  const taken = sql.get(
    'SELECT 1 FROM detections WHERE fid = ?1 UNION ALL SELECT 1 FROM detection_areas WHERE fid = ?1',
    id,
  );
  if (!taken) return id;
  const newId = nextDetectionId();
  sql.run('UPDATE reviews SET detection_id = ? WHERE detection_id = ?', newId, id);
  markReviewsMoved(sql);
  return newId;
}

/**
 * Finds the former id of each feature of a record in the page's image, and updates the reviewed detections of its
 * reviews.
 */
export function createFormerIdFinder(
  sql: Sql,
  former: readonly FormerDetection[],
  { firstFeature, featureCount }: Pick<PreparedRecordRows, 'firstFeature' | 'featureCount'>,
): (feature: number) => number | undefined {
  if (former.length === 0) return () => undefined;
  const later = readArrivedDetections(sql, firstFeature + 1, firstFeature + featureCount);
  const matches = new Map(
    matchDetections(
      former.map(({ detection }) => detection),
      later,
    ),
  );
  matchFormerIdentities(former, later, matches);
  const found = new Map<number, number>();
  for (const [index, { id, detection, isPresent, review }] of former.entries()) {
    const match = matches.get(index);
    const now = match && later[match.later];
    if (now) found.set(now.fid, id);
    if (!review) continue;
    const reviewed =
      readReviewedDetection(review) ??
      (isPresent ? toReviewedDetection(detection) : now ? toReviewedDetection(now) : null);
    const meters = match && now ? carryOverDistance(reviewed, now.description) : null;
    updateReviewedDetection(sql, id, reviewed, meters);
  }
  return (feature) => found.get(feature + 1);
}

/** Matches reviews of which only the identity is known, as after damage. */
function matchFormerIdentities(
  former: readonly FormerDetection[],
  later: readonly MatchedRow[],
  matches: Map<number, DetectionMatch>,
): void {
  const identities = new Map<string, number>();
  for (const [index, { review, detection, isPresent }] of former.entries()) {
    if (review && !isPresent && detection.description === null && !matches.has(index)) {
      identities.set(textCell(review, 'identity'), index);
    }
  }
  if (identities.size === 0) return;
  const taken = new Set([...matches.values()].map((match) => match.later));
  const free = [...later.keys()].filter((index) => !taken.has(index));
  const found = matchIdentities(
    identities.keys(),
    later.filter((_, index) => !taken.has(index)),
  );
  for (const [identity, freeIndex] of found) {
    const [index, at] = [identities.get(identity), free[freeIndex]];
    if (index !== undefined && at !== undefined) matches.set(index, { later: at, carriedMeters: null });
  }
}
