import { numberCell } from './cells.ts';
import type { Sql } from './sql.ts';

/** Grows whenever an ingest changed records, so that results can be cached until then. */
export function readResultsVersion(sql: Sql): number {
  return readVersion(sql, 'results_version');
}

/** To be called in the transaction that changes records. */
export function incrementResultsVersion(sql: Sql): void {
  incrementVersion(sql, 'results_version');
}

/** Grows whenever a review changes. */
export function readReviewsVersion(sql: Sql): number {
  return readVersion(sql, 'reviews_version');
}

/** To be called in the transaction that changes reviews. Returns the new version, which their rows are to bear. */
export function incrementReviewsVersion(sql: Sql): number {
  incrementVersion(sql, 'reviews_version');
  return readReviewsVersion(sql);
}

/** The version of the reviews in which some moved from one detection to another, or were removed. */
export function readReviewsMovedVersion(sql: Sql): number {
  return readVersion(sql, 'reviews_moved');
}

/** To be called where reviews move from one detection to another, or are removed, which their rows alone do not show. */
export function markReviewsMoved(sql: Sql): void {
  sql.run`
    INSERT OR REPLACE INTO app_meta (key, value)
    VALUES ('reviews_moved', ${String(incrementReviewsVersion(sql))})`;
}

function readVersion(sql: Sql, key: string): number {
  const row = sql.get`SELECT CAST(value AS INTEGER) AS version FROM app_meta WHERE key = ${key}`;
  return row ? numberCell(row, 'version') : 0;
}

function incrementVersion(sql: Sql, key: string): void {
  sql.run`
    INSERT INTO app_meta (key, value) VALUES (${key}, '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`;
}
