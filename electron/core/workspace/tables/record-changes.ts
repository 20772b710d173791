import type { RecordDifference } from '../../../../shared/searches/record-difference.ts';
import type { Sql } from '../file/sql.ts';

/** A record that was fetched again with other content. */
export type RecordChange = {
  readonly fetchId: string;
  /** `records.id`. */
  readonly recordKey: number;
  readonly changedAt: string;
  readonly difference: RecordDifference;
};

/**
 * Saves what differs, within a transaction that is under way: the former raw record is replaced, and this is what
 * is shown of it. A second change in the same fetch replaces the first.
 */
export function writeRecordChange(sql: Sql, change: RecordChange): void {
  sql.run(
    'INSERT OR REPLACE INTO record_changes (fetch_id, record_key, changed_at, difference) VALUES (?, ?, ?, ?)',
    change.fetchId,
    change.recordKey,
    change.changedAt,
    JSON.stringify(change.difference),
  );
}
