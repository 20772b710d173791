import type { MultiLineString } from 'geojson';
import type { FrameState } from 'ol/Map.js';
import type { Result } from '../../../shared/result.ts';
import { emptyShapes } from '../shapes/packed-shapes.ts';
import { shapesExtent } from '../shapes/shapes-extent.ts';
import { ShapesLayer, type ShapesStyle } from '../shapes/shapes-layer.ts';
import { ShapesSource } from '../shapes/shapes-source.ts';

/** Outlines that are loaded from a feed (decision 29). Subclasses decide which of them are shown. */
export abstract class OutlineLayer {
  readonly layer: ShapesLayer;
  readonly #source = new ShapesSource();

  constructor(style: ShapesStyle) {
    this.layer = new ShapesLayer(style);
  }

  /** Loads outlines; returns how many there are and how many could not be read. What was drawn stays until then. */
  async load(
    source: string | ArrayBuffer,
  ): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    const loaded = await this.#source.load(source);
    if (!loaded.ok) return loaded;
    this.layer.show(loaded.value);
    this.update();
    const { count, skipped } = loaded.value;
    return { ok: true, value: { count, skipped } };
  }

  clear(): void {
    this.#source.cancelLoad();
    this.layer.show(emptyShapes);
  }

  /** Ids of the shown outlines under a pixel, the smallest first. */
  idsAt(pixel: readonly number[], frame: FrameState): number[] {
    return this.layer.slotsAt(pixel, frame).map((slot) => this.layer.shapes.ids[slot] as number);
  }

  /** A geometry that spans all shown outlines. */
  extent(): MultiLineString {
    return shapesExtent(this.layer.shapes, (slot) => this.layer.isShown(slot));
  }

  dispose(): void {
    this.#source.dispose();
    this.layer.dispose();
  }

  /** Sets the colors of the loaded outlines; called after each load and when the color scheme changes. */
  abstract update(): void;
}
