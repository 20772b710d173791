import { numberCell, textCell } from '../cells.ts';
import { createDetectionAppender } from '../columns/append-detections.ts';
import { createNameKeys } from '../columns/name-keys.ts';
import { createBulkIndex } from '../geopackage/bulk-index.ts';
import { createLayerExtents } from '../geopackage/layer-extents.ts';
import type { Sql } from '../sql.ts';
import { writeRecordChange } from '../tables/record-changes.ts';
import type { ArrivedPage } from '../workspace.ts';
import { alignDetectionIds, createDetectionIds } from './detection-ids.ts';
import { findRecord, isToBeReplaced, type KnownRecord } from './known-records.ts';
import { createNewKeys } from './new-keys.ts';
import type { PreparedPage, PreparedReading, PreparedRecord } from './prepare/prepare-page.ts';
import { createRawWriter, type RawPlace, readRawRecord } from './raw-blocks.ts';
import { rememberPage, type SeenPage } from './seen-pages.ts';
import { createFeatureWriter } from './write-features.ts';
import { type WriteContext, writeRecord } from './write-record.ts';

/** What a page has brought. */
export type PageCounts = {
  /** Records that this fetch had not brought before. */
  records: number;
  newRecords: number;
  changedRecords: number;
  /** Detections of those records. */
  detections: number;
  problems: number;
};

const nothing: PageCounts = { records: 0, newRecords: 0, changedRecords: 0, detections: 0, problems: 0 };

/** What the records of one page share. */
type PageContext = WriteContext & {
  readonly page: ArrivedPage;
  readonly prepared: PreparedPage;
  readonly queryId: number;
  readonly placeOf: (raw: PreparedReading['raw']) => RawPlace;
  /** Keys of the records that this page has written; their detections may not be in the file yet. */
  readonly written: Set<number>;
  readonly counts: PageCounts;
};

/** Writes the records of a page, within a transaction that is under way. */
export function ingestRecords(sql: Sql, page: ArrivedPage, prepared: PreparedPage): PageCounts {
  const extents = createLayerExtents(sql);
  const indexes = createBulkIndex(sql);
  const columns = createDetectionAppender(sql);
  const nextDetectionId = createDetectionIds(sql);
  const target = { sql, extents, indexes, columns, nextDetectionId, nameKey: createNameKeys(sql) };
  const features = createFeatureWriter(target);
  const context: PageContext = {
    ...target,
    features,
    newKeys: createNewKeys(sql),
    hasReviews: sql.get('SELECT 1 FROM reviews LIMIT 1') !== undefined,
    page,
    prepared,
    queryId: writeQuery(sql, page.queryText),
    placeOf: createPlaces(sql, prepared),
    written: new Set(),
    counts: { ...nothing },
  };
  const keys = prepared.records.map((record) => ingestRecord(context, record));
  features.flush();
  if (context.written.size > 0) alignDetectionIds(sql);
  indexes.finish();
  columns.finish();
  extents.flush();
  rememberPage(sql, prepared, page.brand, keys);
  return context.counts;
}

/** Notes the records of a page that has come before: nothing of it is to be written. */
export function takeSeenRecords(sql: Sql, page: ArrivedPage, { records }: SeenPage): PageCounts {
  const counts = { ...nothing };
  for (const { key, detections } of records) {
    if (readOutcome(sql, page.fetchId, key) !== undefined) continue;
    writeOutcome(sql, page.fetchId, key, 'unchanged');
    counts.records += 1;
    counts.detections += detections;
  }
  return counts;
}

/** A block is written with the first of its records that is. */
function createPlaces(sql: Sql, { rawBlocks }: PreparedPage): PageContext['placeOf'] {
  const write = createRawWriter(sql);
  const numbers = new Map<number, number>();
  return ({ block, offset, length }) => {
    const raw = rawBlocks[block];
    if (!raw) throw new Error('A page was prepared without one of its blocks of raw records.');
    const number = numbers.get(block) ?? write(raw);
    numbers.set(block, number);
    return { block: number, offset, length };
  };
}

/** Returns the record's key. */
function ingestRecord(context: PageContext, record: PreparedRecord): number {
  const { sql, page, counts } = context;
  const known = findRecord(sql, record.recordId);
  const brought = known && readOutcome(sql, page.fetchId, known.key);
  if (known && !isToBeReplaced(known, page.fields, record.contentHash)) {
    if (brought !== undefined) return known.key;
    writeOutcome(sql, page.fetchId, known.key, 'unchanged');
    counts.records += 1;
    counts.detections += known.detections;
    return known.key;
  }
  const { reading } = record;
  if (!reading) throw new Error(`The record ${record.recordId} was not made ready to be written.`);
  const recordKey = write(context, { ...record, reading }, known, brought);
  if (known) counts.changedRecords += 1;
  else counts.newRecords += 1;
  // A record that this fetch brought as new stays that, also when it comes again with other content.
  if (brought !== 'new') writeOutcome(sql, page.fetchId, recordKey, known ? 'changed' : 'new');
  if (brought !== undefined) return recordKey;
  counts.records += 1;
  counts.detections += reading.featureCount;
  return recordKey;
}

function write(
  context: PageContext,
  { recordId, contentHash, reading }: PreparedRecord & { readonly reading: PreparedReading },
  known: KnownRecord | undefined,
  brought: string | undefined,
): number {
  const { sql, page, prepared, written, counts } = context;
  if (known && written.has(known.key)) context.features.flush();
  // Fuller than before is not other than before.
  const isComparable = known !== undefined && brought === undefined && known.fields === page.fields;
  const former = isComparable ? readRawRecord(sql, known.key) : undefined;
  const { recordKey, problems } = writeRecord(context, {
    recordId,
    contentHash,
    reading,
    features: prepared.features,
    raw: context.placeOf(reading.raw),
    formerKey: known?.key,
    fetchedAt: page.fetchedAt,
    queryId: context.queryId,
    pageOffset: page.offset,
    fields: page.fields,
  });
  written.add(recordKey);
  counts.problems += problems;
  if (former) noteChange(context, recordKey, former);
  return recordKey;
}

function noteChange({ sql, page }: PageContext, recordKey: number, former: Uint8Array): void {
  const current = readRawRecord(sql, recordKey);
  if (!current) throw new Error('A record was written without its raw bytes.');
  writeRecordChange(sql, {
    fetchId: page.fetchId,
    recordKey,
    changedAt: page.fetchedAt,
    former,
    current: JSON.parse(new TextDecoder().decode(current)),
  });
}

/** What a record was to the fetch that brought it. */
type RecordOutcome = 'new' | 'changed' | 'unchanged';

function readOutcome(sql: Sql, fetchId: string, recordKey: number): string | undefined {
  const row = sql.get(
    'SELECT outcome FROM fetch_records WHERE fetch_id = ? AND record_key = ?',
    fetchId,
    recordKey,
  );
  return row && textCell(row, 'outcome');
}

function writeOutcome(sql: Sql, fetchId: string, recordKey: number, outcome: RecordOutcome): void {
  sql.run(
    'INSERT OR REPLACE INTO fetch_records (fetch_id, record_key, outcome) VALUES (?, ?, ?)',
    fetchId,
    recordKey,
    outcome,
  );
}

function writeQuery(sql: Sql, text: string): number {
  const row = sql.get(
    'INSERT INTO queries (body) VALUES (?) ON CONFLICT (body) DO UPDATE SET body = excluded.body RETURNING id',
    text,
  );
  if (!row) throw new Error('The workspace did not name the query it wrote.');
  return numberCell(row, 'id');
}
