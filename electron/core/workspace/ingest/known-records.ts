import { Buffer } from 'node:buffer';
import { type FieldList, includesFieldList } from '../../../../shared/results/field-list.ts';
import { bytesCell, numberCell, textCell } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { unnamedId } from './record-id-of.ts';

/** A record of the workspace, with the members by which a fetched record is compared with it. */
export type KnownRecord = {
  readonly key: number;
  readonly contentHash: Uint8Array;
  readonly fields: string;
  readonly detections: number;
};

/** What `readKnownRecord` reads, of `records AS r`. */
export const knownRecordColumns = 'r.id AS key, r.content_hash, r.fields, r.detections';

/** A row of `knownRecordColumns`. */
export function readKnownRecord(row: SqlRow): KnownRecord {
  return {
    key: numberCell(row, 'key'),
    contentHash: bytesCell(row, 'content_hash'),
    fields: textCell(row, 'fields'),
    detections: numberCell(row, 'detections'),
  };
}

/** The record with this id; undefined when there is none. */
export function findRecord(sql: Sql, recordId: string): KnownRecord | undefined {
  const row = sql.get(`SELECT ${knownRecordColumns} FROM records AS r WHERE record_id = ?`, recordId);
  return row && readKnownRecord(row);
}

/** Those of the records with these ids that are there, by id. */
export function findRecords(sql: Sql, recordIds: readonly string[]): ReadonlyMap<string, KnownRecord> {
  const rows = sql.all(
    `SELECT record_id, ${knownRecordColumns} FROM json_each(?) CROSS JOIN records AS r ON record_id = value`,
    JSON.stringify(recordIds),
  );
  return new Map(rows.map((row) => [textCell(row, 'record_id'), readKnownRecord(row)]));
}

/** A record that is not whole and could not be read, by the problem that names its id (`describeSetAside`). */
export function findSetAsideRecords(
  sql: Sql,
): ReadonlyMap<string, KnownRecord & { readonly setAsideAs: string }> {
  const rows = sql.all(
    `SELECT r.record_id, message, ${knownRecordColumns} FROM problems JOIN records AS r USING (record_id)
     WHERE problems.record_id BETWEEN ? AND ? AND path = 'assignedId' AND r.detections = 0`,
    unnamedId(''),
    unnamedId('g'),
  );
  return new Map(
    rows.map((row) => [
      textCell(row, 'message'),
      { ...readKnownRecord(row), setAsideAs: textCell(row, 'record_id') },
    ]),
  );
}

/**
 * Whether a fetched record replaces the known one: when it has all of its fields, and more of them or other content. A
 * record that lacks a known field never replaces it; `merge-known-records.ts` joins those that have other fields.
 */
export function shouldReplace(
  known: Pick<KnownRecord, 'contentHash' | 'fields'>,
  fields: FieldList,
  contentHash: Uint8Array,
): boolean {
  if (fields === known.fields) return Buffer.compare(contentHash, known.contentHash) !== 0;
  return includesFieldList(fields, known.fields);
}
