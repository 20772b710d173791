import type { Geometry, Position } from 'geojson';
import { unwrapLongitudes } from '../geo/longitude.ts';
import { intersectSpans } from '../geo/longitude-spans.ts';
import { boundsIntersect, longitudeSpansAt, type Region, toRegion } from '../geo/region.ts';
import { latitudeStrips, stripArea } from '../geo/region-area.ts';
import { memoizeByObject } from '../memoize-by-object.ts';

/** A footprint prepared for overlap computations. */
export type Outline = {
  readonly region: Region;
  /**
   * Alternating longitudes and latitudes of its corners, anticlockwise, longitudes continuous past ±180, when it is
   * one convex polygon, as most footprints are; else null.
   */
  readonly convex: Float64Array | null;
  /** Square metres: of a convex one on the authalic sphere with geodetic latitudes, else on the ellipsoid. */
  readonly squareMetres: number;
};

/** The overlap of two footprints. */
export type Overlap = {
  /** Shared area as a share of either footprint, 0…1. */
  readonly ofFirst: number;
  readonly ofSecond: number;
};

const stripCount = 100;
/** Radius of the sphere of WGS 84's area (Snyder, equation 3-13). */
const authalicRadius = 6_371_007.18;

/** Prepares a footprint. Null for points and lines, which have no area. */
export function toOutline(geometry: Geometry): Outline | null {
  const region = toRegion([geometry]);
  const convex = toConvex(geometry);
  const squareMetres = convex
    ? sphereArea(convex)
    : stripArea(latitudeStrips(region), (at) => longitudeSpansAt(region, at));
  return squareMetres > 0 ? { region, convex, squareMetres } : null;
}

/**
 * Computes the overlap of two footprints; edges are straight in degrees. Exact for convex ones (Sutherland and Hodgman
 * 1974), else measured in strips, accurate to some tenths of a percent.
 */
export function computeOverlap(first: Outline, second: Outline): Overlap {
  const shared = sharedSquareMetres(first, second);
  // Both areas are computed in the same way as the shared one.
  const areConvex = first.convex !== null && second.convex !== null;
  const share = (whole: Outline) =>
    Math.min(1, shared / (areConvex ? whole.squareMetres : areaInStrips(whole)));
  return { ofFirst: share(first), ofSecond: share(second) };
}

const areaInStrips = memoizeByObject(({ region }: Outline) =>
  stripArea(latitudeStrips(region), (at) => longitudeSpansAt(region, at)),
);

function sharedSquareMetres(first: Outline, second: Outline): number {
  if (!boundsIntersect(first.region, second.region)) return 0;
  if (first.convex && second.convex) {
    const turn = 360 * Math.round(((first.convex[0] ?? 0) - (second.convex[0] ?? 0)) / 360);
    return [turn - 360, turn, turn + 360].reduce(
      (sum, shift) => sum + sphereArea(clipConvex(first.convex ?? none, second.convex ?? none, shift)),
      0,
    );
  }
  const strips = latitudeStrips(first.region, [second.region], stripCount);
  return stripArea(strips, (latitude) =>
    intersectSpans(longitudeSpansAt(first.region, latitude), longitudeSpansAt(second.region, latitude)),
  );
}

const none = new Float64Array(0);

/** The corners of one convex polygon without holes, anticlockwise; null for anything else. */
function toConvex(geometry: Geometry): Float64Array | null {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  const [rings, ...others] = polygons;
  const [ring, ...holes] = rings ?? [];
  if (!ring || others.length > 0 || holes.length > 0 || ring.length < 4) return null;
  const corners = openCorners(ring);
  return (
    corners && (windingOf(corners) === 1 ? corners : windingOf(corners) === -1 ? reversed(corners) : null)
  );
}

/** Without the repeated last corner; null for a ring that is not closed or goes around a pole. */
function openCorners(ring: readonly Position[]): Float64Array | null {
  const longitudes = unwrapLongitudes(ring);
  const last = ring.length - 1;
  const isClosed = longitudes[0] === longitudes[last] && ring[0]?.[1] === ring[last]?.[1];
  if (!isClosed) return null;
  const corners = new Float64Array(2 * last);
  for (let index = 0; index < last; index += 1) {
    corners[2 * index] = longitudes[index] ?? Number.NaN;
    corners[2 * index + 1] = ring[index]?.[1] ?? Number.NaN;
  }
  return corners;
}

/** Returns 1 when all corners turn left, −1 when all turn right, 0 when they differ or wind more than once. */
function windingOf(corners: Float64Array): -1 | 0 | 1 {
  const count = corners.length / 2;
  let sign = 0;
  let turned = 0;
  for (let index = 0; index < count; index += 1) {
    const [ax, ay] = at(corners, index);
    const [bx, by] = at(corners, (index + 1) % count);
    const [cx, cy] = at(corners, (index + 2) % count);
    const cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    if (cross !== 0 && sign !== 0 && Math.sign(cross) !== sign) return 0;
    if (cross !== 0) sign = Math.sign(cross);
    turned += Math.atan2(cross, (bx - ax) * (cx - bx) + (by - ay) * (cy - by));
  }
  const isOnceRound = Math.abs(Math.abs(turned) - 2 * Math.PI) < 0.01;
  return isOnceRound && sign !== 0 ? (sign as -1 | 1) : 0;
}

function at(corners: Float64Array, index: number): [number, number] {
  return [corners[2 * index] as number, corners[2 * index + 1] as number];
}

function reversed(corners: Float64Array): Float64Array {
  const count = corners.length / 2;
  const backwards = new Float64Array(corners.length);
  for (let index = 0; index < count; index += 1) backwards.set(at(corners, count - 1 - index), 2 * index);
  return backwards;
}

/** Returns the part of the first polygon inside the second, which is shifted by degrees of longitude. */
function clipConvex(first: Float64Array, second: Float64Array, shift: number): Float64Array {
  let clipped: number[] = [...first];
  const count = second.length / 2;
  for (let index = 0; index < count && clipped.length > 0; index += 1) {
    const [fromX, fromY] = at(second, index);
    const [toX, toY] = at(second, (index + 1) % count);
    clipped = clipToLeft(clipped, fromX + shift, fromY, toX - fromX, toY - fromY);
  }
  return Float64Array.from(clipped);
}

/** Returns the part of a polygon to the left of a line. */
function clipToLeft(
  corners: readonly number[],
  x: number,
  y: number,
  alongX: number,
  alongY: number,
): number[] {
  const clipped: number[] = [];
  const sideOf = (index: number) =>
    alongX * ((corners[index + 1] as number) - y) - alongY * ((corners[index] as number) - x);
  let previous = corners.length - 2;
  let previousSide = sideOf(previous);
  for (let index = 0; index < corners.length; index += 2) {
    const side = sideOf(index);
    if (side >= 0 !== previousSide >= 0) {
      const part = previousSide / (previousSide - side);
      const [px, py] = [corners[previous] as number, corners[previous + 1] as number];
      clipped.push(
        px + part * ((corners[index] as number) - px),
        py + part * ((corners[index + 1] as number) - py),
      );
    }
    if (side >= 0) clipped.push(corners[index] as number, corners[index + 1] as number);
    previous = index;
    previousSide = side;
  }
  return clipped;
}

/**
 * The area of an anticlockwise polygon whose edges are straight in degrees: for each edge the integral of the longitude
 * over the sine of the latitude, in closed form.
 */
function sphereArea(corners: Float64Array): number {
  const count = corners.length / 2;
  if (count < 3) return 0;
  const [origin] = at(corners, 0);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const [fromX, fromY] = at(corners, index);
    const [toX, toY] = at(corners, (index + 1) % count);
    sum += edgeIntegral((fromX - origin) * radians, fromY * radians, (toX - origin) * radians, toY * radians);
  }
  return Math.abs(sum) * authalicRadius ** 2;
}

const radians = Math.PI / 180;

/** ∫ λ cos φ dφ along an edge on which λ is linear in φ. */
function edgeIntegral(fromX: number, fromY: number, toX: number, toY: number): number {
  const rise = toY - fromY;
  const half = rise / 2;
  // Simpson's rule: its error for an edge of 5° is below one part in ten million.
  const middle = ((fromX + toX) / 2) * Math.cos(fromY + half);
  return (rise / 6) * (fromX * Math.cos(fromY) + 4 * middle + toX * Math.cos(toY));
}
