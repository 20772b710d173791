import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import { finish } from '../../base/steps.ts';
import type { WorkspaceStore } from '../workspace.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';
import { packBits } from './memory/mask-operations.ts';
import { pickPositions } from './memory/sort-orders.ts';
import { packReviews } from './pack-feed.ts';
import { countQueuePasses, type PassOrders } from './queue-pass-order.ts';

/** What comes in the order of the map's feed. */
export function createFeedQueries(
  memory: DetectionMemory,
  passOrders: PassOrders,
): Pick<
  WorkspaceStore,
  'feedReviews' | 'matchMask' | 'matchingIds' | 'reviewQueue' | 'queuePasses' | 'feedValues'
> {
  return {
    feedReviews: () =>
      memory.read((detections) =>
        encodeFeedReviews({
          version: detections.version,
          reviewsVersion: Math.max(0, detections.storedReviewsVersion),
          flags: packReviews(memory.reviewsOf(detections)),
        }),
      ),
    matchMask: (filter) =>
      memory.read((detections) => {
        const { bits, count } = memory.mask(detections, filter);
        return encodeMatchMask({
          version: detections.version,
          count: bits.length,
          matching: count,
          bits: packBits(bits),
        });
      }),
    matchingIds: (filter) =>
      memory.read((detections) => {
        const { bits, count } = memory.mask(detections, filter);
        return pickIds(detections.columns.id, bits, count);
      }),
    reviewQueue: (filter, order) =>
      memory.read((detections) => {
        const mask = memory.mask(detections, filter);
        const positions =
          order === 'pass'
            ? finish(pickPositions(passOrders.read(detections).order, mask))
            : memory.order(detections, filter, order);
        return idsOf(detections.columns.id, positions);
      }),
    queuePasses: (filter) =>
      memory.read((detections) =>
        countQueuePasses(
          passOrders.read(detections),
          memory.mask(detections, filter),
          memory.reviewsOf(detections),
        ),
      ),
    feedValues: (field) =>
      memory.read((detections) => ({
        version: detections.version,
        values: new Float32Array(toNumbers(memory.fieldColumn(detections, field))),
      })),
  };
}

function idsOf(ids: Uint32Array, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(positions.length);
  for (let index = 0; index < found.length; index += 1) {
    found[index] = ids[positions[index] as number] as number;
  }
  return found;
}

/** The ids of the detections in a mask, ascending. */
export function pickIds(ids: Uint32Array, bits: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < bits.length && at < count; index += 1) {
    picked[at] = ids[index] as number;
    at += bits[index] as number;
  }
  return picked;
}
