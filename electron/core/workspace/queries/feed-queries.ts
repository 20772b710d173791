import { encodeFeedColors } from '../../../../shared/results/feed-colors.ts';
import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { colorsOf } from './feed-colors.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';
import { packBits } from './memory/mask-operations.ts';
import { pickPositions } from './memory/sort-orders.ts';
import { packFeed, packReviews } from './pack-feed.ts';
import { countQueuePasses, createPassOrder } from './queue-pass-order.ts';

/** The map's feed, and what comes in its order. */
export function createFeedQueries(
  sql: Sql,
  memory: DetectionMemory,
): Pick<
  WorkspaceStore,
  | 'detectionFeed'
  | 'feedReviews'
  | 'matchMask'
  | 'matchingIds'
  | 'reviewQueue'
  | 'queuePasses'
  | 'feedValues'
  | 'feedColors'
> {
  const passOrder = createPassOrder(sql);
  return {
    detectionFeed: () => memory.read((detections) => packFeed(memory, detections)),
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
            ? pickPositions(passOrder(detections).order, mask)
            : memory.order(detections, filter, order);
        return Uint32Array.from(positions, (position) => detections.columns.id[position] as number);
      }),
    queuePasses: (filter) =>
      memory.read((detections) =>
        countQueuePasses(
          passOrder(detections),
          memory.mask(detections, filter),
          memory.reviewsOf(detections),
        ),
      ),
    feedValues: (field) =>
      memory.read((detections) => ({
        version: detections.version,
        values: Float32Array.from(toNumbers(memory.fieldColumn(detections, field))),
      })),
    feedColors: (field) =>
      memory.read((detections) =>
        encodeFeedColors(colorsOf(memory, detections, field), (text) => new TextEncoder().encode(text)),
      ),
  };
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
