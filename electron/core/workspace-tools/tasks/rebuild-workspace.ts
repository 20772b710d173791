import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { formatQuantity } from '../../../../shared/format.ts';
import { type Job, noFetchProgress } from '../../../../shared/jobs/job.ts';
import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import { fieldListSchema } from '../../../../shared/results/field-list.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { numberCell, textCell } from '../../workspace/file/cells.ts';
import { countRows, createSql, removeDatabase, type Sql } from '../../workspace/file/sql.ts';
import { buildPageBody } from '../../workspace/ingest/build-page-body.ts';
import type { FetchedPage } from '../../workspace/ingest/fetched-page.ts';
import { recordIdOf } from '../../workspace/ingest/parse-record.ts';
import { closeWriter, openDatabase } from '../../workspace/open/open-database.ts';
import { removeFileId } from '../../workspace/open/workspace-file-id.ts';
import { createWorkspaceStore, type WorkspaceStore } from '../../workspace/open/workspace-store.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { restartTeamExchange } from '../../workspace/tables/team-cursors.ts';
import { forgetWatchedIds } from '../../workspace/tables/watch-tables.ts';
import { finishFile } from './copy-workspace.ts';
import { openSafetyCopy } from './read-safety-copy.ts';
import { type Provenance, type SalvagedRecords, salvageRecords } from './salvage-records.ts';
import { noRows, type SalvageCount, SalvagedFile } from './salvage-rows.ts';
import { type CopyTotals, copyTables, createSalvagedLayers } from './salvage-tables.ts';
import { readLayouts } from './table-layouts.ts';

/** Records are ingested page by page, as a fetch would. */
const maxPageRecords = 500;
const maxPageBytes = 8_000_000;

/** Number of items of one kind in the new file of a rebuild. */
export type RescueCount = {
  readonly rescued: number;
  /** Rows that were there but could not be read, as far as indexes and other tables know of them. */
  readonly lost: number;
  /** Set where no index is left that knows all of them: more may be lost. */
  readonly isLostUnknown?: boolean;
};

/** Result of a rebuild, with what was rescued and what was not. */
export type RebuildReport = {
  readonly records: RescueCount;
  /** Number of records that could be read from the last of the files. */
  readonly recordsOfLast: number;
  readonly detections: number;
  /** Records whose row was lost, found by their bytes alone. */
  readonly recordsFoundByBytes: number;
  readonly reviews: RescueCount;
  /** Reviews whose row was damaged, made again from the last entry of their history. */
  readonly reviewsRemade: number;
  readonly reviewsFromCopy: number;
  /** When the safety copy that was used had been saved (UTC, ISO 8601); undefined where there was none. */
  readonly copySavedAt: string | undefined;
  /** Records whose reviews lay on damaged pages: what was read of those may be wrong. */
  readonly doubtfulReviews: readonly string[];
  /** All other tables, in the order in which they were copied. */
  readonly tables: readonly (RescueCount & {
    readonly table: string;
    /** Rows on damaged pages: what was read of them may be wrong. */
    readonly doubtful: number;
    readonly fromCopy: number;
  })[];
  /** Parts of the file that could not be read as a whole, and what that means; a sentence each. */
  readonly remarks: readonly string[];
};

/**
 * Later sources win over earlier ones. `damaged` are rows on damaged pages of the last one; `descriptor` is that of
 * `Workspace`, where the last one is open.
 */
type RebuildTask = {
  readonly from: readonly string[];
  readonly to: string;
  readonly damaged?: DamagedRows | undefined;
  readonly descriptor?: number | undefined;
};

/**
 * Builds a new workspace from what can still be read of others, which are only read. Raw records are ingested as when
 * they were fetched, with their original query, time and offset. Everything else is copied row by row.
 */
export function rebuildWorkspace(
  { from, to, ...lastSource }: RebuildTask,
  context: ToolContext,
): RebuildReport {
  try {
    const report = rebuild(from, to, lastSource, context);
    finishFile(to);
    return report;
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

/** State of the last source. */
type LastSource = Pick<RebuildTask, 'damaged' | 'descriptor'>;

type RebuildTotals = CopyTotals & {
  readonly records: SalvageCount;
  recordsOfLast: number | undefined;
  recordsFoundByBytes: number;
  copySavedAt: string | undefined;
  readonly remarks: string[];
};

function rebuild(
  from: readonly string[],
  to: string,
  lastSource: LastSource,
  context: ToolContext,
): RebuildReport {
  const { database } = openDatabase(to);
  const totals: RebuildTotals = {
    records: noRows(),
    recordsOfLast: undefined,
    recordsFoundByBytes: 0,
    copySavedAt: undefined,
    reviews: { ...noRows(), doubtful: 0, fromCopy: 0, remade: 0 },
    doubtfulReviews: [],
    tables: new Map(),
    remarks: [],
  };
  try {
    database.exec('PRAGMA synchronous = OFF');
    const sql = createSql(database);
    const store = createWorkspaceStore(database);
    // The last first: what is there already stays.
    for (const path of from.toReversed()) {
      const source = { path, ...(path === from.at(-1) ? lastSource : {}) };
      rebuildFrom(sql, store, source, `${to}.source`, totals, context);
      totals.recordsOfLast ??= countRows(sql, 'records');
    }
    removeFileId(sql);
    forgetWatchedIds(sql);
    restartTeamExchange(sql);
    const detections = sql.get('SELECT coalesce(sum(detections), 0) AS count FROM records');
    // Counted in the new file, since sources may have the same rows.
    const toCount = (table: string, { lost, isExact }: SalvageCount): RescueCount => ({
      rescued: countRows(sql, `"${table}"`),
      lost,
      ...(isExact ? {} : { isLostUnknown: true }),
    });
    const { remarks, recordsFoundByBytes, doubtfulReviews, reviews } = totals;
    return {
      remarks,
      recordsFoundByBytes,
      doubtfulReviews,
      records: toCount('records', totals.records),
      recordsOfLast: totals.recordsOfLast ?? 0,
      detections: detections ? numberCell(detections, 'count') : 0,
      reviews: toCount('reviews', reviews),
      reviewsRemade: reviews.remade,
      reviewsFromCopy: reviews.fromCopy,
      copySavedAt: totals.copySavedAt,
      tables: [...totals.tables]
        .map(([table, count]) => ({
          table,
          ...toCount(table, count),
          doubtful: count.doubtful,
          fromCopy: count.fromCopy,
        }))
        .toReversed(),
    };
  } finally {
    closeWriter(database);
  }
}

function rebuildFrom(
  sql: Sql,
  store: WorkspaceStore,
  { path, damaged = {}, descriptor }: LastSource & { readonly path: string },
  copy: string,
  totals: RebuildTotals,
  context: ToolContext,
): void {
  try {
    const file = new SalvagedFile(path, copy, readLayouts(sql), descriptor);
    totals.remarks.push(...file.remarks);
    try {
      const salvaged = salvageRecords(file);
      const fallback = unknownProvenance(path);
      const keys = ingestRecords(sql, store, salvaged, fallback, totals, context);
      createSalvagedLayers(file, sql);
      const copyOf = openSafetyCopy(path, file, `${copy}.safety`, sql);
      if (copyOf.copy) createSalvagedLayers(copyOf.copy.file, sql);
      // A layer that only the copy lists may have rows in the file.
      createSalvagedLayers(file, sql);
      totals.remarks.push(...copyOf.remarks);
      totals.copySavedAt ??= copyOf.copy?.savedAt;
      try {
        copyTables({ file, damaged, copy: copyOf.copy }, sql, keys, totals, context);
      } finally {
        copyOf.close();
      }
    } finally {
      file.close();
    }
  } finally {
    removeDatabase(copy);
  }
}

/** Returns the record keys in the new file, by those in the damaged one. */
function ingestRecords(
  sql: Sql,
  store: WorkspaceStore,
  salvaged: SalvagedRecords,
  fallback: Provenance,
  totals: RebuildTotals,
  context: ToolContext,
): ReadonlyMap<number, number> {
  const pages = createPageWriter(sql, store);
  const formerKeys = new Map<string, number>();
  for (const { recordId, recordKey, provenance, bytes } of salvaged.records()) {
    formerKeys.set(recordId, recordKey);
    if (pages.has(recordId)) continue;
    if (pages.add(bytes, provenance)) {
      context.throwIfStopped();
      context.progress({ done: totals.records.rescued + salvaged.count.rescued, unit: 'records' });
    }
  }
  let foundByBytes = 0;
  for (const { bytes, provenance } of salvaged.unclaimed()) {
    const recordId = recordIdOf(bytes);
    if (recordId === undefined || formerKeys.has(recordId) || pages.has(recordId)) continue;
    formerKeys.set(recordId, -1);
    pages.add(bytes, provenance ?? fallback);
    foundByBytes += 1;
  }
  pages.finish();
  for (const [reason, count] of pages.refused) {
    totals.records.lost += count;
    totals.remarks.push(
      `${formatQuantity(count, 'record')} could be read, but not imported again: ${reason}`,
    );
  }
  totals.recordsFoundByBytes += foundByBytes;
  totals.records.rescued += salvaged.count.rescued + foundByBytes;
  totals.records.lost += Math.max(0, salvaged.count.lost - foundByBytes);
  totals.records.isExact &&= salvaged.count.isExact;
  return mapRecordKeys(sql, formerKeys);
}

function mapRecordKeys(sql: Sql, formerKeys: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  for (const row of sql.all('SELECT id, record_id FROM records')) {
    const former = formerKeys.get(textCell(row, 'record_id'));
    if (former !== undefined && former >= 0) keys.set(former, numberCell(row, 'id'));
  }
  return keys;
}

/** Groups records of one origin into pages, and writes placeholder fetches for the fetches that they came with. */
function createPageWriter(sql: Sql, store: WorkspaceStore) {
  let open:
    | { readonly key: string; readonly provenance: Provenance; records: Uint8Array[]; bytes: number }
    | undefined;
  const placeholders = new Set<string>();
  const refused = new Map<string, number>();
  /** Writes records, of which each half is tried again when they are refused together. */
  const writeRecords = (
    records: readonly Uint8Array[],
    toPage: (part: readonly Uint8Array[]) => FetchedPage,
  ) => {
    const outcome = store.ingestPage(toPage(records));
    if (outcome.ok) return;
    const half = Math.ceil(records.length / 2);
    if (records.length > 1)
      for (const part of [records.slice(0, half), records.slice(half)]) writeRecords(part, toPage);
    else refused.set(outcome.message, (refused.get(outcome.message) ?? 0) + 1);
  };
  const flush = () => {
    if (!open) return;
    const { provenance, records } = open;
    const fetchId = provenance.fetchId ?? randomUUID();
    const brand = brandOfQuery(provenance.queryText);
    if (!placeholders.has(fetchId)) {
      store.saveFetch(createPlaceholderFetch(fetchId, provenance, brand));
      placeholders.add(fetchId);
    }
    writeRecords(records, (part) => ({
      fetchId,
      queryText: provenance.queryText,
      offset: provenance.offset,
      fetchedAt: provenance.fetchedAt,
      brand,
      fields: fieldListSchema.catch('all').parse(provenance.fields),
      body: buildPageBody(part, brand),
    }));
    open = undefined;
  };
  return {
    /** Number of refused records, by the reason. */
    refused: refused as ReadonlyMap<string, number>,
    has: (recordId: string) => sql.get`SELECT 1 FROM records WHERE record_id = ${recordId}` !== undefined,
    /** Returns whether a page was written. */
    add(bytes: Uint8Array, provenance: Provenance): boolean {
      const key = JSON.stringify(provenance);
      const isFull =
        open !== undefined &&
        (open.key !== key || open.records.length >= maxPageRecords || open.bytes >= maxPageBytes);
      if (isFull) flush();
      open ??= { key, provenance, records: [], bytes: 0 };
      // The bytes are a view into a block that the next one may replace.
      open.records.push(bytes.slice());
      open.bytes += bytes.length;
      return isFull;
    },
    /** Writes the rest and deletes the placeholders, because the fetches themselves are copied later. */
    finish() {
      flush();
      for (const id of placeholders) sql.run`DELETE FROM fetches WHERE fetch_id = ${id}`;
    },
  };
}

function createPlaceholderFetch(id: string, { queryText, fetchedAt }: Provenance, brand: string) {
  const job: Job = {
    id,
    kind: 'fetch',
    title: 'Rebuild',
    state: 'complete',
    startedAt: fetchedAt,
    updatedAt: fetchedAt,
    resumable: false,
    warnings: [],
    fetch: {
      queryText,
      ...noFetchProgress,
    },
  };
  const search = { regions: [], analytics: [], conditions: [], fields: 'all' as const, pageSize: 500 };
  return { job, search, frozenAt: fetchedAt, brand };
}

/** Provenance of a record of which only the bytes are left. */
function unknownProvenance(path: string): Provenance {
  return {
    fetchId: undefined,
    queryText: '',
    fetchedAt: statSync(path).mtime.toISOString(),
    offset: 0,
    fields: 'all',
  };
}
