import type { PackedBox } from './detection-filter.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';

/** Number of strips that the world is divided into; narrower gaps are ignored. */
const strips = 4096;
const stripWidth = 2 ** 32 / strips;

/**
 * The smallest box around the matching detections, `west > east` when it crosses the antimeridian; null without any.
 * West and east are exact to 1/4096 of the world (0.09°), always outwards.
 */
export function detectionsExtent(
  { words, count }: PackedDetections,
  matches: (slot: number) => boolean,
): PackedBox | null {
  const isOccupied = new Uint8Array(strips);
  let north = Number.POSITIVE_INFINITY;
  let south = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < count; slot++) {
    if (!matches(slot)) continue;
    const y = words[slot * wordsPerDetection + 1] as number;
    isOccupied[Math.floor((words[slot * wordsPerDetection] as number) / stripWidth)] = 1;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (north > south) return null;
  const gap = widestGap(isOccupied);
  return {
    west: ((gap.end + 1) % strips) * stripWidth,
    east: ((gap.start - 1 + strips) % strips) * stripWidth + stripWidth - 1,
    north,
    south,
  };
}

/** The longest run of free strips around the world, as its first and last strip; both modulo the world. */
function widestGap(isOccupied: Uint8Array): { readonly start: number; readonly end: number } {
  let best = { start: 0, end: -1 };
  let start = 0;
  // Two rounds, so that a gap across the antimeridian is found completely.
  for (let strip = 0; strip < 2 * strips; strip++) {
    if (isOccupied[strip % strips]) start = strip + 1;
    else if (strip - start > best.end - best.start) best = { start, end: strip };
  }
  return { start: best.start % strips, end: (best.end + strips) % strips };
}
