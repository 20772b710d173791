import { encodeFeed } from '../../../../shared/results/detection-feed.ts';
import { countCodes } from './count-groups.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import type { DetectionReviews } from './memory/detection-reviews.ts';

/** `category` has eight bits; analytics past the most frequent ones share the last category. */
const maxCategories = 256;
const otherAnalytics = 'Other analytics';

/** All detections packed for the map in ascending id order, categories by falling frequency. */
export function packFeed(memory: DetectionMemory, detections: Detections): Uint8Array<ArrayBuffer> {
  const { columns, version } = detections;
  const { categories, categoryOfCode } = readCategories(memory, detections);
  const encoder = new TextEncoder();
  return encodeFeed(
    {
      count: columns.count,
      version,
      reviewsVersion: Math.max(0, detections.storedReviewsVersion),
      categories,
      id: columns.id,
      x: columns.x,
      y: columns.y,
      time: packTimes(columns.collected),
      category: packCategories(columns.analytic, categoryOfCode),
      confidence: packConfidences(columns.confidence),
      flags: joinFlags(columns.flags, packReviews(memory.reviewsOf(detections))),
    },
    (text) => encoder.encode(text),
  );
}

function readCategories({ store }: DetectionMemory, { columns }: Detections) {
  const texts = store.names.texts();
  const every = new Uint8Array(columns.count).fill(1);
  // Another program may have left a detection without its analytic.
  const names = countCodes(every, columns.analytic, texts)
    .sort((one, other) => other.count - one.count || ((one.key ?? '') < (other.key ?? '') ? -1 : 1))
    .map(({ key }) => key ?? '');
  const fits = names.length <= maxCategories;
  const categories = fits ? names : [...names.slice(0, maxCategories - 1), otherAnalytics];
  const indexes = new Map(categories.map((name, index) => [name, index]));
  const categoryOfCode = Uint8Array.from(texts, (text) => indexes.get(text ?? '') ?? maxCategories - 1);
  return { categories, categoryOfCode };
}

function packCategories(analytic: Uint32Array, categoryOfCode: Uint8Array): Uint8Array {
  const packed = new Uint8Array(analytic.length);
  for (let index = 0; index < packed.length; index += 1) {
    packed[index] = categoryOfCode[analytic[index] as number] as number;
  }
  return packed;
}

/** Times that the feed's unsigned seconds cannot hold count as absent. */
function packTimes(collected: Float64Array): Uint32Array {
  const packed = new Uint32Array(collected.length);
  for (let index = 0; index < packed.length; index += 1) {
    const seconds = Math.floor((collected[index] as number) / 1000);
    packed[index] = seconds > 0 && seconds < 2 ** 32 ? seconds : 0;
  }
  return packed;
}

function packConfidences(confidence: Float64Array): Uint8Array {
  const packed = new Uint8Array(confidence.length);
  for (let index = 0; index < packed.length; index += 1) {
    const value = confidence[index] as number;
    // Another program may have written a number out of bounds.
    packed[index] = Number.isNaN(value) ? 255 : Math.round(Math.min(1, Math.max(0, value)) * 254);
  }
  return packed;
}

/** Packs reviews as bits of the feed's flags. */
export function packReviews({ verdict, flagged }: DetectionReviews): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(verdict.length);
  for (let index = 0; index < packed.length; index += 1) {
    packed[index] = ((verdict[index] as number) << 2) | ((flagged[index] as number) << 4);
  }
  return packed;
}

/** `flags` are the bits of the geometry and the chip. */
function joinFlags(flags: Uint8Array, reviews: Uint8Array): Uint8Array {
  const packed = new Uint8Array(flags.length);
  for (let index = 0; index < packed.length; index += 1) {
    packed[index] = ((flags[index] as number) & 3) | (reviews[index] as number);
  }
  return packed;
}
