import type { Geometry, Position } from 'geojson';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';
import { type LongitudeSpan, subtractSpans, toSpans, uniteSpans } from './longitude-spans.ts';
import { simpleGeometries } from './simple-geometries.ts';

type Ring = {
  /** Longitudes, continuous past ±180, and latitudes; the first position repeated at the end. */
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  readonly south: number;
  readonly north: number;
};

/**
 * What the polygons of one or more geometries cover together, prepared to be asked what it holds at a latitude. Edges
 * are straight in degrees (RFC 7946, 3.1.1) and may cross the antimeridian in either way of writing it. A ring that
 * crosses itself holds what lies inside by the even-odd rule, so nothing here throws on a shape, however odd. A
 * ring around a pole, or one that is not closed, holds nothing.
 */
export type Region = {
  readonly polygons: readonly { readonly outline: Ring; readonly holes: readonly Ring[] }[];
  /** Degrees; Infinity and −Infinity when it holds nothing. */
  readonly south: number;
  readonly north: number;
  /** The bounding stretches of longitude, sorted and without overlaps. */
  readonly reach: readonly LongitudeSpan[];
};

/** The region that the polygons in the geometries cover; points and lines cover nothing. */
export function toRegion(geometries: readonly Geometry[]): Region {
  const polygons = geometries.flatMap(simpleGeometries).flatMap((geometry) => {
    if (geometry.type === 'Polygon') return toPolygon(geometry.coordinates);
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(toPolygon) : [];
  });
  const outlines = polygons.map(({ outline }) => outline);
  return {
    polygons,
    south: outlines.reduce((least, { south }) => Math.min(least, south), Number.POSITIVE_INFINITY),
    north: outlines.reduce((most, { north }) => Math.max(most, north), Number.NEGATIVE_INFINITY),
    reach: uniteSpans(outlines.flatMap(({ longitudes }) => toSpans(least(longitudes), greatest(longitudes)))),
  };
}

function toPolygon([outline = [], ...holes]: readonly Position[][]): Region['polygons'][number][] {
  const ring = toRing(outline);
  if (outline.length === 0 || isAroundPole(ring)) return [];
  return [{ outline: ring, holes: holes.map(toRing).filter((hole) => !isAroundPole(hole)) }];
}

/** Such a ring comes back to its first position a turn later. */
function isAroundPole({ longitudes }: Ring): boolean {
  return Math.abs((longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0)) > 180;
}

function toRing(positions: readonly Position[]): Ring {
  const longitudes = unwrapLongitudes(positions);
  const latitudes = positions.map(([, latitude = Number.NaN]) => latitude);
  return { longitudes, latitudes, south: least(latitudes), north: greatest(latitudes) };
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
}

/** What a region holds at a latitude: spans from west to east, without overlaps. */
export function spansAt(region: Region, latitude: number): readonly LongitudeSpan[] {
  if (!(latitude >= region.south && latitude <= region.north)) return [];
  const spans = region.polygons.flatMap(({ outline, holes }) => {
    const inside = ringSpans(outline, latitude);
    return inside.length === 0 || holes.length === 0
      ? inside
      : subtractSpans(uniteSpans(inside), uniteSpans(holes.flatMap((hole) => ringSpans(hole, latitude))));
  });
  return uniteSpans(spans);
}

/** Stretches inside a ring. An edge holds its lower end, not its upper. */
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

/** Whether a position lies in a region; on an edge it may be either. Degrees. */
export function regionHolds(region: Region, longitude: number, latitude: number): boolean {
  if (!(latitude >= region.south && latitude <= region.north)) return false;
  const normal = normalizeLongitude(longitude);
  const isWithin = ([west, east]: LongitudeSpan) => normal >= west && normal <= east;
  return region.reach.some(isWithin) && spansAt(region, latitude).some(isWithin);
}

/** Whether the bounding boxes of two regions meet, over the antimeridian too. It is quick and may be wrong only in saying yes. */
export function mayMeet(one: Region, other: Region): boolean {
  if (one.south > other.north || other.south > one.north) return false;
  return one.reach.some(([west, east]) => other.reach.some((reach) => reach[0] <= east && west <= reach[1]));
}
