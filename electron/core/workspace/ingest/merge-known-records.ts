import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { type FieldList, includesFieldList, joinFieldLists } from '../../../../shared/results/field-list.ts';
import { DamagedRecord, readRawRecord } from '../file/raw-blocks.ts';
import type { Sql } from '../file/sql.ts';
import { buildPageBody } from './build-page-body.ts';
import type { FetchedPage } from './fetched-page.ts';
import { findRecords, type KnownRecord } from './known-records.ts';
import { isObject, type UnknownObject } from './member-reader.ts';
import { type PageRefusal, parsePage } from './parse-page.ts';
import { assignedIdOf } from './parse-record.ts';

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
 * Returns one record with the members of both; where both have a value, that of `arrived` is used. Returns undefined
 * when they are different versions of the record.
 */
export function mergeRecords(known: unknown, arrived: unknown): UnknownObject | undefined {
  if (!isObject(known) || !isObject(arrived) || known.uploadTime !== arrived.uploadTime) return undefined;
  const [content, knownContent] = [objectOf(arrived.content), objectOf(known.content)];
  const processors = mergeLists(knownContent.processors, content.processors);
  const sensorData = mergeLists(knownContent.sensorData, content.sensorData);
  if (processors === 'differ' || sensorData === 'differ') return undefined;
  const [header, knownHeader] = [objectOf(arrived.header), objectOf(known.header)];
  return {
    ...known,
    ...arrived,
    ...mergedMember('header', known.header, arrived.header, {
      ...knownHeader,
      ...header,
      ...mergedMember('generatorInfo', knownHeader.generatorInfo, header.generatorInfo, {
        ...objectOf(knownHeader.generatorInfo),
        ...objectOf(header.generatorInfo),
      }),
    }),
    ...mergedMember('content', known.content, arrived.content, {
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
function mergedMember(name: string, known: unknown, arrived: unknown, merged: UnknownObject): UnknownObject {
  return isObject(known) && isObject(arrived) ? { [name]: merged } : {};
}

/** Merges element by element. `differ`: the lengths differ; undefined: one of them is not a list. */
function mergeLists(known: unknown, arrived: unknown): readonly UnknownObject[] | 'differ' | undefined {
  if (!Array.isArray(known) || !Array.isArray(arrived)) return undefined;
  if (known.length !== arrived.length) return 'differ';
  return known.map((each, index) => ({ ...objectOf(each), ...objectOf(arrived[index]) }));
}
