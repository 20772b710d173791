import { type DetectionField, reviewFields } from '../../../../shared/results/detection-field.ts';
import type { Steps } from '../../base/steps.ts';
import type { QueryCache } from '../query-cache.ts';
import type { Sql } from '../sql.ts';
import type { ReadStore } from '../workspace.ts';
import { distributionOf } from './distribution.ts';
import { fieldValuesOf } from './field-values.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { packFeed } from './pack-feed.ts';
import { createPropertySummaries } from './property-summaries.ts';
import { packAreas, packFootprints } from './shape-feeds.ts';

/** The queries that take long even when masks, orders and columns of fields are in the caches. */
export const longQueryNames = [
  'detectionFeed',
  'areaFeed',
  'footprintFeed',
  'distribution',
  'properties',
  'fieldValues',
] as const;
export type LongQuery = (typeof longQueryNames)[number];

/** Whether a method of the store is one of them. */
export function isLongQuery(method: string): method is LongQuery {
  return (longQueryNames as readonly string[]).includes(method);
}

/** The steps of each, on a state of the detections. */
export type LongQueries = {
  readonly [Name in LongQuery]: (
    detections: Detections,
    ...args: Parameters<ReadStore[Name]>
  ) => Steps<ReturnType<ReadStore[Name]>>;
};

/** Creates the long queries. Results are cached until detections change, but for the feed, which is large. */
export function createLongQueries(sql: Sql, memory: DetectionMemory, cache: QueryCache): LongQueries {
  return {
    detectionFeed: (detections) => packFeed(memory, detections),
    areaFeed: () => cache.inSteps('areas feed', () => packAreas(sql)),
    footprintFeed: () => cache.inSteps('footprints feed', () => packFootprints(sql)),
    distribution: (detections, request) =>
      cache.inSteps(
        `distribution ${reviewsKey(detections, request.field)} ${JSON.stringify({
          ...request,
          filter: filterCacheKey(detections, request.filter),
        })}`,
        () => distributionOf(memory, detections, request),
      ),
    properties: createPropertySummaries(memory),
    fieldValues: (detections, field, part, limit) =>
      cache.inSteps(`values ${reviewsKey(detections, field)} ${JSON.stringify([field, part, limit])}`, () =>
        fieldValuesOf(memory, detections, field, part, limit),
      ),
  };
}

/** What a result that depends on a field depends on besides the detections. */
function reviewsKey({ reviewsVersion }: Detections, field: DetectionField): string {
  return reviewFields.has(field) ? String(reviewsVersion) : '';
}
