import { IdSet } from '../../../shared/results/id-set.ts';
import type { PixelPosition } from '../selecting/select-tool.ts';
import { noValue } from './channel-columns.ts';
import type { PackedBox } from './detection-filter.ts';
import { visitBox } from './detections-index.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';
import type { PaintView, ViewExtent } from './paint-view.ts';
import {
  boxAround,
  nearestDifference,
  pixelOffset,
  positionAtOffset,
  worldCopiesBetween,
  worldCopiesInView,
} from './view-box.ts';

/** Maximum distance of a click from a point that still hits it, in CSS pixels. */
const hitTolerance = 4;
/** Maximum number of detections reported under one click. */
const maxHits = 200;

/** The detections as they are drawn. */
export type DrawnDetections = {
  readonly packed: PackedDetections;
  readonly matches: (slot: number) => boolean;
  /** Size bytes; null when all detections have the same size. */
  readonly sizes: Uint8Array | null;
};

/** The detections at a pixel: ids, nearest first, and their total count, which may be higher. */
export type DetectionsAt = { readonly ids: readonly number[]; readonly count: number };

/** The detections at a pixel (CSS pixels from the upper left corner). */
export function idsAt(drawn: DrawnDetections, pixel: PixelPosition, view: PaintView): DetectionsAt {
  const { packed, sizes } = drawn;
  const [x, y] = positionAtOffset(view, pixel[0] - view.width / 2, pixel[1] - view.height / 2);
  const [smallest, largest] = view.sizeRadii;
  const reachOf = (slot: number) => {
    if (!sizes) return view.radius + hitTolerance;
    const size = sizes[slot] as number;
    return (size === noValue ? smallest : smallest + ((largest - smallest) * size) / 254) + hitTolerance;
  };
  const farthest = (sizes ? largest : view.radius) + hitTolerance;
  let nearest: Hit[] = [];
  let count = 0;
  // Once more than the maximum are known, farther ones are only counted.
  let reach = Number.POSITIVE_INFINITY;
  visitDrawn(drawn, boxAround(x, y, farthest * view.unitsPerPixel), (slot) => {
    const [pointX, pointY] = positionAt(packed, slot);
    // On any copy of the world; the rotation of the view does not change distances.
    const [east, south] = [nearestDifference(pointX - x), pointY - y];
    const distance = Math.sqrt(east * east + south * south) / view.unitsPerPixel;
    if (distance > reachOf(slot)) return;
    count += 1;
    if (distance >= reach) return;
    nearest.push({ id: packed.ids[slot] as number, distance });
    if (nearest.length < 2 * maxHits) return;
    nearest = nearestOf(nearest);
    reach = nearest.at(-1)?.distance ?? reach;
  });
  return { ids: nearestOf(nearest).map(({ id }) => id), count };
}

type Hit = { readonly id: number; readonly distance: number };

function nearestOf(hits: readonly Hit[]): Hit[] {
  return hits.toSorted((one, other) => one.distance - other.distance).slice(0, maxHits);
}

/** Number of detections in the view, and the ids of up to `maxIds` of them. */
export function countInView(
  drawn: DrawnDetections,
  view: ViewExtent,
  maxIds: number,
): { readonly count: number; readonly ids: readonly number[] } {
  const { packed } = drawn;
  const ids: number[] = [];
  let count = 0;
  // A detection on several copies of the world is counted on the one nearest to the center only.
  const nearestCopy = worldCopiesInView(view, 0).find(({ offset }) => offset === 0);
  visitDrawn(drawn, nearestCopy?.box ?? null, (slot) => {
    // Without a rotation the bounding box of the view is the view itself.
    if (view.rotation !== 0) {
      const [right, down] = pixelOffset(view, ...positionAt(packed, slot));
      if (Math.abs(right) > view.width / 2 || Math.abs(down) > view.height / 2) return;
    }
    count += 1;
    if (count <= maxIds) ids.push(packed.ids[slot] as number);
  });
  return { count, ids };
}

/** Ids of the detections inside an outline in CSS pixels, on any copy of the world. */
export function idsInside(drawn: DrawnDetections, outline: readonly PixelPosition[], view: PaintView): IdSet {
  const { ids } = drawn.packed;
  const found = new IdCollector();
  visitInside(drawn, outline, view, (slot) => found.add(ids[slot] as number));
  return found.toSet();
}

/** Number of detections inside an outline in CSS pixels that is smaller than the world. */
export function countInside(
  drawn: DrawnDetections,
  outline: readonly PixelPosition[],
  view: PaintView,
): number {
  let count = 0;
  visitInside(drawn, outline, view, () => {
    count += 1;
  });
  return count;
}

function visitInside(
  drawn: DrawnDetections,
  outline: readonly PixelPosition[],
  view: PaintView,
  visit: (slot: number) => void,
): void {
  const { packed } = drawn;
  const corners = outline.map(([right, down]): Corner => {
    const [x, y] = positionAtOffset(view, right - view.width / 2, down - view.height / 2);
    return [x - view.centerX, y - view.centerY];
  });
  const isInside = isLevelBox(corners) ? null : outlineTest(corners);
  for (const { offset, box } of worldCopiesBetween(view, boundsOfCorners(corners))) {
    visitDrawn(drawn, box, (slot) => {
      if (isInside) {
        const [x, y] = positionAt(packed, slot);
        if (!isInside(nearestDifference(x - view.centerX) + offset, y - view.centerY)) return;
      }
      visit(slot);
    });
  }
}

function visitDrawn(
  { packed, matches }: DrawnDetections,
  box: PackedBox | null,
  visit: (slot: number) => void,
): void {
  if (!box) return;
  visitBox(packed, box, (slot) => {
    if (matches(slot)) visit(slot);
  });
}

function boundsOfCorners(corners: readonly Corner[]) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** Whether the outline is equal to its bounding box, so that the box search is sufficient. */
function isLevelBox(corners: readonly Corner[]): boolean {
  if (corners.length !== 4) return false;
  const { west, east, north, south } = boundsOfCorners(corners);
  // Rotation leaves rounding errors of much less than a pixel.
  const slack = Math.max(east - west, south - north) * 1e-9;
  const isAt = (value: number, one: number, other: number) =>
    Math.min(Math.abs(value - one), Math.abs(value - other)) <= slack;
  return corners.every(([x, y]) => isAt(x, west, east) && isAt(y, north, south));
}

function positionAt({ words }: PackedDetections, slot: number): [number, number] {
  const word = slot * wordsPerDetection;
  return [words[word] as number, words[word + 1] as number];
}

const pageBits = 16;
const idsInPage = 1 << pageBits;

/**
 * Collects ids in any order, with or without duplicates, as bits: sorting millions of ids would take far longer. Ids that
 * are close together share a page of 8 kB.
 */
export class IdCollector {
  readonly #pages: (Uint32Array | undefined)[] = [];
  #size = 0;

  add(id: number): void {
    const number = id >>> pageBits;
    const page = this.#pages[number] ?? new Uint32Array(idsInPage / 32);
    this.#pages[number] = page;
    const at = (id & (idsInPage - 1)) >>> 5;
    const bits = page[at] as number;
    const bit = 1 << (id & 31);
    if ((bits & bit) !== 0) return;
    page[at] = bits | bit;
    this.#size += 1;
  }

  toSet(): IdSet {
    const ids = new Uint32Array(this.#size);
    let filled = 0;
    for (const [number, page] of this.#pages.entries()) {
      if (page) filled = writeIds(page, number * idsInPage, ids, filled);
    }
    return IdSet.ofSorted(ids);
  }
}

/** Writes the ids of a page from an index on, and returns the index after them. */
function writeIds(page: Uint32Array, first: number, ids: Uint32Array, from: number): number {
  let filled = from;
  for (let at = 0; at < page.length; at++) {
    let bits = page[at] as number;
    while (bits !== 0) {
      const lowest = bits & -bits;
      ids[filled] = first + at * 32 + 31 - Math.clz32(lowest);
      filled += 1;
      bits ^= lowest;
    }
  }
  return filled;
}

/** A corner of an outline, in the same plane as the tested points. */
export type Corner = readonly [x: number, y: number];

/** Number of horizontal bands, so that a point is compared only with the edges in its band. */
const bands = 512;

/**
 * Returns a function that tests by the even-odd rule whether a point is inside an outline (closed or not). Optimized
 * for hundreds of thousands of points.
 */
export function outlineTest(corners: readonly Corner[]): (x: number, y: number) => boolean {
  const ys = corners.map(([, y]) => y);
  const top = Math.min(...ys);
  const height = Math.max(...ys) - top;
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor(((y - top) / height) * bands)));
  const edges: number[][] = Array.from({ length: bands }, () => []);
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] as Corner;
    // Horizontal edges are never crossed.
    if (y1 === y2) return;
    for (let band = bandOf(Math.min(y1, y2)); band <= bandOf(Math.max(y1, y2)); band++) {
      edges[band]?.push(x1, y1, x2, y2);
    }
  });
  const packed = edges.map((list) => Float64Array.from(list));
  return (x, y) => {
    if (!(y >= top && y <= top + height) || height === 0) return false;
    const beside = packed[bandOf(y)] as Float64Array;
    let isInside = false;
    for (let at = 0; at < beside.length; at += 4) {
      const y1 = beside[at + 1] as number;
      const y2 = beside[at + 3] as number;
      if (y1 > y === y2 > y) continue;
      const x1 = beside[at] as number;
      const crossing = x1 + ((y - y1) / (y2 - y1)) * ((beside[at + 2] as number) - x1);
      if (x < crossing) isInside = !isInside;
    }
    return isInside;
  };
}
