/** Usual range of comparable counts. */
export type Baseline = {
  readonly median: number;
  /** Median absolute deviation from the median, unscaled. */
  readonly mad: number;
  /** The MAD that deviations are measured in: `mad`, but not less than chance makes of whole numbers. */
  readonly unit: number;
  /** Number of counts it was made from. */
  readonly passes: number;
};

/** Fewer comparable passes make no baseline. */
export const minBaselinePasses = 8;

/** A count is unusual from this many MADs on: 2.7 standard deviations of a normal distribution. */
export const anomalyMads = 4;

/** Returns the baseline of comparable counts; null for fewer than `minBaselinePasses`. */
export function baselineOf(counts: readonly number[]): Baseline | null {
  if (counts.length < minBaselinePasses) return null;
  const median = medianOf(counts);
  const mad = medianOf(counts.map((count) => Math.abs(count - median)));
  return { median, mad, unit: Math.max(leastMad(median), mad), passes: counts.length };
}

/** Returns how many MADs (`unit`) a count is above (positive) or below the median. */
export function deviationOf(count: number, { median, unit }: Baseline): number {
  return (count - median) / unit;
}

/**
 * The least MAD by which counts are compared: since counts are whole numbers, a small MAD may be up to a half too small.
 * One object or, up to 1.5, what chance makes of a count (0.6 √median, about the MAD of a Poisson distribution).
 */
function leastMad(median: number): number {
  return Math.max(1, Math.min(1.5, 0.6 * Math.sqrt(median)));
}

/** Whether a count is unusual: at least `anomalyMads` away from the median. */
export function isAnomaly(count: number, baseline: Baseline): boolean {
  return Math.abs(deviationOf(count, baseline)) >= anomalyMads;
}

/** Returns the middle value, of an even number the mean of the two in the middle; NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}
