import { bindSql } from './bind-sql.ts';
import { createEditDetector } from './edit-detector.ts';
import { ingestImportedPage, ingestPage } from './ingest/ingest-page.ts';
import type { Sql } from './sql.ts';
import { changeAreas, upsertArea } from './tables/areas-table.ts';
import { deleteDraft, restoreDraft, revertDraft, saveDraft } from './tables/drafts-table.ts';
import { clearHistory, dismissFetch, saveFetch } from './tables/fetches-table.ts';
import { mergeWorkspace } from './tables/merge-workspace.ts';
import { upsertOrderRequest, upsertOrders } from './tables/orders-table.ts';
import { setReviews } from './tables/review-changes.ts';
import {
  deleteSearch,
  markSearchViewed,
  restoreSearch,
  revertSearch,
  saveSearch,
} from './tables/searches-table.ts';
import { saveSetting } from './tables/settings-table.ts';
import { upsertReviews } from './tables/stored-reviews.ts';
import { addSubmission, saveSubmission } from './tables/submissions-table.ts';
import { applyTeamReviews } from './tables/team-reviews.ts';
import { attachReview, detachReview, reattachReview } from './tables/unattached-reviews.ts';
import { undoReviews } from './tables/undo-reviews.ts';

/**
 * What changes a workspace file. It runs in the writing worker, one call after another, which distinguishes its changes
 * from those of other programs. All arguments and results can be structured-cloned.
 */
export function createWriteStore(sql: Sql) {
  return {
    ...bindSql(sql, {
      addSubmission,
      applyTeamReviews,
      attachReview,
      changeAreas,
      clearHistory,
      deleteDraft,
      deleteSearch,
      detachReview,
      dismissFetch,
      ingestImportedPage,
      ingestPage,
      markSearchViewed,
      mergeWorkspace,
      reattachReview,
      restoreDraft,
      restoreSearch,
      revertDraft,
      revertSearch,
      saveDraft,
      saveFetch,
      saveSearch,
      saveSetting,
      saveSubmission,
      setReviews,
      undoReviews,
      upsertArea,
      upsertOrderRequest,
      upsertOrders,
      upsertReviews,
    }),
    /** Whether another program has changed the file since the last call. */
    detectEdits: createEditDetector(sql),
  };
}

export type WriteStore = ReturnType<typeof createWriteStore>;
