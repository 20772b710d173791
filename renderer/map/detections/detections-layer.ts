import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import { resizeCanvas } from '../resize-canvas.ts';
import { type CountedDetections, colorSquares, countSquares } from './count-squares.ts';
import { densityCellPixels, densityGrid } from './density-grid.ts';
import { rampComponents } from './density-ramp.ts';
import { createDetectionTest, unrestrictedFilter } from './detection-filter.ts';
import { paletteLength } from './detection-palette.ts';
import type { DetectionScene } from './detection-scene.ts';
import { runsInBox } from './detections-index.ts';
import { DetectionsPainter } from './detections-painter.ts';
import type { PackedDetections } from './packed-detections.ts';
import { type PaintView, toPaintView } from './paint-view.ts';
import { worldCopiesInView } from './view-box.ts';

/** Points and rings this far outside of the view may still reach into it. CSS pixels. */
const drawMargin = 40;

const withoutWebGl =
  'Detections cannot be drawn: this computer offers no WebGL 2. Update its graphics driver, or turn hardware acceleration on. Table and export work without it.';

const nothing = new Uint32Array(0);

/** Content of the layer. */
export type LayerContent = Omit<DetectionScene, 'words' | 'worldCopies'> & {
  readonly packed: PackedDetections | null;
};

/**
 * The OpenLayers layer of the detections: a separate canvas that WebGL2 draws from typed arrays. Without a graphics card
 * density is an image below it.
 */
export class DetectionsLayer extends Layer {
  readonly #frame = document.createElement('div');
  readonly #densityImage = new DensityImage();
  readonly #canvas: HTMLCanvasElement;
  readonly #onProblem: (message: string | null) => void;
  #gl: WebGL2RenderingContext | null = null;
  #painter: DetectionsPainter | null = null;
  #isUnavailable = false;
  #isSoftware = false;
  #savesDrawing = true;
  #content: LayerContent = {
    packed: null,
    mask: null,
    sizes: null,
    headings: null,
    colors: null,
    highlights: [],
    palette: new Uint8Array(paletteLength),
    filter: unrestrictedFilter,
    density: null,
  };

  /** `onProblem` is called with the reason when detections cannot be drawn, and with null when they can again. */
  constructor(onProblem: (message: string | null) => void) {
    super({});
    this.#onProblem = onProblem;
    this.#canvas = document.createElement('canvas');
    this.#canvas.className = 'detections-layer';
    Object.assign(this.#canvas.style, { position: 'absolute', inset: '0' });
    Object.assign(this.#frame.style, { position: 'absolute', inset: '0', pointerEvents: 'none' });
    this.#frame.append(this.#densityImage.canvas, this.#canvas);
    this.#canvas.addEventListener('webglcontextlost', this.#onContextLost);
    this.#canvas.addEventListener('webglcontextrestored', this.#onContextRestored);
  }

  /** Changes some properties of the content. */
  show(change: Partial<LayerContent>): void {
    this.#content = { ...this.#content, ...change };
    this.changed();
  }

  /** Uploads words that will be shown soon to the graphics card. */
  prepare(words: Uint32Array): void {
    this.#painter?.prepare(words);
  }

  /** Redraws after the packed detections have changed at these slots (ascending; null: any). */
  redrawChanged(slots: Uint32Array | null): void {
    this.#painter?.markChanged(slots);
    this.changed();
  }

  /** Sets whether less is drawn where there is no graphics card. */
  setSavesDrawing(savesDrawing: boolean): void {
    this.#savesDrawing = savesDrawing;
    this.changed();
  }

  /** Whether less is drawn, because there is no graphics card. */
  get isSaving(): boolean {
    this.#ensurePainter();
    return this.#isSoftware && this.#savesDrawing;
  }

  /** Whether density is supported; null before the first frame. */
  get hasDensity(): boolean | null {
    return this.isSaving || (this.#painter?.hasDensity ?? null);
  }

  /** The highest count of a density square in the last frame; null when it cannot be read. */
  async readHighestCount(): Promise<number | null> {
    if (this.isSaving) return this.#densityImage.highestCount;
    return this.#painter?.readHighestCount() ?? null;
  }

  override render(frameState: FrameState | null): HTMLElement | null {
    if (!frameState) return null;
    this.rendered = true;
    const { packed, ...content } = this.#content;
    if (!packed && !this.#painter) {
      // It takes longer than all else that the first frame of the map draws.
      requestIdleCallback(() => this.disposed || this.#ensurePainter());
      return null;
    }
    const painter = this.#ensurePainter();
    if (!painter || this.#gl?.isContextLost()) return null;
    const view = toPaintView(frameState);
    resizeCanvas(this.#canvas, view);
    const worldCopies = worldCopiesInView(view, drawMargin).map(({ offset, box }) => ({
      offset,
      runs: packed ? runsInBox(packed, box) : [],
    }));
    const opacity = frameState.layerStatesArray[frameState.layerIndex]?.opacity ?? 1;
    this.#frame.style.opacity = opacity === 1 ? '' : String(opacity);
    const scene = { ...content, words: packed?.words ?? nothing, worldCopies };
    const paintsImage = content.density !== null && this.isSaving;
    this.#densityImage.canvas.style.display = paintsImage ? '' : 'none';
    if (paintsImage) this.#paintImage(scene, packed, view);
    // The browser copies a WebGL canvas for each frame, also an empty one.
    const isEmpty = paintsImage && content.highlights.every(({ slots }) => slots.length === 0);
    this.#canvas.style.display = isEmpty ? 'none' : '';
    if (!isEmpty) painter.paint(scene, view, paintsImage);
    return this.#frame;
  }

  #paintImage(scene: DetectionScene, packed: PackedDetections | null, view: PaintView): void {
    const { words, worldCopies, filter, palette, mask, density } = scene;
    const matches = packed ? createDetectionTest(packed, filter, palette, mask) : () => false;
    this.#densityImage.paint({ words, worldCopies, matches }, view, density?.top ?? 1);
  }

  protected override disposeInternal(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#onContextLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onContextRestored);
    // Browsers keep few contexts alive; a remounted map must not wait for the garbage collector.
    this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    super.disposeInternal();
  }

  #ensurePainter(): DetectionsPainter | null {
    if (this.#painter || this.#gl || this.#isUnavailable) return this.#painter;
    this.#gl = this.#canvas.getContext('webgl2', { antialias: false, depth: false });
    this.#isUnavailable = this.#gl === null;
    if (this.#gl) {
      this.#isSoftware = isSoftwareRendering(this.#gl);
      this.#painter = new DetectionsPainter(this.#gl);
    } else this.#onProblem(withoutWebGl);
    return this.#painter;
  }

  readonly #onContextLost = (event: Event) => {
    // Without this the browser never restores the context.
    event.preventDefault();
    this.#painter = null;
    this.#onProblem('Detections are not drawn for the moment: the graphics card was reset.');
    this.changed();
  };

  readonly #onContextRestored = () => {
    if (!this.#gl) return;
    this.#painter = new DetectionsPainter(this.#gl);
    this.#onProblem(null);
    this.changed();
  };
}

/**
 * Density without a graphics card: squares counted and colored by the processor, in a canvas with one pixel for each
 * square, which the browser enlarges.
 */
class DensityImage {
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

/** Renderers that draw on the processor: Chromium's, Mesa's, and that of Windows. */
const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL draws on the processor instead of a graphics card, by the name of its renderer. */
function isSoftwareRendering(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return isSoftwareRenderer(String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/** Whether the name of a WebGL renderer is that of one without a graphics card. */
export function isSoftwareRenderer(name: string): boolean {
  return softwareRenderers.test(name);
}
