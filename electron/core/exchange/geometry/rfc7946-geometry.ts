import type { Geometry, LineString, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { splitAtAntimeridian } from '../../../../shared/geo/antimeridian.ts';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from '../../../../shared/geo/longitude.ts';
import { signedRingArea } from '../../../../shared/geo/rings.ts';

/**
 * Converts a geometry to RFC 7946: longitudes within ±180, outlines anticlockwise and holes clockwise (3.1.6), lines
 * and polygons that cross the antimeridian cut there (3.1.9). Other coordinates are unchanged; pieces of a cut polygon
 * lose their heights.
 */
export function toRfc7946(geometry: SimpleGeometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: normalized(geometry.coordinates) };
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: geometry.coordinates.map(normalized) };
    case 'LineString':
      return joinLines(cutLine(geometry.coordinates), 'LineString');
    case 'MultiLineString':
      return joinLines(geometry.coordinates.flatMap(cutLine), 'MultiLineString');
    case 'Polygon':
      return joinPolygons(cutPolygon(geometry.coordinates), 'Polygon');
    case 'MultiPolygon':
      return joinPolygons(geometry.coordinates.flatMap(cutPolygon), 'MultiPolygon');
  }
}

function normalized(position: Position): Position {
  const [longitude = Number.NaN, ...others] = position;
  return [normalizeLongitude(longitude), ...others];
}

function joinLines(
  lines: Position[][],
  was: (LineString | MultiLineString)['type'],
): LineString | MultiLineString {
  const [only] = lines;
  return was === 'LineString' && only && lines.length === 1
    ? { type: 'LineString', coordinates: only }
    : { type: 'MultiLineString', coordinates: lines };
}

function joinPolygons(
  polygons: Position[][][],
  was: (Polygon | MultiPolygon)['type'],
): Polygon | MultiPolygon {
  const [only] = polygons;
  return was === 'Polygon' && only && polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The line's pieces on either side of the antimeridian; other ordinates are interpolated at the cuts. */
function cutLine(line: Position[]): Position[][] {
  const unwrapped = unwrap(line);
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  let previous: Position | undefined;
  for (const position of unwrapped) {
    for (const meridian of previous ? meridiansBetween(previous, position) : []) {
      const cut = between(previous ?? position, position, meridian);
      piece.push(cut);
      pieces.push(piece);
      piece = [cut];
    }
    piece.push(position);
    previous = position;
  }
  pieces.push(piece);
  return pieces.filter((candidate) => candidate.length > 1).map(shiftIntoRange);
}

/** The meridians 180, 540, −180 … strictly between two positions, in the order in which they are crossed. */
function meridiansBetween([from = 0]: Position, [to = 0]: Position): readonly number[] {
  const meridians: number[] = [];
  const [west, east] = [Math.min(from, to), Math.max(from, to)];
  for (let meridian = Math.floor((west + 180) / 360) * 360 + 180; meridian < east; meridian += 360) {
    if (meridian > west) meridians.push(meridian);
  }
  return from <= to ? meridians : meridians.reverse();
}

function between(from: Position, to: Position, longitude: number): Position {
  const share = (longitude - (from[0] ?? 0)) / ((to[0] ?? 0) - (from[0] ?? 0));
  const others = from.slice(1).map((value, index) => value + share * ((to[index + 1] ?? value) - value));
  return [longitude, ...others];
}

/** Shifts a piece between two antimeridians by multiples of 360° into −180…180. */
function shiftIntoRange(piece: Position[]): Position[] {
  const longitudes = piece.map(([longitude = Number.NaN]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const turns = Math.floor((middle + 180) / 360);
  return turns === 0
    ? piece
    : piece.map(([longitude = Number.NaN, ...others]) => [longitude - 360 * turns, ...others]);
}

function cutPolygon(rings: Position[][]): Position[][][] {
  const unwrapped = unwrapRings(rings);
  const isWithin = unwrapped.every((ring) =>
    ring.every(([longitude = Number.NaN]) => Math.abs(longitude) <= 180),
  );
  if (isWithin) return [withRfcWinding(unwrapped)];
  try {
    return splitAtAntimeridian({ type: 'Polygon', coordinates: unwrapped }).map(
      ({ coordinates }) => coordinates,
    );
  } catch {
    // Clipping can fail for a self-intersecting polygon; it is then written uncut, so that no detection is lost.
    return [withRfcWinding(unwrapped.map((ring) => ring.map(normalized)))];
  }
}

/** Unwraps rings past ±180, holes by the same multiple of 360° as their outline. */
function unwrapRings(rings: Position[][]): Position[][] {
  const [outline, ...holes] = rings.map(unwrap);
  if (!outline) return [];
  const middle = middleLongitude(outline);
  const placed = holes.map((hole) => {
    const turns = Math.round((middle - middleLongitude(hole)) / 360);
    return turns === 0
      ? hole
      : hole.map(([longitude = Number.NaN, ...others]) => [longitude + 360 * turns, ...others]);
  });
  return [outline, ...placed];
}

function middleLongitude(ring: readonly Position[]): number {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude = Number.NaN] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return (west + east) / 2;
}

function unwrap(line: Position[]): Position[] {
  const longitudes = unwrapLongitudes(line);
  return line.map((position, index) => [longitudes[index] ?? Number.NaN, ...position.slice(1)]);
}

function withRfcWinding(rings: Position[][]): Position[][] {
  return rings.map((ring, index) => (signedRingArea(ring) >= 0 === (index === 0) ? ring : ring.toReversed()));
}
