import type { Position } from 'geojson';
import type { SimpleGeometry } from './flatten-geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';
import { readDegrees } from './read-degrees.ts';

/** Corrections that a geometry needs whose form was checked. */
export type GeometryFaults = {
  /** Some numbers are texts. */
  readonly hasText: boolean;
  /** Some longitudes are beyond ±180. */
  readonly isPastTurn: boolean;
  /** Some rings end next to their start, or on another turn around the Earth. */
  readonly isOpenByNoise: boolean;
};

/** A geometry and what was corrected in it. */
type Repaired = { readonly geometry: SimpleGeometry; readonly notes: readonly string[] };

const none: readonly string[] = [];

/** Corrects what is certain in a geometry, with a note for each kind of correction. Most geometries need none. */
export function repairGeometry(geometry: SimpleGeometry, faults: GeometryFaults): Repaired {
  let repaired: Repaired = { geometry, notes: none };
  const repair = (changed: SimpleGeometry, note: string) => {
    if (changed !== repaired.geometry) repaired = { geometry: changed, notes: [...repaired.notes, note] };
  };
  if (faults.hasText) repair(mapPositions(repaired.geometry, toNumbers), 'has numbers written as text');
  if (faults.isOpenByNoise) repair(closeRings(repaired.geometry), noiseNote);
  if (faults.isPastTurn) repair(wrap(repaired.geometry), wrapNote);
  return repaired;
}

const noiseNote = 'has a ring whose ends are one position written in two ways; it is closed';
const wrapNote =
  'has longitudes beyond 180°; they are counted from −180° to 180°, beyond only across the antimeridian';

function toNumbers(position: Position): Position {
  return position.map((ordinate: unknown) =>
    typeof ordinate === 'string' ? readDegrees(ordinate) : (ordinate as number),
  );
}

/** Ends a ring exactly where it begins; one that goes around a pole ends a turn from there. */
function closeRing(ring: Position[]): Position[] {
  const [first = []] = ring;
  const [x = Number.NaN, y] = first;
  const before = unwrapLongitudes(ring).at(-2) ?? Number.NaN;
  const end = x + 360 * Math.round((before - x) / 360);
  const last = ring.at(-1);
  return last?.[0] === end && last[1] === y ? ring : [...ring.slice(0, -1), [end, ...first.slice(1)]];
}

function closeRings(geometry: SimpleGeometry): SimpleGeometry {
  const close = (rings: Position[][]) => mapChanged(rings, closeRing);
  if (geometry.type === 'Polygon') return withCoordinates(geometry, close(geometry.coordinates));
  if (geometry.type !== 'MultiPolygon') return geometry;
  return withCoordinates(geometry, mapChanged(geometry.coordinates, close));
}

/** Points within ±180; lines and polygons that are beyond it as a whole, too. The same object where there is none. */
function wrap(geometry: SimpleGeometry): SimpleGeometry {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return mapPositions(geometry, ([longitude = Number.NaN, ...others]) => [
        normalizeLongitude(longitude),
        ...others,
      ]);
    case 'LineString':
      return withCoordinates(geometry, wrapLine(geometry.coordinates));
    case 'MultiLineString':
      return withCoordinates(geometry, mapChanged(geometry.coordinates, wrapLine));
    case 'Polygon':
      return withCoordinates(geometry, wrapPolygon(geometry.coordinates));
    case 'MultiPolygon':
      return withCoordinates(geometry, mapChanged(geometry.coordinates, wrapPolygon));
  }
}

function withCoordinates<Shape extends SimpleGeometry>(
  geometry: Shape,
  coordinates: Shape['coordinates'],
): Shape {
  return coordinates === geometry.coordinates ? geometry : { ...geometry, coordinates };
}

/** The same list where no member changes. */
function mapChanged<Member>(list: Member[], change: (member: Member) => Member): Member[] {
  const changed = list.map(change);
  return changed.every((member, index) => member === list[index]) ? list : changed;
}

function wrapLine(line: Position[]): Position[] {
  return turned(line, turnOf(line));
}

/** Holes are on the turn of their outline, also where they are written on another one. */
function wrapPolygon(rings: Position[][]): Position[][] {
  const [outline = []] = rings;
  const wrapped = wrapLine(outline);
  return mapChanged(rings, (ring) => (ring === outline ? wrapped : turned(ring, turnsApart(ring, wrapped))));
}

/** The turns by which a hole is away from its outline; 0 where they overlap. */
function turnsApart(hole: readonly Position[], outline: readonly Position[]): number {
  const [[west, east], [from, to]] = [extentOf(hole), extentOf(outline)];
  return west < to && from < east ? 0 : Math.round((west + east - from - to) / 720);
}

function extentOf(ring: readonly Position[]): readonly [west: number, east: number] {
  const longitudes = unwrapLongitudes(ring);
  const west = longitudes.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const east = longitudes.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  return [west, east];
}

/** The turns by which a line is beyond ±180 as a whole: 1, −1 or 0. */
function turnOf(line: readonly Position[]): number {
  const isAll = (test: (longitude: number) => boolean) =>
    line.every(([longitude = Number.NaN]) => test(longitude));
  if (isAll((longitude) => longitude >= 180)) return 1;
  return isAll((longitude) => longitude <= -180) ? -1 : 0;
}

function turned(line: Position[], turn: number): Position[] {
  if (turn === 0) return line;
  return line.map(([longitude = Number.NaN, ...others]) => [longitude - 360 * turn, ...others]);
}

/** A geometry of the same form with other positions. */
function mapPositions(geometry: SimpleGeometry, change: (position: Position) => Position): SimpleGeometry {
  const line = (positions: readonly Position[]) => positions.map(change);
  const lines = (members: readonly Position[][]) => members.map(line);
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: change(geometry.coordinates) };
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: line(geometry.coordinates) };
    case 'LineString':
      return { type: 'LineString', coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: lines(geometry.coordinates) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: lines(geometry.coordinates) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(lines) };
  }
}
