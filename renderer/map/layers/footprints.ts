import type { MultiLineString } from 'geojson';
import type { FrameState } from 'ol/Map.js';
import type { Result } from '../../../shared/result.ts';
import { mapColors } from '../map-colors.ts';
import { emptyShapes, type PackedShapes } from '../shapes/packed-shapes.ts';
import { shapeMarks } from '../shapes/shape-shaders.ts';
import { shapesExtent } from '../shapes/shapes-extent.ts';
import { isWholeInView, type ShapeColor, ShapesLayer } from '../shapes/shapes-layer.ts';
import { ShapesSource } from '../shapes/shapes-source.ts';

/** Which footprints are shown. */
export type FootprintFilter = {
  /**
   * Epoch milliseconds, from inclusive, to exclusive; null: no bound. Footprints without a time do not match any
   * bound.
   */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
  /** Only those that are completely in view. */
  readonly wholeOnly: boolean;
};

const hidden: ShapeColor = { rgb: 0, mark: shapeMarks.hidden };
const shown: ShapeColor = {
  rgb: Number.parseInt(mapColors.footprint.slice(1), 16),
  mark: shapeMarks.plain,
};

/** The footprints of all images in the workspace, each once. */
export class Footprints {
  readonly layer = new ShapesLayer({ fillAlpha: 0.03, lineWidth: 1.4, minPixels: 0 });
  readonly #source = new ShapesSource();
  #filter: FootprintFilter = { collectedFrom: null, collectedTo: null, wholeOnly: false };
  #frame: FrameState | null = null;

  /** Loads footprints; returns how many there are and how many could not be read. What was drawn stays until then. */
  async load(
    source: string | ArrayBuffer,
  ): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    const loaded = await this.#source.load(source);
    if (!loaded.ok) return loaded;
    this.layer.show(loaded.value);
    this.#update();
    const { count, skipped } = loaded.value;
    return { ok: true, value: { count, skipped } };
  }

  clear(): void {
    this.#source.cancelLoad();
    this.layer.show(emptyShapes);
  }

  setFilter(filter: FootprintFilter): void {
    this.#filter = filter;
    this.#update();
  }

  /** Sets the view of the map. */
  setView(frame: FrameState): void {
    this.#frame = frame;
    if (this.#filter.wholeOnly) this.#update();
  }

  /** Keys of the shown footprints under a pixel, the smallest first. */
  keysAt(pixel: readonly number[], frame: FrameState): number[] {
    return this.layer.slotsAt(pixel, frame).map((slot) => this.layer.shapes.ids[slot] as number);
  }

  /** A geometry that spans all shown footprints. */
  extent(): MultiLineString {
    return shapesExtent(this.layer.shapes, (slot) => this.layer.isShown(slot));
  }

  dispose(): void {
    this.#source.dispose();
    this.layer.dispose();
  }

  #update(): void {
    const { shapes } = this.layer;
    if (shapes.count === 0) return;
    const isInTime = timeTest(shapes, this.#filter);
    const frame = this.#filter.wholeOnly ? this.#frame : null;
    this.layer.setColors((slot) =>
      isInTime(slot) && (!frame || isWholeInView(shapes, slot, frame)) ? shown : hidden,
    );
  }
}

function timeTest({ times }: PackedShapes, { collectedFrom, collectedTo }: FootprintFilter) {
  if (collectedFrom === null && collectedTo === null) return () => true;
  const from = (collectedFrom ?? 1000) / 1000;
  const to = (collectedTo ?? Number.POSITIVE_INFINITY) / 1000;
  return (slot: number) => {
    const seconds = times[slot] as number;
    return seconds !== 0 && seconds >= from && seconds < to;
  };
}
