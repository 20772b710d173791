import { readResultsVersion } from '../file/results-version.ts';
import { bindSql, type Sql } from '../file/sql.ts';
import { damagedContents } from '../safety/damaged-contents.ts';
import { createAisQueries } from './ais/ais-queries.ts';
import { listAreas } from './areas.ts';
import { caseChip, chipAddress, chipAddresses } from './chips.ts';
import { createCoverageQueries } from './coverage.ts';
import { createDetectionPages, detectionDetail, detections } from './detection-pages.ts';
import { createExportedFieldQueries } from './exported-fields.ts';
import { createFeedQueries } from './feed-queries.ts';
import { fetchHistory, listFetches } from './fetches.ts';
import { listItems } from './items.ts';
import { createLayerQueries } from './layers/layer-queries.ts';
import { createDetectionMemory } from './memory/detection-memory.ts';
import { listDrafts, listOrders, listSubmissions } from './orders.ts';
import { createPresenceQueries, readFixedObjects } from './passes/fixed-objects.ts';
import { createPassLoader } from './passes/load-passes.ts';
import { createPassQueries } from './passes/pass-queries.ts';
import { listProblems, problemLocations, problemPage, rawRecord } from './problem-pages.ts';
import { createDefineQuery } from './query.ts';
import { createQueryCache, recordNames } from './query-cache.ts';
import { changedRecords, compareRuns, recordProcessors } from './record-changes.ts';
import { createRecordPages } from './record-pages.ts';
import { createPassOrders, createReviewQueues } from './review-queues.ts';
import { previewMerge } from './reviews/plan-merge.ts';
import { reviewedDetectionId, reviewsOfRecords } from './reviews/read-reviews.ts';
import { readBatches, readHistory } from './reviews/review-batches.ts';
import { countByReviewer, countUnpushed, readDisagreements } from './reviews/team-overview.ts';
import { readUnattached } from './reviews/unattached-reviews.ts';
import { createSearchRuns } from './search-runs.ts';
import { getSetting } from './settings.ts';
import { createShapeFeeds, recordFootprints, recordsOfFootprints } from './shape-feeds.ts';
import { createStatistics } from './statistics.ts';
import { storedRecords } from './stored-records.ts';
import { createWatchFacts, locateWatchEvents } from './watch/watch-facts.ts';
import { dueEvents, watchEvent, watchEventsSince, watchInbox } from './watch/watch-inbox.ts';
import { endedFetchesOf, knownSubjects, listWatchRules, unevaluatedFetches } from './watch/watch-rules.ts';

/**
 * Store that only reads a workspace file. It runs in the reading worker, so that it never waits for a page write, and caches
 * results. All arguments and results can be structured-cloned.
 */
export function createReadStore(sql: Sql) {
  const passLoader = createPassLoader(sql);
  const memory = createDetectionMemory(sql, (names, detections) =>
    readFixedObjects(sql, passLoader, names, detections),
  );
  const query = createDefineQuery(memory);
  const readVersion = () => `${memory.read(({ version }) => version)} ${readResultsVersion(sql)}`;
  const cache = createQueryCache(
    () => `${readVersion()} ${memory.read(({ reviewsVersion }) => reviewsVersion)}`,
  );
  // A verdict does not change most results.
  const rowsCache = createQueryCache(readVersion);
  return {
    ...bindSql(sql, {
      caseChip,
      chipAddress,
      chipAddresses,
      changedRecords,
      compareRuns,
      damagedContents,
      detectionDetail,
      detections,
      disagreements: readDisagreements,
      dueEvents,
      endedFetchesOf,
      fetchHistory,
      getSetting,
      knownSubjects,
      listAreas,
      listDrafts,
      listFetches,
      listItems,
      listOrders,
      listProblems,
      listSubmissions,
      listWatchRules,
      locateWatchEvents,
      previewMerge,
      problemLocations,
      problemPage,
      rawRecord,
      recordFootprints,
      recordNames,
      recordProcessors,
      recordsOfFootprints,
      reviewBatches: readBatches,
      reviewedDetectionId,
      reviewerCounts: countByReviewer,
      reviewHistory: readHistory,
      reviewsOfRecords,
      storedRecords,
      unattachedReviews: readUnattached,
      unevaluatedFetches,
      unpushedReviews: countUnpushed,
      watchEvent,
      watchEventsSince,
      watchInbox,
    }),
    ...createAisQueries(query, sql, memory, passLoader),
    ...createSearchRuns(sql),
    ...createCoverageQueries(sql, memory, rowsCache),
    ...createDetectionPages(query, sql, memory),
    ...createFeedQueries(query, memory),
    ...createLayerQueries(sql),
    ...createPassQueries(query, sql, memory, passLoader, { cache, rowsCache }),
    ...createExportedFieldQueries(query, memory),
    ...createPresenceQueries(sql, query, memory),
    ...createRecordPages(query, sql, memory, rowsCache),
    ...createReviewQueues(query, memory, createPassOrders(passLoader)),
    ...createShapeFeeds(query, sql, rowsCache),
    ...createStatistics(query, sql, memory, rowsCache),
    ...createWatchFacts(query, sql, memory),
    /** Clears the cached query results. */
    clearCaches: memory.store.invalidate,
  };
}

export type ReadStore = ReturnType<typeof createReadStore>;
