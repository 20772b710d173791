import type { Position } from 'geojson';
import type { ImportLog } from './import-log.ts';
import { positionLists, type SourceShape } from './source-shape.ts';

/** The `bbox` member of a GeoJSON object (RFC 7946, section 5), and the location of that object. */
export type BoundingBox = {
  readonly west: number;
  readonly south: number;
  /** Less than `west` where the box crosses the antimeridian. */
  readonly east: number;
  readonly north: number;
  readonly place: string;
};

/** Reads a `bbox`, which is not needed for anything; one that is no box is noted. Undefined without one. */
export function readBoundingBox(value: unknown, place: string, log: ImportLog): BoundingBox | undefined {
  if (value === undefined || value === null) return undefined;
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [];
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers;
  const isBox = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite);
  if (isBox && Number(south) <= Number(north)) {
    const [w, s, e, n] = [west, south, east, north].map(Number) as [number, number, number, number];
    return { west: w, south: s, east: e, north: n, place };
  }
  log.noteUnread(
    'bbox-left',
    place,
    'A “bbox” that is not west, south, east and north, with heights or without, was left; the geometry counts.',
  );
  return undefined;
}

/** Notes each box that does not hold a shape of its object: an area comes from its geometry alone. */
export function compareWithBoxes(shape: SourceShape, boxes: readonly BoundingBox[], log: ImportLog): void {
  for (const box of boxes) {
    const isWithin = shape.projector ? isWithinPlane : isWithinDegrees;
    if (positionLists(shape).every((positions) => positions.every((position) => isWithin(box, position))))
      continue;
    log.noteUnread(
      'bbox-left',
      box.place,
      'A “bbox” does not hold the geometry of its object. The geometry counts; check its place on the map.',
    );
  }
}

/** Boxes are often rounded: share of their extent by which a position may be outside. */
const tolerance = 0.01;

function isWithinPlane({ west, south, east, north }: BoundingBox, [x = 0, y = 0]: Position): boolean {
  return isBetween(x, west, east) && isBetween(y, south, north);
}

function isWithinDegrees({ west, south, east, north }: BoundingBox, [x = 0, y = 0]: Position): boolean {
  const width = east < west ? east + 360 - west : east - west;
  const turned = west + ((((x - west) % 360) + 360) % 360);
  const isAcross = isBetween(turned, west, west + width) || isBetween(turned - 360, west, west + width);
  return isAcross && isBetween(y, south, north);
}

function isBetween(value: number, low: number, high: number): boolean {
  const margin = Math.max(1e-6, (high - low) * tolerance);
  return Number.isNaN(value) || (value >= low - margin && value <= high + margin);
}
