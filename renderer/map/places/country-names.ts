import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { normalizeLongitude, unwrapLongitudes } from '../../../shared/geo/longitude.ts';
import type { WorldTopology } from '../basemap/basemap-shapes.ts';

/** A country's name, a position well inside its largest part, and the approximate width of that part in degrees. */
export type CountryName = {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly degrees: number;
};

/** Number of candidate positions for a name in each direction. */
const trials = 14;
/** Approximate number of corners to which an outline is reduced. */
const maxCorners = 160;

/** The names of a topology's countries. */
export function countryNames(topology: WorldTopology): readonly CountryName[] {
  return feature(topology, topology.objects.countries).features.flatMap(({ properties, geometry }) => {
    const name = (properties as { readonly name?: unknown } | null)?.name;
    const rings = outerRings(geometry as Polygon | MultiPolygon | null);
    const [largest] = rings.sort((one, other) => areaOf(other) - areaOf(one));
    if (typeof name !== 'string' || !largest) return [];
    const [longitude = 0, latitude = 0] = innermost(largest);
    return [
      { name, longitude: normalizeLongitude(longitude), latitude, degrees: Math.sqrt(areaOf(largest)) },
    ];
  });
}

function outerRings(geometry: Polygon | MultiPolygon | null): Position[][] {
  if (!geometry) return [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap(([outer]) => {
    if (!outer) return [];
    const longitudes = unwrapLongitudes(outer);
    return [outer.map(([, latitude = 0], index) => [longitudes[index] ?? 0, latitude])];
  });
}

/** The area of a ring in square degrees at the equator. */
function areaOf(ring: readonly Position[]): number {
  let sum = 0;
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    sum += (x * nextY - nextX * y) * Math.cos(((y + nextY) * Math.PI) / 360);
  });
  return Math.abs(sum) / 2;
}

/** The position on a grid of candidates inside the ring that is farthest from its sides. */
function innermost(ring: readonly Position[]): Position {
  const step = Math.max(1, Math.floor(ring.length / maxCorners));
  const corners = ring.filter((_, index) => index % step === 0);
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - south];
  let best: Position = corners[0] ?? [0, 0];
  let bestDistance = 0;
  for (let trial = 0; trial < trials * trials; trial += 1) {
    const x = west + (((trial % trials) + 0.5) / trials) * width;
    const y = south + ((Math.floor(trial / trials) + 0.5) / trials) * height;
    const distance = depthInside(corners, x, y);
    if (distance > bestDistance) [best, bestDistance] = [[x, y], distance];
  }
  return best;
}

/** Distance of a position from the ring's nearest corner; 0 outside of the ring. */
function depthInside(ring: readonly Position[], x: number, y: number): number {
  const flat = Math.cos((y * Math.PI) / 180);
  let isInside = false;
  let nearest = Number.POSITIVE_INFINITY;
  ring.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    // A name is wider than high, so horizontal distances count less.
    nearest = Math.min(nearest, Math.hypot(((ax - x) * flat) / 2, ay - y));
  });
  return isInside ? nearest : 0;
}
