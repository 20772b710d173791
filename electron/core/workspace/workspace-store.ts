import type { DatabaseSync } from 'node:sqlite';
import { createAnswerCache } from './answer-cache.ts';
import { createEditNotice } from './edit-notice.ts';
import { ingestPage } from './ingest/ingest-page.ts';
import { createCoverage } from './queries/coverage.ts';
import { createDetectionDetails } from './queries/detection-details.ts';
import { createDetectionPages } from './queries/detection-pages.ts';
import { createExportBatches } from './queries/export-batches.ts';
import { packFeed } from './queries/pack-feed.ts';
import { countResults } from './queries/result-counts.ts';
import { createSql } from './sql.ts';
import { createAreasTable } from './tables/areas-table.ts';
import { createDraftsTable } from './tables/drafts-table.ts';
import { createFetchesTable } from './tables/fetches-table.ts';
import { createOrdersTable } from './tables/orders-table.ts';
import { createReviewsTable } from './tables/reviews-table.ts';
import { createSettingsTable } from './tables/settings-table.ts';
import { createSubmissionsTable } from './tables/submissions-table.ts';
import type { WorkspaceStore } from './workspace.ts';

/** The workspace over an open connection, synchronous. It lives in the worker; tests may use it directly. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const sql = createSql(database);
  const cache = createAnswerCache(sql);
  return {
    ...createAreasTable(sql),
    ...createOrdersTable(sql),
    ...createSubmissionsTable(sql),
    ...createDraftsTable(sql),
    ...createFetchesTable(sql),
    ...createReviewsTable(sql),
    ...createSettingsTable(sql),
    ...createDetectionPages(sql, cache),
    ...createDetectionDetails(sql),
    ...createExportBatches(sql),
    ...createCoverage(sql, cache),
    noticeEdits: createEditNotice(sql),
    forgetAnswers: cache.forget,
    ingestPage: (page) => ingestPage(sql, page),
    counts: (filter) => cache.get(`counts ${JSON.stringify(filter)}`, () => countResults(sql, filter)),
    detectionFeed: () => cache.get('feed', () => packFeed(sql)),
  };
}
