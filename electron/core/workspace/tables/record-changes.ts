import { compareRecords } from '../../../../shared/searches/record-difference.ts';
import type { Sql } from '../sql.ts';

/** A record whose content came in anew and is not what the workspace held. */
export type RecordChange = {
  readonly fetchId: string;
  /** `records.id`. */
  readonly recordKey: number;
  readonly changedAt: string;
  /** As it came. Both are of the same fields. */
  readonly former: Uint8Array;
  /** Parsed. */
  readonly current: unknown;
};

const decoder = new TextDecoder();

/**
 * Keeps what differs, within a transaction that is under way: the former raw record is replaced, and this is what a
 * search's comparison shows of it. A second change in the same fetch takes the place of the first.
 */
export function writeRecordChange(sql: Sql, change: RecordChange): void {
  sql.run(
    'INSERT OR REPLACE INTO record_changes (fetch_id, record_key, changed_at, difference) VALUES (?, ?, ?, ?)',
    change.fetchId,
    change.recordKey,
    change.changedAt,
    JSON.stringify(compareRecords(JSON.parse(decoder.decode(change.former)), change.current)),
  );
}
