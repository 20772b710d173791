/** The fraction of the values that is clipped to black, and to white. */
const clippedShare = 0.02;

/** The 2nd and 98th percentile of the values, ignoring `nodata` and NaN. `high` is always above `low`. */
export function percentileStretch(
  values: ArrayLike<number>,
  nodata: number | null,
): { readonly low: number; readonly high: number } {
  const counted = Float64Array.from(
    Array.from(values).filter((value) => Number.isFinite(value) && value !== nodata),
  ).sort();
  if (counted.length === 0) return { low: 0, high: 1 };
  const at = (share: number) => counted[Math.round(share * (counted.length - 1))] ?? 0;
  const low = at(clippedShare);
  const high = at(1 - clippedShare);
  return { low, high: high > low ? high : low + 1 };
}
