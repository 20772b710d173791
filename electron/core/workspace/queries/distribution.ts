import type { Distribution, DistributionRequest } from '../../../../shared/results/statistics.ts';
import { countNotFetched } from './count-groups.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { toNumbers } from './memory/field-column.ts';

/**
 * The distribution of the numbers of a field over the detections that match a filter; numeric text counts, and
 * times are epoch milliseconds. The standard deviation is that of the population (divided by n); a percentile is the
 * nearest rank, the smallest number that at least that share of the numbers does not exceed.
 */
export function distributionOf(
  memory: DetectionMemory,
  { filter, field, bins }: DistributionRequest,
): Distribution {
  return memory.read((detections) => {
    const { bits, count } = memory.mask(detections, filter);
    const column = toNumbers(memory.fieldColumn(detections, field));
    const numbers = pickNumbers(column, bits, count);
    const missing = count - numbers.length;
    const isMissing = (index: number) => bits[index] === 1 && Number.isNaN(column[index]);
    const notFetched = missing === 0 ? 0 : countNotFetched(memory, detections, field, isMissing);
    return { ...summarize(numbers.sort(), bins), missing, notFetched };
  });
}

function pickNumbers(column: Float64Array | Uint32Array, bits: Uint8Array, count: number): Float64Array {
  const numbers = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < bits.length; index += 1) {
    const number = column[index] as number;
    if (bits[index] === 0 || Number.isNaN(number)) continue;
    numbers[at] = number;
    at += 1;
  }
  return numbers.subarray(0, at);
}

function summarize(sorted: Float64Array, bins: number): Omit<Distribution, 'missing' | 'notFetched'> {
  const count = sorted.length;
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return emptyDistribution;
  const mean = meanOf(sorted, (number) => number);
  const variance = meanOf(sorted, (number) => (number - mean) ** 2);
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(share * count) - 1)] ?? null;
  return {
    count,
    min,
    max,
    mean,
    standardDeviation: Math.sqrt(variance),
    median: percentile(0.5),
    p05: percentile(0.05),
    p95: percentile(0.95),
    bins: binsOf(sorted, min, max, bins),
  };
}

const emptyDistribution = {
  count: 0,
  min: null,
  max: null,
  mean: null,
  standardDeviation: null,
  median: null,
  p05: null,
  p95: null,
  bins: [],
};

/** Summed as differences from the first, so that large numbers that are close together keep their digits. */
function meanOf(numbers: Float64Array, measure: (number: number) => number): number {
  const origin = measure(numbers[0] as number);
  let sum = 0;
  for (let index = 0; index < numbers.length; index += 1) sum += measure(numbers[index] as number) - origin;
  return origin + sum / numbers.length;
}

/** One bin where all numbers are the same. */
function binsOf(sorted: Float64Array, min: number, max: number, binCount: number): Distribution['bins'] {
  if (min === max) return [{ from: min, to: max, count: sorted.length }];
  const edge = (index: number) => (index === binCount ? max : min + ((max - min) * index) / binCount);
  const bins: { from: number; to: number; count: number }[] = [];
  let at = 0;
  for (let index = 0; index < binCount; index += 1) {
    const [from, to] = [edge(index), edge(index + 1)];
    const start = at;
    while (at < sorted.length && ((sorted[at] as number) < to || index === binCount - 1)) at += 1;
    bins.push({ from, to, count: at - start });
  }
  return bins;
}
