import { IdSet } from '../../../shared/results/id-set.ts';
import { type PackedDetections, slotOfId } from './packed-detections.ts';

/** Ids of highlighted detections. */
export type DetectionSelection = {
  readonly selectedIds: IdSet;
  readonly focusedId: number | null;
  readonly hoveredIds: readonly number[];
};

/** No detection is highlighted. */
export const noSelection: DetectionSelection = { selectedIds: IdSet.empty, focusedId: null, hoveredIds: [] };

/** Maximum number of ids that are looked up one by one; for more, one scan over all detections is faster. */
const maxLookUps = 2_000;

/** Slots of the detections with these ids, ascending. Ids that are not in the feed are left out. */
export function slotsOfIds(packed: PackedDetections, { ids }: IdSet): Uint32Array {
  if (ids.length > maxLookUps) return slotsByScan(packed, ids);
  const slots = new Uint32Array(ids.length);
  let filled = 0;
  for (const id of ids) {
    const slot = slotOfId(packed, id);
    if (slot === undefined) continue;
    slots[filled] = slot;
    filled += 1;
  }
  return slots.slice(0, filled).sort();
}

function slotsByScan({ count, ids: idAt, byId }: PackedDetections, ids: Uint32Array): Uint32Array {
  const isRequested = new Uint8Array(count);
  let found = 0;
  let next = 0;
  for (let index = 0; index < count && next < ids.length; index++) {
    const slot = byId[index] as number;
    const id = idAt[slot] as number;
    while ((ids[next] ?? Number.POSITIVE_INFINITY) < id) next += 1;
    if (ids[next] !== id) continue;
    isRequested[slot] = 1;
    found += 1;
  }
  const slots = new Uint32Array(found);
  let filled = 0;
  for (let slot = 0; filled < found; slot++) {
    if (isRequested[slot] === 0) continue;
    slots[filled] = slot;
    filled += 1;
  }
  return slots;
}

/** The part of ascending `slots` that lies in `[from, to)`, as indices into them. */
export function sliceOfSlots(
  slots: Uint32Array,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } {
  return { from: lowerBound(slots, from), to: lowerBound(slots, to) };
}

function lowerBound(slots: Uint32Array, slot: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] as number) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
