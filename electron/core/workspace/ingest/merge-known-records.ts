import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { type FieldList, includesFieldList, joinFieldLists } from '../../../../shared/results/field-list.ts';
import type { Sql } from '../sql.ts';
import type { FetchedPage } from '../workspace.ts';
import { findRecords, type KnownRecord } from './known-records.ts';
import { isObject, type UnknownObject } from './member-reader.ts';
import { parsePage } from './parse-page.ts';
import { assignedIdOf } from './parse-record.ts';
import { DamagedRecord, readRawRecord } from './raw-blocks.ts';

/** A page whose records have the fields that were known of them as well. */
export type MergedPage = {
  readonly page: FetchedPage;
  /** The fields of the records that were merged, by id. */
  readonly fields: ReadonlyMap<string, FieldList>;
};

/** Whether a fetched record and the known one each have fields that the other lacks. */
export function hasOtherFields(known: Pick<KnownRecord, 'fields'>, fields: FieldList): boolean {
  return !includesFieldList(known.fields, fields) && !includesFieldList(fields, known.fields);
}

/**
 * Adds what is known of the records of a page, and was not requested with it, to their bytes. A record that was uploaded
 * at another time, or has other numbers of processors or images, is another version: nothing is added to it, and since
 * it lacks known fields it does not replace the known one.
 */
export function mergeKnownRecords(sql: Sql, page: FetchedPage): MergedPage {
  const unchanged = { page, fields: new Map<string, FieldList>() };
  const parsed = parsePage(page.body, page.brand);
  if (!parsed.ok) return unchanged;
  const { records, paginationInfo } = parsed.page;
  const decoder = new TextDecoder();
  const values = records.map(({ bytes }) => parsePrintableJson(decoder.decode(bytes)));
  const known = findRecords(
    sql,
    values.flatMap((value) => assignedIdOf(value) ?? []),
  );
  const fields = new Map<string, FieldList>();
  const merged = values.map((value) => {
    const recordId = assignedIdOf(value);
    const former = recordId === undefined ? undefined : known.get(recordId);
    if (recordId === undefined || !former || !hasOtherFields(former, page.fields)) return value;
    const joined = mergeRecords(readFormer(sql, former.key), value);
    if (joined === undefined) return value;
    fields.set(recordId, joinFieldLists(former.fields, page.fields));
    return joined;
  });
  if (fields.size === 0) return unchanged;
  const body = JSON.stringify({
    paginationInfo,
    data: { [`${page.brand}_udp_analyticgeojsonrecord`]: merged },
  });
  return { page: { ...page, body: new TextEncoder().encode(body) }, fields };
}

/** Undefined where its bytes are damaged. */
function readFormer(sql: Sql, key: number): unknown {
  try {
    const bytes = readRawRecord(sql, key);
    return bytes && parsePrintableJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}

/** Returns the record with the members of both, those that arrived first; undefined where it is another version. */
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

/** The member where both have an object; else what arrived, or else what is known, stays. */
function mergedMember(name: string, known: unknown, arrived: unknown, merged: UnknownObject): UnknownObject {
  return isObject(known) && isObject(arrived) ? { [name]: merged } : {};
}

/** Element by element; undefined where not both are lists of objects. */
function mergeLists(known: unknown, arrived: unknown): readonly UnknownObject[] | 'differ' | undefined {
  if (!Array.isArray(known) || !Array.isArray(arrived)) return undefined;
  if (known.length !== arrived.length) return 'differ';
  return known.map((each, index) => ({ ...objectOf(each), ...objectOf(arrived[index]) }));
}
