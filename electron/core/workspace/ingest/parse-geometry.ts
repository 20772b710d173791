import type { Position } from 'geojson';
import { describeValue } from '../../../../shared/describe-value.ts';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { isObject } from './member-reader.ts';

export type ParsedGeometry =
  | {
      readonly ok: true;
      readonly geometry: SimpleGeometry;
      /** Whether every position has a height. */
      readonly hasZ: boolean;
      /** Something was left out though the geometry is used. */
      readonly warning?: string;
    }
  | { readonly ok: false; readonly message: string };

/** A geometry with more positions than this is refused. */
export const maxPositions = 500_000;

/**
 * Judges a GeoJSON geometry of a feature (service.md, Features). Refused: unknown types and collections, nesting that
 * does not fit the type, empty geometries, lines shorter than two positions, rings that are not closed or shorter than
 * four, coordinates that are no finite numbers or off the Earth. Longitudes of points are within ±180; those of all
 * else may run on to ±360, which is one way to write a shape across the antimeridian.
 */
export function parseGeometry(value: unknown): ParsedGeometry {
  if (value === null || value === undefined) return refuse('is absent, so the detection has no place');
  if (!isObject(value)) return refuse('is not an object');
  const { type, coordinates } = value;
  const checker = new CoordinateChecker(type === 'Point' ? 180 : 360);
  const geometry = parseSimpleGeometry(type, coordinates, checker);
  if (checker.message !== undefined) return refuse(checker.message);
  if (geometry === undefined) return refuse(`has the type ${describeValue(type)}, which is not supported`);
  return {
    ok: true,
    geometry,
    hasZ: checker.withHeight > 0 && checker.withHeight === checker.positions,
    ...(checker.withHeight > 0 && checker.withHeight < checker.positions
      ? { warning: 'has heights at some positions only; they were left out' }
      : {}),
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

/** Walks coordinates to the depth that their type requires, counts them, and records the first error. */
class CoordinateChecker {
  positions = 0;
  withHeight = 0;
  message: string | undefined;
  readonly #maxLongitude: number;

  constructor(maxLongitude: number) {
    this.#maxLongitude = maxLongitude;
  }

  position(value: unknown): value is Position {
    if (!Array.isArray(value)) return this.#refuse('has a position that is not a list of numbers');
    const [longitude, latitude, height] = value as readonly unknown[];
    if (!isFiniteNumber(longitude) || !isFiniteNumber(latitude)) {
      return this.#refuse('has a position without two finite numbers');
    }
    if (Math.abs(longitude) > this.#maxLongitude || Math.abs(latitude) > 90) {
      return this.#refuse(`has a position off the Earth: longitude ${longitude}, latitude ${latitude}`);
    }
    this.positions += 1;
    if (this.positions > maxPositions) return this.#refuse(`has more than ${maxPositions} positions`);
    if (isFiniteNumber(height)) this.withHeight += 1;
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
    const first = value[0];
    const last = value.at(-1);
    const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
    return isClosed || this.#refuse('has a ring that does not end where it began');
  }

  #every(value: unknown, check: (member: unknown) => boolean): boolean {
    if (!Array.isArray(value)) return this.#refuse('has coordinates that are not nested as its type asks');
    if (value.length === 0) return this.#refuse('is empty');
    return value.every(check);
  }

  #refuse(message: string): false {
    this.message ??= message;
    return false;
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
