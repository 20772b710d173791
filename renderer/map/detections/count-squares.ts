import { type DensityGrid, densityCellPixels } from './density-grid.ts';
import { densityRampLength } from './density-ramp.ts';
import type { DrawnWorldCopy } from './detection-scene.ts';
import { wordsPerDetection } from './packed-detections.ts';
import type { ViewExtent } from './paint-view.ts';

/** The detections to count. */
export type CountedDetections = {
  readonly words: Uint32Array;
  readonly worldCopies: readonly DrawnWorldCopy[];
  matches(slot: number): boolean;
};

/**
 * The number of detections in each square of the grid, row by row from the bottom: on the processor what
 * `countVertexShader` does.
 */
export function countSquares(
  { words, worldCopies, matches }: CountedDetections,
  view: ViewExtent,
  { columns, rows, originX, originY }: DensityGrid,
): Uint32Array {
  const counts = new Uint32Array(columns * rows);
  const scale = 1 / (view.unitsPerPixel * densityCellPixels);
  const [cos, sin] = [Math.cos(view.rotation) * scale, Math.sin(view.rotation) * scale];
  const { centerX, centerY } = view;
  const middleX = view.width / 2 / densityCellPixels + originX;
  const middleY = view.height / 2 / densityCellPixels + originY;
  for (const { offset, runs } of worldCopies) {
    for (const { from, to } of runs) {
      for (let slot = from; slot < to; slot++) {
        if (!matches(slot)) continue;
        const word = slot * wordsPerDetection;
        const difference = (words[word] as number) - centerX;
        const east = difference - Math.floor(difference / 2 ** 32 + 0.5) * 2 ** 32 + offset;
        const south = (words[word + 1] as number) - centerY;
        const column = Math.floor(middleX + cos * east - sin * south);
        const row = Math.floor(middleY - sin * east - cos * south);
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
        counts[row * columns + column] = (counts[row * columns + column] as number) + 1;
      }
    }
  }
  return counts;
}

/**
 * The colors of counted squares as red, green, blue and opacity, 0…255, row by row from the top: on the processor what
 * `rampFragmentShader` does. `ramp` has the components of the colors, 0…1.
 */
export function colorSquares(
  counts: Uint32Array,
  { columns, rows }: Pick<DensityGrid, 'columns' | 'rows'>,
  top: number,
  ramp: Float32Array,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(columns * rows * 4);
  const smoothed = smooth(counts, columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const square = row * columns + column;
      // A square never shows less than it holds, so that the colors can be read off the legend.
      const count = Math.max(counts[square] as number, 0.5 * (smoothed[square] as number));
      if (count === 0) continue;
      const share = Math.min(1, Math.log(Math.max(count, 1)) / Math.log(top));
      const along = share * (densityRampLength - 1);
      const first = Math.min(Math.floor(along), densityRampLength - 2);
      const pixel = ((rows - 1 - row) * columns + column) * 4;
      for (let part = 0; part < 3; part++) {
        const [low, high] = [ramp[first * 3 + part] as number, ramp[first * 3 + 3 + part] as number];
        pixels[pixel + part] = 255 * (low + (high - low) * (along - first));
      }
      // Values below one: the faded edge of a single detection.
      pixels[pixel + 3] = 255 * Math.min(1, count * 1.6) * (0.8 + 0.16 * share);
    }
  }
  return pixels;
}

/** Weighted means of each count and its neighbors, 1 2 1 in both directions. */
function smooth(counts: Uint32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(counts.length);
  for (let square = 0; square < counts.length; square++) {
    const column = square % columns;
    const here = counts[square] as number;
    const before = column > 0 ? (counts[square - 1] as number) : here;
    const after = column < columns - 1 ? (counts[square + 1] as number) : here;
    across[square] = (before + 2 * here + after) / 4;
  }
  const both = new Float32Array(counts.length);
  for (let square = 0; square < counts.length; square++) {
    const here = across[square] as number;
    const below = square >= columns ? (across[square - columns] as number) : here;
    const above = square < columns * (rows - 1) ? (across[square + columns] as number) : here;
    both[square] = (below + 2 * here + above) / 4;
  }
  return both;
}
