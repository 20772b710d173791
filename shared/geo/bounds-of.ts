import type { Geometry, Position } from 'geojson';
import { flattenGeometry, type SimpleGeometry } from './flatten-geometry.ts';
import type { BoundingBox } from './geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';

/** An arc of longitude: `west` in −180…180, `east` >= `west`, possibly past 180. */
type Arc = { readonly west: number; readonly east: number };

const wholeCircle: Arc = { west: -180, east: 180 };

/**
 * Returns the smallest box around a geometry: `[west, south, east, north]` in degrees, west > east when it crosses the
 * antimeridian, or null for an empty geometry.
 *
 * Lines and rings may cross the antimeridian in either way of writing it (`179, −179` or `179, 181`). Parts on both
 * sides of it, as RFC 7946, 3.1.9 splits them, give one box across it, not one around the world.
 */
export function boundsOf(geometry: Geometry): BoundingBox | null {
  const lines = flattenGeometry(geometry)
    .flatMap(linesOf)
    .filter((line) => line.length > 0);
  if (lines.length === 0) return null;
  let south = Number.POSITIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    for (const [, latitude = Number.NaN] of line) {
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  }
  const { west, east } = enclosingArc(lines.map(arcOf));
  return [west, south, normalizeLongitude(east), north];
}

/** Returns the points, lines and outlines of a geometry as lines. */
function linesOf(geometry: SimpleGeometry): readonly Position[][] {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates.length > 0 ? [[geometry.coordinates]] : [];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return geometry.coordinates.slice(0, 1);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings) => rings.slice(0, 1));
  }
}

function arcOf(line: readonly Position[]): Arc {
  let minLongitude = Number.POSITIVE_INFINITY;
  let maxLongitude = Number.NEGATIVE_INFINITY;
  for (const longitude of unwrapLongitudes(line)) {
    minLongitude = Math.min(minLongitude, longitude);
    maxLongitude = Math.max(maxLongitude, longitude);
  }
  if (maxLongitude - minLongitude >= 360) return wholeCircle;
  const west = normalizeLongitude(minLongitude);
  return { west, east: west === minLongitude ? maxLongitude : west + (maxLongitude - minLongitude) };
}

/** Returns the shortest arc that contains all arcs: the circle without the widest gap between them. */
function enclosingArc(arcs: readonly Arc[]): Arc {
  const sorted = arcs.toSorted((one, other) => one.west - other.west);
  let enclosing = wholeCircle;
  let widestGap = 0;
  let reached = Number.NEGATIVE_INFINITY;
  let reachedEast = Number.NaN;
  // Two rounds: an arc over the antimeridian may cover the start, so only the second round sees true gaps.
  for (const turn of [0, 360]) {
    for (const arc of sorted) {
      const gap = arc.west + turn - reached;
      if (turn > 0 && gap > widestGap) {
        widestGap = gap;
        enclosing = { west: arc.west, east: reachedEast };
      }
      if (arc.east + turn > reached) {
        reached = arc.east + turn;
        reachedEast = arc.east;
      }
    }
  }
  return enclosing;
}
