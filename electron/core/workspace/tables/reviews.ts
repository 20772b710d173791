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
import { numberCell, numberOrNull, textCell, textOrNull } from '../file/cells.ts';
import { createDetectionIds, reserveDetectionId } from '../file/detection-ids.ts';
import { selectFromBoth } from '../file/detection-tables.ts';
import { incrementReviewsVersion, markReviewsMoved, readReviewsVersion } from '../file/results-version.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { toFreeIdentity } from '../read/reviews/locate-reviews.ts';
import { readReview } from '../read/reviews/read-review.ts';
import { type ReviewSubject, readReviewSubjects } from '../read/reviews/review-subjects.ts';

/** Who changes reviews, when (UTC, ISO 8601), and the name that the batch is to have. */
export type ReviewBatchInfo = { readonly batch: string; readonly reviewer: string; readonly at: string };

/** Result of a change, and the versions of the reviews before and after it. */
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
    const written = sql.get`SELECT changed FROM review_batches WHERE batch = ${batchInfo.batch}`;
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

/** Whether reviews of the team disagree about a detection; if so, setting its current review again decides for it. */
function isDisputed(sql: Sql, recordId: string, identity: string): boolean {
  return (
    sql.get`
      SELECT 1 FROM team_reviews
      WHERE record_id = ${recordId} AND identity = ${identity} AND disputing <> '[]'` !== undefined
  );
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
export type ReviewHistoryEntry = ReviewOfDetection & {
  readonly batch?: string | null;
  readonly former?: Review | null;
};

/** Replaces the review of its detection. The stored reviewed detection remains unless a new one is given. */
export function upsertReviewRow(
  sql: Sql,
  id: number,
  { recordId, identity, review, detection, carriedMeters }: ReviewOfDetection,
  version: number,
): void {
  reserveDetectionId(sql, id);
  const former = sql.get`
    SELECT detection, carried_meters FROM reviews WHERE record_id = ${recordId} AND identity = ${identity}`;
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
export function reviewCells({ verdict, flagged, note, reviewer, reviewedAt }: Review) {
  return [verdict, Number(flagged), note, reviewer, reviewedAt] as const;
}

/** Adds an entry to the history. */
export function insertHistoryRow(sql: Sql, entry: ReviewHistoryEntry): void {
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
  sql.run`
    INSERT INTO review_batches (batch, kind, undoes, reviewer, made_at, changed)
    VALUES (${batch.batch}, ${batch.kind}, ${batch.undoes}, ${batch.reviewer}, ${batch.madeAt},
      ${batch.changed})`;
}

/** A detection with its identity and its current review. */
type Target = Omit<ReviewOfDetection, 'review'> & { readonly id: number; readonly former: Review | null };

const selectTargets = selectFromBoth(
  (table) => `SELECT detection.fid, detection.record_id, detection.record_key, reviews.detection_id,
        reviews.record_id AS reviewed_record, reviews.identity, reviews.verdict, reviews.flagged, reviews.note,
        reviews.reviewer, reviews.reviewed_at
      FROM ${table} AS detection LEFT JOIN reviews ON reviews.detection_id = detection.fid
      WHERE detection.fid IN (SELECT value FROM json_each(?1))`,
);

/** Reads detections with their current reviews; unknown ids are left out. */
export function readTargets(sql: Sql, ids: readonly number[]): readonly Target[] {
  const rows = readTargetRows(sql, ids);
  reassignMisplacedReviews(
    sql,
    rows.filter((row) => numberOrNull(row, 'detection_id') !== null && !isReviewed(row)),
  );
  return identifyTargets(sql, rows).map(({ row, detection, ...target }) =>
    isReviewed(row)
      ? { ...target, former: readReview(row) }
      : {
          ...target,
          detection,
          carriedMeters: null,
          former: readMisplacedReview(sql, target.recordId, target.identity),
        },
  );
}

/** A detection as it is named in every workspace; `detection` is null where a review names it already. */
export type ReviewTarget = Pick<Target, 'id' | 'recordId' | 'identity'> & {
  readonly detection: ReviewSubject['detection'];
};

/** Returns these detections as their reviews would name them; unknown ids are left out. Writes nothing. */
export function readReviewTargets(sql: Sql, ids: readonly number[]): readonly ReviewTarget[] {
  return identifyTargets(sql, readTargetRows(sql, ids)).map(({ row: _row, ...target }) => target);
}

function readTargetRows(sql: Sql, ids: readonly number[]): readonly SqlRow[] {
  return sql.all(selectTargets, JSON.stringify(ids));
}

/** Whether the review with the detection's id is one of its record. */
function isReviewed(row: SqlRow): boolean {
  return textOrNull(row, 'reviewed_record') === textCell(row, 'record_id');
}

function identifyTargets(
  sql: Sql,
  rows: readonly SqlRow[],
): readonly (ReviewTarget & { readonly row: SqlRow })[] {
  const byRecord = Map.groupBy(
    rows.filter((row) => !isReviewed(row)),
    (row) => numberCell(row, 'record_key'),
  );
  const subjects = new Map<number, ReviewSubject>();
  for (const [recordKey, ofRecord] of byRecord) {
    const detectionIds = new Set(ofRecord.map((row) => numberCell(row, 'fid')));
    for (const [id, subject] of readReviewSubjects(sql, recordKey, detectionIds)) subjects.set(id, subject);
  }
  return rows.map((row) => {
    const id = numberCell(row, 'fid');
    const recordId = textCell(row, 'record_id');
    if (isReviewed(row)) return { row, id, recordId, identity: textCell(row, 'identity'), detection: null };
    const subject = subjects.get(id);
    if (subject === undefined) throw new Error(`The detection ${id} is not among those of its record.`);
    const identity = toFreeIdentity(subject.identity, (candidate) =>
      isIdentityOfAnother(sql, recordId, candidate),
    );
    return { row, id, recordId, identity, detection: subject.detection };
  });
}

/** Whether another detection of the record has been reviewed under this identity, before it changed. */
function isIdentityOfAnother(sql: Sql, recordId: string, identity: string): boolean {
  const row = sql.get(
    `SELECT EXISTS (SELECT 1 FROM detections WHERE fid = detection_id AND record_id = ?1)
       OR EXISTS (SELECT 1 FROM detection_areas WHERE fid = detection_id AND record_id = ?1) AS is_present
     FROM reviews WHERE record_id = ?1 AND identity = ?2`,
    recordId,
    identity,
  );
  return row !== undefined && numberCell(row, 'is_present') === 1;
}

/** The detection's review where another program has stored it under another id: it is replaced by the new one. */
function readMisplacedReview(sql: Sql, recordId: string, identity: string): Review | null {
  const row = sql.get`SELECT * FROM reviews WHERE record_id = ${recordId} AND identity = ${identity}`;
  if (!row) return null;
  markReviewsMoved(sql);
  return readReview(row);
}

/** A review that another program left under the id of another detection gets a new id. */
function reassignMisplacedReviews(sql: Sql, rows: readonly SqlRow[]): void {
  if (rows.length === 0) return;
  const nextId = createDetectionIds(sql);
  for (const row of rows) {
    const id = nextId();
    reserveDetectionId(sql, id);
    sql.run`UPDATE reviews SET detection_id = ${id} WHERE detection_id = ${numberCell(row, 'detection_id')}`;
  }
  markReviewsMoved(sql);
}
