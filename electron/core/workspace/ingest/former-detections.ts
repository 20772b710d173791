import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { numberCell, textCell } from '../file/cells.ts';
import { markReviewsMoved } from '../file/results-version.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { carryOverDistance } from '../read/match/carry-over.ts';
import { detectionIdentity } from '../read/match/detection-identity.ts';
import { type MatchedRow, readArrivedDetections, toReviewedDetection } from '../read/match/detection-rows.ts';
import { matchDetections } from '../read/match/match-detections.ts';
import { matchIdentities } from '../read/match/match-identities.ts';
import type { LaterDetection, MatchedDetection } from '../read/match/matching.ts';
import { readReviewableDetections } from '../read/reviews/locate-reviews.ts';
import { readReviewedDetection } from '../read/reviews/read-review.ts';
import { updateReviewedDetection } from '../tables/stored-reviews.ts';
import type { PreparedRecordRows } from './prepare/prepare-page-rows.ts';

/** A detection of a record before the record is replaced, or a review that waits for one. */
export type FormerDetection = {
  readonly id: number;
  readonly detection: MatchedDetection;
  /** Undefined where only a review of the detection is present. */
  readonly row: MatchedRow | undefined;
  readonly review: SqlRow | undefined;
};

/**
 * Reads the detections of a record before it is replaced: present ones, and missing ones that have a review, so that a
 * review is matched with its detection again when that returns.
 */
export function readFormerDetections(
  sql: Sql,
  recordId: string,
  nextDetectionId: () => number,
): readonly FormerDetection[] {
  return readReviewableDetections(sql, recordId).flatMap(({ detection, row, review }) => {
    if (row) return { id: row.fid, detection, row, review };
    if (!review) return [];
    const id = ensureUniqueId(sql, numberCell(review, 'detection_id'), nextDetectionId);
    return { id, detection, row, review };
  });
}

/** Gives a review a new id when another detection has its id, as in a workspace put together of two. */
function ensureUniqueId(sql: Sql, id: number, nextDetectionId: () => number): number {
  const taken = sql.get(
    'SELECT 1 FROM detections WHERE fid = ?1 UNION ALL SELECT 1 FROM detection_areas WHERE fid = ?1',
    id,
  );
  if (!taken) return id;
  const newId = nextDetectionId();
  sql.run`UPDATE reviews SET detection_id = ${newId} WHERE detection_id = ${id}`;
  markReviewsMoved(sql);
  return newId;
}

/**
 * Finds the former id of each feature of a record in the page's image, updates the reviewed detections of its
 * reviews, and moves its AIS decisions to the present identities.
 */
export function createFormerIdFinder(
  sql: Sql,
  recordId: string,
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
  moveDecisions(
    sql,
    recordId,
    former.flatMap(({ row }, index) => {
      const match = matches.get(index);
      const now = match && later[match.later];
      return row && now ? [[row, now] as const] : [];
    }),
  );
  const found = new Map<number, number>();
  for (const [index, { id, detection, row, review }] of former.entries()) {
    const match = matches.get(index);
    const now = match && later[match.later];
    if (now) found.set(now.fid, id);
    if (!review) continue;
    const known = readReviewedDetection(review) ?? (row ? toReviewedDetection(detection) : null);
    // A UUID that came after the verdict belongs to it, unless the verdict was carried over to its detection.
    const before = row && review.carried_meters === null ? addUuid(known, detection) : known;
    const reviewed = before ?? (now ? toReviewedDetection(now) : null);
    const meters = now ? carryOverDistance(reviewed, now) : null;
    updateReviewedDetection(sql, id, now && meters === null ? addUuid(reviewed, now) : reviewed, meters);
  }
  return (feature) => found.get(feature + 1);
}

/** Stores the AIS decisions about detections under the identities that they have in the new version of their record. */
function moveDecisions(
  sql: Sql,
  recordId: string,
  matched: readonly (readonly [before: MatchedRow, now: MatchedRow])[],
): void {
  const decisions = sql.all`SELECT id, identity FROM ais_decisions WHERE record_id = ${recordId}`;
  if (decisions.length === 0) return;
  const identities = new Map<unknown, string>(
    matched.map(([before, now]) => [detectionIdentity(before), detectionIdentity(now)]),
  );
  for (const row of decisions) {
    const identity = identities.get(row.identity);
    if (identity !== undefined && identity !== row.identity)
      sql.run`UPDATE ais_decisions SET identity = ${identity} WHERE id = ${numberCell(row, 'id')}`;
  }
}

/** Adds the UUID of the detection, if it is unique, to a reviewed detection that has none. */
function addUuid(
  reviewed: ReviewedDetection | null,
  { uuid }: Pick<MatchedDetection, 'uuid'>,
): ReviewedDetection | null {
  return reviewed && uuid?.isUnique ? { uuid: uuid.text, ...reviewed } : reviewed;
}

/** Matches reviews of which only the identity is known, as after damage. */
function matchFormerIdentities(
  former: readonly FormerDetection[],
  later: readonly MatchedRow[],
  matches: Map<number, LaterDetection>,
): void {
  const identities = new Map<string, number>();
  for (const [index, { review, detection, row }] of former.entries()) {
    if (review && !row && detection.description === null && !matches.has(index)) {
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
