import { type ReviewsChange, reviewFlagBits } from '../../../shared/review/review-flags.ts';
import { bytesPerDetection, flaggedBit, type PackedDetections, placeOfId } from './packed-detections.ts';

/** Where the flags stand among the bytes of a detection. */
const flagsByte = 14;

/** Puts what reviews say now into the packed detections. Returns the places that changed, ascending. */
export function putReviews(
  packed: PackedDetections,
  changes: NonNullable<ReviewsChange['flags']>,
): Uint32Array {
  const places: number[] = [];
  for (const { id, flags } of changes) {
    const place = placeOfId(packed, id);
    if (place !== undefined && putByte(packed, place, flags)) places.push(place);
  }
  return Uint32Array.from(new Set(places)).sort();
}

/** The same for all of them; `flags` has a byte for each place. Returns whether any changed. */
export function putAllReviews(packed: PackedDetections, flags: Uint8Array): boolean {
  let isChanged = false;
  for (let place = 0; place < packed.count; place++) {
    if (putByte(packed, place, flags[place] as number)) isChanged = true;
  }
  return isChanged;
}

function putByte({ bytes }: PackedDetections, place: number, flags: number): boolean {
  const at = place * bytesPerDetection + flagsByte;
  const former = bytes[at] as number;
  const next = (former & ~reviewFlagBits) | (flags & reviewFlagBits);
  bytes[at] = next;
  return next !== former;
}

/** The places of the flagged ones after those at `changed` may have become so, or may be so no more; all ascending. */
export function flaggedAfter(
  { bytes }: PackedDetections,
  flagged: Uint32Array,
  changed: Uint32Array,
): Uint32Array {
  const isFlagged = (place: number) =>
    ((bytes[place * bytesPerDetection + flagsByte] as number) & flaggedBit) !== 0;
  const now = changed.filter(isFlagged);
  const merged = new Uint32Array(flagged.length + now.length);
  let [filled, next, at] = [0, 0, 0];
  for (const place of flagged) {
    while (at < changed.length && (changed[at] as number) < place) at += 1;
    if (changed[at] === place) continue;
    while (next < now.length && (now[next] as number) < place) {
      merged[filled] = now[next] as number;
      filled += 1;
      next += 1;
    }
    merged[filled] = place;
    filled += 1;
  }
  merged.set(now.subarray(next), filled);
  return merged.slice(0, filled + now.length - next);
}
