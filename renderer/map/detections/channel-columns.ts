import type { MatchMask } from '../../../shared/results/match-mask.ts';
import type { ChannelColumn } from './detections-messages.ts';

/** The byte of a detection without a value. */
export const noValue = 255;
/** Shares of the values that lie below and above the scale of sizes, so that a stray value does not flatten it. */
const scaleShares = [0.02, 0.98] as const;
/** So many values are looked at for the scale; more change nothing of it. */
const scaleSample = 20_000;

/** The mask in the order of the packed detections; `order` gives the feed's index at each place. */
export function maskColumn({ bits, matching }: MatchMask, order: Uint32Array): ChannelColumn {
  const bytes = new Uint8Array(order.length);
  for (let place = 0; place < order.length; place++) {
    const index = order[place] as number;
    bytes[place] = ((bits[index >> 3] as number) >> (index & 7)) & 1;
  }
  return { bytes, scale: null, count: matching };
}

/** Sizes: the values' middle 96 percent spread over 0…254, what lies beyond at the ends. */
export function sizeColumn(values: readonly Float32Array[], order: Uint32Array): ChannelColumn {
  const merged = mergeValues(values, order);
  const scale = scaleOf(merged);
  const width = scale ? scale.high - scale.low : 0;
  const toByte = (value: number) =>
    scale === null || width === 0 ? 127 : Math.min(254, Math.max(0, ((value - scale.low) / width) * 254));
  return { ...toColumn(merged, toByte), scale };
}

/** Headings in degrees, clockwise from North; one beyond ±360° counts as none. */
export function headingColumn(values: readonly Float32Array[], order: Uint32Array): ChannelColumn {
  const merged = mergeValues(values, order);
  for (let place = 0; place < merged.length; place++) {
    if (Math.abs(merged[place] as number) > 360) merged[place] = Number.NaN;
  }
  return {
    ...toColumn(merged, (degrees) => Math.round((((degrees % 360) + 360) / 360) * 255) % 255),
    scale: null,
  };
}

function toColumn(values: Float32Array, toByte: (value: number) => number): Omit<ChannelColumn, 'scale'> {
  const bytes = new Uint8Array(values.length).fill(noValue);
  let count = 0;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    if (Number.isNaN(value)) continue;
    bytes[place] = Math.round(toByte(value));
    count += 1;
  }
  return { bytes, count };
}

/** The first of the columns that has a finite value for a detection counts. */
function mergeValues(columns: readonly Float32Array[], order: Uint32Array): Float32Array {
  const merged = new Float32Array(order.length).fill(Number.NaN);
  for (const column of columns) {
    for (let place = 0; place < order.length; place++) {
      const value = column[order[place] as number] as number;
      if (Number.isNaN(merged[place] as number) && Number.isFinite(value)) merged[place] = value;
    }
  }
  return merged;
}

function scaleOf(values: Float32Array): ChannelColumn['scale'] {
  const step = Math.max(1, Math.floor(values.length / scaleSample));
  let sample = sampleOf(values, step);
  // Values that few detections have may all lie between the steps.
  if (sample.length === 0 && step > 1) sample = sampleOf(values, 1);
  if (sample.length === 0) return null;
  sample.sort();
  const at = (share: number) => sample[Math.round(share * (sample.length - 1))] as number;
  return { low: at(scaleShares[0]), high: at(scaleShares[1]) };
}

function sampleOf(values: Float32Array, step: number): Float32Array {
  const sample: number[] = [];
  for (let place = 0; place < values.length; place += step) {
    const value = values[place] as number;
    if (!Number.isNaN(value)) sample.push(value);
  }
  return Float32Array.from(sample);
}
