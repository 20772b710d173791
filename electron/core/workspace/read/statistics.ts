import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import {
  type DetectionField,
  type ParameterSummary,
  reviewFields,
} from '../../../../shared/results/detection-field.ts';
import type {
  DistributionRequest,
  GroupCountRequest,
  TimelineRequest,
} from '../../../../shared/results/statistics.ts';
import type { Sql } from '../file/sql.ts';
import { countGroups } from './count-groups.ts';
import { distributionOf } from './distribution.ts';
import { fieldValuesOf } from './field-values.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { summarizeParameters } from './parameter-summaries.ts';
import { createPropertySummaries } from './property-summaries.ts';
import type { DefineQuery } from './query.ts';
import type { QueryCache } from './query-cache.ts';
import { countResults } from './result-counts.ts';
import { timelineOf } from './timeline.ts';

/** Counts and distributions over all detections. Results are cached until detections change. */
export function createStatistics(query: DefineQuery, sql: Sql, memory: DetectionMemory, cache: QueryCache) {
  return {
    counts: query(
      (filter: DetectionFilter) => ({ filter }),
      (detections, filter) => countResults(sql, memory, detections, filter),
    ),
    /** Greatest first; days in their order. */
    groupCounts: query(
      ({ filter, by }: GroupCountRequest) => ({ filter, ...(by === 'day' ? {} : { fields: [by] }) }),
      (detections, request) => {
        const reviews = request.by === 'day' ? '' : reviewsKey(detections, request.by);
        const filter = filterCacheKey(detections, request.filter);
        return cache.inSteps(`groups ${reviews} ${JSON.stringify({ ...request, filter })}`, () =>
          countGroups(memory, detections, request),
        );
      },
    ),
    distribution: query(
      ({ filter, field }: DistributionRequest) => ({ filter, fields: [field] }),
      (detections, request) =>
        cache.inSteps(
          `distribution ${reviewsKey(detections, request.field)} ${JSON.stringify({
            ...request,
            filter: filterCacheKey(detections, request.filter),
          })}`,
          () => distributionOf(memory, detections, request),
        ),
    ),
    timeline: query(
      ({ filter }: TimelineRequest) => ({ filter }),
      (detections, request) => {
        const filter = filterCacheKey(detections, request.filter);
        return cache.get(`timeline ${JSON.stringify({ ...request, filter })}`, () =>
          timelineOf(memory, detections, request),
        );
      },
    ),
    /** The properties of the features, by falling count. */
    properties: query(() => ({}), createPropertySummaries(memory)),
    /** The parameters of the processors of records, by falling count. */
    parameters: (): readonly ParameterSummary[] => cache.get('parameters', () => summarizeParameters(sql)),
    /** Up to `limit` values of a field that contain `part`, the most frequent first, for completion. */
    fieldValues: query(
      (field: DetectionField, _part: string, _limit: number) => ({ fields: [field] }),
      (detections, field, part, limit) =>
        cache.inSteps(`values ${reviewsKey(detections, field)} ${JSON.stringify([field, part, limit])}`, () =>
          fieldValuesOf(memory, detections, field, part, limit),
        ),
    ),
  };
}

/** The version of the reviews for a result that depends on a field of them. */
function reviewsKey({ reviewsVersion }: Detections, field: DetectionField): string {
  return reviewFields.has(field) ? String(reviewsVersion) : '';
}
