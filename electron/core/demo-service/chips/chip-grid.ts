/** Pixels to a side of a chip. */
export const chipSize = 128;

/** A square field of values over the chip, row by row from the north-western pixel. */
export type ChipField = Float64Array;

/** A field of zeros. */
export function emptyField(): ChipField {
  return new Float64Array(chipSize * chipSize);
}

/** Geometry of a chip's pixels: north is up, the ship is in the center. */
export type ChipGeometry = {
  /** Metres from one pixel to the next. */
  readonly spacing: number;
  /** Metres that two points must be apart to be seen as two. */
  readonly resolution: number;
};

/** Visits every pixel with its distance from the middle in metres. */
export function forEachPixel(
  { spacing }: ChipGeometry,
  visit: (index: number, east: number, north: number) => void,
): void {
  const middle = (chipSize - 1) / 2;
  for (let row = 0; row < chipSize; row += 1) {
    for (let column = 0; column < chipSize; column += 1) {
      visit(row * chipSize + column, (column - middle) * spacing, (middle - row) * spacing);
    }
  }
}

/** Visits the pixels of a square around a point, with their distance from the point in metres. */
export function forEachPixelNear(
  { spacing }: ChipGeometry,
  point: { readonly east: number; readonly north: number },
  reach: number,
  visit: (index: number, east: number, north: number) => void,
): void {
  const middle = (chipSize - 1) / 2;
  const column = middle + point.east / spacing;
  const row = middle - point.north / spacing;
  const pixels = reach / spacing;
  const lastRow = Math.min(chipSize - 1, row + pixels);
  const lastColumn = Math.min(chipSize - 1, column + pixels);
  for (let y = Math.max(0, Math.ceil(row - pixels)); y <= lastRow; y += 1) {
    for (let x = Math.max(0, Math.ceil(column - pixels)); x <= lastColumn; x += 1) {
      visit(y * chipSize + x, (x - column) * spacing, (row - y) * spacing);
    }
  }
}

/** A field smoothed by a Gaussian of a standard deviation in pixels, edges repeated. */
export function smooth(field: ChipField, deviation: number): ChipField {
  const reach = Math.ceil(deviation * 2.5);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * deviation ** 2)),
  );
  return smoothOneWay(smoothOneWay(field, kernel, reach, 1, chipSize), kernel, reach, chipSize, 1);
}

/** Divides by the kernel's energy, so that the mean square of white noise is preserved. */
function smoothOneWay(
  field: ChipField,
  kernel: readonly number[],
  reach: number,
  step: number,
  line: number,
): ChipField {
  const energy = Math.sqrt(kernel.reduce((sum, weight) => sum + weight * weight, 0));
  const result = emptyField();
  for (let outer = 0; outer < chipSize; outer += 1) {
    for (let inner = 0; inner < chipSize; inner += 1) {
      let sum = 0;
      for (let offset = -reach; offset <= reach; offset += 1) {
        const at = Math.min(chipSize - 1, Math.max(0, inner + offset));
        sum += (kernel[offset + reach] ?? 0) * (field[outer * line + at * step] ?? 0);
      }
      result[outer * line + inner * step] = sum / energy;
    }
  }
  return result;
}
