/** Stretch of gray values: by the chip's values, over the full range, or manually. */
export type StretchMode = 'auto' | 'full' | 'manual';

/** The contrast of displayed chips. Files are not changed. */
export type ChipStretch = {
  readonly mode: StretchMode;
  /** With `manual`: the values shown as black and as white, 0…255, low < high. */
  readonly low: number;
  readonly high: number;
  /** 1 is linear; above it the dark parts become brighter. */
  readonly gamma: number;
  readonly invert: boolean;
};

/** The values shown as black and as white. */
export type StretchLimits = { readonly low: number; readonly high: number };

/** The fraction of the darkest and of the brightest values that `auto` clips. */
const cutShare = 0.02;
/** Range of gamma. */
export const gammaRange = { min: 0.3, max: 3 } as const;

export const defaultStretch: ChipStretch = { mode: 'auto', low: 0, high: 255, gamma: 1, invert: false };

/** Histogram of the 256 gray values. `pixels` is RGBA; colored pixels count by their luma (ITU-R BT.709). */
export function grayHistogram(pixels: Uint8ClampedArray): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 4) {
    // Pixels outside of the image are transparent.
    if (pixels[at + 3] === 0) continue;
    const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
    const gray = red === green && green === blue ? red : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const value = Math.round(gray);
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}

/** The values that a stretch shows as black and as white in a chip with this histogram; always low < high. */
export function stretchLimits(histogram: Uint32Array, stretch: ChipStretch): StretchLimits {
  if (stretch.mode === 'manual') return toLimits(stretch.low, stretch.high);
  const cut = stretch.mode === 'auto' ? cutShare : 0;
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return { low: 0, high: 255 };
  let low = 0;
  for (let seen = histogram[0] as number; seen <= total * cut; seen += histogram[low] as number) low += 1;
  let high = 255;
  for (let seen = histogram[255] as number; seen <= total * cut; seen += histogram[high] as number) high -= 1;
  return toLimits(low, high);
}

/** The displayed value for each of the 256 values. */
export function lookUpTable(
  { low, high }: StretchLimits,
  { gamma, invert }: Pick<ChipStretch, 'gamma' | 'invert'>,
): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
    const shown = 255 * share ** (1 / gamma);
    return invert ? 255 - shown : shown;
  });
}

/** Moves the window of a stretch: `level` shifts it, `width` widens it, both in gray values. */
export function moveWindow(
  { low, high }: StretchLimits,
  { level, width }: { readonly level: number; readonly width: number },
): StretchLimits {
  const middle = (low + high) / 2 + level;
  const half = Math.max(0.5, (high - low + width) / 2);
  return toLimits(middle - half, middle + half);
}

function toLimits(low: number, high: number): StretchLimits {
  const clampedLow = Math.min(254, Math.max(0, Math.round(low)));
  return { low: clampedLow, high: Math.max(clampedLow + 1, Math.min(255, Math.round(high))) };
}
