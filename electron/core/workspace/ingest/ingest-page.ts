import { hash } from 'node:crypto';
import type { Job } from '../../../../shared/jobs/job.ts';
import { type NextOffset, readNextOffset } from '../../../../shared/results/next-offset.ts';
import type { FieldList } from '../../../../shared/results/search.ts';
import { bytesCell, numberCell, textCell } from '../cells.ts';
import { createDetectionAppender } from '../columns/append-detections.ts';
import { createNameKeys } from '../columns/name-keys.ts';
import { refreshChunks } from '../columns/refresh-chunks.ts';
import { createBulkIndex } from '../geopackage/bulk-index.ts';
import { createLayerExtents } from '../geopackage/layer-extents.ts';
import { raiseResultsVersion } from '../results-version.ts';
import type { Sql } from '../sql.ts';
import { readFetch, writeFetch } from '../tables/fetches-table.ts';
import { writeRecordChange } from '../tables/record-changes.ts';
import type { ArrivedPage, IngestOutcome } from '../workspace.ts';
import { type PageRecord, readPageBody } from './page-body.ts';
import { createRawWriter, readRawRecord } from './raw-blocks.ts';
import { assignedIdOf, readRecord } from './read-record.ts';
import { createDetectionIds } from './write-detections.ts';
import { type WriteContext, writeRecord } from './write-record.ts';

/** Takes one page in: records, what is made of them, columns, cursor and counts, in one transaction. */
export function ingestPage(sql: Sql, page: ArrivedPage): IngestOutcome {
  const body = readPageBody(page.body, page.brand);
  if (!body.ok) return body;
  const { records, paginationInfo } = body.page;
  const following = readNextOffset(paginationInfo, page.offset);
  const outcome = withoutForeignKeys(sql, (): IngestOutcome => {
    const stored = readFetch(sql, page.fetchId);
    if (!stored)
      return { ok: false, message: 'This fetch is no longer in the workspace; the page was not taken in.' };
    const counts = ingestRecords(sql, page, records);
    const { job, next } = advance(stored.job, page, records.length, counts, following);
    // Chunks with scattered changes wait until then: a fetch may come back to the same ones with each page.
    const isRefreshed = next.kind !== 'next' && refreshChunks(sql);
    if (counts.newRecords + counts.changedRecords > 0 || isRefreshed) raiseResultsVersion(sql);
    writeFetch(sql, { ...stored, job });
    const { newRecords, changedRecords, detections, problems } = counts;
    return {
      ok: true,
      recordsInPage: records.length,
      newRecords,
      changedRecords,
      detections,
      problems,
      next,
      job,
    };
  });
  // At the end of a fetch the log goes into the file, as far as readers allow.
  if (outcome.ok && outcome.next.kind !== 'next') sql.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  return outcome;
}

/**
 * The ingest writes a record before what belongs to it and takes it away in that order, too; looking up a parent for each
 * row would only cost time.
 */
function withoutForeignKeys<T>(sql: Sql, work: () => T): T {
  sql.database.exec('PRAGMA foreign_keys = OFF');
  try {
    return sql.transaction(work);
  } finally {
    sql.database.exec('PRAGMA foreign_keys = ON');
  }
}

type PageCounts = {
  /** Records that this fetch had not brought before. */
  records: number;
  newRecords: number;
  changedRecords: number;
  /** Detections of those records. */
  detections: number;
  problems: number;
};

function ingestRecords(sql: Sql, page: ArrivedPage, records: readonly PageRecord[]): PageCounts {
  const context: WriteContext = {
    sql,
    extents: createLayerExtents(sql),
    indexes: createBulkIndex(sql),
    columns: createDetectionAppender(sql),
    nameKey: createNameKeys(sql),
    rawRecords: createRawWriter(sql),
    nextDetectionId: createDetectionIds(sql),
  };
  const queryId = writeQuery(sql, page.queryText);
  const counts: PageCounts = { records: 0, newRecords: 0, changedRecords: 0, detections: 0, problems: 0 };
  for (const record of records) ingestRecord(context, page, queryId, record, counts);
  context.indexes.finish();
  context.columns.finish();
  context.rawRecords.finish();
  context.extents.flush();
  return counts;
}

function ingestRecord(
  context: WriteContext,
  page: ArrivedPage,
  queryId: number,
  { value, bytes, isUtf8 }: PageRecord,
  counts: PageCounts,
): void {
  const { sql } = context;
  const contentHash = hash('sha256', bytes, 'buffer');
  const recordId = assignedIdOf(value) ?? `unnamed-${contentHash.toString('hex')}`;
  const known = findRecord(sql, recordId);
  const brought = known && readOutcome(sql, page.fetchId, known.key);
  if (known && !isToBeReplaced(known, page.fields, contentHash)) {
    if (brought !== undefined) return;
    writeOutcome(sql, page.fetchId, known.key, 'unchanged');
    counts.records += 1;
    counts.detections += known.detections;
    return;
  }
  // Fuller than before is not other than before.
  const isComparable = known !== undefined && brought === undefined && known.fields === page.fields;
  const former = isComparable ? readRawRecord(sql, known.key) : undefined;
  const record = readRecord(value, page.brand, isUtf8);
  const written = writeRecord(context, {
    recordId,
    record,
    bytes,
    contentHash,
    formerKey: known?.key,
    fetchedAt: page.fetchedAt,
    queryId,
    pageOffset: page.offset,
    fields: page.fields,
  });
  if (former) {
    const { recordKey } = written;
    writeRecordChange(sql, {
      fetchId: page.fetchId,
      recordKey,
      changedAt: page.fetchedAt,
      former,
      current: value,
    });
  }
  counts.problems += written.problems;
  if (known) counts.changedRecords += 1;
  else counts.newRecords += 1;
  // A record that this fetch brought as new stays that, also when it comes again with other content.
  if (brought !== 'new') writeOutcome(sql, page.fetchId, written.recordKey, known ? 'changed' : 'new');
  if (brought !== undefined) return;
  counts.records += 1;
  counts.detections += record.features.length;
}

/** What a record was to the fetch that brought it. */
type RecordOutcome = 'new' | 'changed' | 'unchanged';

type KnownRecord = {
  readonly key: number;
  readonly contentHash: Uint8Array;
  readonly fields: string;
  readonly detections: number;
};

function findRecord(sql: Sql, recordId: string): KnownRecord | undefined {
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

/** What came in part never takes the place of what a fuller answer brought. */
function isToBeReplaced(known: KnownRecord, fields: FieldList, contentHash: Buffer): boolean {
  const gain = fullness.indexOf(fields) - fullness.indexOf(known.fields);
  return gain > 0 || (gain === 0 && !contentHash.equals(known.contentHash));
}

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

/** The job after this page, and where to go on. */
function advance(
  job: Job,
  page: ArrivedPage,
  recordsInPage: number,
  counts: PageCounts,
  following: NextOffset,
): { readonly job: Job; readonly next: Extract<IngestOutcome, { ok: true }>['next'] } {
  const former = job.fetch;
  if (!former) throw new Error(`The job ${job.id} is no fetch.`);
  const fetch = {
    ...former,
    queryText: page.queryText,
    pages: former.pages + 1,
    records: former.records + counts.records,
    detections: former.detections + counts.detections,
    newRecords: former.newRecords + counts.newRecords,
    changedRecords: former.changedRecords + counts.changedRecords,
    problems: former.problems + counts.problems,
    offset: offsetAfter(page.offset, recordsInPage, following),
  };
  const hasEnough = fetch.maxRecords !== undefined && fetch.records >= fetch.maxRecords;
  const moved = { ...job, fetch, updatedAt: page.fetchedAt };
  if (hasEnough) return { job: { ...moved, state: 'complete' }, next: { kind: 'end' } };
  switch (following.kind) {
    case 'next':
      return { job: moved, next: following };
    case 'end': {
      const warnings = following.warning === undefined ? job.warnings : [...job.warnings, following.warning];
      return { job: { ...moved, state: 'complete', warnings }, next: { kind: 'end' } };
    }
    case 'untrusted':
      return {
        job: { ...moved, state: 'stopped', warnings: [...job.warnings, following.reason] },
        next: following,
      };
  }
}

/** Where the fetch stands after a page; a page that cannot be followed is the one to ask for again. */
function offsetAfter(offset: number, recordsInPage: number, following: NextOffset): number {
  switch (following.kind) {
    case 'next':
      return following.offset;
    case 'end':
      return offset + recordsInPage;
    case 'untrusted':
      return offset;
  }
}
