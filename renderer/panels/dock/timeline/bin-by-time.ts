import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';

/** Counts of detections in equal steps of collection time. Times are epoch milliseconds. */
export type TimeBins = {
  readonly counts: Uint32Array;
  readonly start: number;
  readonly binMilliseconds: number;
};

/**
 * Detections by collection time between the first and the last of the feed. Only the parts of the filter that the
 * feed knows are applied: analytics and least confidence; a detection without a confidence does not pass one. Null
 * when no detection has a time.
 */
export function binByTime(
  feed: DetectionFeed,
  { analytics, minConfidence }: Pick<DetectionFilter, 'analytics' | 'minConfidence'>,
  binCount: number,
): TimeBins | null {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const time of feed.time) {
    if (time === 0) continue;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (last === 0) return null;
  // The last detection belongs into the last bin, not behind it.
  const binSeconds = (last - first + 1) / binCount;
  const passes = feed.categories.map((category) => !analytics || analytics.includes(category));
  const least = minConfidence === undefined ? 0 : minConfidence * 254;
  const counts = new Uint32Array(binCount);
  for (let index = 0; index < feed.count; index += 1) {
    const time = feed.time[index] ?? 0;
    const confidence = feed.confidence[index] ?? 255;
    if (time === 0 || !passes[feed.category[index] ?? 0]) continue;
    if (minConfidence !== undefined && (confidence === 255 || confidence < least)) continue;
    const bin = Math.floor((time - first) / binSeconds);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { counts, start: first * 1000, binMilliseconds: binSeconds * 1000 };
}
