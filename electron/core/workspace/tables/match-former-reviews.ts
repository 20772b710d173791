import { numberCell, textCell } from '../cells.ts';
import {
  type MatchedRow,
  readRecordDetections,
  toReviewedDetection,
} from '../ingest/match/detection-rows.ts';
import { matchIdentities } from '../ingest/match/match-identities.ts';
import { markReviewsMoved } from '../results-version.ts';
import type { Sql, SqlRow } from '../sql.ts';
import { updateReviewedDetection } from './review-rows.ts';

/**
 * Stores the reviewed detection with each review of a former version whose detection is present. A review that had lost
 * its detection gets it back when the geometry is the same. Must be called within a transaction.
 */
export function matchFormerReviews(sql: Sql): void {
  const reviews = sql.all('SELECT detection_id, record_id, identity FROM reviews WHERE detection IS NULL');
  for (const [recordId, ofRecord] of Map.groupBy(reviews, (row) => textCell(row, 'record_id'))) {
    const rows = readRecordDetections(sql, recordId);
    if (rows.length > 0) matchRecord(sql, ofRecord, rows);
  }
}

function matchRecord(sql: Sql, reviews: readonly SqlRow[], rows: readonly MatchedRow[]): void {
  const byId = new Map(rows.map((row) => [row.fid, row]));
  const waiting: SqlRow[] = [];
  for (const review of reviews) {
    const row = byId.get(numberCell(review, 'detection_id'));
    if (!row) waiting.push(review);
    else {
      updateReviewedDetection(sql, row.fid, toReviewedDetection(row), null);
      byId.delete(row.fid);
    }
  }
  if (waiting.length === 0) return;
  const free = [...byId.values()];
  const ids = new Map(
    waiting.map((review) => [textCell(review, 'identity'), numberCell(review, 'detection_id')]),
  );
  for (const [name, index] of matchIdentities(ids.keys(), free)) {
    const [row, id] = [free[index], ids.get(name)];
    if (!row || id === undefined) continue;
    sql.run('UPDATE reviews SET detection_id = ? WHERE detection_id = ?', row.fid, id);
    updateReviewedDetection(sql, row.fid, toReviewedDetection(row), null);
    markReviewsMoved(sql);
  }
}
