import { Buffer } from 'node:buffer';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import { addProcessorChanges, type ProcessorChangeCount } from '../../../../shared/jobs/processor-changes.ts';
import {
  miscountWarningPrefix,
  type NextOffset,
  readNextOffset,
} from '../../../../shared/results/next-offset.ts';
import type { Search } from '../../../../shared/results/search.ts';
import { releaseMemory } from '../../base/release-memory.ts';
import { textCell } from '../file/cells.ts';
import { refreshChunks } from '../file/columns/refresh-chunks.ts';
import { incrementResultsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { readFetch } from '../read/fetches.ts';
import { writeFetch } from '../tables/search-tables.ts';
import { findMisstatedRecord, type StatedRecord } from './check-imported-records.ts';
import type { FetchedPage } from './fetched-page.ts';
import { ingestRecords, linkSeenRecords, type PageCounts } from './ingest-records.ts';
import {
  findRecord,
  findRecords,
  hasOtherFields,
  mergeKnownRecords,
  shouldReplace,
} from './known-records.ts';
import type { PageRefusal, RawPageRecord } from './parse-page.ts';
import {
  hashPage,
  type KnownCheck,
  type PreparedPage,
  preparePageRows,
} from './prepare/prepare-page-rows.ts';
import { findSeenPage, isSeenPage } from './seen-pages.ts';

/** A page that is in the workspace with the cursor behind it, and how many of its records are new to the workspace or changed. */
export type WrittenPage = {
  readonly ok: true;
  readonly recordsInPage: number;
  readonly newRecords: number;
  readonly changedRecords: number;
  readonly detections: number;
  readonly problems: number;
  /** The cursor that is now stored: where to go on, the end, or why not to go on. */
  readonly next:
    | { readonly kind: 'end' }
    | { readonly kind: 'next'; readonly offset: number }
    | { readonly kind: 'untrusted'; readonly reason: string };
  readonly job: Job;
};

export type IngestOutcome = WrittenPage | PageRefusal;

/** The result of ingesting records that no fetch returned. */
export type ImportedPageOutcome =
  | {
      readonly ok: true;
      readonly newRecords: number;
      readonly changedRecords: number;
      readonly problems: number;
    }
  | { readonly ok: false; readonly message: string };

/** The outcome of preparing a page: refused, seen (the same bytes were ingested before), or prepared to be written. */
export type PreparationOutcome =
  | { readonly kind: 'refused'; readonly refusal: PageRefusal }
  | { readonly kind: 'prepared'; readonly page: PreparedPage }
  | { readonly kind: 'seen'; readonly bodyHash: Uint8Array };

/**
 * Does all processing of a page that needs no write. `sql` may be any connection to the file: what it returns of known
 * records is checked again when the page is written.
 */
export function preparePage(sql: Sql, page: FetchedPage): PreparationOutcome {
  const hashed = hashPage(page);
  const { bodyHash, sliced } = hashed;
  if (isSeenPage(sql, bodyHash, page.brand)) return { kind: 'seen', bodyHash };
  const prepared = preparePageRows(page, hashed, createKnownCheck(sql, page, sliced?.records));
  return prepared.ok ? { kind: 'prepared', page: prepared.page } : { kind: 'refused', refusal: prepared };
}

/**
 * Writes a page, its derived rows, columns, the cursor and the counts of its job in one transaction. A body that is not a
 * page (HTML, truncated, no list) changes nothing and is a failure.
 */
export function ingestPage(
  sql: Sql,
  page: FetchedPage,
  preparation: PreparationOutcome = preparePage(sql, page),
): IngestOutcome {
  if (preparation.kind === 'refused') return preparation.refusal;
  const outcome = inPageTransaction(sql, page, preparation, (prepared): IngestOutcome | 'outdated' => {
    const stored = readFetch(sql, page.fetchId);
    if (!stored) {
      const message = 'This fetch is no longer in the workspace; the page was not written.';
      return { ok: false, message, remedy: 'none' };
    }
    const written = writePage(sql, page, prepared);
    if (written === 'outdated') return written;
    const { recordsInPage, nextOffset, ...counts } = written;
    const { job: advanced, next } = advanceJob(stored.job, page, recordsInPage, counts, nextOffset);
    const job = next.kind === 'end' ? noteMissingRecords(sql, advanced, stored.search) : advanced;
    // Chunks with scattered changes wait until then: each page of a fetch may change the same ones again.
    const isRefreshed = next.kind !== 'next' && refreshChunks(sql);
    if (counts.newRecords + counts.changedRecords > 0 || isRefreshed) incrementResultsVersion(sql);
    writeFetch(sql, { ...stored, job });
    const { newRecords, changedRecords, detections, problems } = counts;
    return { ok: true, recordsInPage, newRecords, changedRecords, detections, problems, next, job };
  });
  // At the end of a fetch the log goes into the file, as far as readers allow.
  if (outcome.ok && outcome.next.kind !== 'next') sql.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  return outcome;
}

/**
 * Ingests records that no fetch of this workspace returned, for example from a case, in one transaction; `fetchId`
 * names their origin. Records that are there with the same content stay as they are, query and time included. Writes
 * nothing unless the bytes of each record are one JSON object with the id that was stated for it.
 */
export function ingestImportedPage(
  sql: Sql,
  page: FetchedPage,
  stated: readonly StatedRecord[],
): ImportedPageOutcome {
  const preparation = preparePage(sql, page);
  const prepared = preparation.kind === 'prepared' ? preparation.page.records : undefined;
  const misstated = findMisstatedRecord(page.body, stated, prepared);
  if (misstated !== undefined) return { ok: false, message: misstated };
  if (preparation.kind === 'refused') return preparation.refusal;
  try {
    return inPageTransaction(sql, page, preparation, (prepared): ImportedPageOutcome | 'outdated' => {
      const written = writePage(sql, page, prepared);
      if (written === 'outdated') return written;
      const { newRecords, changedRecords, problems } = written;
      refreshChunks(sql);
      if (newRecords + changedRecords > 0) incrementResultsVersion(sql);
      return { ok: true, newRecords, changedRecords, problems };
    });
  } finally {
    if (preparation.kind === 'prepared') {
      const { image, features } = preparation.page;
      releaseMemory(image, ...Object.values(features.cells));
    }
  }
}

/** `merged`: prepared again, with what is known of its records and was not requested with it in `body`. */
type AcceptedPreparation =
  | Exclude<PreparationOutcome, { readonly kind: 'refused' }>
  | { readonly kind: 'merged'; readonly page: PreparedPage; readonly body: Uint8Array };

/**
 * Runs `action` in a transaction with the page's image attached. When it finds that the page was prepared for a workspace
 * that has changed since, or has records of which other fields are known, it is done once more with the page merged with
 * what is known.
 */
function inPageTransaction<T>(
  sql: Sql,
  page: FetchedPage,
  preparation: AcceptedPreparation,
  action: (preparation: AcceptedPreparation) => T | 'outdated',
): T | PageRefusal {
  const attempt = (prepared: AcceptedPreparation) => {
    const image = prepared.kind === 'seen' ? undefined : prepared.page.image;
    return withAttachedImage(sql, image, () => withoutForeignKeys(sql, () => action(prepared)));
  };
  const done = attempt(preparation);
  if (done !== 'outdated') return done;
  const merged = mergeKnownRecords(sql, page);
  if (!merged.ok) return merged;
  const again = preparePageRows(merged.page, hashPage(merged.page), () => false, merged.fields);
  if (!again.ok) throw new Error(`A page that was one before is none any more: ${again.message}`);
  const doneAgain = attempt({ kind: 'merged', page: again.page, body: merged.page.body });
  if (doneAgain === 'outdated') throw new Error('A page that was read as a whole cannot be outdated.');
  return doneAgain;
}

/** `records` are looked up at once, as far as their ids can be read without parsing them. */
function createKnownCheck(sql: Sql, page: FetchedPage, records: readonly RawPageRecord[] = []): KnownCheck {
  const ids = records.flatMap(({ bytes }) => guessRecordId(bytes) ?? []);
  const requested = new Set(ids);
  const known = findRecords(sql, ids);
  return (recordId, contentHash) => {
    const record = requested.has(recordId) ? known.get(recordId) : findRecord(sql, recordId);
    return record !== undefined && !shouldReplace(record, page.fields, contentHash);
  };
}

/** The id of a record whose first member is its id, as services write it. */
function guessRecordId(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 100)).toString(
    'latin1',
  );
  return /^\{"assignedId":"([\w-]+)"/.exec(beginning)?.[1];
}

/**
 * The ingest writes a record before its dependent rows and deletes in that order, too; checking the parent of each
 * row would only cost time.
 */
function withoutForeignKeys<T>(sql: Sql, action: () => T): T {
  sql.database.exec('PRAGMA foreign_keys = OFF');
  try {
    return sql.transaction(action);
  } finally {
    sql.database.exec('PRAGMA foreign_keys = ON');
  }
}

/** The counts of a page whose rows are written, and its cursor, which is not stored yet. */
type WrittenRows = PageCounts & { readonly recordsInPage: number; readonly nextOffset: NextOffset };

/** Writes nothing when the page is outdated. */
function writePage(sql: Sql, page: FetchedPage, preparation: AcceptedPreparation): WrittenRows | 'outdated' {
  if (preparation.kind === 'seen') {
    const seen = findSeenPage(sql, page, preparation.bodyHash);
    if (!seen) return 'outdated';
    const nextOffset = readNextOffset(seen.paginationInfo, page.offset, seen.records.length);
    return {
      ...linkSeenRecords(sql, page, seen),
      recordsInPage: seen.records.length,
      nextOffset,
    };
  }
  const prepared = preparation.page;
  if (preparation.kind === 'prepared' && !isStillCurrent(sql, page, prepared)) return 'outdated';
  const body = preparation.kind === 'merged' ? preparation.body : page.body;
  return {
    ...ingestRecords(sql, { ...page, body }, prepared),
    recordsInPage: prepared.records.length,
    nextOffset: prepared.nextOffset,
  };
}

/**
 * Whether the records of which only hashes were prepared are still known: another page may have changed them since. False
 * when a known record has fields that the page lacks.
 */
function isStillCurrent(sql: Sql, page: FetchedPage, { records }: PreparedPage): boolean {
  const isKnown = createKnownCheck(sql, page);
  if (!records.every(({ recordId, contentHash, rows }) => rows || isKnown(recordId, contentHash)))
    return false;
  if (page.fields === 'all') return true;
  const known = findRecords(
    sql,
    records.map(({ recordId }) => recordId),
  );
  return known.values().every((record) => !hasOtherFields(record, page.fields));
}

/** The job after this page, and where to go on. */
function advanceJob(
  job: Job,
  page: FetchedPage,
  recordsInPage: number,
  counts: PageCounts,
  nextOffset: NextOffset,
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
    ...withProcessorChanges(former.processorChanges, counts.processorChanges),
    offset: offsetAfter(page.offset, recordsInPage, nextOffset),
  };
  const hasEnough = fetch.maxRecords !== undefined && fetch.records >= fetch.maxRecords;
  const warnings =
    nextOffset.kind === 'untrusted' ? job.warnings : addWarnings(job.warnings, nextOffset.warnings ?? []);
  const moved = { ...job, fetch, warnings, updatedAt: page.fetchedAt };
  const { query } = fetch;
  const isLastQuery = query === undefined || query.index + 1 >= query.count;
  if (hasEnough) {
    const isEndOfQuery = nextOffset.kind === 'end' && !isLastQuery;
    const recordsBeyondLimit = isEndOfQuery ? 'unknown' : beyondLimit[nextOffset.kind];
    return {
      job: { ...moved, state: 'complete', fetch: { ...fetch, recordsBeyondLimit } },
      next: { kind: 'end' },
    };
  }
  switch (nextOffset.kind) {
    case 'next':
      return { job: moved, next: nextOffset };
    case 'end': {
      if (isLastQuery) return { job: { ...moved, state: 'complete' }, next: { kind: 'end' } };
      const following = { ...query, index: query.index + 1 };
      return {
        job: { ...moved, fetch: { ...fetch, offset: 0, query: following } },
        next: { kind: 'next', offset: 0 },
      };
    }
    case 'untrusted':
      return {
        job: { ...moved, state: 'stopped', warnings: [...job.warnings, nextOffset.reason] },
        next: nextOffset,
      };
  }
}

/** Absent without any. */
function withProcessorChanges(
  former: readonly ProcessorChangeCount[] | undefined,
  changes: PageCounts['processorChanges'],
): { readonly processorChanges?: ProcessorChangeCount[] } {
  const counts = changes.reduce(addProcessorChanges, former ?? []);
  return counts.length > 0 ? { processorChanges: [...counts] } : {};
}

/** The ended job with a warning that names the requested records that no page contained; unless a limit ended it. */
function noteMissingRecords(sql: Sql, job: Job, search: Search): Job {
  const { recordIds = [] } = search;
  if (recordIds.length === 0 || job.fetch?.recordsBeyondLimit !== undefined) return job;
  const rows = sql.all`
    SELECT value AS record_id FROM json_each(${JSON.stringify(recordIds)}) WHERE value NOT IN (
      SELECT record_id FROM fetch_records JOIN records ON records.id = record_key
      WHERE fetch_id = ${job.id})`;
  if (rows.length === 0) return job;
  const missing = rows.map((row) => textCell(row, 'record_id'));
  const causes = hasOtherConditions(search)
    ? 'they do not exist, do not meet the other conditions of the search, or your account may not read them'
    : 'they do not exist, or your account may not read them';
  const warning = `The service did not return ${formatCount(missing.length)} of ${formatQuantity(recordIds.length, 'requested record')}; ${causes}: ${missing.join(', ')}`;
  return { ...job, warnings: [...job.warnings, warning] };
}

/** Whether a search has conditions other than its record ids, as each later run of a saved search has. */
function hasOtherConditions(search: Search): boolean {
  const { regions, analytics, conditions, collectedRanges = [] } = search;
  const { uploadedAfter, uploadedBefore, collectedAfter, collectedBefore } = search;
  return (
    [regions, analytics, conditions, collectedRanges].some(({ length }) => length > 0) ||
    [uploadedAfter, uploadedBefore, collectedAfter, collectedBefore].some((time) => time !== undefined)
  );
}

/** Whether records exist beyond the last one requested, by what its page stated. */
const beyondLimit = { next: 'exist', end: 'none', untrusted: 'unknown' } as const;

/** Each warning once; of those about miscounts only the first. */
function addWarnings(warnings: readonly string[], more: readonly string[]): string[] {
  const isMiscount = (warning: string) => warning.startsWith(miscountWarningPrefix);
  const hasMiscount = warnings.some(isMiscount);
  const added = more.filter(
    (warning) => !warnings.includes(warning) && !(hasMiscount && isMiscount(warning)),
  );
  return [...warnings, ...added];
}

/** The next offset after a page; a page whose successor is unknown is the one to request again. */
function offsetAfter(offset: number, recordsInPage: number, nextOffset: NextOffset): number {
  switch (nextOffset.kind) {
    case 'next':
      return nextOffset.offset;
    case 'end':
      return offset + recordsInPage;
    case 'untrusted':
      return offset;
  }
}

/** The schema under which a page's image is attached while the page is written. */
const imageSchema = 'page_image';

/**
 * Lets statements read a page's image as `page_image.records`, `page_image.detections` and so on during `action`. To be
 * called outside of transactions.
 */
function withAttachedImage<T>(sql: Sql, image: Uint8Array | undefined, action: () => T): T {
  if (!image) return action();
  sql.database.exec(`ATTACH ':memory:' AS ${imageSchema}`);
  try {
    sql.deserialize(imageSchema, image);
    return action();
  } finally {
    sql.database.exec(`DETACH ${imageSchema}`);
  }
}
