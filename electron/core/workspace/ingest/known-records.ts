import { Buffer } from 'node:buffer';
import type { FieldList } from '../../../../shared/results/query.ts';
import { bytesCell, numberCell, textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';

/** A record that the workspace holds, as far as a newly arrived one is compared with it. */
export type KnownRecord = {
  readonly key: number;
  readonly contentHash: Uint8Array;
  readonly fields: string;
  readonly detections: number;
};

/** The record with this id; undefined when there is none. */
export function findRecord(sql: Sql, recordId: string): KnownRecord | undefined {
  const row = sql.get(
    'SELECT id, content_hash, fields, detections FROM records WHERE record_id = ?',
    recordId,
  );
  return (
    row && {
      key: numberCell(row, 'id'),
      contentHash: bytesCell(row, 'content_hash'),
      fields: textCell(row, 'fields'),
      detections: numberCell(row, 'detections'),
    }
  );
}

/** From the least to the whole. */
const fullness: readonly string[] = ['headers', 'without-features', 'all'] satisfies FieldList[];

/**
 * Whether what arrived takes the place of what is known: when it has other content or more fields. What came in part
 * never takes the place of what a fuller answer brought.
 */
export function isToBeReplaced(
  known: Pick<KnownRecord, 'contentHash' | 'fields'>,
  fields: FieldList,
  contentHash: Uint8Array,
): boolean {
  const gain = fullness.indexOf(fields) - fullness.indexOf(known.fields);
  return gain > 0 || (gain === 0 && Buffer.compare(contentHash, known.contentHash) !== 0);
}
