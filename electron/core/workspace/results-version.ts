import { numberCell } from './cells.ts';
import type { Sql } from './sql.ts';

/** Grows whenever an ingest changed records, so that answers may be kept until then. */
export function readResultsVersion(sql: Sql): number {
  return readVersion(sql, 'results_version');
}

/** To be called in the transaction that changes records. */
export function raiseResultsVersion(sql: Sql): void {
  raiseVersion(sql, 'results_version');
}

/** Grows whenever a review changes. */
export function readReviewsVersion(sql: Sql): number {
  return readVersion(sql, 'reviews_version');
}

/** To be called in the transaction that changes reviews. Returns the new version, which their rows are to bear. */
export function raiseReviewsVersion(sql: Sql): number {
  raiseVersion(sql, 'reviews_version');
  return readReviewsVersion(sql);
}

/** The version of the reviews in which some went from one detection to another, or away. */
export function readReviewsMoved(sql: Sql): number {
  return readVersion(sql, 'reviews_moved');
}

/** To be called where reviews go from one detection to another, or away, which their rows alone do not tell. */
export function raiseReviewsMoved(sql: Sql): void {
  sql.run(
    'INSERT OR REPLACE INTO app_meta (key, value) VALUES (?, ?)',
    'reviews_moved',
    String(raiseReviewsVersion(sql)),
  );
}

function readVersion(sql: Sql, key: string): number {
  const row = sql.get('SELECT CAST(value AS INTEGER) AS version FROM app_meta WHERE key = ?', key);
  return row ? numberCell(row, 'version') : 0;
}

function raiseVersion(sql: Sql, key: string): void {
  sql.run(
    `INSERT INTO app_meta (key, value) VALUES (?, '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
    key,
  );
}
