import type { Position } from 'geojson';
import { describeValue } from '../describe-value.ts';
import type { SimpleGeometry } from './flatten-geometry.ts';
import { readDegrees } from './read-degrees.ts';
import { repairGeometry } from './repair-geometry.ts';

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
