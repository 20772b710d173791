import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { reviewFields } from '../../../../shared/results/detection-field.ts';
import type { AnswerCache } from '../answer-cache.ts';
import type { ResultsQueries } from '../results-queries.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { countGroups } from './count-groups.ts';
import { distributionOf } from './distribution.ts';
import { createFeedQueries } from './feed-queries.ts';
import { fieldValuesOf } from './field-values.ts';
import { filterKey } from './memory/filter-mask.ts';
import type { Memory } from './memory/memory.ts';
import { createPropertySummaries } from './property-summaries.ts';
import { createRecordFootprints } from './record-footprints.ts';
import { createRecordPages } from './record-pages.ts';
import { createShapeFeeds } from './shape-feeds.ts';
import { timelineOf } from './timeline.ts';

/**
 * Questions to all detections at once, the map's feed among them, answered from the columns in memory. Answers are kept
 * until detections change; what also depends on reviews says so in its key.
 */
export function createResultsQueries(
  sql: Sql,
  memory: Memory,
  cache: AnswerCache,
): ResultsQueries & Pick<WorkspaceStore, 'detectionFeed' | 'feedReviews'> {
  const kept = <T>(question: string, asked: { readonly filter: DetectionFilter }, answer: () => T) => {
    const filter = memory.read((detections) => filterKey(detections, asked.filter));
    return cache.get(`${question} ${JSON.stringify({ ...asked, filter })}`, answer);
  };
  const reviewsVersion = () => memory.read((detections) => detections.reviewsVersion);
  return {
    ...createFeedQueries(sql, memory),
    ...createShapeFeeds(sql, cache),
    groupCounts: (request) => {
      const state = request.by === 'verdict' ? reviewsVersion() : '';
      return kept(`groups ${state}`, request, () => countGroups(memory, request));
    },
    distribution: (request) => {
      const state = reviewFields.has(request.field) ? reviewsVersion() : '';
      return kept(`distribution ${state}`, request, () => distributionOf(memory, request));
    },
    timeline: (request) => kept('timeline', request, () => timelineOf(memory, request)),
    properties: createPropertySummaries(memory),
    fieldValues: (field, part, limit) => {
      const state = reviewFields.has(field) ? reviewsVersion() : '';
      return cache.get(`values ${state} ${JSON.stringify([field, part, limit])}`, () =>
        fieldValuesOf(memory, field, part, limit),
      );
    },
    recordPage: createRecordPages(sql, memory, cache),
    recordFootprints: createRecordFootprints(sql),
  };
}
