import type { Position } from 'geojson';
import { describeValue } from '../describe-value.ts';
import type { SimpleGeometry } from './flatten-geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from './longitude.ts';
import { readDegrees } from './read-degrees.ts';

export type ParsedGeometry =
  | {
      readonly ok: true;
      readonly geometry: SimpleGeometry;
      /** Whether every position has a height. */
      readonly hasZ: boolean;
      /** Correction or omission in a geometry that is used. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** A geometry with more positions than this is refused. */
export const maxPositions = 500_000;

/**
 * Parses a GeoJSON geometry of a feature (service.md, Features). Refused: unknown types and collections, nesting that
 * does not fit the type, empty geometries, lines shorter than two positions, rings that are not closed or shorter than
 * four, coordinates that are no finite numbers or off the Earth.
 *
 * Corrected with a note: numbers as text, longitudes from 180 to 360 on either side, rings that are open by at most
 * `closingNoise`. A shape across the antimeridian may continue past ±180, and a ring may go around a pole.
 */
export function parseGeometry(value: unknown): ParsedGeometry {
  if (value === null || value === undefined) return refuse('is absent, so the detection has no place');
  if (typeof value !== 'object' || Array.isArray(value)) return refuse('is not an object');
  const { type, coordinates } = value as { readonly type?: unknown; readonly coordinates?: unknown };
  const checker = new CoordinateChecker();
  const geometry = parseSimpleGeometry(type, coordinates, checker);
  if (checker.message !== undefined) return refuse(checker.message);
  if (geometry === undefined) return refuse(`has the type ${describeValue(type)}, which is not supported`);
  const isPartlyHigh = checker.withHeight > 0 && checker.withHeight < checker.positions;
  const repaired = repairGeometry(geometry, checker);
  return {
    ok: true,
    geometry: repaired.geometry,
    hasZ: checker.withHeight > 0 && !isPartlyHigh,
    notes: isPartlyHigh
      ? [...repaired.notes, 'has heights at some positions only; they were left out']
      : repaired.notes,
  };
}

function parseSimpleGeometry(
  type: unknown,
  coordinates: unknown,
  checker: CoordinateChecker,
): SimpleGeometry | undefined {
  switch (type) {
    case 'Point':
      return checker.position(coordinates) ? { type, coordinates } : undefined;
    case 'MultiPoint':
      return checker.positionList(coordinates, 1) ? { type, coordinates } : undefined;
    case 'LineString':
      return checker.positionList(coordinates, 2) ? { type, coordinates } : undefined;
    case 'MultiLineString':
      return checker.lines(coordinates) ? { type, coordinates } : undefined;
    case 'Polygon':
      return checker.polygon(coordinates) ? { type, coordinates } : undefined;
    case 'MultiPolygon':
      return checker.polygons(coordinates) ? { type, coordinates } : undefined;
    default:
      return undefined;
  }
}

/**
 * The largest distance in degrees between the ends of a ring that counts as closed: a step of a float of single precision
 * between 128 and 256, 1.7 m on the ground, as writers lose it that compute or store corners so. It is less than a pixel
 * of the images, and far less than a side that was left out.
 */
export const closingNoise = 2 ** -16;

/** Walks coordinates to the depth that their type requires, counts them, and records the first error. */
class CoordinateChecker {
  positions = 0;
  withHeight = 0;
  message: string | undefined;
  /** Defect that `repairGeometry` has to correct. */
  hasText = false;
  isPastTurn = false;
  isOpenByNoise = false;

  /** A position of numbers, or of texts that `repairGeometry` makes numbers of. */
  position(value: unknown): value is Position {
    if (!Array.isArray(value)) return this.#refuse('has a position that is not a list of numbers');
    const [first, second, height] = value as readonly unknown[];
    const [longitude, latitude] = [this.#degrees(first), this.#degrees(second)];
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
      return this.#refuse('has a position without two finite numbers');
    }
    if (!isOnEarth(longitude, latitude)) {
      const hint = isOnEarth(latitude, longitude) ? '; with exchanged axes it is on the Earth' : '';
      return this.#refuse(
        `has a position off the Earth: longitude ${longitude}, latitude ${latitude}${hint}`,
      );
    }
    if (longitude > 180 || longitude < -180) this.isPastTurn = true;
    this.positions += 1;
    if (this.positions > maxPositions) return this.#refuse(`has more than ${maxPositions} positions`);
    if (height !== undefined && Number.isFinite(this.#degrees(height))) this.withHeight += 1;
    return true;
  }

  positionList(value: unknown, atLeast: number): value is Position[] {
    if (!Array.isArray(value)) return this.#refuse('has coordinates that are not nested as its type asks');
    if (value.length < atLeast)
      return this.#refuse(`has ${value.length} positions where at least ${atLeast} belong`);
    return value.every((position) => this.position(position));
  }

  lines(value: unknown): value is Position[][] {
    return this.#every(value, (line) => this.positionList(line, 2));
  }

  polygon(value: unknown): value is Position[][] {
    return this.#every(value, (ring) => this.#ring(ring));
  }

  polygons(value: unknown): value is Position[][][] {
    return this.#every(value, (polygon) => this.polygon(polygon));
  }

  #ring(value: unknown): boolean {
    if (!this.positionList(value, 4)) return false;
    const [firstX, firstY] = value[0] ?? [];
    const [lastX, lastY] = value.at(-1) ?? [];
    if (firstX === lastX && firstY === lastY) return true;
    const apart = (one: unknown, other: unknown) => Math.abs(toDegrees(one) - toDegrees(other));
    const aside = apart(firstX, lastX);
    const isClosed =
      Math.min(aside, Math.abs(aside - 360)) <= closingNoise && apart(firstY, lastY) <= closingNoise;
    if (!isClosed) return this.#refuse('has a ring that does not end where it began');
    this.isOpenByNoise = true;
    return true;
  }

  #every(value: unknown, check: (member: unknown) => boolean): boolean {
    if (!Array.isArray(value)) return this.#refuse('has coordinates that are not nested as its type asks');
    if (value.length === 0) return this.#refuse('is empty');
    return value.every(check);
  }

  #degrees(value: unknown): number {
    if (typeof value === 'string') this.hasText = true;
    return toDegrees(value);
  }

  #refuse(message: string): false {
    this.message ??= message;
    return false;
  }
}

/** Longitudes go up to one turn: a shape across the antimeridian may be written so. */
function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;
}

/** The degrees of a number or a text; NaN for anything else. */
function toDegrees(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readDegrees(value) : Number.NaN;
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** Corrections that a geometry needs whose form was checked. */
type GeometryFaults = {
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
function repairGeometry(geometry: SimpleGeometry, faults: GeometryFaults): Repaired {
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

/** Maps a list; the result is the same list where no member changes. */
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
