import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type { BoundingBox, LonLat } from '../../../shared/geo/geometry.ts';
import { coverageClasses, coverageOpacity } from '../../../shared/passes/coverage-classes.ts';
import {
  type CoverageCounts,
  type CoverageGrid,
  columnOfLongitude,
  rowOfLatitude,
} from '../../../shared/passes/coverage-grid.ts';
import { fail } from '../../../shared/result.ts';
import { WorkerClient } from '../../ui/workers/worker-client.ts';
import { mapScheme, perScheme } from '../map-colors.ts';
import { worldWidth } from '../map-projection.ts';
import type { MapView } from '../map-types.ts';
import { resizeCanvas } from '../resize-canvas.ts';
import type { CoverageRequest, CoverageResponse, CoverageState } from './coverage-messages.ts';

/** Events of the coverage. */
type CoverageEvents = { state(state: CoverageState): void };

/** Width of the Earth at the equator, metres. */
const equatorMetres = 40_075_017;
/** Margin of the counted grid around the view, as a fraction of its size. */
const margin = 0.2;

/**
 * The coverage: the number of images of each grid cell, counted by a worker and shown in a layer. It counts only
 * while the layer is on, and again whenever the view has changed.
 */
export class Coverage {
  readonly layer = new CoverageLayer();
  readonly #events: CoverageEvents;
  readonly #worker = new WorkerClient<CoverageRequest, CoverageResponse, number>(
    () => new Worker(new URL('./coverage-worker.ts', import.meta.url), { type: 'module' }),
  );
  #url: string | null = null;
  #images: number | null = null;
  #view: { readonly box: BoundingBox; readonly view: MapView } | null = null;
  #counts: CoverageCounts | null = null;

  constructor(events: CoverageEvents) {
    this.#events = events;
  }

  /** Sets the URL of the footprints and loads them, also for the same URL; null turns it off. */
  load(url: string | null): void {
    this.#url = url;
    // Until the footprints are loaded the worker still has those of the former URL, which must not be counted as these.
    this.#images = null;
    this.#counts = null;
    if (url === null) {
      this.#stop();
      return;
    }
    this.#events.state({ state: 'loading' });
    void this.#call({ kind: 'load', url });
  }

  /** Sets the visible box and view. */
  setView(box: BoundingBox | null, view: MapView): void {
    this.#view = box && { box, view };
    if (this.#url !== null && this.#images !== null) this.#count();
  }

  /** The count and the last image of the cell at a position; null outside of the counted grid. */
  at([longitude, latitude]: LonLat): { readonly count: number; readonly last: number | null } | null {
    if (!this.#counts) return null;
    const { grid, counts, last } = this.#counts;
    const row = Math.floor(rowOfLatitude(grid, latitude)) - grid.firstRow;
    const worldColumn = Math.floor(columnOfLongitude(grid, longitude));
    const column =
      (((worldColumn - grid.firstColumn) % grid.worldColumns) + grid.worldColumns) % grid.worldColumns;
    if (row < 0 || row >= grid.rows || column >= grid.columns) return null;
    const time = last[row * grid.columns + column] as number;
    return { count: counts[row * grid.columns + column] as number, last: Number.isNaN(time) ? null : time };
  }

  dispose(): void {
    this.#worker.terminate();
    this.layer.dispose();
  }

  #stop(): void {
    // Frees the footprints; the next start loads them again.
    this.#worker.terminate();
    this.layer.show(null);
    this.#events.state({ state: 'off' });
  }

  #count(): void {
    if (!this.#view) return;
    void this.#call({ kind: 'count', grid: coverageGridOf(this.#view.box, this.#view.view) });
  }

  async #call(request: CoverageRequest): Promise<void> {
    this.#worker.end(fail('cancelled', 'The coverage is being counted anew.'));
    const result = await this.#worker.call(request, [], (done) =>
      this.#events.state({ state: 'counting', done, images: this.#images ?? 0 }),
    );
    if (result.ok) this.#accept(result.value);
    else if (result.failure.code !== 'cancelled') {
      this.#counts = null;
      this.layer.show(null);
      const { message, details } = result.failure;
      this.#events.state({ state: 'failed', message, details });
    }
  }

  #accept(response: CoverageResponse): void {
    if (response.kind === 'loaded') {
      this.#images = response.images;
      this.#count();
      return;
    }
    const { counts } = response;
    this.#counts = counts;
    this.layer.show(counts);
    const latitude = ((this.#view?.view.center[1] ?? 0) * Math.PI) / 180;
    this.#events.state({
      state: 'shown',
      images: this.#images ?? 0,
      highestCount: counts.max,
      cellMetres: (equatorMetres / counts.grid.worldColumns) * Math.cos(latitude),
    });
  }
}

/**
 * A grid over the view and its margin, with cells about four pixels wide that are aligned to the world, not to the
 * view.
 */
export function coverageGridOf(
  [west, south, east, north]: BoundingBox,
  { zoom }: Pick<MapView, 'zoom'>,
): CoverageGrid {
  const worldColumns = 2 ** (Math.min(20, Math.max(0, Math.round(zoom))) + 6);
  const world = { worldColumns };
  const left = columnOfLongitude(world, west);
  const right = columnOfLongitude(world, west > east ? east + 360 : east);
  const top = rowOfLatitude(world, north);
  const bottom = rowOfLatitude(world, south);
  const [aside, above] = [(right - left) * margin, (bottom - top) * margin];
  const firstColumn = Math.floor(left - aside);
  const firstRow = Math.max(0, Math.floor(top - above));
  return {
    worldColumns,
    firstColumn,
    firstRow,
    // A width of more than one world would only count positions twice.
    columns: Math.min(worldColumns, Math.ceil(right + aside) - firstColumn),
    rows: Math.max(1, Math.min(worldColumns, Math.ceil(bottom + above)) - firstRow),
  };
}

/** Alpha of the colors, 0…255. */
const alpha = Math.round(255 * coverageOpacity);

/** Draws the counts of a grid as colored squares on every copy of the world. */
class CoverageLayer extends Layer {
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
