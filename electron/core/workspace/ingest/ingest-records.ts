import { parseExactJson } from '../../../../shared/exact-json.ts';
import type { ProcessorChange } from '../../../../shared/jobs/processor-changes.ts';
import { compareRecords, differenceOfProcessors } from '../../../../shared/searches/record-difference.ts';
import {
  compareProcessors,
  type ProcessorsOfVersion,
  type StatedByProcessor,
} from '../../../../shared/searches/record-processors.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import { createDetectionAppender } from '../file/columns/append-detections.ts';
import { createNameKeys } from '../file/columns/name-keys.ts';
import { alignDetectionIds, createDetectionIds } from '../file/detection-ids.ts';
import { createLayerExtents } from '../file/geopackage/layer-extents.ts';
import { compressSlices, createRawBlockWriter, DamagedRecord, readRawRecord } from '../file/raw-blocks.ts';
import type { Sql } from '../file/sql.ts';
import type { FetchedPage } from './fetched-page.ts';
import {
  findRecord,
  findSetAsideRecords,
  type KnownRecord,
  knownRecordColumns,
  readKnownRecord,
  shouldReplace,
} from './known-records.ts';
import { describeSetAside } from './parse-record.ts';
import type { PreparedPage, PreparedRecord } from './prepare/prepare-page-rows.ts';
import { type SeenPage, saveSeenPage } from './seen-pages.ts';
import { createFeatureWriter } from './write-features.ts';
import {
  createNewKeys,
  type RecordToWrite,
  type WriteContext,
  writeNewRecords,
  writeRecord,
  writeRecordChange,
} from './write-records.ts';

/** Counts of what a page has added. */
export type PageCounts = {
  /** Records that this fetch had not returned before. */
  records: number;
  newRecords: number;
  changedRecords: number;
  /** Detections of those records. */
  detections: number;
  problems: number;
  /** For each record whose QC status or processor versions changed: these changes. */
  readonly processorChanges: (readonly ProcessorChange[])[];
};

const noCounts: Omit<PageCounts, 'processorChanges'> = {
  records: 0,
  newRecords: 0,
  changedRecords: 0,
  detections: 0,
  problems: 0,
};

/** State shared by the records of one page. */
type PageContext = WriteContext & {
  readonly page: FetchedPage;
  /** Keys of the records that this page has written; their detections may not be in the file yet. */
  readonly written: Set<number>;
  readonly counts: PageCounts;
};

/** Writes the records of a page, whose image is at hand, within a transaction that is under way. */
export function ingestRecords(sql: Sql, page: FetchedPage, prepared: PreparedPage): PageCounts {
  const extents = createLayerExtents(sql);
  const columns = createDetectionAppender(sql);
  const nextDetectionId = createDetectionIds(sql);
  const target = { sql, extents, columns, nextDetectionId, nameKey: createNameKeys(sql) };
  const { fetchedAt, offset, queryText } = page;
  const context: PageContext = {
    ...target,
    features: createFeatureWriter(target, prepared.features),
    newKeys: createNewKeys(sql),
    origin: { fetchedAt, queryId: writeQuery(sql, queryText), pageOffset: offset },
    rawOffset: createRawOffset(sql, page, prepared),
    page,
    written: new Set(),
    counts: { ...noCounts, processorChanges: [] },
  };
  const keys = ingestPreparedRecords(context, prepared.records);
  context.features.flush();
  if (context.written.size > 0) alignDetectionIds(sql);
  columns.finish();
  extents.flush();
  saveSeenPage(sql, prepared, page.brand, keys);
  return context.counts;
}

/** Notes the records of a page that has come before: nothing of it is to be written. */
export function linkSeenRecords(sql: Sql, page: FetchedPage, { records }: SeenPage): PageCounts {
  const counts: PageCounts = { ...noCounts, processorChanges: [] };
  const detectionsOf = new Map(records.map(({ key, detections }) => [key, detections]));
  const linked = sql.arrays`
    INSERT INTO fetch_records (fetch_id, record_key, outcome)
    SELECT ${page.fetchId}, value, 'unchanged' FROM json_each(${JSON.stringify([...detectionsOf.keys()])})
    WHERE TRUE ON CONFLICT DO NOTHING RETURNING record_key`;
  for (const [key] of linked) {
    counts.records += 1;
    counts.detections += detectionsOf.get(Number(key)) ?? 0;
  }
  return counts;
}

/**
 * A block is written with the first of its records, and records are written in their order: records that are written one
 * after another have blocks whose numbers follow their indexes in the page.
 */
function createRawOffset(
  sql: Sql,
  { body }: FetchedPage,
  { rawBlocks }: PreparedPage,
): WriteContext['rawOffset'] {
  const write = createRawBlockWriter(sql);
  const numbers = new Map<number, number>();
  const numberOf = (block: number): number => {
    const known = numbers.get(block);
    if (known !== undefined) return known;
    const pieces = rawBlocks[block];
    if (!pieces) throw new Error('A page was prepared without one of its blocks of raw records.');
    const number = write(compressSlices(body, pieces));
    numbers.set(block, number);
    return number;
  };
  return (firstBlock, lastBlock) => {
    const offset = numberOf(firstBlock) - firstBlock;
    for (let block = firstBlock + 1; block <= lastBlock; block += 1) {
      if (numberOf(block) !== block + offset)
        throw new Error('Blocks of raw records were not written in their order.');
    }
    return offset;
  };
}

/** Returns the records' keys in their order. */
function ingestPreparedRecords(context: PageContext, records: readonly PreparedRecord[]): readonly number[] {
  const knownOf = readKnownRecords(context);
  const setAside = findSetAsideRecords(context.sql);
  const reviewed = readReviewedRecordIds(context.sql);
  const keys: number[] = [];
  let newRecords: RecordToWrite[] = [];
  const flushNewRecords = () => {
    if (newRecords.length > 0) keys.push(...ingestNewRecords(context, newRecords));
    newRecords = [];
  };
  for (const [index, record] of records.entries()) {
    const { rows, recordId, isRepeated } = record;
    const known = isRepeated
      ? undefined
      : (knownOf.get(index + 1) ?? findSetAside(context, setAside, recordId));
    if (rows && !isRepeated && !known && !reviewed.has(recordId)) {
      newRecords.push({ ...record, rows, pageRow: index + 1 });
      continue;
    }
    flushNewRecords();
    keys.push(
      ingestRecord(context, record, index + 1, isRepeated ? findKnownRecord(context, recordId) : known),
    );
  }
  flushNewRecords();
  return keys;
}

type Known = KnownRecord & {
  /** The name of a record that was not whole, in whose place the whole one is written. */
  readonly setAsideAs?: string;
  /** The record's outcome in this fetch, if the fetch has returned it before. */
  readonly outcomeInFetch: string | undefined;
};

/** The page's records that the workspace has, by their row in the page image. */
function readKnownRecords({ sql, page }: PageContext): ReadonlyMap<number, Known> {
  const rows = sql.all(
    `SELECT page_image.records.id AS pageRow, ${knownRecordColumns}, outcome
     FROM page_image.records CROSS JOIN main.records AS r ON r.record_id = page_image.records.record_id
     LEFT JOIN main.fetch_records ON fetch_id = ? AND record_key = r.id`,
    page.fetchId,
  );
  return new Map(
    rows.map((row) => [
      numberCell(row, 'pageRow'),
      { ...readKnownRecord(row), outcomeInFetch: textOrNull(row, 'outcome') ?? undefined },
    ]),
  );
}

/** The record with this id that was set aside as not whole, unless it was replaced before. */
function findSetAside(
  { sql, page }: PageContext,
  setAside: ReturnType<typeof findSetAsideRecords>,
  recordId: string,
): Known | undefined {
  const found = setAside.size === 0 ? undefined : setAside.get(describeSetAside(recordId));
  return found && { ...found, outcomeInFetch: readOutcome(sql, page.fetchId, found.key) };
}

function findKnownRecord({ sql, page }: PageContext, recordId: string): Known | undefined {
  const known = findRecord(sql, recordId);
  return known && { ...known, outcomeInFetch: readOutcome(sql, page.fetchId, known.key) };
}

/** Ids of the records in the page that have reviewed detections. */
function readReviewedRecordIds(sql: Sql): ReadonlySet<string> {
  const rows = sql.all`
    SELECT record_id FROM page_image.records
    WHERE EXISTS (SELECT 1 FROM main.reviews WHERE record_id = page_image.records.record_id)`;
  return new Set(rows.map((row) => textCell(row, 'record_id')));
}

/** Returns their keys. */
function ingestNewRecords(context: PageContext, records: readonly RecordToWrite[]): readonly number[] {
  const { sql, page, counts, written } = context;
  const first = writeNewRecords(context, records);
  sql.run`
    INSERT INTO fetch_records (fetch_id, record_key, outcome)
    SELECT ${page.fetchId}, value, 'new' FROM (WITH RECURSIVE keys (value) AS
      (SELECT ${first} UNION ALL SELECT value + 1 FROM keys LIMIT ${records.length}) SELECT value FROM keys)`;
  counts.records += records.length;
  counts.newRecords += records.length;
  return records.map(({ rows }, index) => {
    written.add(first + index);
    counts.detections += rows.featureCount;
    counts.problems += rows.problems.count;
    return first + index;
  });
}

/** Returns the record's key. */
function ingestRecord(
  context: PageContext,
  record: PreparedRecord,
  pageRow: number,
  known: Known | undefined,
): number {
  const { sql, page, counts } = context;
  const outcomeInFetch = known?.outcomeInFetch;
  if (known && !known.setAsideAs && !shouldReplace(known, record.fields, record.contentHash)) {
    if (outcomeInFetch !== undefined) return known.key;
    writeOutcome(sql, page.fetchId, known.key, 'unchanged');
    counts.records += 1;
    counts.detections += known.detections;
    return known.key;
  }
  const { rows } = record;
  if (!rows) throw new Error(`The record ${record.recordId} was not made ready to be written.`);
  const recordKey = writeChangedRecord(context, { ...record, rows, pageRow }, known);
  if (known) counts.changedRecords += 1;
  else counts.newRecords += 1;
  // A record that was new in this fetch stays new, also when it comes again with other content.
  if (outcomeInFetch !== 'new') writeOutcome(sql, page.fetchId, recordKey, known ? 'changed' : 'new');
  if (outcomeInFetch !== undefined) return recordKey;
  counts.records += 1;
  counts.detections += rows.featureCount;
  return recordKey;
}

function writeChangedRecord(context: PageContext, record: RecordToWrite, known: Known | undefined): number {
  const { sql, written, counts } = context;
  if (known && written.has(known.key)) context.features.flush();
  const isComparable = known?.outcomeInFetch === undefined && !known?.setAsideAs;
  const former = isComparable ? known && readFormerVersion(sql, record, known) : undefined;
  const recordKey = writeRecord(context, record, known && { key: known.key, recordId: known.setAsideAs });
  written.add(recordKey);
  counts.problems += record.rows.problems.count;
  if (former) saveRecordChange(context, recordKey, record, former);
  return recordKey;
}

/** Columns compared of a record that is about to be replaced. */
type FormerVersion = ProcessorsOfVersion & {
  /** Undefined when it is damaged, and when other fields were requested, since more fields are not a change. */
  readonly raw: Uint8Array | undefined;
};

function readFormerVersion(sql: Sql, { recordId, fields }: RecordToWrite, known: Known): FormerVersion {
  return {
    processors: readProcessors(sql, recordId),
    fields: known.fields,
    raw: known.fields === fields ? readFormerRecord(sql, known.key) : undefined,
  };
}

function readProcessors(sql: Sql, recordId: string): readonly StatedByProcessor[] {
  return sql
    .all('SELECT name, version, qc_status FROM processors WHERE record_id = ? ORDER BY position', recordId)
    .map((row) => ({
      name: textCell(row, 'name'),
      processor_version: textOrNull(row, 'version'),
      qc_status: textOrNull(row, 'qc_status'),
    }));
}

/** Undefined also where its bytes are damaged: the record that came is written all the same. */
function readFormerRecord(sql: Sql, recordKey: number): Uint8Array | undefined {
  try {
    return readRawRecord(sql, recordKey);
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}

function saveRecordChange(
  { sql, page, counts }: PageContext,
  recordKey: number,
  { recordId, fields }: RecordToWrite,
  former: FormerVersion,
): void {
  const processors = compareProcessors(former, { processors: readProcessors(sql, recordId), fields });
  if (processors.length > 0) counts.processorChanges.push(processors);
  if (!former.raw && processors.length === 0) return;
  const difference = former.raw
    ? compareRecords(parseRaw(former.raw), parseRaw(readRawRecord(sql, recordKey)))
    : differenceOfProcessors(processors);
  writeRecordChange(sql, {
    fetchId: page.fetchId,
    recordKey,
    changedAt: page.fetchedAt,
    difference: { ...difference, ...(processors.length > 0 ? { processors: [...processors] } : {}) },
  });
}

function parseRaw(bytes: Uint8Array | undefined): unknown {
  if (!bytes) throw new Error('A record was written without its raw bytes.');
  return parseExactJson(new TextDecoder().decode(bytes));
}

/** Outcome of a record in a fetch. */
type RecordOutcome = 'new' | 'changed' | 'unchanged';

function readOutcome(sql: Sql, fetchId: string, recordKey: number): string | undefined {
  const row = sql.get`
    SELECT outcome FROM fetch_records WHERE fetch_id = ${fetchId} AND record_key = ${recordKey}`;
  return row && textCell(row, 'outcome');
}

function writeOutcome(sql: Sql, fetchId: string, recordKey: number, outcome: RecordOutcome): void {
  sql.run`
    INSERT OR REPLACE INTO fetch_records (fetch_id, record_key, outcome)
    VALUES (${fetchId}, ${recordKey}, ${outcome})`;
}

function writeQuery(sql: Sql, text: string): number {
  const row = sql.get`
    INSERT INTO queries (body) VALUES (${text}) ON CONFLICT (body) DO UPDATE SET body = excluded.body
    RETURNING id`;
  if (!row) throw new Error('The workspace did not name the query it wrote.');
  return numberCell(row, 'id');
}
