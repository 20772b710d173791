import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import type { WorkspaceStore } from '../workspace.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';
import { packBits } from './memory/mask-operations.ts';
import { packReviews } from './pack-feed.ts';

/** What comes in the order of the map's feed. */
export function createFeedQueries(
  memory: DetectionMemory,
): Pick<WorkspaceStore, 'feedReviews' | 'matchMask' | 'matchingIds' | 'feedValues'> {
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
    feedValues: (field) =>
      memory.read((detections) => ({
        version: detections.version,
        values: new Float32Array(toNumbers(memory.fieldColumn(detections, field))),
      })),
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
