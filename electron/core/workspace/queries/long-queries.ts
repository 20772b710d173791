import { type DetectionField, reviewFields } from '../../../../shared/results/detection-field.ts';
import { encodeFeedColors } from '../../../../shared/results/feed-colors.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { QueryCache } from '../query-cache.ts';
import type { Sql } from '../sql.ts';
import type { ReadStore } from '../workspace.ts';
import { countGroups } from './count-groups.ts';
import { distributionOf } from './distribution.ts';
import { colorsOf } from './feed-colors.ts';
import { fieldValuesOf } from './field-values.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { pickPositions } from './memory/sort-orders.ts';
import { packFeed } from './pack-feed.ts';
import type { LongPassQuery } from './passes/pass-queries.ts';
import { createPropertySummaries } from './property-summaries.ts';
import { countQueuePasses, type PassOrders } from './queue-pass-order.ts';
import { createRecordPages } from './record-pages.ts';
import { packAreas, packFootprints } from './shape-feeds.ts';

/** The queries that take long even when masks, orders and columns of fields are in the caches. */
export const longQueryNames = [
  'detectionFeed',
  'feedColors',
  'areaFeed',
  'footprintFeed',
  'distribution',
  'groupCounts',
  'properties',
  'fieldValues',
  'recordPage',
  'reviewQueue',
  'queuePasses',
  'passPage',
  'passDetail',
  'passStops',
  'passCoverage',
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

/** Creates the long queries, but for those of passes. Results are cached until detections change, but for those of the map, which are large. */
export function createLongQueries(
  sql: Sql,
  memory: DetectionMemory,
  passOrders: PassOrders,
  cache: QueryCache,
): Omit<LongQueries, LongPassQuery> {
  return {
    detectionFeed: (detections) => packFeed(memory, detections),
    *feedColors(detections, field) {
      const colors = yield* colorsOf(memory, detections, field);
      return encodeFeedColors(colors, (text) => new TextEncoder().encode(text));
    },
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
    groupCounts: (detections, request) => {
      const reviews = request.by === 'day' ? '' : reviewsKey(detections, request.by);
      const filter = filterCacheKey(detections, request.filter);
      return cache.inSteps(`groups ${reviews} ${JSON.stringify({ ...request, filter })}`, () =>
        countGroups(memory, detections, request),
      );
    },
    properties: createPropertySummaries(memory),
    fieldValues: (detections, field, part, limit) =>
      cache.inSteps(`values ${reviewsKey(detections, field)} ${JSON.stringify([field, part, limit])}`, () =>
        fieldValuesOf(memory, detections, field, part, limit),
      ),
    recordPage: createRecordPages(sql, memory, cache),
    *reviewQueue(detections, filter, order) {
      const positions =
        order === 'pass'
          ? yield* pickPositions((yield* passOrders(detections)).order, memory.mask(detections, filter))
          : memory.order(detections, filter, order);
      const ids = new Uint32Array(positions.length);
      yield* inRanges(ids.length, (from, to) => pickAt(detections.columns.id, positions, ids, from, to));
      return ids;
    },
    *queuePasses(detections, filter) {
      const order = yield* passOrders(detections);
      return yield* countQueuePasses(order, memory.mask(detections, filter), memory.reviewsOf(detections));
    },
  };
}

function pickAt(
  ids: Uint32Array,
  positions: Uint32Array,
  found: Uint32Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) found[index] = ids[positions[index] as number] as number;
}

/** What a result that depends on a field depends on besides the detections. */
function reviewsKey({ reviewsVersion }: Detections, field: DetectionField): string {
  return reviewFields.has(field) ? String(reviewsVersion) : '';
}
