import { type ReviewFlagsChange, reviewFlagBits } from '../../../shared/review/review-flags.ts';
import { bytesPerDetection, flaggedBit, type PackedDetections, slotOfId } from './packed-detections.ts';

/** Offset of the flags in the bytes of a detection. */
const flagsByte = 14;

/** Writes changed reviews into the packed detections. Returns the slots that changed, ascending. */
export function writeReviewFlags(
  packed: PackedDetections,
  changes: NonNullable<ReviewFlagsChange['flags']>,
): Uint32Array {
  const slots: number[] = [];
  for (const { id, flags } of changes) {
    const slot = slotOfId(packed, id);
    if (slot !== undefined && writeFlags(packed, slot, flags)) slots.push(slot);
  }
  return Uint32Array.from(new Set(slots)).sort();
}

/** Writes all reviews; `flags` has a byte for each slot. Returns whether any changed. */
export function writeAllReviewFlags(packed: PackedDetections, flags: Uint8Array): boolean {
  let isChanged = false;
  for (let slot = 0; slot < packed.count; slot++) {
    if (writeFlags(packed, slot, flags[slot] as number)) isChanged = true;
  }
  return isChanged;
}

function writeFlags({ bytes }: PackedDetections, slot: number, flags: number): boolean {
  const at = slot * bytesPerDetection + flagsByte;
  const former = bytes[at] as number;
  const next = (former & ~reviewFlagBits) | (flags & reviewFlagBits);
  bytes[at] = next;
  return next !== former;
}

/** Updates the slots of flagged detections after the detections at `changed` slots have changed; all ascending. */
export function updateFlaggedSlots(
  { bytes }: PackedDetections,
  flagged: Uint32Array,
  changed: Uint32Array,
): Uint32Array {
  const isFlagged = (slot: number) =>
    ((bytes[slot * bytesPerDetection + flagsByte] as number) & flaggedBit) !== 0;
  const now = changed.filter(isFlagged);
  const merged = new Uint32Array(flagged.length + now.length);
  let [filled, next, at] = [0, 0, 0];
  for (const slot of flagged) {
    while (at < changed.length && (changed[at] as number) < slot) at += 1;
    if (changed[at] === slot) continue;
    while (next < now.length && (now[next] as number) < slot) {
      merged[filled] = now[next] as number;
      filled += 1;
      next += 1;
    }
    merged[filled] = slot;
    filled += 1;
  }
  merged.set(now.subarray(next), filled);
  return merged.slice(0, filled + now.length - next);
}
