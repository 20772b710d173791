/** Quantiles of the values at the ends of a scale, so that outliers do not flatten it. */
const scaleShares = [0.02, 0.98] as const;
/** Number of values that are sampled to compute a scale. */
const sampleLength = 20_000;

/** The ends between which the middle 96 percent of the values lie; null without any. NaN is no value. */
export function valueScale(
  values: Float32Array | Float64Array | Uint32Array,
): { readonly low: number; readonly high: number } | null {
  const step = Math.max(1, Math.floor(values.length / sampleLength));
  let sample = sampleOf(values, step);
  // Sampling may miss rare values.
  if (sample.length === 0 && step > 1) sample = sampleOf(values, 1);
  if (sample.length === 0) return null;
  sample.sort();
  const at = (share: number) => sample[Math.round(share * (sample.length - 1))] as number;
  return { low: at(scaleShares[0]), high: at(scaleShares[1]) };
}

function sampleOf(values: Float32Array | Float64Array | Uint32Array, step: number): Float64Array {
  const sample: number[] = [];
  for (let index = 0; index < values.length; index += step) {
    const value = values[index] as number;
    if (!Number.isNaN(value)) sample.push(value);
  }
  return Float64Array.from(sample);
}
