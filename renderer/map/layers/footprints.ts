import type { FrameState } from 'ol/Map.js';
import { perScheme } from '../map-colors.ts';
import type { PackedShapes } from '../shapes/packed-shapes.ts';
import { shapeMarks } from '../shapes/shape-shaders.ts';
import { isWholeInView, type ShapeColor } from '../shapes/shapes-layer.ts';
import { OutlineLayer } from './outline-layer.ts';

/** Footprints that are shown. */
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
const shown = perScheme(
  ({ footprint }): ShapeColor => ({ rgb: Number.parseInt(footprint.slice(1), 16), mark: shapeMarks.plain }),
);

/** The footprints of all images in the workspace, each once. */
export class Footprints extends OutlineLayer {
  #filter: FootprintFilter = { collectedFrom: null, collectedTo: null, wholeOnly: false };
  #frame: FrameState | null = null;

  constructor() {
    super({ fillAlpha: 0.03, lineWidth: 1.4, minPixels: 0 });
  }

  setFilter(filter: FootprintFilter): void {
    this.#filter = filter;
    this.update();
  }

  /** Sets the view of the map. */
  setView(frame: FrameState): void {
    this.#frame = frame;
    if (this.#filter.wholeOnly) this.update();
  }

  override update(): void {
    const { shapes } = this.layer;
    if (shapes.count === 0) return;
    const isInTime = timeTest(shapes, this.#filter);
    const frame = this.#filter.wholeOnly ? this.#frame : null;
    const color = shown();
    this.layer.setColors((slot) =>
      isInTime(slot) && (!frame || isWholeInView(shapes, slot, frame)) ? color : hidden,
    );
  }
}

function timeTest({ times }: PackedShapes, { collectedFrom, collectedTo }: FootprintFilter) {
  if (collectedFrom === null && collectedTo === null) return () => true;
  // Their times are whole seconds: that of one pass must be in a range of a millisecond.
  const from = Math.floor((collectedFrom ?? 1000) / 1000);
  const to = Math.ceil((collectedTo ?? Number.POSITIVE_INFINITY) / 1000);
  return (slot: number) => {
    const seconds = times[slot] as number;
    return seconds !== 0 && seconds >= from && seconds < to;
  };
}
