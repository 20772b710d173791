import { paletteIndex } from '../detections/detection-palette.ts';
import { type DetectionSelection, noSelection } from '../detections/detection-slots.ts';
import type { Detections } from '../detections/detections.ts';
import { bytesPerDetection, type PackedDetections, slotOfId } from '../detections/packed-detections.ts';
import type { PackedShapes } from '../shapes/packed-shapes.ts';
import { type ShapeMark, shapeMarks } from '../shapes/shape-shaders.ts';
import type { ShapeColor } from '../shapes/shapes-layer.ts';
import { OutlineLayer } from './outline-layer.ts';

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
