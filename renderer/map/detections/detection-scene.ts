import type { PackedFilter } from './detection-filter.ts';
import type { Palette } from './detection-palette.ts';
import type { Mark } from './detection-shaders.ts';
import type { Run } from './detections-index.ts';

/** The content to draw. Unchanged buffers are not uploaded again. */
export type DetectionScene = {
  /** Packed detections, 16 bytes each. */
  readonly words: Uint32Array;
  /**
   * One byte per detection: whether it matches (null: all do), its size, its heading (null: none have one). Its color
   * is an index in the second row of the palette (null: the color of its category).
   */
  readonly mask: Uint8Array | null;
  readonly sizes: Uint8Array | null;
  readonly headings: Uint8Array | null;
  readonly colors: Uint8Array | null;
  /** The visible runs on each copy of the world. */
  readonly worldCopies: readonly DrawnWorldCopy[];
  /** Slots, ascending, of highlighted detections, drawn on top of all others and of the lists before. */
  readonly highlights: readonly { readonly mark: Mark; readonly slots: Uint32Array }[];
  /** See `createPalette`. */
  readonly palette: Palette;
  readonly filter: PackedFilter;
  /** Density instead of points, with the count at the end of the ramp. */
  readonly density: { readonly top: number } | null;
};

/** Detections on one copy of the world, `offset` feed units to the east of the one nearest to the view's center. */
export type DrawnWorldCopy = { readonly offset: number; readonly runs: readonly Run[] };
