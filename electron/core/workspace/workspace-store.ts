import type { DatabaseSync } from 'node:sqlite';
import { createAnswerCache } from './answer-cache.ts';
import { createEditNotice } from './edit-notice.ts';
import { ingestForeignPage, ingestPage } from './ingest/ingest-page.ts';
import { createChipAddresses } from './queries/chip-addresses.ts';
import { createRunComparison } from './queries/compare-runs.ts';
import { createCoverage } from './queries/coverage.ts';
import { createResultsQueries } from './queries/create-results-queries.ts';
import { createDetectionDetails } from './queries/detection-details.ts';
import { createDetectionPages } from './queries/detection-pages.ts';
import { createFetchHistory } from './queries/fetch-history.ts';
import { createHeldRecords } from './queries/held-records.ts';
import { createMemory } from './queries/memory/memory.ts';
import { createPassQueries } from './queries/passes/create-pass-queries.ts';
import { createProblemPages } from './queries/problem-pages.ts';
import { countResults } from './queries/result-counts.ts';
import { createSearchRuns } from './queries/search-runs.ts';
import { readResultsVersion } from './results-version.ts';
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

/** The workspace over an open connection, synchronous. It lives in the worker; tests may use it directly. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const sql = createSql(database);
  const memory = createMemory(sql);
  const readVersion = () => `${memory.read(({ version }) => version)} ${readResultsVersion(sql)}`;
  const cache = createAnswerCache(
    () => `${readVersion()} ${memory.read(({ reviewsVersion }) => reviewsVersion)}`,
  );
  // A verdict leaves most answers as they are.
  const cacheOfRows = createAnswerCache(readVersion);
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
    ...createReviewsTable(sql),
    ...createHeldRecords(sql),
    ingestForeignPage: (page) => ingestForeignPage(sql, page),
    ...createSettingsTable(sql),
    ...createDetectionPages(sql, memory),
    ...createDetectionDetails(sql),
    ...createChipAddresses(sql),
    ...createProblemPages(sql),
    ...createCoverage(sql, memory, cacheOfRows),
    ...createResultsQueries(sql, memory, cacheOfRows),
    ...createPassQueries(sql, memory, cache),
    noticeEdits: createEditNotice(sql),
    forgetAnswers: memory.store.forget,
    ingestPage: (page) => ingestPage(sql, page),
    counts: (filter) => countResults(sql, memory, filter),
  };
}
