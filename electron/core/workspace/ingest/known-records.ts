import { Buffer } from 'node:buffer';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { type FieldList, includesFieldList, joinFieldLists } from '../../../../shared/results/field-list.ts';
import { bytesCell, numberCell, textCell } from '../file/cells.ts';
import { DamagedRecord, readRawRecord } from '../file/raw-blocks.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { buildPageBody } from './build-page-body.ts';
import type { FetchedPage } from './fetched-page.ts';
import { isObject, type UnknownObject } from './member-reader.ts';
import { type PageRefusal, parsePage } from './parse-page.ts';
import { assignedIdOf, unnamedId } from './parse-record.ts';

/** A record of the workspace, with the members by which a fetched record is compared with it. */
export type KnownRecord = {
  readonly key: number;
  readonly contentHash: Uint8Array;
  readonly fields: string;
  readonly detections: number;
};

/** Columns that `readKnownRecord` reads, of `records AS r`. */
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

/** The records with these ids that are there, by id. */
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
 * record that lacks a known field never replaces it; `mergeKnownRecords` joins those that have other fields.
 */
export function shouldReplace(
  known: Pick<KnownRecord, 'contentHash' | 'fields'>,
  fields: FieldList,
  contentHash: Uint8Array,
): boolean {
  if (fields === known.fields) return Buffer.compare(contentHash, known.contentHash) !== 0;
  return includesFieldList(fields, known.fields);
}

/** Whether the stored record and one fetched with `fields` each have fields that the other does not have. */
export function hasOtherFields(known: Pick<KnownRecord, 'fields'>, fields: FieldList): boolean {
  return !includesFieldList(known.fields, fields) && !includesFieldList(fields, known.fields);
}

/**
 * Adds the stored fields that were not requested with a page to the bytes of its records. A record with another upload
 * time, or another number of processors or images, is another version: nothing is added to it, and since it does not
 * have all stored fields it does not replace the stored record. Refused when the page cannot be parsed as a whole. `fields`
 * are the field lists of the merged records, by record id.
 */
export function mergeKnownRecords(
  sql: Sql,
  page: FetchedPage,
):
  | { readonly ok: true; readonly page: FetchedPage; readonly fields: ReadonlyMap<string, FieldList> }
  | PageRefusal {
  const parsed = parsePage(page.body, page.brand);
  if (!parsed.ok) return parsed;
  const { records, paginationInfo } = parsed.page;
  const decoder = new TextDecoder();
  const values = records.map(({ bytes, parse }) =>
    parse().error ? undefined : parsePrintableJson(decoder.decode(bytes)),
  );
  const known = findRecords(
    sql,
    values.flatMap((value) => assignedIdOf(value) ?? []),
  );
  const fields = new Map<string, FieldList>();
  const encoder = new TextEncoder();
  const merged = records.map(({ bytes }, index) => {
    const value = values[index];
    const recordId = assignedIdOf(value);
    const former = recordId === undefined ? undefined : known.get(recordId);
    if (recordId === undefined || !former || !hasOtherFields(former, page.fields)) return bytes;
    const joined = mergeRecords(readFormer(sql, former.key), value);
    if (joined === undefined) return bytes;
    fields.set(recordId, joinFieldLists(former.fields, page.fields));
    return encoder.encode(JSON.stringify(joined));
  });
  if (fields.size === 0) return { ok: true, page, fields };
  const body = buildPageBody(merged, page.brand, paginationInfo ?? null);
  return { ok: true, page: { ...page, body }, fields };
}

/** Returns the stored record; undefined when it has no raw bytes or they are damaged. */
function readFormer(sql: Sql, key: number): unknown {
  try {
    const bytes = readRawRecord(sql, key);
    return bytes && parsePrintableJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}

/**
 * Returns one record with the members of both; where both have a value, that of `fetched` is used. Returns undefined
 * when they are different versions of the record.
 */
function mergeRecords(known: unknown, fetched: unknown): UnknownObject | undefined {
  if (!isObject(known) || !isObject(fetched) || known.uploadTime !== fetched.uploadTime) return undefined;
  const [content, knownContent] = [objectOf(fetched.content), objectOf(known.content)];
  const processors = mergeLists(knownContent.processors, content.processors);
  const sensorData = mergeLists(knownContent.sensorData, content.sensorData);
  if (processors === 'differ' || sensorData === 'differ') return undefined;
  const [header, knownHeader] = [objectOf(fetched.header), objectOf(known.header)];
  return {
    ...known,
    ...fetched,
    ...mergedMember('header', known.header, fetched.header, {
      ...knownHeader,
      ...header,
      ...mergedMember('generatorInfo', knownHeader.generatorInfo, header.generatorInfo, {
        ...objectOf(knownHeader.generatorInfo),
        ...objectOf(header.generatorInfo),
      }),
    }),
    ...mergedMember('content', known.content, fetched.content, {
      ...knownContent,
      ...content,
      ...mergedMember('product', knownContent.product, content.product, {
        ...objectOf(knownContent.product),
        ...objectOf(content.product),
      }),
      ...(processors === undefined ? {} : { processors }),
      ...(sensorData === undefined ? {} : { sensorData }),
    }),
  };
}

function objectOf(value: unknown): UnknownObject {
  return isObject(value) ? value : {};
}

/**
 * Returns the merged member when both records have an object there; otherwise nothing, so that the spread records
 * decide.
 */
function mergedMember(name: string, known: unknown, fetched: unknown, merged: UnknownObject): UnknownObject {
  return isObject(known) && isObject(fetched) ? { [name]: merged } : {};
}

/** Merges element by element. `differ`: the lengths differ; undefined: one of them is not a list. */
function mergeLists(known: unknown, fetched: unknown): readonly UnknownObject[] | 'differ' | undefined {
  if (!Array.isArray(known) || !Array.isArray(fetched)) return undefined;
  if (known.length !== fetched.length) return 'differ';
  return known.map((each, index) => ({ ...objectOf(each), ...objectOf(fetched[index]) }));
}
