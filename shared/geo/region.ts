import type { Geometry, Position } from 'geojson';
import { closeOverPole } from './close-over-pole.ts';
import { flattenGeometry } from './flatten-geometry.ts';
import type { BoundingBox } from './geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';
import { type LongitudeSpan, subtractSpans, toSpans, unionSpans } from './longitude-spans.ts';

type Ring = {
  /** Longitudes, continuous past ±180, and latitudes; the first position repeated at the end. */
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  readonly south: number;
  readonly north: number;
};

/**
 * The union of the polygons of one or more geometries, prepared for queries by latitude. Edges are straight in degrees
 * (RFC 7946, 3.1.1) and may cross the antimeridian in either notation. A ring around a pole holds it
 * (`closeOverPole`). A self-crossing ring is filled by the even-odd rule, so no shape causes an error; an unclosed one
 * covers nothing.
 */
export type Region = {
  readonly polygons: readonly { readonly outline: Ring; readonly holes: readonly Ring[] }[];
  /** Degrees; Infinity and −Infinity for an empty region. */
  readonly south: number;
  readonly north: number;
  /** The bounding longitude spans, sorted and without overlaps. */
  readonly longitudeSpans: readonly LongitudeSpan[];
};

/** Returns the region that the polygons in the geometries cover; points and lines cover nothing. */
export function toRegion(geometries: readonly Geometry[]): Region {
  const polygons = geometries.flatMap(flattenGeometry).flatMap((geometry) => {
    if (geometry.type === 'Polygon') return toPolygon(geometry.coordinates);
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(toPolygon) : [];
  });
  const outlines = polygons.map(({ outline }) => outline);
  return {
    polygons,
    south: outlines.reduce((min, { south }) => Math.min(min, south), Number.POSITIVE_INFINITY),
    north: outlines.reduce((max, { north }) => Math.max(max, north), Number.NEGATIVE_INFINITY),
    longitudeSpans: unionSpans(
      outlines.flatMap(({ longitudes }) => toSpans(minOf(longitudes), maxOf(longitudes))),
    ),
  };
}

function toPolygon([outline = [], ...holes]: readonly Position[][]): Region['polygons'][number][] {
  const ring = toRing(outline);
  if (outline.length === 0 || endsElsewhere(ring)) return [];
  return [{ outline: ring, holes: holes.map(toRing).filter((hole) => !endsElsewhere(hole)) }];
}

function endsElsewhere({ longitudes }: Ring): boolean {
  return Math.abs((longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0)) > 180;
}

function toRing(ring: readonly Position[]): Ring {
  const positions = closeOverPole(ring) ?? ring;
  const longitudes = unwrapLongitudes(positions);
  const latitudes = positions.map(([, latitude = Number.NaN]) => latitude);
  return { longitudes, latitudes, south: minOf(latitudes), north: maxOf(latitudes) };
}

function minOf(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

function maxOf(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
}

/** Returns the spans of a region at a latitude, from west to east, without overlaps. */
export function longitudeSpansAt(region: Region, latitude: number): readonly LongitudeSpan[] {
  if (!(latitude >= region.south && latitude <= region.north)) return [];
  const spans = region.polygons.flatMap(({ outline, holes }) => {
    const inside = ringSpans(outline, latitude);
    return inside.length === 0 || holes.length === 0
      ? inside
      : subtractSpans(unionSpans(inside), unionSpans(holes.flatMap((hole) => ringSpans(hole, latitude))));
  });
  return unionSpans(spans);
}

/** Returns the spans inside a ring. An edge includes its southern end, not its northern end. */
function ringSpans({ longitudes, latitudes, south, north }: Ring, latitude: number): LongitudeSpan[] {
  if (!(latitude >= south && latitude <= north)) return [];
  const crossings: number[] = [];
  for (let index = 1; index < latitudes.length; index += 1) {
    const from = latitudes[index - 1] ?? Number.NaN;
    const to = latitudes[index] ?? Number.NaN;
    if (from <= latitude === to <= latitude) continue;
    const west = longitudes[index - 1] ?? Number.NaN;
    crossings.push(west + ((latitude - from) / (to - from)) * ((longitudes[index] ?? Number.NaN) - west));
  }
  // An odd number means a ring that is not closed.
  if (crossings.length % 2 === 1) return [];
  crossings.sort((one, other) => one - other);
  const spans: LongitudeSpan[] = [];
  for (let index = 0; index < crossings.length; index += 2) {
    spans.push(...toSpans(crossings[index] ?? Number.NaN, crossings[index + 1] ?? Number.NaN));
  }
  return spans;
}

/** Whether a region contains a position in degrees; on an edge the result is undefined. */
export function regionContains(region: Region, longitude: number, latitude: number): boolean {
  if (!(latitude >= region.south && latitude <= region.north)) return false;
  const normal = normalizeLongitude(longitude);
  const isWithin = ([west, east]: LongitudeSpan) => normal >= west && normal <= east;
  // No edge has its southern end at the North Pole.
  const height = Math.min(latitude, almostNorthPole);
  return region.longitudeSpans.some(isWithin) && longitudeSpansAt(region, height).some(isWithin);
}

const almostNorthPole = 90 - 1e-9;

/**
 * Whether the bounding boxes of two regions intersect, also over the antimeridian. A fast test with false positives
 * only.
 */
export function boundsIntersect(one: Region, other: Region): boolean {
  if (one.south > other.north || other.south > one.north) return false;
  return one.longitudeSpans.some(([west, east]) =>
    other.longitudeSpans.some((reach) => reach[0] <= east && west <= reach[1]),
  );
}

/**
 * Returns the bounding box of a region, `[west, south, east, north]` in degrees; `west > east` crosses the
 * antimeridian. Null for an empty region.
 */
export function regionBounds({ longitudeSpans, south, north }: Region): BoundingBox | null {
  const [first] = longitudeSpans;
  const last = longitudeSpans.at(-1);
  if (!first || !last) return null;
  const crosses = longitudeSpans.length > 1 && first[0] <= -180 && last[1] >= 180;
  return crosses ? [last[0], south, first[1], north] : [first[0], south, last[1], north];
}
