import type { MultiLineString } from 'geojson';
import type { FrameState } from 'ol/Map.js';
import type { Result } from '../../../shared/result.ts';
import { mapColors } from '../map-colors.ts';
import { noShapes, type PackedShapes } from '../shapes/packed-shapes.ts';
import { shapeMarks } from '../shapes/shape-shaders.ts';
import { shapesExtent } from '../shapes/shapes-extent.ts';
import { isWholeInView, type ShapeColor, ShapesLayer } from '../shapes/shapes-layer.ts';
import { ShapesSource } from '../shapes/shapes-source.ts';

/** Which footprints are shown. */
export type FootprintFilter = {
  /** Epoch milliseconds, from inclusive, to exclusive; null: no bound. Those without a time pass no bound. */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
  /** Only those that lie in the view with all their corners. */
  readonly wholeOnly: boolean;
};

const hidden: ShapeColor = { rgb: 0, mark: shapeMarks.hidden };
const shown: ShapeColor = {
  rgb: Number.parseInt(mapColors.footprint.slice(1), 16),
  mark: shapeMarks.plain,
};

/** The footprints of all images in the workspace, each once. */
export class Footprints {
  readonly layer = new ShapesLayer({ fillAlpha: 0.03, lineWidth: 1.4, leastPixels: 0 });
  readonly #source = new ShapesSource();
  #filter: FootprintFilter = { collectedFrom: null, collectedTo: null, wholeOnly: false };
  #frame: FrameState | null = null;

  /** Loads footprints; answers how many there are and how many could not be read. What was drawn stays until then. */
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
    this.#source.forget();
    this.layer.show(noShapes);
  }

  setFilter(filter: FootprintFilter): void {
    this.#filter = filter;
    this.#update();
  }

  /** Tells where the map looks. */
  rest(frame: FrameState): void {
    this.#frame = frame;
    if (this.#filter.wholeOnly) this.#update();
  }

  /** Keys of the shown footprints under a pixel, the smallest first. */
  at(pixel: readonly number[], frame: FrameState): number[] {
    return this.layer.placesAt(pixel, frame).map((place) => this.layer.shapes.ids[place] as number);
  }

  /** What spans all that are shown. */
  extent(): MultiLineString {
    return shapesExtent(this.layer.shapes, (place) => this.layer.isShown(place));
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
    this.layer.setColors((place) =>
      isInTime(place) && (!frame || isWholeInView(shapes, place, frame)) ? shown : hidden,
    );
  }
}

function timeTest({ times }: PackedShapes, { collectedFrom, collectedTo }: FootprintFilter) {
  if (collectedFrom === null && collectedTo === null) return () => true;
  const from = (collectedFrom ?? 1000) / 1000;
  const to = (collectedTo ?? Number.POSITIVE_INFINITY) / 1000;
  return (place: number) => {
    const seconds = times[place] as number;
    return seconds !== 0 && seconds >= from && seconds < to;
  };
}
