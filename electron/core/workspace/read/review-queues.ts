import type { DetectionFilter, DetectionPageRequest } from '../../../../shared/results/detection.ts';
import { inRanges } from '../../base/steps.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { pickPositions } from './memory/sort-orders.ts';
import type { DefineQuery } from './query.ts';
import { countQueuePasses, type PassOrders } from './queue-pass-order.ts';

/** Queues of detections to review. */
export function createReviewQueues(query: DefineQuery, memory: DetectionMemory, passOrders: PassOrders) {
  return {
    /** Ids of the detections that match the filter, in the order of a table, or by image with the latest first. */
    reviewQueue: query(
      (filter: DetectionFilter, order: DetectionPageRequest['sort'] | 'pass') => ({
        filter,
        ...(order === 'pass' ? {} : { sort: order }),
      }),
      function* (detections, filter, order) {
        const positions =
          order === 'pass'
            ? yield* pickPositions((yield* passOrders(detections)).order, memory.mask(detections, filter))
            : memory.order(detections, filter, order);
        const ids = new Uint32Array(positions.length);
        yield* inRanges(ids.length, (from, to) => pickAt(detections.columns.id, positions, ids, from, to));
        return ids;
      },
      { isHandedOver: true },
    ),
    /** How many detections of each image a queue by image has, in its order. */
    queuePasses: query(
      (filter: DetectionFilter) => ({ filter }),
      function* (detections, filter) {
        const order = yield* passOrders(detections);
        return yield* countQueuePasses(order, memory.mask(detections, filter), memory.reviewsOf(detections));
      },
    ),
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
