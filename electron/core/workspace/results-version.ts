import { numberCell } from './cells.ts';
import type { Sql } from './sql.ts';

/** Grows whenever an ingest changed records, so that answers may be kept until then. */
export function readResultsVersion(sql: Sql): number {
  const row = sql.get("SELECT CAST(value AS INTEGER) AS version FROM app_meta WHERE key = 'results_version'");
  return row ? numberCell(row, 'version') : 0;
}

/** To be called in the transaction that changes records. */
export function raiseResultsVersion(sql: Sql): void {
  sql.run(
    `INSERT INTO app_meta (key, value) VALUES ('results_version', '1')
     ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
  );
}
