import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { createFeedMessage } from '../../../../shared/results/detection-feed.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { encodeFeedColors } from '../../../../shared/results/feed-colors.ts';
import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { DetectionColumns } from '../file/columns/detection-chunk.ts';
import { colorsOf } from './feed-colors.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import type { DetectionReviews } from './memory/detection-reviews.ts';
import { toNumbers } from './memory/field-column.ts';
import { packBits } from './memory/mask-operations.ts';
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
    /** Review flags of the detections: the bytes of `encodeFeedReviews`. */
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
    /** Mask of the detections that match the filter: the bytes of `encodeMatchMask`. */
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

/** `category` has eight bits; analytics past the most frequent ones share the last category. */
const maxCategories = 256;
const otherAnalytics = 'Other analytics';

/** All detections packed for the map in ascending id order, categories by falling frequency: the bytes of `encodeFeed`. */
function* packFeed(memory: DetectionMemory, detections: StoredDetections): Steps<Uint8Array<ArrayBuffer>> {
  const { columns, version } = detections;
  const { categories, categoryOfCode } = yield* readCategories(memory, columns);
  const encoder = new TextEncoder();
  const { message, columns: packed } = createFeedMessage(
    {
      count: columns.count,
      version,
      reviewsVersion: Math.max(0, detections.storedReviewsVersion),
      categories,
    },
    (text) => encoder.encode(text),
  );
  const reviews = memory.reviewsOf(detections);
  yield* inRanges(columns.count, (from, to) => {
    for (const name of ['id', 'x', 'y'] as const) packed[name].set(columns[name].subarray(from, to), from);
    packTimes(columns.collected, packed.time, from, to);
    packCategories(columns.analytic, categoryOfCode, packed.category, from, to);
    packConfidences(columns.confidence, packed.confidence, from, to);
    packFlags(columns.flags, reviews, packed.flags, from, to);
  });
  return message;
}

function* readCategories({ store }: DetectionMemory, { analytic }: DetectionColumns) {
  // Names that are read between two steps are of later detections.
  const texts = store.names.texts().slice();
  const counts = new Uint32Array(texts.length);
  yield* inRanges(analytic.length, (from, to) => countCodes(analytic, counts, from, to));
  // Another program may have left a detection without its analytic.
  const names = texts
    .flatMap((text, code) =>
      counts[code] === 0 ? [] : [{ name: text ?? '', count: counts[code] as number }],
    )
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
  const fits = names.length <= maxCategories;
  const categories = fits ? names : [...names.slice(0, maxCategories - 1), otherAnalytics];
  const indexes = new Map(categories.map((name, index) => [name, index]));
  const categoryOfCode = Uint8Array.from(texts, (text) => indexes.get(text ?? '') ?? maxCategories - 1);
  return { categories, categoryOfCode };
}

function countCodes(codes: Uint32Array, counts: Uint32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const code = codes[index] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

function packCategories(
  analytic: Uint32Array,
  categoryOfCode: Uint8Array,
  packed: Uint8Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    packed[index] = categoryOfCode[analytic[index] as number] as number;
  }
}

/** Times that the feed's unsigned seconds cannot hold count as absent. */
function packTimes(collected: Float64Array, packed: Uint32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const seconds = Math.floor((collected[index] as number) / 1000);
    packed[index] = seconds > 0 && seconds < 2 ** 32 ? seconds : 0;
  }
}

function packConfidences(confidence: Float64Array, packed: Uint8Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const value = confidence[index] as number;
    // Another program may have written a number out of bounds.
    packed[index] = Number.isNaN(value) ? 255 : Math.round(Math.min(1, Math.max(0, value)) * 254);
  }
}

/** Packs reviews as bits of the feed's flags. */
function packReviews({ verdict, flagged }: DetectionReviews): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(verdict.length);
  for (let index = 0; index < packed.length; index += 1) {
    packed[index] = bitsOfReview(verdict, flagged, index);
  }
  return packed;
}

/** The bits of the geometry and the chip, with those of the reviews. */
function packFlags(
  flags: Uint8Array,
  { verdict, flagged }: DetectionReviews,
  packed: Uint8Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    packed[index] = ((flags[index] as number) & 3) | bitsOfReview(verdict, flagged, index);
  }
}

function bitsOfReview(verdict: Uint8Array, flagged: Uint8Array, index: number): number {
  return ((verdict[index] as number) << 2) | ((flagged[index] as number) << 4);
}
