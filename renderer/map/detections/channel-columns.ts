import { colorCodes, type FeedColors } from '../../../shared/results/feed-colors.ts';
import type { MatchMask } from '../../../shared/results/match-mask.ts';
import { valueScale } from '../../../shared/results/value-scale.ts';
import type { ChannelColumn } from './detections-messages.ts';

/** The byte of a detection without a value. */
export const noValue = 255;

/** The mask in the order of the packed detections; `order` gives the feed's index at each slot. */
export function maskColumn({ bits, matching }: MatchMask, order: Uint32Array): ChannelColumn {
  const bytes = new Uint8Array(order.length);
  for (let slot = 0; slot < order.length; slot++) {
    const index = order[slot] as number;
    bytes[slot] = ((bits[index >> 3] as number) >> (index & 7)) & 1;
  }
  return { bytes, scale: null, count: matching };
}

/** Sizes: the middle 96 percent of the values are scaled to 0…254, the others are clamped. */
export function sizeColumn(values: readonly Float32Array[], order: Uint32Array): ChannelColumn {
  const merged = mergeValues(values, order);
  const scale = valueScale(merged);
  const width = scale ? scale.high - scale.low : 0;
  const toByte = (value: number) =>
    scale === null || width === 0 ? 127 : Math.min(254, Math.max(0, ((value - scale.low) / width) * 254));
  return { ...toColumn(merged, toByte), scale };
}

/** The codes of colors in the order of the packed detections. */
export function colorColumn({ codes, scale }: FeedColors, order: Uint32Array): ChannelColumn {
  const bytes = new Uint8Array(order.length);
  let count = 0;
  for (let slot = 0; slot < order.length; slot++) {
    const code = codes[order[slot] as number] as number;
    bytes[slot] = code;
    if (code !== colorCodes.absent && code !== colorCodes.notFetched) count += 1;
  }
  return { bytes, scale: null, colors: scale, count };
}

/** Headings in degrees, clockwise from North; one beyond ±360° counts as none. */
export function headingColumn(values: readonly Float32Array[], order: Uint32Array): ChannelColumn {
  const merged = mergeValues(values, order);
  for (let slot = 0; slot < merged.length; slot++) {
    if (Math.abs(merged[slot] as number) > 360) merged[slot] = Number.NaN;
  }
  return {
    ...toColumn(merged, (degrees) => Math.round((((degrees % 360) + 360) / 360) * 255) % 255),
    scale: null,
  };
}

function toColumn(values: Float32Array, toByte: (value: number) => number): Omit<ChannelColumn, 'scale'> {
  const bytes = new Uint8Array(values.length).fill(noValue);
  let count = 0;
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] as number;
    if (Number.isNaN(value)) continue;
    bytes[slot] = Math.round(toByte(value));
    count += 1;
  }
  return { bytes, count };
}

/** Uses the first column with a finite value for each detection. */
function mergeValues(columns: readonly Float32Array[], order: Uint32Array): Float32Array {
  const merged = new Float32Array(order.length).fill(Number.NaN);
  for (const column of columns) {
    for (let slot = 0; slot < order.length; slot++) {
      const value = column[order[slot] as number] as number;
      if (Number.isNaN(merged[slot] as number) && Number.isFinite(value)) merged[slot] = value;
    }
  }
  return merged;
}
