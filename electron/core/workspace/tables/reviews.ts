import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { emptyReview, isEmptyReview, isSameReview, type Review } from '../../../../shared/review/review.ts';
import {
  applyReviewChange,
  maxReviewsReturned,
  type ReviewBatch,
  type ReviewChange,
  type ReviewEntry,
  type SetReviewsResult,
} from '../../../../shared/review/review-change.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { numberCell, numberOrNull, textOrNull } from '../file/cells.ts';
import { reserveDetectionId } from '../file/detection-ids.ts';
import { incrementReviewsVersion, markReviewsMoved, readReviewsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { locateReviews } from '../read/reviews/locate-reviews.ts';
import { isDisputed } from '../read/reviews/team-overview.ts';
import { readTargets } from './review-targets.ts';

/** Who changes reviews, when (UTC, ISO 8601), and the name that the batch is to have. */
export type ReviewBatchInfo = { readonly batch: string; readonly reviewer: string; readonly at: string };

/** What a change did, and the versions of the reviews before and after it. */
export type WrittenReviewChanges = SetReviewsResult & {
  readonly previousVersion: number;
  readonly version: number;
};

/** Sets the same review on many detections, on the disk when it returns, unless the batch was written before. */
export function setReviews(
  sql: Sql,
  ids: readonly number[],
  change: ReviewChange,
  batchInfo: ReviewBatchInfo,
): WrittenReviewChanges {
  return sql.durableTransaction(() => {
    const targets = readTargets(sql, ids);
    const written = sql.get('SELECT changed FROM review_batches WHERE batch = ?', batchInfo.batch);
    if (written) {
      const version = readReviewsVersion(sql);
      return {
        batch: batchInfo.batch,
        changed: numberCell(written, 'changed'),
        missing: [],
        reviews: targets
          .slice(0, maxReviewsReturned)
          .map(({ id, former }) => toReportedReview(id, former ?? emptyReview)),
        previousVersion: version,
        version,
      };
    }
    const found = new Set(targets.map(({ id }) => id));
    const changes = targets.flatMap((target) => {
      const before = target.former ?? emptyReview;
      const review = {
        ...applyReviewChange(before, change),
        reviewer: batchInfo.reviewer,
        reviewedAt: batchInfo.at,
      };
      const isUnchanged = isSameReview(before, review) && !isDisputed(sql, target.recordId, target.identity);
      return isUnchanged ? [] : [{ ...target, review, recordedReview: review }];
    });
    const missing = [...new Set(ids)].filter((id) => !found.has(id));
    return { ...writeReviewChanges(sql, { ...batchInfo, kind: 'set', undoes: null }, changes), missing };
  });
}

/** A detection whose review changes: the new review, and what the history records. */
export type ReviewRowChange = ReviewOfDetection & {
  readonly id: number;
  readonly former: Review | null;
  readonly recordedReview: Review;
};

/**
 * Writes a batch of changes within a transaction that is under way, each before the next one is requested. Without any
 * change there is no batch.
 */
export function writeReviewChanges(
  sql: Sql,
  batchInfo: ReviewBatchInfo & Pick<ReviewBatch, 'kind' | 'undoes'>,
  changes: Iterable<ReviewRowChange>,
): WrittenReviewChanges {
  const previousVersion = readReviewsVersion(sql);
  const { batch, kind, undoes, reviewer, at } = batchInfo;
  const reviews: ReviewEntry[] = [];
  let version = previousVersion;
  let changed = 0;
  for (const change of changes) {
    if (changed === 0) version = incrementReviewsVersion(sql);
    changed += 1;
    upsertReviewRow(sql, change.id, change, version);
    insertHistoryRow(sql, { ...change, review: change.recordedReview, batch });
    if (reviews.length < maxReviewsReturned) reviews.push(toReportedReview(change.id, change.review));
  }
  if (changed > 0) insertBatchRow(sql, { batch, kind, undoes, reviewer, madeAt: at, changed });
  return { batch: changed > 0 ? batch : null, changed, missing: [], reviews, previousVersion, version };
}

/** An empty review is reported as none. */
function toReportedReview(id: number, review: Review): ReviewEntry {
  return { id, review: isEmptyReview(review) ? null : review };
}

/** A recorded review, with its batch of changes and the review before it. */
export type HistoryEntry = ReviewOfDetection & {
  readonly batch?: string | null;
  readonly former?: Review | null;
};

/**
 * Writes reviews in place of those that are there, within a transaction that is under way. One whose detection is not
 * here waits for it under an id of its own. History that is here already is not written twice.
 */
export function writeReviews(
  sql: Sql,
  reviews: readonly ReviewOfDetection[],
  history: readonly HistoryEntry[],
): void {
  const version = reviews.length > 0 ? incrementReviewsVersion(sql) : 0;
  for (const { entry, id, isMoved } of locateReviews(sql, reviews)) {
    if (isMoved) markReviewsMoved(sql);
    upsertReviewRow(sql, id, entry, version);
  }
  for (const entry of history) if (!isInHistory(sql, entry)) insertHistoryRow(sql, entry);
}

/** Whether the history has a review with the same content, author and time. */
export function isInHistory(sql: Sql, { recordId, identity, review }: HistoryEntry): boolean {
  return (
    sql.get(
      `SELECT 1 FROM review_history WHERE record_id = ? AND identity = ? AND verdict IS ? AND flagged = ? AND note = ?
         AND reviewer = ? AND reviewed_at = ?`,
      recordId,
      identity,
      ...reviewCells(review),
    ) !== undefined
  );
}

/** Saves the detection that a review was given to, and the distance of its present detection. */
export function updateReviewedDetection(
  sql: Sql,
  id: number,
  detection: ReviewedDetection | null,
  carriedMeters: number | null,
): void {
  sql.run(
    `UPDATE reviews SET detection = ?2, carried_meters = ?3
     WHERE detection_id = ?1 AND (detection IS NOT ?2 OR carried_meters IS NOT ?3)`,
    id,
    detection && JSON.stringify(detection),
    carriedMeters,
  );
}

/** Replaces the review of its detection. The stored reviewed detection remains unless a new one is given. */
export function upsertReviewRow(
  sql: Sql,
  id: number,
  { recordId, identity, review, detection, carriedMeters }: ReviewOfDetection,
  version: number,
): void {
  reserveDetectionId(sql, id);
  const former = sql.get(
    'SELECT detection, carried_meters FROM reviews WHERE record_id = ? AND identity = ?',
    recordId,
    identity,
  );
  sql.run(
    `INSERT OR REPLACE INTO reviews
       (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at, changed_in, detection,
        carried_meters)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    recordId,
    identity,
    ...reviewCells(review),
    version,
    detection ? JSON.stringify(detection) : former ? textOrNull(former, 'detection') : null,
    carriedMeters === undefined ? (former ? numberOrNull(former, 'carried_meters') : null) : carriedMeters,
  );
}

/** The columns `verdict, flagged, note, reviewer, reviewed_at` of a review, in this order. */
function reviewCells({ verdict, flagged, note, reviewer, reviewedAt }: Review) {
  return [verdict, Number(flagged), note, reviewer, reviewedAt] as const;
}

/** Adds an entry to the history. */
export function insertHistoryRow(sql: Sql, entry: HistoryEntry): void {
  const { recordId, identity, review, batch = null, former = null } = entry;
  sql.run(
    `INSERT INTO review_history
       (record_id, identity, verdict, flagged, note, reviewer, reviewed_at, batch, former)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    recordId,
    identity,
    ...reviewCells(review),
    batch,
    former && JSON.stringify(former),
  );
}

/** Adds a batch of changes. */
function insertBatchRow(sql: Sql, batch: Omit<ReviewBatch, 'undone'>): void {
  sql.run(
    'INSERT INTO review_batches (batch, kind, undoes, reviewer, made_at, changed) VALUES (?, ?, ?, ?, ?, ?)',
    batch.batch,
    batch.kind,
    batch.undoes,
    batch.reviewer,
    batch.madeAt,
    batch.changed,
  );
}
