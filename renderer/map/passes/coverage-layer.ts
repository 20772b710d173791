import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import { coverageClasses, coverageOpacity } from '../../../shared/passes/coverage-classes.ts';
import type { CoverageCounts } from '../../../shared/passes/coverage-grid.ts';
import { mapScheme, perScheme } from '../map-colors.ts';
import { worldWidth } from '../map-projection.ts';
import { resizeCanvas } from '../resize-canvas.ts';

/** Alpha of the colors, 0…255. */
const alpha = Math.round(255 * coverageOpacity);

/** Draws the counts of a grid as colored squares on every copy of the world. */
export class CoverageLayer extends Layer {
  /** Wraps the canvas: OpenLayers would draw the next layer into a bare canvas, with its opacity and rotation. */
  readonly #frame = document.createElement('div');
  readonly #canvas = document.createElement('canvas');
  #counts: CoverageCounts | null = null;
  /** The counts as a picture in the colors of each scheme; painted when first drawn. */
  #picture: () => HTMLCanvasElement | null = () => null;

  constructor() {
    super({});
    this.#frame.className = 'coverage-layer';
    Object.assign(this.#frame.style, { position: 'absolute', inset: '0', pointerEvents: 'none' });
    this.#frame.append(this.#canvas);
  }

  /** Replaces the shown counts; null shows none. */
  show(counts: CoverageCounts | null): void {
    this.#counts = counts;
    this.#picture = perScheme(() => counts && paint(counts));
    this.changed();
  }

  override render(frameState: FrameState | null): HTMLElement | null {
    if (!frameState) return null;
    this.rendered = true;
    const { size, pixelRatio, viewState, layerStatesArray, layerIndex } = frameState;
    const [width = 0, height = 0] = size;
    this.#frame.style.opacity = String(layerStatesArray[layerIndex]?.opacity ?? 1);
    resizeCanvas(this.#canvas, { width, height, pixelRatio });
    const context = this.#canvas.getContext('2d');
    if (!context) return null;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    const picture = this.#picture();
    if (!picture || !this.#counts) return this.#frame;
    context.imageSmoothingEnabled = false;
    const { grid } = this.#counts;
    const cell = worldWidth / grid.worldColumns;
    const [centerX = 0, centerY = 0] = viewState.center;
    const scale = pixelRatio / viewState.resolution;
    context.translate(this.#canvas.width / 2, this.#canvas.height / 2);
    context.rotate(viewState.rotation);
    context.scale(scale, scale);
    const left = -worldWidth / 2 + grid.firstColumn * cell - centerX;
    const top = -(worldWidth / 2 - grid.firstRow * cell - centerY);
    for (const copy of worldCopiesInView(left, grid.columns * cell, width, height, viewState.resolution)) {
      context.drawImage(picture, left + copy * worldWidth, top, grid.columns * cell, grid.rows * cell);
    }
    return this.#frame;
  }
}

/** The copies of the world on which a range of x is visible; x from the middle of the view. */
function worldCopiesInView(
  left: number,
  width: number,
  viewWidth: number,
  viewHeight: number,
  resolution: number,
): number[] {
  const reach = (Math.hypot(viewWidth, viewHeight) / 2) * resolution;
  const first = Math.ceil((-reach - left - width) / worldWidth);
  const last = Math.floor((reach - left) / worldWidth);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** One pixel for each cell. */
function paint({ grid, counts, max }: CoverageCounts): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = grid.columns;
  canvas.height = grid.rows;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(grid.columns, grid.rows);
  const colorOf = colorTable(max);
  const pixels = new Uint32Array(image.data.buffer);
  for (let index = 0; index < pixels.length; index += 1) {
    const count = counts[index] as number;
    if (count > 0) pixels[index] = colorOf(count);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The color of a count as the four bytes of a pixel (little-endian: red lowest). */
function colorTable(max: number): (count: number) => number {
  const classes = coverageClasses(max, mapScheme()).map(({ from, color }) => ({
    from,
    pixel:
      ((alpha << 24) |
        (Number.parseInt(color.slice(5, 7), 16) << 16) |
        (Number.parseInt(color.slice(3, 5), 16) << 8) |
        Number.parseInt(color.slice(1, 3), 16)) >>>
      0,
  }));
  return (count) => classes.findLast(({ from }) => count >= from)?.pixel ?? 0;
}
