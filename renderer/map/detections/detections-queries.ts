import type { IdSet } from '../../../shared/results/id-set.ts';
import { type Corner, outlineTest } from '../selecting/outline-test.ts';
import type { Pixel } from '../selecting/select-tool.ts';
import { noValue } from './channel-columns.ts';
import type { PackedBox } from './detection-filter.ts';
import { idsOfPlaces } from './detection-places.ts';
import { visitBox } from './detections-index.ts';
import type { PaintView } from './detections-painter.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';
import {
  boxAround,
  nearestDifference,
  partsBetween,
  pixelOffset,
  positionAtOffset,
  worldParts,
} from './view-box.ts';

/** How far beside a point a press still hits it, in CSS pixels. */
const hitSlack = 4;
/** Under one press no more than so many are told; a list of more helps nobody. */
const maxHits = 200;

/** The detections as they are drawn. */
export type DrawnDetections = {
  readonly packed: PackedDetections;
  readonly passes: (place: number) => boolean;
  /** Bytes of the sizes, null where all are alike. */
  readonly sizes: Uint8Array | null;
};

/** Ids of the detections at a pixel (CSS pixels from the upper left corner), nearest first. */
export function idsAt(drawn: DrawnDetections, pixel: Pixel, view: PaintView): number[] {
  const { packed, sizes } = drawn;
  const [x, y] = positionAtOffset(view, pixel[0] - view.width / 2, pixel[1] - view.height / 2);
  const [least, greatest] = view.sizeRadii;
  const reachOf = (place: number) => {
    if (!sizes) return view.radius + hitSlack;
    const size = sizes[place] as number;
    return (size === noValue ? least : least + ((greatest - least) * size) / 254) + hitSlack;
  };
  const farthest = (sizes ? greatest : view.radius) + hitSlack;
  const hits: { readonly id: number; readonly distance: number }[] = [];
  visitDrawn(drawn, boxAround(x, y, farthest * view.unitsPerPixel), (place) => {
    const [pointX, pointY] = positionAt(packed, place);
    // On whatever copy of the world was pressed; how the view is turned does not change a distance.
    const distance = Math.hypot(nearestDifference(pointX - x), pointY - y) / view.unitsPerPixel;
    if (distance <= reachOf(place)) hits.push({ id: packed.ids[place] as number, distance });
  });
  return hits
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxHits)
    .map(({ id }) => id);
}

/** How many detections lie in the view, and the ids of up to `most` of them. */
export function countInView(
  drawn: DrawnDetections,
  view: PaintView,
  most: number,
): { readonly count: number; readonly ids: readonly number[] } {
  const { packed } = drawn;
  const ids: number[] = [];
  let count = 0;
  // A detection on several copies of the world is counted on the one nearest to the centre only.
  const own = worldParts(view, 0).find(({ offset }) => offset === 0);
  visitDrawn(drawn, own?.box ?? null, (place) => {
    // The box around a view that is not turned is the view.
    if (view.rotation !== 0) {
      const [right, down] = pixelOffset(view, ...positionAt(packed, place));
      if (Math.abs(right) > view.width / 2 || Math.abs(down) > view.height / 2) return;
    }
    count += 1;
    if (count <= most) ids.push(packed.ids[place] as number);
  });
  return { count, ids };
}

/** Ids of the detections inside an outline, on whatever copy of the world it lies; CSS pixels. */
export function idsInside(drawn: DrawnDetections, outline: readonly Pixel[], view: PaintView): IdSet {
  const { packed } = drawn;
  const corners = outline.map(([right, down]): Corner => {
    const [x, y] = positionAtOffset(view, right - view.width / 2, down - view.height / 2);
    return [x - view.centerX, y - view.centerY];
  });
  const isInside = isLevelBox(corners) ? null : outlineTest(corners);
  const isFound = new Uint8Array(packed.count);
  for (const { offset, box } of partsBetween(view, boundsOfCorners(corners))) {
    visitDrawn(drawn, box, (place) => {
      if (isInside) {
        const [x, y] = positionAt(packed, place);
        if (!isInside(nearestDifference(x - view.centerX) + offset, y - view.centerY)) return;
      }
      isFound[place] = 1;
    });
  }
  return idsOfPlaces(packed, isFound);
}

function visitDrawn(
  { packed, passes }: DrawnDetections,
  box: PackedBox | null,
  visit: (place: number) => void,
): void {
  if (!box) return;
  visitBox(packed, box, (place) => {
    if (passes(place)) visit(place);
  });
}

function boundsOfCorners(corners: readonly Corner[]) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** Whether the outline is its own bounding box; then whatever the index finds in that is inside. */
function isLevelBox(corners: readonly Corner[]): boolean {
  if (corners.length !== 4) return false;
  const { west, east, north, south } = boundsOfCorners(corners);
  // Turning to and fro leaves rounding errors, of much less than a pixel.
  const slack = Math.max(east - west, south - north) * 1e-9;
  const isAt = (value: number, one: number, other: number) =>
    Math.min(Math.abs(value - one), Math.abs(value - other)) <= slack;
  return corners.every(([x, y]) => isAt(x, west, east) && isAt(y, north, south));
}

function positionAt({ words }: PackedDetections, place: number): [number, number] {
  const word = place * wordsPerDetection;
  return [words[word] as number, words[word + 1] as number];
}
