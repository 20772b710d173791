import { Buffer } from 'node:buffer';
import type { Job } from '../../../../shared/jobs/job.ts';
import {
  miscountBeginning,
  type NextOffset,
  readNextOffset,
} from '../../../../shared/results/next-offset.ts';
import { refreshChunks } from '../columns/refresh-chunks.ts';
import { raiseResultsVersion } from '../results-version.ts';
import type { Sql } from '../sql.ts';
import { readFetch, writeFetch } from '../tables/fetches-table.ts';
import type { ArrivedPage, ForeignOutcome, IngestOutcome } from '../workspace.ts';
import { withImage } from './arrived-page.ts';
import { ingestRecords, type PageCounts, takeSeenRecords } from './ingest-records.ts';
import { findRecord, findRecords, isToBeReplaced } from './known-records.ts';
import type { PageRecord } from './page-body.ts';
import { hashPage, type IsKnown, type PreparedPage, preparePage } from './prepare/prepare-page.ts';
import { findSeenPage, wasSeen } from './seen-pages.ts';

/** A page on its way into the workspace: why it is none, or what is left to be written, or that its bytes came before. */
export type PageReadiness =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'prepared'; readonly page: PreparedPage }
  | { readonly kind: 'seen'; readonly bodyHash: Uint8Array };

/**
 * Does for a page all that can be done without writing. `sql` may be any connection to the file: what it says of known
 * records is looked at again when the page is written.
 */
export function readyPage(sql: Sql, page: ArrivedPage): PageReadiness {
  const hashed = hashPage(page);
  const { bodyHash, cut } = hashed;
  if (wasSeen(sql, bodyHash, page.brand)) return { kind: 'seen', bodyHash };
  const prepared = preparePage(page, hashed, createIsKnown(sql, page, cut?.records));
  return prepared.ok
    ? { kind: 'prepared', page: prepared.page }
    : { kind: 'refused', message: prepared.message };
}

/** Takes one page in: records, what is made of them, columns, cursor and counts, in one transaction. */
export function ingestPage(
  sql: Sql,
  page: ArrivedPage,
  readiness: PageReadiness = readyPage(sql, page),
): IngestOutcome {
  if (readiness.kind === 'refused') return { ok: false, message: readiness.message };
  const outcome = withPage(sql, page, readiness, (prepared): IngestOutcome | 'outdated' => {
    const stored = readFetch(sql, page.fetchId);
    if (!stored)
      return { ok: false, message: 'This fetch is no longer in the workspace; the page was not taken in.' };
    const takenIn = takeIn(sql, page, prepared);
    if (takenIn === 'outdated') return takenIn;
    const { recordsInPage, following, ...counts } = takenIn;
    const { job, next } = advance(stored.job, page, recordsInPage, counts, following);
    // Chunks with scattered changes wait until then: a fetch may come back to the same ones with each page.
    const isRefreshed = next.kind !== 'next' && refreshChunks(sql);
    if (counts.newRecords + counts.changedRecords > 0 || isRefreshed) raiseResultsVersion(sql);
    writeFetch(sql, { ...stored, job });
    const { newRecords, changedRecords, detections, problems } = counts;
    return { ok: true, recordsInPage, newRecords, changedRecords, detections, problems, next, job };
  });
  // At the end of a fetch the log goes into the file, as far as readers allow.
  if (outcome.ok && outcome.next.kind !== 'next') sql.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  return outcome;
}

/**
 * Takes records in that no fetch of this workspace has brought, in one transaction; `fetchId` names what did. Records
 * that are there with the same content stay as they are, query and time included.
 */
export function ingestForeignPage(sql: Sql, page: ArrivedPage): ForeignOutcome {
  const readiness = readyPage(sql, page);
  if (readiness.kind === 'refused') return { ok: false, message: readiness.message };
  return withPage(sql, page, readiness, (prepared): ForeignOutcome | 'outdated' => {
    const takenIn = takeIn(sql, page, prepared);
    if (takenIn === 'outdated') return takenIn;
    const { newRecords, changedRecords, problems } = takenIn;
    refreshChunks(sql);
    if (newRecords + changedRecords > 0) raiseResultsVersion(sql);
    return { ok: true, newRecords, changedRecords, problems };
  });
}

type Acceptable = Exclude<PageReadiness, { readonly kind: 'refused' }>;

/**
 * Does `work` in a transaction with the page's image at hand. When it finds that the page was prepared for a workspace
 * that has changed since, it is done once more with the page prepared for any.
 */
function withPage<T>(
  sql: Sql,
  page: ArrivedPage,
  readiness: Acceptable,
  work: (readiness: Acceptable) => T | 'outdated',
): T {
  const attempt = (ready: Acceptable) => {
    const image = ready.kind === 'prepared' ? ready.page.image : undefined;
    return withImage(sql, image, () => withoutForeignKeys(sql, () => work(ready)));
  };
  const done = attempt(readiness);
  if (done !== 'outdated') return done;
  const again = preparePage(page, hashPage(page), () => false);
  if (!again.ok) throw new Error(`A page that was one before is none any more: ${again.message}`);
  const doneAgain = attempt({ kind: 'prepared', page: again.page });
  if (doneAgain === 'outdated') throw new Error('A page that was read as a whole cannot be outdated.');
  return doneAgain;
}

/** `records` are asked for at once, as far as their ids can be told without reading them. */
function createIsKnown(sql: Sql, page: ArrivedPage, records: readonly PageRecord[] = []): IsKnown {
  const ids = records.flatMap(({ bytes }) => guessId(bytes) ?? []);
  const asked = new Set(ids);
  const known = findRecords(sql, ids);
  return (recordId, contentHash) => {
    const record = asked.has(recordId) ? known.get(recordId) : findRecord(sql, recordId);
    return record !== undefined && !isToBeReplaced(record, page.fields, contentHash);
  };
}

/** The id of a record that begins with it, as those of services do. */
function guessId(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 100)).toString(
    'latin1',
  );
  return /^\{"assignedId":"([\w-]+)"/.exec(beginning)?.[1];
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

type TakenIn = PageCounts & { readonly recordsInPage: number; readonly following: NextOffset };

/** Writes nothing when the page is outdated. */
function takeIn(sql: Sql, page: ArrivedPage, readiness: Acceptable): TakenIn | 'outdated' {
  if (readiness.kind === 'seen') {
    const seen = findSeenPage(sql, page, readiness.bodyHash);
    if (!seen) return 'outdated';
    const following = readNextOffset(seen.paginationInfo, page.offset, seen.records.length);
    return { ...takeSeenRecords(sql, page, seen), recordsInPage: seen.records.length, following };
  }
  const prepared = readiness.page;
  if (!isStillTrue(sql, page, prepared)) return 'outdated';
  return {
    ...ingestRecords(sql, page, prepared),
    recordsInPage: prepared.records.length,
    following: prepared.following,
  };
}

/** Whether the records of which only hashes were prepared are known; another page may have changed them meanwhile. */
function isStillTrue(sql: Sql, page: ArrivedPage, { records }: PreparedPage): boolean {
  const isKnown = createIsKnown(sql, page);
  return records.every(({ recordId, contentHash, reading }) => reading || isKnown(recordId, contentHash));
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
  const warnings = following.kind === 'untrusted' ? job.warnings : warned(job.warnings, following.warning);
  const moved = { ...job, fetch, warnings, updatedAt: page.fetchedAt };
  if (hasEnough) return { job: { ...moved, state: 'complete' }, next: { kind: 'end' } };
  switch (following.kind) {
    case 'next':
      return { job: moved, next: following };
    case 'end':
      return { job: { ...moved, state: 'complete' }, next: { kind: 'end' } };
    case 'untrusted':
      return {
        job: { ...moved, state: 'stopped', warnings: [...job.warnings, following.reason] },
        next: following,
      };
  }
}

function warned(warnings: readonly string[], warning: string | undefined): string[] {
  const isKnown = (former: string) => former.startsWith(miscountBeginning);
  const isNews = warning !== undefined && !(warning.startsWith(miscountBeginning) && warnings.some(isKnown));
  return isNews ? [...warnings, warning] : [...warnings];
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
