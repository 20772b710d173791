import type { PixelPosition } from '../selecting/select-tool.ts';
import type { PaintView } from './paint-view.ts';

/** Width and height in CSS pixels of the squares in which the density view counts detections. */
export const densityCellPixels = 6;
/** Number of squares beyond the view on each side: smoothing spreads their counts into it. */
const margin = 2;

/** The grid of counted squares over the view. The squares keep their position on the map while it is moved. */
export type DensityGrid = {
  readonly columns: number;
  readonly rows: number;
  /** Offset of the grid's lower left corner from that of the view, in squares; x increases to the right, y upwards. */
  readonly originX: number;
  readonly originY: number;
};

/** The grid for a view. */
export function densityGrid(view: PaintView): DensityGrid {
  const { width, height, centerX, centerY, unitsPerPixel, rotation } = view;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  // The north-western corner of the world, relative to the view's center: the squares are aligned to it.
  const [east, south] = [-centerX / unitsPerPixel, -centerY / unitsPerPixel];
  const right = width / 2 + cos * east - sin * south;
  const up = height / 2 - (sin * east + cos * south);
  const fraction = (pixels: number) => pixels / densityCellPixels - Math.floor(pixels / densityCellPixels);
  return {
    columns: Math.ceil(width / densityCellPixels) + 2 * margin + 1,
    rows: Math.ceil(height / densityCellPixels) + 2 * margin + 1,
    originX: margin + 1 - fraction(right),
    originY: margin + 1 - fraction(up),
  };
}

/** The corners of the square with a pixel of the view, both in CSS pixels from the view's upper left corner. */
export function densitySquareAt(view: PaintView, [x, y]: PixelPosition): readonly PixelPosition[] {
  const { originX, originY } = densityGrid(view);
  const start = (pixels: number, origin: number) =>
    (Math.floor(pixels / densityCellPixels + origin) - origin) * densityCellPixels;
  const west = start(x, originX);
  const north = view.height - start(view.height - y, originY) - densityCellPixels;
  const [east, south] = [west + densityCellPixels, north + densityCellPixels];
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}

/** From clip coordinates of the view to those of the grid: factor and offset of x, then of y. */
export function viewToGrid(
  { width, height }: Pick<PaintView, 'width' | 'height'>,
  { columns, rows, originX, originY }: DensityGrid,
): readonly [number, number, number, number] {
  const scaleX = width / densityCellPixels / columns;
  const scaleY = height / densityCellPixels / rows;
  return [scaleX, scaleX + (2 * originX) / columns - 1, scaleY, scaleY + (2 * originY) / rows - 1];
}
