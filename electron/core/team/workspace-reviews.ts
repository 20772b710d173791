import type { Review } from '../../../shared/review/review.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../workspace/file/cells.ts';
import { detectionTables } from '../workspace/file/detection-tables.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { readReview } from '../workspace/read/reviews/read-review.ts';

/**
 * A batch of review changes of the workspace. `id` increases from batch to batch; `undoes` is the batch that it
 * undoes.
 */
export type LocalBatch = { readonly id: number; readonly batch: string; readonly undoes: string | null };

/** A change of a review in the form in which it is pushed. */
export type LocalReviewChange = Omit<Review, 'reviewer'> & {
  readonly recordId: string;
  /** The identity of the detection in the team database. */
  readonly identity: string;
  /** A `ReviewedDetection` as JSON. */
  readonly detection: string | null;
  /** The review that it replaced; null when there was none. */
  readonly former: unknown;
  /** The last entry of the team's history that the workspace had received when the change was made; 0 for none. */
  readonly seen: number;
};

/** Returns the batches of the workspace whose id is greater than `after`, in the order of their ids. */
export function readBatchesAfter(sql: Sql, after: number): readonly LocalBatch[] {
  return sql
    .all('SELECT id, batch, undoes FROM review_batches WHERE id > ? ORDER BY id', after)
    .map((row) => ({
      id: numberCell(row, 'id'),
      batch: textCell(row, 'batch'),
      undoes: textOrNull(row, 'undoes'),
    }));
}

/** Returns the changes of a batch in the order in which they were made. */
export function readBatchChanges(sql: Sql, { batch }: LocalBatch): readonly LocalReviewChange[] {
  return sql
    .all(
      `SELECT review_history.*, reviews.detection, team_identity, seen
       FROM review_history LEFT JOIN reviews USING (record_id, identity) LEFT JOIN team_reviews USING (record_id, identity)
       WHERE batch = ? ORDER BY review_history.id`,
      batch,
    )
    .map((row) => {
      const { reviewer: _reviewer, ...review } = readReview(row);
      const former = textOrNull(row, 'former');
      return {
        ...review,
        recordId: textCell(row, 'record_id'),
        identity: textOrNull(row, 'team_identity') ?? textCell(row, 'identity'),
        detection: textOrNull(row, 'detection'),
        former: former === null ? null : JSON.parse(former),
        seen: numberOrNull(row, 'seen') ?? 0,
      };
    });
}

/** The record version and the index in it that a review's detection has in this workspace. */
export type LocatedLocalReview = {
  readonly recordId: string;
  readonly identity: string;
  readonly contentHash: Uint8Array;
  readonly position: number;
};

/**
 * Finds the detections of reviews by their identity in the team database. Leaves out those that the workspace does not
 * have.
 */
export function locateLocalReviews(
  sql: Sql,
  reviews: readonly { readonly recordId: string; readonly identity: string }[],
): readonly LocatedLocalReview[] {
  return reviews.flatMap(({ recordId, identity }) => {
    const row = sql.get(findPosition, recordId, identity);
    return row
      ? {
          recordId,
          identity,
          contentHash: bytesCell(row, 'content_hash'),
          position: numberCell(row, 'position'),
        }
      : [];
  });
}

const findPosition = detectionTables
  .map(
    (table) => `SELECT records.content_hash, found.position
      FROM team_reviews JOIN reviews USING (record_id, identity)
      JOIN ${table} AS found ON found.fid = reviews.detection_id JOIN records ON records.id = found.record_key
      WHERE team_reviews.record_id = ?1 AND team_identity = ?2 AND records.record_id = ?1`,
  )
  .join(' UNION ALL ');
