import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../shared/results/detection-field.ts';
import type { QueryCache } from '../query-cache.ts';
import type { ResultsQueries } from '../results-queries.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { countGroups } from './count-groups.ts';
import { createFeedQueries } from './feed-queries.ts';
import type { LongQueries } from './long-queries.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { summarizeParameters } from './parameter-summaries.ts';
import type { PassOrders } from './queue-pass-order.ts';
import { createRecordPages } from './record-pages.ts';
import { readFootprintRow } from './sensor-rows.ts';
import { findRecordsOfFootprints } from './shape-feeds.ts';
import { timelineOf } from './timeline.ts';

/** The footprints of records, with and without detections, each once. */
const selectFootprints = `SELECT * FROM footprints WHERE fid IN (
  SELECT footprint_fid FROM sensors WHERE record_id IN (SELECT value FROM json_each(?)))
  ORDER BY fid`;

/**
 * Queries over all detections at once, but for the long ones, computed from the columns in memory. Results are cached
 * until detections change; keys of results that also depend on reviews include the reviews' version.
 */
export function createResultsQueries(
  sql: Sql,
  memory: DetectionMemory,
  passOrders: PassOrders,
  cache: QueryCache,
): Omit<ResultsQueries, keyof LongQueries> & Pick<WorkspaceStore, 'feedReviews'> {
  const cached = <T>(name: string, request: { readonly filter: DetectionFilter }, compute: () => T) => {
    const filter = memory.read((detections) => filterCacheKey(detections, request.filter));
    return cache.get(`${name} ${JSON.stringify({ ...request, filter })}`, compute);
  };
  const reviewsVersion = () => memory.read((detections) => detections.reviewsVersion);
  return {
    ...createFeedQueries(memory, passOrders),
    recordsOfFootprints: (fids) => findRecordsOfFootprints(sql, fids),
    groupCounts: (request) => {
      const state = request.by !== 'day' && reviewFields.has(request.by) ? reviewsVersion() : '';
      return cached(`groups ${state}`, request, () => countGroups(memory, request));
    },
    timeline: (request) => cached('timeline', request, () => timelineOf(memory, request)),
    parameters: () => cache.get('parameters', () => summarizeParameters(sql)),
    recordPage: createRecordPages(sql, memory, cache),
    recordFootprints: (recordIds) =>
      sql.all(selectFootprints, JSON.stringify(recordIds)).map(readFootprintRow),
  };
}
