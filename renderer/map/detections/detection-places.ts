import { IdSet } from '../../../shared/results/id-set.ts';
import { type PackedDetections, placeOfId } from './packed-detections.ts';

/** Which detections stand out, by id. */
export type DetectionSelection = {
  readonly selectedIds: IdSet;
  readonly focusedId: number | null;
  readonly hoveredIds: readonly number[];
};

/** No detection stands out. */
export const noSelection: DetectionSelection = { selectedIds: IdSet.empty, focusedId: null, hoveredIds: [] };

/** Up to so many ids are looked up one by one; for more, one walk along all of them is faster. */
const mostLookUps = 2_000;

/** Places of the detections with these ids, ascending. Ids that are not in the feed are left out. */
export function placesOfIds(packed: PackedDetections, { ids }: IdSet): Uint32Array {
  if (ids.length > mostLookUps) return walkAll(packed, ids);
  const places = new Uint32Array(ids.length);
  let filled = 0;
  for (const id of ids) {
    const place = placeOfId(packed, id);
    if (place === undefined) continue;
    places[filled] = place;
    filled += 1;
  }
  return places.slice(0, filled).sort();
}

function walkAll({ count, ids: idAt, byId }: PackedDetections, ids: Uint32Array): Uint32Array {
  const isWanted = new Uint8Array(count);
  let found = 0;
  let next = 0;
  for (let index = 0; index < count && next < ids.length; index++) {
    const place = byId[index] as number;
    const id = idAt[place] as number;
    while ((ids[next] ?? Number.POSITIVE_INFINITY) < id) next += 1;
    if (ids[next] !== id) continue;
    isWanted[place] = 1;
    found += 1;
  }
  const places = new Uint32Array(found);
  let filled = 0;
  for (let place = 0; filled < found; place++) {
    if (isWanted[place] === 0) continue;
    places[filled] = place;
    filled += 1;
  }
  return places;
}

/** Ids of the detections whose place is marked by anything but 0. */
export function idsOfPlaces({ count, ids, byId }: PackedDetections, isMarked: Uint8Array): IdSet {
  const found = new Uint32Array(count);
  let filled = 0;
  for (let index = 0; index < count; index++) {
    const place = byId[index] as number;
    if (isMarked[place] === 0) continue;
    found[filled] = ids[place] as number;
    filled += 1;
  }
  return IdSet.ofSorted(found.slice(0, filled));
}

/** The part of ascending `places` that lies in `[from, to)`, as indices into them. */
export function sliceOfPlaces(
  places: Uint32Array,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } {
  return { from: lowerBound(places, from), to: lowerBound(places, to) };
}

function lowerBound(places: Uint32Array, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
