import type { FrameState } from 'ol/Map.js';
import { IdSet } from '../../../shared/results/id-set.ts';
import { rejectedOpacity } from '../map-colors.ts';
import { toContinuousLonLat } from '../map-projection.ts';
import type { CloseUp } from '../map-types.ts';
import { scaleDenominator } from '../scale-denominator.ts';
import { type Palette, paletteIndex } from './detection-palette.ts';
import { slotsOfIds } from './detection-slots.ts';
import { countInView, type DrawnDetections } from './detections-queries.ts';
import type { HullFill } from './hulls-layer.ts';
import { bytesPerDetection, type PackedDetections, slotOfId } from './packed-detections.ts';
import { toPaintView } from './paint-view.ts';

/** Hulls are drawn at scales larger than 1 to this. */
export const hullScale = 25_000;
/** Maximum number of hulls; with more detections in view there are none. */
export const maxHulls = 1_000;
/** Sides of the square around the view with hulls, by the longer side of the view: pictures show more than it. */
const hullMargin = 1.5;
/** The verdict of rejected detections in the flags. */
const rejected = 2;

/** No detections whose hulls are to be drawn. */
export const noCloseUp: CloseUp = { ids: [], isCrowded: false };

/** The detections whose hulls are to be drawn in a view. */
export function closeUpOf(drawn: DrawnDetections, frame: FrameState): CloseUp {
  const { center, resolution } = frame.viewState;
  if (scaleDenominator(resolution, toContinuousLonLat(center)[1]) >= hullScale) return noCloseUp;
  const view = toPaintView(frame);
  const side = hullMargin * Math.max(view.width, view.height);
  for (const extent of [{ ...view, width: side, height: side }, view]) {
    const { count, ids } = countInView(drawn, extent, maxHulls);
    if (count <= maxHulls) return { ids, isCrowded: false };
  }
  return { ids: [], isCrowded: true };
}

/** Sets in the packed detections whether a hull is drawn for them. Returns their slots, ascending. */
export function markHulls(packed: PackedDetections, ids: readonly number[], isDrawn: 0 | 1): Uint32Array {
  const slots = slotsOfIds(packed, IdSet.of(ids));
  for (const slot of slots) packed.bytes[slot * bytesPerDetection + 15] = isDrawn;
  return slots;
}

/** The drawn detections with their palette and the codes of their colors, if any. */
export type PaletteDetections = DrawnDetections & {
  readonly palette: Palette;
  readonly colors: Uint8Array | null;
};

/** The fill of a hull in the color of its mark; null where the detection is not drawn. Rejected ones are dimmed. */
export function hullFill(
  { packed, matches, palette, colors }: PaletteDetections,
  id: number,
): HullFill | null {
  const slot = slotOfId(packed, id);
  if (slot === undefined || !matches(slot)) return null;
  const at = slot * bytesPerDetection + 12;
  const [category = 0, , flags = 0] = packed.bytes.subarray(at, at + 4);
  const index = 4 * paletteIndex(category, colors?.[slot]);
  const color = [...palette.subarray(index, index + 3)].map((part) => part.toString(16).padStart(2, '0'));
  return { color: `#${color.join('')}`, opacity: ((flags >> 2) & 3) === rejected ? rejectedOpacity : 1 };
}
