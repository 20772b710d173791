import type { Verdict } from './review.ts';

/** Verdicts of detections that share a value. */
export type AccuracyTally = Record<Verdict | 'total', number>;

/** Bounds of a proportion at a confidence of 95 %, 0 to 1. */
export type Interval = { readonly low: number; readonly high: number };

/** The 0.975 quantile of the standard normal distribution. */
const z = 1.959963984540054;

/**
 * The Wilson score interval of `successes` in `trials` (Wilson 1927, J. Am. Stat. Assoc. 22, 209). Null without trials.
 */
export function wilsonInterval(successes: number, trials: number): Interval | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const center = (share + z ** 2 / (2 * trials)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  // At 0 and 1 the bound is exact; rounding would leave it just inside.
  return {
    low: successes === 0 ? 0 : center - margin,
    high: successes === trials ? 1 : center + margin,
  };
}

/** Adds a detection to a tally; null: it has no verdict. */
export function addVerdict(tally: AccuracyTally, verdict: Verdict | null): void {
  tally.total += 1;
  if (verdict !== null) tally[verdict] += 1;
}

export function emptyTally(): AccuracyTally {
  return { total: 0, confirmed: 0, rejected: 0, unsure: 0 };
}

/** The number of detections with any verdict. */
export function reviewedOf({ confirmed, rejected, unsure }: AccuracyTally): number {
  return confirmed + rejected + unsure;
}

/** The share of confirmed in all that were confirmed or rejected, 0 to 1; null without any. */
export function precisionOf({ confirmed, rejected }: AccuracyTally): number | null {
  return confirmed + rejected === 0 ? null : confirmed / (confirmed + rejected);
}
