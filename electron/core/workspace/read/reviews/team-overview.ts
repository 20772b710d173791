import { z } from 'zod';
import { reviewSchema } from '../../../../../shared/review/review.ts';
import type { Disagreement, ReviewerCount } from '../../../../../shared/review/team-overview.ts';
import { numberCell, numberOrNull, textCell } from '../../file/cells.ts';
import { countRows, type Sql } from '../../file/sql.ts';
import { readReview } from './read-review.ts';

/** Whether the workspace has changed the review in a batch after the last one that was pushed. */
export function isChangedAfter(sql: Sql, recordId: string, identity: string, pushed: number): boolean {
  return (
    sql.get`
      SELECT 1 FROM review_history JOIN review_batches USING (batch)
      WHERE record_id = ${recordId} AND identity = ${identity}
        AND review_batches.id > ${pushed}` !== undefined
  );
}

/**
 * Returns the first disagreements that this workspace has received, and how many there are in all; `pushed` is the id
 * of the last batch that was pushed.
 */
export function readDisagreements(
  sql: Sql,
  limit: number,
  pushed: number,
): { readonly total: number; readonly rows: readonly Disagreement[] } {
  const rows = sql.all`
    SELECT reviews.*, disputing, found.fid AS found
    FROM team_reviews JOIN reviews USING (record_id, identity)
      LEFT JOIN (SELECT fid FROM detections UNION ALL SELECT fid FROM detection_areas) AS found
        ON found.fid = reviews.detection_id
    WHERE disputing <> '[]' ORDER BY team_reviews.record_id, team_reviews.id LIMIT ${limit}`;
  return {
    total: countRows(sql, "team_reviews WHERE disputing <> '[]'"),
    rows: rows.map((row) => ({
      recordId: textCell(row, 'record_id'),
      identity: textCell(row, 'identity'),
      detectionId: numberOrNull(row, 'found'),
      current: readReview(row),
      disputing: z.array(reviewSchema).parse(JSON.parse(textCell(row, 'disputing'))),
      isDecided: isChangedAfter(sql, textCell(row, 'record_id'), textCell(row, 'identity'), pushed),
    })),
  };
}

/** Counts the current verdicts of the workspace by reviewer, in descending order. */
export function countByReviewer(sql: Sql): readonly ReviewerCount[] {
  return sql
    .all(
      `SELECT reviewer, count(*) AS verdicts, max(reviewed_at) AS last_at FROM reviews
       WHERE verdict IS NOT NULL GROUP BY reviewer ORDER BY verdicts DESC, reviewer`,
    )
    .map((row) => ({
      reviewer: textCell(row, 'reviewer'),
      verdicts: numberCell(row, 'verdicts'),
      lastAt: textCell(row, 'last_at'),
    }));
}

/** Counts the changes of reviews in batches after `pushed`, the last one that was pushed. */
export function countUnpushed(sql: Sql, pushed: number): number {
  const row = sql.get`SELECT coalesce(sum(changed), 0) AS count FROM review_batches WHERE id > ${pushed}`;
  return row ? numberCell(row, 'count') : 0;
}
