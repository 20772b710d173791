/** What share of the values becomes wholly black, and wholly white. */
const clipped = 0.02;

/**
 * The values between which most lie: the 2nd and 98th percentile, without `nodata` and what is no number. `high` is
 * always above `low`.
 */
export function stretchOf(
  values: ArrayLike<number>,
  nodata: number | null,
): { readonly low: number; readonly high: number } {
  const counted = Float64Array.from(
    Array.from(values).filter((value) => Number.isFinite(value) && value !== nodata),
  ).sort();
  if (counted.length === 0) return { low: 0, high: 1 };
  const at = (share: number) => counted[Math.round(share * (counted.length - 1))] ?? 0;
  const low = at(clipped);
  const high = at(1 - clipped);
  return { low, high: high > low ? high : low + 1 };
}
