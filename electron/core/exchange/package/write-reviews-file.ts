import { rm } from 'node:fs/promises';
import type { PropertyCorrection } from '../../../../shared/results/property-correction.ts';
import type { ReviewOfDetection } from '../../../../shared/review/merge-reviews.ts';
import { nowUtc } from '../../../../shared/time.ts';
import { createSql } from '../../workspace/file/sql.ts';
import { closeWriter, openDatabase } from '../../workspace/open/open-database.ts';
import { writeMergedCorrections } from '../../workspace/tables/property-corrections.ts';
import { insertHistoryRow, reviewCells } from '../../workspace/tables/review-rows.ts';

/**
 * Writes the reviews of a case package, their history and its corrected meanings to a new workspace file without
 * records, which merges like any other. Of several reviews of one detection the first counts. The file is deleted when
 * a list cannot be read.
 */
export async function writeReviewsFile(
  file: string,
  reviews: AsyncIterable<ReviewOfDetection>,
  history: AsyncIterable<ReviewOfDetection>,
  corrections: readonly PropertyCorrection[],
): Promise<void> {
  const { database } = openDatabase(file);
  const sql = createSql(database);
  try {
    // The file is deleted after the merge, so that it need not outlive a power cut.
    database.exec('PRAGMA synchronous = OFF; BEGIN');
    for await (const { recordId, identity, review, detection, carriedMeters } of reviews) {
      sql.run(
        `INSERT OR IGNORE INTO reviews
           (record_id, identity, verdict, flagged, note, reviewer, reviewed_at, detection, carried_meters)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        recordId,
        identity,
        ...reviewCells(review),
        detection ? JSON.stringify(detection) : null,
        carriedMeters ?? null,
      );
    }
    for await (const entry of history) insertHistoryRow(sql, entry);
    writeMergedCorrections(sql, corrections, nowUtc());
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    closeWriter(database);
    await rm(file, { force: true });
    throw error;
  }
  closeWriter(database);
}
