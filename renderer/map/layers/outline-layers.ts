import type { MultiLineString } from 'geojson';
import type { FrameState } from 'ol/Map.js';
import { fail, type Result } from '../../../shared/result.ts';
import { WorkerClient } from '../../ui/workers/worker-client.ts';
import { paletteIndex } from '../detections/detection-palette.ts';
import { type DetectionSelection, noSelection } from '../detections/detection-slots.ts';
import type { Detections } from '../detections/detections.ts';
import { bytesPerDetection, type PackedDetections, slotOfId } from '../detections/packed-detections.ts';
import { perScheme } from '../map-colors.ts';
import { emptyShapes, type PackedShapes, shapeWorld } from '../shapes/packed-shapes.ts';
import { type ShapeMark, shapeMarks } from '../shapes/shape-shaders.ts';
import { boundsAt } from '../shapes/shapes-at.ts';
import { isWholeInView, type ShapeColor, ShapesLayer, type ShapesStyle } from '../shapes/shapes-layer.ts';
import type { ShapesSource } from '../shapes/shapes-worker.ts';

/** Outlines that are loaded from a feed (decision 29). Subclasses decide which of them are shown. */
abstract class OutlineLayer {
  readonly layer: ShapesLayer;
  /** Loads, projects and triangulates outlines. */
  readonly #worker = new WorkerClient<ShapesSource, PackedShapes>(
    () => new Worker(new URL('../shapes/shapes-worker.ts', import.meta.url), { type: 'module' }),
  );

  constructor(style: ShapesStyle) {
    this.layer = new ShapesLayer(style);
  }

  /**
   * Loads outlines; returns how many there are and how many could not be read. What was drawn stays until then. A newer load
   * replaces it (`cancelled`).
   */
  async load(source: ShapesSource): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    this.#cancelLoad();
    const loaded = await this.#worker.call(source, typeof source === 'string' ? [] : [source]);
    if (!loaded.ok) return loaded;
    this.layer.show(loaded.value);
    this.update();
    const { count, skipped } = loaded.value;
    return { ok: true, value: { count, skipped } };
  }

  clear(): void {
    this.#cancelLoad();
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
    this.#worker.terminate();
    this.layer.dispose();
  }

  #cancelLoad(): void {
    this.#worker.end(fail('cancelled', 'The outlines are being loaded anew.'));
  }

  /** Sets the colors of the loaded outlines; called after each load and when the color scheme changes. */
  abstract update(): void;
}

/** The diagonals of the matching shapes' bounding boxes, from which `boundsOf` computes their common one. */
export function shapesExtent(shapes: PackedShapes, matches: (slot: number) => boolean): MultiLineString {
  const coordinates: [number, number][][] = [];
  for (let slot = 0; slot < shapes.count; slot += 1) {
    if (!matches(slot)) continue;
    const [west, north, east, south] = boundsAt(shapes, slot);
    coordinates.push([
      [toLongitude(west), toLatitude(south)],
      [toLongitude(east), toLatitude(north)],
    ]);
  }
  return { type: 'MultiLineString', coordinates };
}

function toLongitude(x: number): number {
  return (x / shapeWorld) * 360 - 180;
}

function toLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / shapeWorld))) * 180) / Math.PI;
}

const hidden: ShapeColor = { rgb: 0, mark: shapeMarks.hidden };

/**
 * The outlines of detections that are areas or lines. Visibility and color are those of the points with the same
 * ids, so both always follow the same filter.
 */
export class DetectionAreas extends OutlineLayer {
  readonly #detections: Detections;
  #selection = noSelection;
  #join: {
    readonly packed: PackedDetections;
    readonly shapes: PackedShapes;
    readonly slots: Int32Array;
  } | null = null;

  constructor(detections: Detections) {
    // Outlines are hidden when zoomed out, where their points represent them.
    super({ fillAlpha: 0.16, lineWidth: 1.4, minPixels: 1.5 });
    this.#detections = detections;
    // A change of the points also changes the outlines.
    detections.layer.on('change', () => this.update());
  }

  setSelection(selection: DetectionSelection): void {
    this.#selection = selection;
    this.update();
  }

  override update(): void {
    const { shapes } = this.layer;
    if (shapes.count === 0) return;
    const drawn = this.#detections.drawnWithPalette();
    if (!drawn) {
      this.layer.setColors(() => hidden);
      return;
    }
    const { packed, matches, palette, colors: codes } = drawn;
    const slots = this.#slotsIn(packed, shapes);
    const markOf = markTest(this.#selection);
    const colors = Uint32Array.from({ length: palette.length / 4 }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = palette.subarray(index * 4, index * 4 + 3);
      return (red << 16) | (green << 8) | blue;
    });
    this.layer.setColors((index) => {
      const slot = slots[index] as number;
      const mark = markOf(shapes.ids[index] as number);
      // The focused one is shown even when it does not match the filter, as its point is.
      if (slot < 0 || (mark !== shapeMarks.focused && !matches(slot))) return hidden;
      const category = packed.bytes[slot * bytesPerDetection + 12] as number;
      return { rgb: colors[paletteIndex(category, codes?.[slot])] as number, mark };
    });
  }

  /** The slot of each shape's detection among the packed ones, or −1; cached until either changes. */
  #slotsIn(packed: PackedDetections, shapes: PackedShapes): Int32Array {
    if (this.#join?.packed !== packed || this.#join.shapes !== shapes) {
      const slots = Int32Array.from(shapes.ids, (id) => slotOfId(packed, id) ?? -1);
      this.#join = { packed, shapes, slots };
    }
    return this.#join.slots;
  }
}

function markTest({ selectedIds, hoveredIds, focusedId }: DetectionSelection): (id: number) => ShapeMark {
  const hovered = new Set(hoveredIds);
  return (id) => {
    if (id === focusedId) return shapeMarks.focused;
    if (hovered.has(id)) return shapeMarks.hovered;
    return selectedIds.has(id) ? shapeMarks.selected : shapeMarks.plain;
  };
}

/** Footprints that are shown. */
type FootprintFilter = {
  /**
   * Epoch milliseconds, from inclusive, to exclusive; null: no bound. Footprints without a time do not match any
   * bound.
   */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
  /** Only those that are completely in view. */
  readonly wholeOnly: boolean;
};

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
