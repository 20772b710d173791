import type { DatabaseSync } from 'node:sqlite';
import { finish, type Steps } from '../base/steps.ts';
import { createEditDetector } from './edit-detector.ts';
import { ingestForeignPage, ingestPage } from './ingest/ingest-page.ts';
import { createChipAddresses } from './queries/chip-addresses.ts';
import { createRunComparison } from './queries/compare-runs.ts';
import { createCoverageQueries } from './queries/coverage.ts';
import { createResultsQueries } from './queries/create-results-queries.ts';
import { createDetectionDetails } from './queries/detection-details.ts';
import { createDetectionPages } from './queries/detection-pages.ts';
import { createFetchHistory } from './queries/fetch-history.ts';
import { createLongQueries, isLongQuery, type LongQuery, longQueryNames } from './queries/long-queries.ts';
import type { Detections } from './queries/memory/column-store.ts';
import { createDetectionMemory } from './queries/memory/detection-memory.ts';
import { createPassQueries } from './queries/passes/create-pass-queries.ts';
import { createPassLoader } from './queries/passes/load-passes.ts';
import { createProblemPages } from './queries/problem-pages.ts';
import { readQueryNeeds } from './queries/query-needs.ts';
import { createPassOrders } from './queries/queue-pass-order.ts';
import { createRecordChanges } from './queries/record-changes.ts';
import { countResults } from './queries/result-counts.ts';
import { createSearchRuns } from './queries/search-runs.ts';
import { createStoredRecords } from './queries/stored-records.ts';
import { createQueryCache } from './query-cache.ts';
import { readResultsVersion } from './results-version.ts';
import { findDamagedContents } from './safety/damaged-contents.ts';
import { createSql } from './sql.ts';
import { createAreasTable } from './tables/areas-table.ts';
import { createDraftsTable } from './tables/drafts-table.ts';
import { createFetchesTable } from './tables/fetches-table.ts';
import { createOrdersTable } from './tables/orders-table.ts';
import { createReviewsTable } from './tables/reviews-table.ts';
import { createSearchesTable } from './tables/searches-table.ts';
import { createSettingsTable } from './tables/settings-table.ts';
import { createSubmissionsTable } from './tables/submissions-table.ts';
import type { ReadStore, WorkspaceStore } from './workspace.ts';
import type { StoreMethod } from './workspace-rpc.ts';

/** A store whose long calls can also be performed in steps. */
export type SteppedStore = WorkspaceStore & {
  /**
   * Performs a call in steps, between which others can be performed. A query of detections is answered as they are at the
   * first step.
   */
  perform(method: StoreMethod, args: readonly unknown[]): Steps<unknown>;
};

/** The workspace over an open connection, synchronous. It lives in the worker; tests may use it directly. */
export function createWorkspaceStore(database: DatabaseSync): SteppedStore {
  const sql = createSql(database);
  const memory = createDetectionMemory(sql);
  const readVersion = () => `${memory.read(({ version }) => version)} ${readResultsVersion(sql)}`;
  const cache = createQueryCache(
    () => `${readVersion()} ${memory.read(({ reviewsVersion }) => reviewsVersion)}`,
  );
  // A verdict does not change most results.
  const rowsCache = createQueryCache(readVersion);
  const passLoader = createPassLoader(sql);
  const passQueries = createPassQueries(sql, memory, passLoader, cache);
  const longQueries = {
    ...createLongQueries(sql, memory, createPassOrders(passLoader), rowsCache),
    ...passQueries.long,
  };
  const perform = (method: StoreMethod, args: readonly unknown[]): Steps<unknown> => {
    // The caller is typed by the same interface.
    const query = (isLongQuery(method) ? longQueries[method] : undefined) as AnyLongQuery | undefined;
    const needs = readQueryNeeds(method, args);
    return needs || query
      ? memory.perform(needs ?? {}, function* (detections) {
          if (needs?.images) yield* passLoader.readInSteps(detections);
          return query ? yield* query(detections, ...args) : callStore(method, args);
        })
      : inOneStep(() => callStore(method, args));
  };
  const callStore = (method: StoreMethod, args: readonly unknown[]) =>
    (store[method] as (...values: readonly unknown[]) => unknown)(...args);
  const performAtOnce = (method: LongQuery) => [
    method,
    (...args: readonly unknown[]) => finish(perform(method, args)),
  ];
  const store: WorkspaceStore = {
    ...(Object.fromEntries(longQueryNames.map(performAtOnce)) as Pick<ReadStore, LongQuery>),
    ...createAreasTable(sql),
    ...createOrdersTable(sql),
    ...createSubmissionsTable(sql),
    ...createDraftsTable(sql),
    ...createFetchesTable(sql),
    ...createFetchHistory(sql),
    ...createSearchesTable(sql),
    ...createSearchRuns(sql),
    ...createRunComparison(sql),
    ...createRecordChanges(sql),
    ...createReviewsTable(sql),
    ...createStoredRecords(sql),
    damagedContents(rows, ids) {
      const chosen = new Set(ids);
      return findDamagedContents(sql, rows, (id) => chosen.has(id));
    },
    ingestImportedPage: (page, recordIds) => ingestForeignPage(sql, page, recordIds),
    ...createSettingsTable(sql),
    ...createDetectionPages(sql, memory),
    ...createDetectionDetails(sql),
    ...createChipAddresses(sql),
    ...createProblemPages(sql),
    ...createCoverageQueries(sql, memory, rowsCache),
    ...createResultsQueries(sql, memory, rowsCache),
    ...passQueries.short,
    detectEdits: createEditDetector(sql),
    clearCaches: memory.store.invalidate,
    ingestPage: (page) => ingestPage(sql, page),
    counts: (filter) => countResults(sql, memory, filter),
  };
  return { ...store, perform };
}

type AnyLongQuery = (detections: Detections, ...args: readonly unknown[]) => Steps<unknown>;

// biome-ignore lint/correctness/useYield: a call that is short is a single step.
function* inOneStep<T>(call: () => T): Steps<T> {
  return call();
}
