import type { Geometry, Position } from 'geojson';
import { flattenGeometry, type SimpleGeometry } from './flatten-geometry.ts';
import type { LonLat } from './geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';
import { signedRingArea } from './rings.ts';

/**
 * Returns a position that represents a geometry, `[longitude, latitude]` within −180…180, or null for an empty one.
 *
 * For polygons it is inside the largest one: the middle of the widest span at half its height. For lines it is the
 * middle position of the line with most positions, for points the first. A collection is represented by its first area,
 * else its first line, else its first point.
 */
export function representativePoint(geometry: Geometry): LonLat | null {
  const position = flattenGeometry(geometry)
    .toSorted((one, other) => dimensionOf(other) - dimensionOf(one))
    .map(representativeOf)
    .find((candidate) => candidate !== undefined);
  return position ? [normalizeLongitude(position[0]), position[1]] : null;
}

function dimensionOf(geometry: SimpleGeometry): number {
  if (geometry.type.endsWith('Polygon')) return 2;
  return geometry.type.endsWith('LineString') ? 1 : 0;
}

function representativeOf(geometry: SimpleGeometry): LonLat | undefined {
  switch (geometry.type) {
    case 'Point':
      return toLonLat(geometry.coordinates);
    case 'MultiPoint':
      return toLonLat(geometry.coordinates[0]);
    case 'LineString':
      return middleOf(geometry.coordinates);
    case 'MultiLineString':
      return middleOf(largest(geometry.coordinates, (line) => line.length));
    case 'Polygon':
      return insideOf(continuousRings(geometry.coordinates));
    case 'MultiPolygon':
      return insideOf(largest(geometry.coordinates.map(continuousRings), planarArea));
  }
}

function toLonLat(position: Position | undefined): LonLat | undefined {
  const [longitude, latitude] = position ?? [];
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}

function middleOf(line: readonly Position[] = []): LonLat | undefined {
  return toLonLat(line[Math.floor(line.length / 2)]);
}

function largest<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  let best: { item: Item; size: number } | undefined;
  for (const item of items) {
    const size = sizeOf(item);
    if (!best || size > best.size) best = { item, size };
  }
  return best?.item;
}

function planarArea([outline = []]: readonly LonLat[][]): number {
  return Math.abs(signedRingArea(outline.map(([x, y]) => [x, y])));
}

/** Rings with continuous longitudes, the holes on the same turn of the Earth as the outline. */
function continuousRings(rings: readonly Position[][]): LonLat[][] {
  const outlineStart = rings[0]?.[0]?.[0] ?? 0;
  return rings.map((ring) => {
    const longitudes = unwrapLongitudes(ring);
    const turn = 360 * Math.round((outlineStart - (longitudes[0] ?? 0)) / 360);
    return ring.map(([, latitude = Number.NaN], index) => [
      (longitudes[index] ?? Number.NaN) + turn,
      latitude,
    ]);
  });
}

/** Returns the middle of the widest span inside the rings at half the height of the outline, by the even-odd rule. */
function insideOf(rings: readonly LonLat[][] = []): LonLat | undefined {
  const [outline = []] = rings;
  const latitude = middleLatitude(outline);
  const crossings = rings.flatMap((ring) => crossingsAt(ring, latitude)).sort((one, other) => one - other);
  let best: { west: number; east: number } | undefined;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const west = crossings[index] ?? Number.NaN;
    const east = crossings[index + 1] ?? Number.NaN;
    if (!best || east - west > best.east - best.west) best = { west, east };
  }
  return best ? [(best.west + best.east) / 2, latitude] : outline[0];
}

function middleLatitude(ring: readonly LonLat[]): number {
  let south = Number.POSITIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (const [, latitude] of ring) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return (south + north) / 2;
}

/**
 * Returns the longitudes at which the edges of a closed ring cross a latitude. An edge includes its southern end, not
 * its northern end.
 */
function crossingsAt(ring: readonly LonLat[], latitude: number): number[] {
  const crossings: number[] = [];
  let previous = ring[0];
  for (const position of ring) {
    if (previous && previous[1] <= latitude !== position[1] <= latitude) {
      const along = (latitude - previous[1]) / (position[1] - previous[1]);
      crossings.push(previous[0] + along * (position[0] - previous[0]));
    }
    previous = position;
  }
  return crossings;
}
