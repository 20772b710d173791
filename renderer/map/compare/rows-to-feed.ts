import { normalizeLongitude } from '../../../shared/geo/longitude.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { encodeFeed, packX, packY } from '../../../shared/results/detection-feed.ts';

/** The bits of a verdict in the flags of the feed. */
const verdictBits = { confirmed: 1, rejected: 2, unsure: 3 } as const;
/** Categories are bytes; the last one is used for all others. */
const maxCategories = 256;

/** Encodes rows as a feed for the map; detections with an area become points. */
export function rowsToFeed(rows: readonly DetectionRow[]): ArrayBuffer {
  const categories = [...new Set(rows.map(({ analytic }) => analytic))].slice(0, maxCategories);
  const categoryOf = new Map(categories.map((name, index) => [name, index]));
  const encoder = new TextEncoder();
  return encodeFeed(
    {
      count: rows.length,
      version: 1,
      reviewsVersion: 0,
      categories,
      id: Uint32Array.from(rows, ({ id }) => id),
      x: Uint32Array.from(rows, ({ longitude }) => packX(normalizeLongitude(longitude))),
      y: Uint32Array.from(rows, ({ latitude }) => packY(latitude)),
      time: new Uint32Array(rows.length),
      category: Uint8Array.from(rows, ({ analytic }) => categoryOf.get(analytic) ?? maxCategories - 1),
      confidence: new Uint8Array(rows.length).fill(255),
      flags: Uint8Array.from(rows, ({ chipIdentifier, review }) => {
        const verdict = review?.verdict ? verdictBits[review.verdict] : 0;
        return (chipIdentifier === null ? 0 : 2) | (verdict << 2) | (review?.flagged ? 1 << 4 : 0);
      }),
    },
    (text) => encoder.encode(text),
  ).buffer;
}
