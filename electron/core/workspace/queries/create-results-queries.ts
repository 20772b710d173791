import type { QueryCache } from '../query-cache.ts';
import type { ResultsQueries } from '../results-queries.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { createFeedQueries } from './feed-queries.ts';
import type { LongQueries } from './long-queries.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { summarizeParameters } from './parameter-summaries.ts';
import { readFootprintRow } from './sensor-rows.ts';
import { findRecordsOfFootprints } from './shape-feeds.ts';
import { timelineOf } from './timeline.ts';

/** The footprints of records, with and without detections, each once. */
const selectFootprints = `SELECT * FROM footprints WHERE fid IN (
  SELECT footprint_fid FROM sensors WHERE record_id IN (SELECT value FROM json_each(?)))
  ORDER BY fid`;

/**
 * Queries over all detections at once, but for the long ones, computed from the columns in memory. Results are cached
 * until detections change.
 */
export function createResultsQueries(
  sql: Sql,
  memory: DetectionMemory,
  cache: QueryCache,
): Omit<ResultsQueries, keyof LongQueries> & Pick<WorkspaceStore, 'feedReviews'> {
  return {
    ...createFeedQueries(memory),
    recordsOfFootprints: (fids) => findRecordsOfFootprints(sql, fids),
    timeline: (request) => {
      const filter = memory.read((detections) => filterCacheKey(detections, request.filter));
      return cache.get(`timeline ${JSON.stringify({ ...request, filter })}`, () =>
        timelineOf(memory, request),
      );
    },
    parameters: () => cache.get('parameters', () => summarizeParameters(sql)),
    recordFootprints: (recordIds) =>
      sql.all(selectFootprints, JSON.stringify(recordIds)).map(readFootprintRow),
  };
}
