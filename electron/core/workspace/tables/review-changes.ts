import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { emptyReview, isEmptyReview, type Review, saysTheSame } from '../../../../shared/review/review.ts';
import {
  maxReviewsTold,
  type ReviewBatch,
  type ReviewChange,
  type ReviewOfId,
  type ReviewsChanged,
} from '../../../../shared/review/review-change.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../cells.ts';
import { createDetectionIds } from '../ingest/detection-ids.ts';
import { detectionTables } from '../queries/detection-tables.ts';
import { raiseReviewsMoved, raiseReviewsVersion, readReviewsVersion } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { identitiesOfRows } from './identities-of-rows.ts';
import { addBatchRow, addHistoryRow, putReviewRow, readReview } from './review-rows.ts';

/** Who changes reviews, when (UTC, ISO 8601), and the name that the batch is to have. */
export type ReviewAct = { readonly batch: string; readonly reviewer: string; readonly at: string };

/** What a change did, and between which versions of the reviews it lies. */
export type ReviewsWritten = ReviewsChanged & { readonly former: number; readonly version: number };

/** Says the same of many detections, in one transaction. */
export function setReviews(
  sql: Sql,
  ids: readonly number[],
  change: ReviewChange,
  act: ReviewAct,
): ReviewsWritten {
  return sql.transaction(() => {
    const targets = readTargets(sql, ids);
    const found = new Set(targets.map(({ id }) => id));
    const changes = targets.flatMap((target) => {
      const before = target.former ?? emptyReview;
      const review = { ...before, ...definedOf(change), reviewer: act.reviewer, reviewedAt: act.at };
      return saysTheSame(before, review) ? [] : [{ ...target, review, said: review }];
    });
    const missing = [...new Set(ids)].filter((id) => !found.has(id));
    return { ...writeChanges(sql, { ...act, kind: 'set', undoes: null }, changes), missing };
  });
}

/** A detection whose review changes: what stands then, and what the history says of it. */
export type ReviewToWrite = ReviewOfDetection & {
  readonly id: number;
  readonly former: Review | null;
  readonly said: Review;
};

/** Writes a batch of changes within a transaction that is under way. */
export function writeChanges(
  sql: Sql,
  act: ReviewAct & Pick<ReviewBatch, 'kind' | 'undoes'>,
  changes: readonly ReviewToWrite[],
): ReviewsWritten {
  const former = readReviewsVersion(sql);
  if (changes.length === 0) {
    return { batch: null, changed: 0, missing: [], reviews: [], former, version: former };
  }
  const { batch, kind, undoes, reviewer, at } = act;
  const version = raiseReviewsVersion(sql);
  addBatchRow(sql, { batch, kind, undoes, reviewer, madeAt: at, changed: changes.length });
  for (const change of changes) {
    putReviewRow(sql, change.id, change, version);
    addHistoryRow(sql, { ...change, review: change.said, batch });
  }
  return {
    batch,
    changed: changes.length,
    missing: [],
    reviews: changes.slice(0, maxReviewsTold).map(({ id, review }) => toldReview(id, review)),
    former,
    version,
  };
}

/** One that says nothing any more is told as none. */
function toldReview(id: number, review: Review): ReviewOfId {
  return { id, review: isEmptyReview(review) ? null : review };
}

function definedOf({ verdict, flagged, note }: ReviewChange): Partial<Review> {
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(flagged === undefined ? {} : { flagged }),
    ...(note === undefined ? {} : { note }),
  };
}

/** A detection with its identity and how it stands. */
type Target = Pick<ReviewToWrite, 'id' | 'recordId' | 'identity' | 'former'>;

const targetRows = detectionTables
  .map(
    (table) => `SELECT detection.fid, detection.record_id, detection.record_key, reviews.detection_id,
        reviews.record_id AS reviewed_record, reviews.identity, reviews.verdict, reviews.flagged, reviews.note,
        reviews.reviewer, reviews.reviewed_at
      FROM ${table} AS detection LEFT JOIN reviews ON reviews.detection_id = detection.fid
      WHERE detection.fid IN (SELECT value FROM json_each(?1))`,
  )
  .join(' UNION ALL ');

function readTargets(sql: Sql, ids: readonly number[]): readonly Target[] {
  const rows = sql.all(targetRows, JSON.stringify(ids));
  const isReviewed = (row: SqlRow) => textOrNull(row, 'reviewed_record') === textCell(row, 'record_id');
  makeRoom(
    sql,
    rows.filter((row) => numberOrNull(row, 'detection_id') !== null && !isReviewed(row)),
  );
  const byRecord = Map.groupBy(
    rows.filter((row) => !isReviewed(row)),
    (row) => numberCell(row, 'record_key'),
  );
  const identities = new Map<number, string>();
  for (const [recordKey, ofRecord] of byRecord) {
    const wanted = new Set(ofRecord.map((row) => numberCell(row, 'fid')));
    for (const [id, identity] of identitiesOfRows(sql, recordKey, wanted)) identities.set(id, identity);
  }
  return rows.map((row) => {
    const id = numberCell(row, 'fid');
    const recordId = textCell(row, 'record_id');
    if (isReviewed(row)) {
      return { id, recordId, identity: textCell(row, 'identity'), former: readReview(row) };
    }
    const identity = identities.get(id);
    if (identity === undefined) throw new Error(`The detection ${id} is not among those of its record.`);
    return { id, recordId, identity, former: takeElsewhere(sql, recordId, identity) };
  });
}

/** The detection's review where another program has put it under another id: it goes, because a new one is written. */
function takeElsewhere(sql: Sql, recordId: string, identity: string): Review | null {
  const row = sql.get('SELECT * FROM reviews WHERE record_id = ? AND identity = ?', recordId, identity);
  if (!row) return null;
  raiseReviewsMoved(sql);
  return readReview(row);
}

/** A review that another program left under the id of a detection which it is not of gets an id of its own. */
function makeRoom(sql: Sql, rows: readonly SqlRow[]): void {
  if (rows.length === 0) return;
  const nextId = createDetectionIds(sql);
  for (const row of rows) {
    sql.run(
      'UPDATE reviews SET detection_id = ? WHERE detection_id = ?',
      nextId(),
      numberCell(row, 'detection_id'),
    );
  }
  raiseReviewsMoved(sql);
}
