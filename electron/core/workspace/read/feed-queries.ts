import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { encodeFeedColors } from '../../../../shared/results/feed-colors.ts';
import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import { colorsOf } from './feed-colors.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';
import { packBits } from './memory/mask-operations.ts';
import { packFeed, packReviews } from './pack-feed.ts';
import type { DefineQuery } from './query.ts';

/** Queries whose results are in the order of the map's feed. */
export function createFeedQueries(query: DefineQuery, memory: DetectionMemory) {
  return {
    /** All detections, packed for the map: the bytes of `encodeFeed`. */
    detectionFeed: query(
      () => ({}),
      (detections) => packFeed(memory, detections),
      { isHandedOver: true },
    ),
    /** How they are reviewed: the bytes of `encodeFeedReviews`. */
    feedReviews: query(
      () => ({}),
      (detections) =>
        encodeFeedReviews({
          version: detections.version,
          reviewsVersion: Math.max(0, detections.storedReviewsVersion),
          flags: packReviews(memory.reviewsOf(detections)),
        }),
      { isHandedOver: true },
    ),
    /** Which detections match the filter: the bytes of `encodeMatchMask`. */
    matchMask: query(
      (filter: DetectionFilter) => ({ filter }),
      (detections, filter) => {
        const { bits, count } = memory.mask(detections, filter);
        return encodeMatchMask({
          version: detections.version,
          count: bits.length,
          matching: count,
          bits: packBits(bits),
        });
      },
      { isHandedOver: true },
    ),
    /** Ids of the detections that match the filter, ascending. */
    matchingIds: query(
      (filter: DetectionFilter) => ({ filter }),
      (detections, filter) => {
        const { bits, count } = memory.mask(detections, filter);
        return pickIds(detections.columns.id, bits, count);
      },
      { isHandedOver: true },
    ),
    /** The values of a numeric field, NaN where there is none. */
    feedValues: query(
      (field: DetectionField) => ({ fields: [field] }),
      (detections, field) => ({
        version: detections.version,
        values: new Float32Array(toNumbers(memory.fieldColumn(detections, field))),
      }),
    ),
    /** The values of a field as the map colors them: the bytes of `encodeFeedColors`. */
    feedColors: query(
      (field: DetectionField) => ({ fields: [field, 'not_fetched'] }),
      function* (detections, field) {
        const colors = yield* colorsOf(memory, detections, field);
        return encodeFeedColors(colors, (text) => new TextEncoder().encode(text));
      },
      { isHandedOver: true },
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
