import type { DatabaseSync } from 'node:sqlite';
import type { Steps } from '../base/steps.ts';
import { createEditDetector } from './edit-detector.ts';
import { ingestForeignPage, ingestPage } from './ingest/ingest-page.ts';
import { createChipAddresses } from './queries/chip-addresses.ts';
import { createRunComparison } from './queries/compare-runs.ts';
import { createCoverageQueries } from './queries/coverage.ts';
import { createResultsQueries } from './queries/create-results-queries.ts';
import { createDetectionDetails } from './queries/detection-details.ts';
import { createDetectionPages } from './queries/detection-pages.ts';
import { createFetchHistory } from './queries/fetch-history.ts';
import { createDetectionMemory } from './queries/memory/detection-memory.ts';
import { createPassQueries } from './queries/passes/create-pass-queries.ts';
import { createProblemPages } from './queries/problem-pages.ts';
import { readQueryNeeds } from './queries/query-needs.ts';
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
import type { WorkspaceStore } from './workspace.ts';
import type { StoreMethod } from './workspace-rpc.ts';

/** A store whose long calls can be prepared. */
export type PreparedStore = WorkspaceStore & {
  /** Does in steps what takes long for a call, so that other calls can run between them. Calls work without it, too. */
  prepare(method: StoreMethod, args: readonly unknown[]): Steps<void>;
};

/** The workspace over an open connection, synchronous. It lives in the worker; tests may use it directly. */
export function createWorkspaceStore(database: DatabaseSync): PreparedStore {
  const sql = createSql(database);
  const memory = createDetectionMemory(sql);
  const readVersion = () => `${memory.read(({ version }) => version)} ${readResultsVersion(sql)}`;
  const cache = createQueryCache(
    () => `${readVersion()} ${memory.read(({ reviewsVersion }) => reviewsVersion)}`,
  );
  // A verdict does not change most results.
  const rowsCache = createQueryCache(readVersion);
  return {
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
    ingestImportedPage: (page) => ingestForeignPage(sql, page),
    ...createSettingsTable(sql),
    ...createDetectionPages(sql, memory),
    ...createDetectionDetails(sql),
    ...createChipAddresses(sql),
    ...createProblemPages(sql),
    ...createCoverageQueries(sql, memory, rowsCache),
    ...createResultsQueries(sql, memory, rowsCache),
    ...createPassQueries(sql, memory, cache),
    detectEdits: createEditDetector(sql),
    clearCaches: memory.store.invalidate,
    ingestPage: (page) => ingestPage(sql, page),
    counts: (filter) => countResults(sql, memory, filter),
    *prepare(method, args) {
      const needs = readQueryNeeds(method, args);
      if (needs) yield* memory.prepare(needs);
    },
  };
}
