import { numberCell } from '../file/cells.ts';
import { refreshChunks } from '../file/columns/refresh-chunks.ts';
import { incrementResultsVersion } from '../file/results-version.ts';
import { bindSql, isBusy, type Sql } from '../file/sql.ts';
import { ingestImportedPage, ingestPage } from '../ingest/ingest-page.ts';
import { decideAis } from './ais-decisions.ts';
import { copyAisIndex, readAisIndex } from './ais-index.ts';
import {
  copyAisContacts,
  deleteAisFile,
  discardUnfinishedAis,
  finishAisFile,
  retainAisPasses,
  saveAisPass,
  setAisFolder,
} from './ais-tables.ts';
import { changeAreas, upsertArea } from './areas-table.ts';
import { attachReview, detachReview, reattachReview } from './attach-reviews.ts';
import {
  addMissingItems,
  changeItem,
  moveItem,
  removeItem,
  restoreItem,
  revertItem,
  saveItem,
} from './items.ts';
import {
  beginLayer,
  changeLayer,
  copyLayerRows,
  deleteLayer,
  deleteReplacedLayer,
  discardUnfinishedLayers,
  finishLayer,
  swapLayers,
} from './layers-table.ts';
import { mergeWorkspace } from './merge-workspace.ts';
import { applyTeamJournal, changePlaceLabels, correctProperties } from './merged-lists.ts';
import {
  addSubmission,
  nameAccount,
  revertDraft,
  saveDraft,
  saveOutcome,
  saveSubmission,
  upsertOrderRequest,
  upsertOrders,
} from './order-tables.ts';
import { setReviews } from './reviews.ts';
import {
  clearHistory,
  dismissFetch,
  markSearchViewed,
  revertSearch,
  saveFetch,
  saveSearch,
} from './search-tables.ts';
import { saveSetting } from './settings-table.ts';
import { removeStored, restoreStored } from './stored-items.ts';
import { applyTeamReviews } from './team-reviews.ts';
import { undoReviews } from './undo-reviews.ts';
import {
  addWatchEvents,
  adoptWatchRule,
  changeInbox,
  changeWatchRule,
  markNotified,
  revertWatchRule,
  saveKnownIds,
  saveWatchRule,
  saveWatchRun,
} from './watch-tables.ts';

/**
 * Writes of a workspace file. It runs in the writing worker, one call after another, which distinguishes its changes
 * from those of other programs. All arguments and results can be structured-cloned.
 */
export function createWriteStore(sql: Sql) {
  return {
    ...bindSql(sql, {
      addMissingItems,
      addSubmission,
      addWatchEvents,
      adoptWatchRule,
      applyTeamJournal,
      applyTeamReviews,
      attachReview,
      beginLayer,
      changeAreas,
      changeInbox,
      changeItem,
      changeLayer,
      changePlaceLabels,
      changeWatchRule,
      clearHistory,
      copyAisContacts,
      copyAisIndex,
      copyLayerRows,
      correctProperties,
      decideAis,
      deleteAisFile,
      deleteLayer,
      deleteReplacedLayer,
      detachReview,
      discardUnfinishedAis,
      discardUnfinishedLayers,
      dismissFetch,
      finishAisFile,
      finishLayer,
      swapLayers,
      ingestImportedPage,
      ingestPage,
      markNotified,
      markSearchViewed,
      mergeWorkspace,
      moveItem,
      nameAccount,
      readAisIndex,
      reattachReview,
      removeItem,
      removeStored,
      restoreItem,
      restoreStored,
      retainAisPasses,
      revertDraft,
      revertItem,
      revertSearch,
      revertWatchRule,
      saveAisPass,
      setAisFolder,
      saveDraft,
      saveFetch,
      saveItem,
      saveKnownIds,
      saveOutcome,
      saveSearch,
      saveSetting,
      saveSubmission,
      saveWatchRule,
      saveWatchRun,
      setReviews,
      undoReviews,
      upsertArea,
      upsertOrderRequest,
      upsertOrders,
    }),
    /** Whether another program has changed the file since the last call. */
    detectEdits: createEditDetector(sql),
  };
}

export type WriteStore = ReturnType<typeof createWriteStore>;

/**
 * Returns whether another connection has written to the file since the last call, and if so brings the columns up to
 * date with the rows. Over the only connection of Sightline that writes, that is another program
 * (sqlite.org/pragma.html#pragma_data_version).
 */
function createEditDetector(sql: Sql): () => boolean {
  const readVersion = () => {
    const row = sql.get('PRAGMA data_version');
    return row ? numberCell(row, 'data_version') : 0;
  };
  let lastVersion = readVersion();
  return () => {
    const version = readVersion();
    const isEdited = version !== lastVersion;
    lastVersion = version;
    if (isEdited) refreshColumns(sql);
    return isEdited;
  };
}

/** A program that goes on writing is not waited for: columns that are behind are read from the rows. */
function refreshColumns(sql: Sql): void {
  try {
    sql.transaction(() => {
      refreshChunks(sql);
      incrementResultsVersion(sql);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
