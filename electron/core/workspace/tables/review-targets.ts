import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../../shared/review/review.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../file/cells.ts';
import { createDetectionIds, reserveDetectionId } from '../file/detection-ids.ts';
import { detectionTables } from '../file/detection-tables.ts';
import { markReviewsMoved } from '../file/results-version.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { toFreeIdentity } from '../read/reviews/locate-reviews.ts';
import { readReview } from '../read/reviews/read-review.ts';
import { type ReviewSubject, readReviewSubjects } from '../read/reviews/review-subjects.ts';

/** A detection with its identity and its current review. */
type Target = Omit<ReviewOfDetection, 'review'> & { readonly id: number; readonly former: Review | null };

const selectTargets = detectionTables
  .map(
    (table) => `SELECT detection.fid, detection.record_id, detection.record_key, reviews.detection_id,
        reviews.record_id AS reviewed_record, reviews.identity, reviews.verdict, reviews.flagged, reviews.note,
        reviews.reviewer, reviews.reviewed_at
      FROM ${table} AS detection LEFT JOIN reviews ON reviews.detection_id = detection.fid
      WHERE detection.fid IN (SELECT value FROM json_each(?1))`,
  )
  .join(' UNION ALL ');

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
  const row = sql.get('SELECT * FROM reviews WHERE record_id = ? AND identity = ?', recordId, identity);
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
    sql.run(
      'UPDATE reviews SET detection_id = ? WHERE detection_id = ?',
      id,
      numberCell(row, 'detection_id'),
    );
  }
  markReviewsMoved(sql);
}
