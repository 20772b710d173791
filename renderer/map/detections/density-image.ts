import { type CountedDetections, colorSquares, countSquares } from './count-squares.ts';
import { densityCellPixels, densityGrid } from './density-grid.ts';
import { rampComponents } from './density-ramp.ts';
import type { PaintView } from './paint-view.ts';

/**
 * Density without a graphics card: squares counted and colored by the processor, in a canvas with one pixel for each
 * square, which the browser enlarges.
 */
export class DensityImage {
  readonly canvas = document.createElement('canvas');
  #highestCount = 0;

  constructor() {
    Object.assign(this.canvas.style, { position: 'absolute', transformOrigin: '0 0' });
  }

  /** The highest count of a square in the last painted frame. */
  get highestCount(): number {
    return this.#highestCount;
  }

  /** Paints the density; `top` is the count at the end of the ramp. */
  paint(detections: CountedDetections, view: PaintView, top: number): void {
    const grid = densityGrid(view);
    const counts = countSquares(detections, view, grid);
    this.#highestCount = counts.reduce((highest, count) => Math.max(highest, count), 0);
    const { columns, rows, originX, originY } = grid;
    if (this.canvas.width !== columns) this.canvas.width = columns;
    if (this.canvas.height !== rows) this.canvas.height = rows;
    const colors = new ImageData(colorSquares(counts, grid, top, rampComponents()), columns, rows);
    this.canvas.getContext('2d')?.putImageData(colors, 0, 0);
    const left = -originX * densityCellPixels;
    const upper = view.height - (rows - originY) * densityCellPixels;
    this.canvas.style.transform = `matrix(${densityCellPixels}, 0, 0, ${densityCellPixels}, ${left}, ${upper})`;
  }
}
