import { Buffer } from 'node:buffer';
import type { FieldList } from '../../../../shared/results/query.ts';
import { bytesCell, numberCell, textCell } from '../cells.ts';
import type { Sql, SqlRow } from '../sql.ts';

/** A record that the workspace holds, as far as a newly arrived one is compared with it. */
export type KnownRecord = {
  readonly key: number;
  readonly contentHash: Uint8Array;
  readonly fields: string;
  readonly detections: number;
};

/** What `knownRecord` reads, of `records AS r`. */
export const knownColumns = 'r.id AS key, r.content_hash, r.fields, r.detections';

/** A row of `knownColumns`. */
export function knownRecord(row: SqlRow): KnownRecord {
  return {
    key: numberCell(row, 'key'),
    contentHash: bytesCell(row, 'content_hash'),
    fields: textCell(row, 'fields'),
    detections: numberCell(row, 'detections'),
  };
}

/** The record with this id; undefined when there is none. */
export function findRecord(sql: Sql, recordId: string): KnownRecord | undefined {
  const row = sql.get(`SELECT ${knownColumns} FROM records AS r WHERE record_id = ?`, recordId);
  return row && knownRecord(row);
}

/** Those of the records with these ids that are there, by id. */
export function findRecords(sql: Sql, recordIds: readonly string[]): ReadonlyMap<string, KnownRecord> {
  const rows = sql.all(
    `SELECT record_id, ${knownColumns} FROM json_each(?) CROSS JOIN records AS r ON record_id = value`,
    JSON.stringify(recordIds),
  );
  return new Map(rows.map((row) => [textCell(row, 'record_id'), knownRecord(row)]));
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
