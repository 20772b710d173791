import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import { type PaintView, toPaintView } from '../detections/paint-view.ts';
import { positionAtOffset } from '../detections/view-box.ts';
import { resizeCanvas } from '../resize-canvas.ts';
import { emptyShapes, type PackedShapes, shapeWorld } from './packed-shapes.ts';
import { copiesInView, runsInView, type ShapeBlock, type ShapeBox, shapeBlocks } from './shape-blocks.ts';
import { colorsInRow, type ShapeMark, shapeMarks } from './shape-shaders.ts';
import { boundsAt, shapesAt } from './shapes-at.ts';
import { feedUnitsPerUnit, ShapesPainter } from './shapes-painter.ts';

/** Maximum distance of a click from an outline that still hits it, in CSS pixels. */
const hitTolerance = 3;
/** Maximum number of shapes reported under one click. */
const maxHits = 100;

/** The style of the shapes of a layer. */
export type ShapesStyle = {
  readonly fillAlpha: number;
  readonly lineWidth: number;
  /** Blocks of shapes that are all smaller than this on the screen, in CSS pixels, are not drawn. */
  readonly minPixels: number;
};

/** The color of a shape: `0xrrggbb`, and its highlighting. */
export type ShapeColor = { readonly rgb: number; readonly mark: ShapeMark };

/** A layer of outlines that WebGL2 draws from typed arrays; a change of color or filter uploads four bytes a shape. */
export class ShapesLayer extends Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #style: ShapesStyle;
  #gl: WebGL2RenderingContext | null = null;
  #painter: ShapesPainter | null = null;
  #isUnavailable = false;
  #shapes = emptyShapes;
  #blocks: readonly ShapeBlock[] = [];
  #colors = new Uint8Array(colorsInRow * 4);
  #colorOf: (slot: number) => ShapeColor = () => ({ rgb: 0xffffff, mark: shapeMarks.plain });
  #areColorsStale = true;

  constructor(style: ShapesStyle) {
    super({});
    this.#style = style;
    this.#canvas.className = 'shapes-layer';
    Object.assign(this.#canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' });
    this.#canvas.addEventListener('webglcontextlost', this.#onContextLost);
    this.#canvas.addEventListener('webglcontextrestored', this.#onContextRestored);
  }

  get shapes(): PackedShapes {
    return this.#shapes;
  }

  /** Replaces the drawn shapes. */
  show(shapes: PackedShapes): void {
    this.#shapes = shapes;
    this.#blocks = shapeBlocks(shapes);
    this.recolor();
  }

  /** Sets the function that returns the color of a shape by its slot. */
  setColors(colorOf: (slot: number) => ShapeColor): void {
    this.#colorOf = colorOf;
    this.recolor();
  }

  /** Recomputes the colors before the next frame. */
  recolor(): void {
    this.#areColorsStale = true;
    this.changed();
  }

  /** Whether the shape at a slot is drawn. */
  isShown(slot: number): boolean {
    return this.#colorOf(slot).mark !== shapeMarks.hidden;
  }

  /** Slots of the shown shapes at a pixel (CSS pixels from the upper left corner), the smallest first. */
  slotsAt([x = 0, y = 0]: readonly number[], frame: FrameState): number[] {
    if (this.#shapes.count === 0) return [];
    const view = toPaintView(frame);
    const [feedX, feedY] = positionAtOffset(view, x - view.width / 2, y - view.height / 2);
    return shapesAt(
      this.#shapes,
      this.#blocks,
      (slot) => this.isShown(slot),
      [feedX / feedUnitsPerUnit, feedY / feedUnitsPerUnit],
      (hitTolerance * view.unitsPerPixel) / feedUnitsPerUnit,
    ).slice(0, maxHits);
  }

  override render(frameState: FrameState | null): HTMLElement | null {
    if (!frameState || this.#shapes.count === 0) return null;
    this.rendered = true;
    const painter = this.#ensurePainter();
    if (!painter || this.#gl?.isContextLost()) return null;
    this.#updateColors();
    const view = toPaintView(frameState);
    resizeCanvas(this.#canvas, view);
    const opacity = frameState.layerStatesArray[frameState.layerIndex]?.opacity ?? 1;
    this.#canvas.style.opacity = opacity === 1 ? '' : String(opacity);
    const minSize = (this.#style.minPixels * view.unitsPerPixel) / feedUnitsPerUnit;
    const runs = runsInView(this.#blocks, viewBoxOf(view), minSize);
    painter.paint({ ...this.#style, shapes: this.#shapes, colors: this.#colors, runs }, view);
    return this.#canvas;
  }

  protected override disposeInternal(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#onContextLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onContextRestored);
    // Browsers keep few contexts alive; a remounted map must not wait for the garbage collector.
    this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    super.disposeInternal();
  }

  #updateColors(): void {
    if (!this.#areColorsStale) return;
    this.#areColorsStale = false;
    const { count } = this.#shapes;
    const rows = Math.max(1, Math.ceil(count / colorsInRow));
    const colors = new Uint8Array(rows * colorsInRow * 4);
    for (let slot = 0; slot < count; slot += 1) {
      const { rgb, mark } = this.#colorOf(slot);
      colors[slot * 4] = rgb >> 16;
      colors[slot * 4 + 1] = (rgb >> 8) & 255;
      colors[slot * 4 + 2] = rgb & 255;
      colors[slot * 4 + 3] = mark;
    }
    this.#colors = colors;
  }

  #ensurePainter(): ShapesPainter | null {
    if (this.#painter || this.#gl || this.#isUnavailable) return this.#painter;
    this.#gl = this.#canvas.getContext('webgl2', { antialias: false, depth: false });
    // The detections layer reports the same problem.
    this.#isUnavailable = this.#gl === null;
    if (this.#gl) this.#painter = new ShapesPainter(this.#gl);
    return this.#painter;
  }

  readonly #onContextLost = (event: Event) => {
    // Without this the browser never restores the context.
    event.preventDefault();
    this.#painter = null;
    this.changed();
  };

  readonly #onContextRestored = () => {
    if (!this.#gl) return;
    this.#painter = new ShapesPainter(this.#gl);
    this.changed();
  };
}

/** Whether a shape is completely in view; for a rotated view, in its bounding box. */
export function isWholeInView(shapes: PackedShapes, slot: number, frame: FrameState): boolean {
  const box = viewBoxOf(toPaintView(frame));
  const [west, north, east, south] = boundsAt(shapes, slot);
  if (north < box.north || south > box.south) return false;
  return copiesInView({ west, east }, box).some(
    (copy) => west + copy * shapeWorld >= box.west && east + copy * shapeWorld <= box.east,
  );
}

/** The box around the view, in units; past the world's edges where the view is. */
function viewBoxOf({ width, height, rotation, unitsPerPixel, centerX, centerY }: PaintView): ShapeBox {
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  const reachX = ((width * cos + height * sin) / 2) * unitsPerPixel;
  const reachY = ((width * sin + height * cos) / 2) * unitsPerPixel;
  return {
    west: Math.max(-4 * shapeWorld, (centerX - reachX) / feedUnitsPerUnit),
    east: Math.min(5 * shapeWorld, (centerX + reachX) / feedUnitsPerUnit),
    north: (centerY - reachY) / feedUnitsPerUnit,
    south: (centerY + reachY) / feedUnitsPerUnit,
  };
}
