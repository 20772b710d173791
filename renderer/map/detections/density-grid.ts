import type { PaintView } from './detections-painter.ts';

/** Width and height in CSS pixels of the squares in which the density view counts. */
export const densityCell = 6;
/** Squares beyond the view on each side, whose smoothing reaches into it. */
const margin = 2;

/** How the counted squares lie over the view. They stand still on the map while it is moved. */
export type DensityGrid = {
  readonly columns: number;
  readonly rows: number;
  /** From the lower left corner of the view to that of the grid, in squares; from there x goes right and y up. */
  readonly originX: number;
  readonly originY: number;
};

/** The grid for a view. */
export function densityGrid(view: PaintView): DensityGrid {
  const { width, height, centerX, centerY, unitsPerPixel, rotation } = view;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  // Where the north-western corner of the world lies from the view's centre: the squares are counted from there.
  const [east, south] = [-centerX / unitsPerPixel, -centerY / unitsPerPixel];
  const right = width / 2 + cos * east - sin * south;
  const up = height / 2 - (sin * east + cos * south);
  const fraction = (pixels: number) => pixels / densityCell - Math.floor(pixels / densityCell);
  return {
    columns: Math.ceil(width / densityCell) + 2 * margin + 1,
    rows: Math.ceil(height / densityCell) + 2 * margin + 1,
    originX: margin + 1 - fraction(right),
    originY: margin + 1 - fraction(up),
  };
}

/** From clip coordinates of the view to those of the grid: factor and offset of x, then of y. */
export function viewToGrid(
  { width, height }: Pick<PaintView, 'width' | 'height'>,
  { columns, rows, originX, originY }: DensityGrid,
): readonly [number, number, number, number] {
  const scaleX = width / densityCell / columns;
  const scaleY = height / densityCell / rows;
  return [scaleX, scaleX + (2 * originX) / columns - 1, scaleY, scaleY + (2 * originY) / rows - 1];
}
