import type { Size } from './chip-viewport.ts';

/** A point of a chip, in pixels of its file from the top left. */
export type ChipPoint = readonly [x: number, y: number];

/** A line drawn over a chip. */
export type ChipLine = { readonly from: ChipPoint; readonly to: ChipPoint };

/** The line to start measuring with: across the middle of the chip. */
export function initialLine({ width, height }: Size): ChipLine {
  return { from: [width / 4, height / 2], to: [(width * 3) / 4, height / 2] };
}

/** The length of a line in pixels of the file. */
export function lineLength({ from, to }: ChipLine): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** The line with one end moved and clamped to the chip. */
export function moveLineEnd(
  line: ChipLine,
  end: keyof ChipLine,
  [right, down]: readonly [number, number],
  { width, height }: Size,
): ChipLine {
  const [x, y] = line[end];
  const inside = (value: number, max: number) => Math.min(max, Math.max(0, value));
  return { ...line, [end]: [inside(x + right, width), inside(y + down, height)] };
}
