import { type DetectionFeed, packX, packY } from '../../shared/results/detection-feed.ts';
import type { Verdict } from '../../shared/review/review.ts';

/** One detection of a feed; missing values are 0 or unknown. */
export type FeedDetection = {
  readonly id: number;
  readonly longitude: number;
  readonly latitude: number;
  /** Index into the categories. */
  readonly category?: number;
  /** Epoch seconds. */
  readonly time?: number;
  /** 0…1. */
  readonly confidence?: number;
  readonly isArea?: boolean;
  readonly verdict?: Verdict;
  readonly flagged?: boolean;
};

const verdictBits = { confirmed: 1 << 2, rejected: 2 << 2, unsure: 3 << 2 } as const;

/** Builds a feed of these detections. */
export function detectionFeed(
  detections: readonly FeedDetection[],
  categories: readonly string[] = ['LargeVesselDetection', 'SmallVesselDetection', 'AircraftDetection'],
): DetectionFeed {
  return {
    count: detections.length,
    version: 1,
    reviewsVersion: 0,
    categories,
    id: Uint32Array.from(detections, ({ id }) => id),
    x: Uint32Array.from(detections, ({ longitude }) => packX(longitude)),
    y: Uint32Array.from(detections, ({ latitude }) => packY(latitude)),
    time: Uint32Array.from(detections, ({ time }) => time ?? 0),
    category: Uint8Array.from(detections, ({ category }) => category ?? 0),
    confidence: Uint8Array.from(detections, ({ confidence }) =>
      confidence === undefined ? 255 : Math.round(confidence * 254),
    ),
    flags: Uint8Array.from(
      detections,
      ({ isArea, verdict, flagged }) =>
        (isArea ? 1 : 0) | (verdict ? verdictBits[verdict] : 0) | (flagged ? 1 << 4 : 0),
    ),
  };
}

/** Detections in clusters as around ports, and some at the world's edges; always the same ones. */
export function clusteredDetections(count: number): FeedDetection[] {
  const next = sequence();
  return Array.from({ length: count }, (_, index) => {
    const port = Math.floor(next() * 60);
    return {
      id: count - index,
      longitude: wrapLongitude(100 + ((port * 37) % 80) + (next() + next() - 1) * 4),
      latitude: -40 + ((port * 53) % 100) + (next() + next() - 1) * 3,
      category: Math.floor(next() * 3),
      time: 1_790_000_000 + Math.floor(next() * 2_000_000),
      confidence: next(),
    };
  });
}

/** Numbers in 0…1 that look random and are the same in every run (linear congruential, Numerical Recipes). */
export function sequence(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function wrapLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
