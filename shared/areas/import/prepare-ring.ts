import type { Position } from 'geojson';
import type { ImportFixCode } from './import-result.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import type { Projector } from './source-shape.ts';

/** A ring ready to be checked with the others: closed, without repeats, longitudes continuous past ±180. */
export type PreparedRing = {
  readonly positions: Position[];
  /** For each position its index in the ring of the file. */
  readonly sources: readonly number[];
  readonly fixes: ReadonlySet<ImportFixCode>;
  /** Whether it crosses the antimeridian in the notation `179, −179`. */
  readonly stepsOver: boolean;
};

/**
 * Converts a ring to WGS 84, makes its longitudes continuous, drops repeated positions and closes it. Makes the checks
 * of a single ring. A refusal names the position, counted from 1.
 */
export function prepareRing(
  ring: readonly Position[],
  projector: Projector | undefined,
  place: string,
): Outcome<PreparedRing> {
  const fixes = new Set<ImportFixCode>();
  const projected = projector ? ring.map(([x = Number.NaN, y = Number.NaN]) => projector(x, y)) : ring;
  for (const [index, position] of projected.entries()) {
    const fault = faultOfPosition(position, ring[index] ?? [], projector !== undefined);
    if (fault) return refuse(fault.code, `${place}, position ${index + 1}`, fault.message);
    if (Math.abs(position[0] ?? 0) > 180) fixes.add('longitude-wrapped');
  }
  const open = endsByNoise(projected) ? projected.slice(0, -1) : projected;
  const whole = isClosed(projected) ? projected : [...open, ...projected.slice(0, 1)];
  if (whole !== projected && projected.length >= 3) fixes.add('ring-closed');
  const unwrapped = unwrap(whole);
  const { positions, sources } = withoutRepeats(unwrapped.positions, ring.length, fixes);
  const fault = faultOfShape(positions, ring.length, widthOf(whole)) ?? faultOfEdge(unwrapped);
  if (!fault) return accept({ positions, sources, fixes, stepsOver: unwrapped.stepsOver });
  const isAtPosition = fault.code === 'edge-too-long';
  return refuse(
    fault.code,
    isAtPosition ? `${place}, position ${unwrapped.unclear + 1}` : place,
    fault.message,
  );
}

type Fault = { readonly code: Parameters<typeof refuse>[0]; readonly message: string };

/** Maximum absolute longitude: one full turn may be degrees, larger numbers are metres or invalid. */
const farthestLongitude = 360;

function faultOfPosition(
  [longitude = Number.NaN, latitude = Number.NaN]: readonly number[],
  source: readonly number[],
  isProjected: boolean,
): Fault | undefined {
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
    const message = isProjected
      ? `${source.slice(0, 2).join(', ')} has no place on the Earth in the coordinate system that the file names.`
      : `${source.slice(0, 2).join(', ')} is not two finite numbers.`;
    return { code: 'not-finite', message };
  }
  if (Math.abs(longitude) > farthestLongitude) {
    return {
      code: 'longitude-out-of-range',
      message: `The longitude ${longitude} is no angle on the Earth. If the file is in meters of a projection, save it in WGS 84 (EPSG:4326).`,
    };
  }
  if (Math.abs(latitude) > 90) {
    const remedy =
      Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180
        ? 'If latitude and longitude are exchanged, exchange them; else correct it.'
        : 'Correct it.';
    return { code: 'latitude-out-of-range', message: `The latitude ${latitude} is beyond ±90°. ${remedy}` };
  }
  if (Math.abs(latitude) === 90) {
    return {
      code: 'pole',
      message:
        'It touches the pole, which a polygon of longitudes and latitudes cannot express. Cut it along meridians into parts that end short of the pole.',
    };
  }
  return undefined;
}

/** Whether a ring is closed; 180 and −180 count as equal. */
function isClosed(ring: readonly (readonly number[])[]): boolean {
  const [firstX = Number.NaN, firstY = Number.NaN] = ring[0] ?? [];
  const [lastX = Number.NaN, lastY = Number.NaN] = ring.at(-1) ?? [];
  return ring.length > 1 && (lastX - firstX) % 360 === 0 && lastY === firstY;
}

/** Positions that differ by less, in degrees, are one that was written in two ways: a millimeter on the ground. */
const noise = 1e-8;

/** Whether a ring ends beside its start by less than noise, as programs write it that compute its corners. */
export function endsByNoise(ring: readonly (readonly number[])[]): boolean {
  const [firstX = Number.NaN, firstY = Number.NaN] = ring[0] ?? [];
  const [lastX = Number.NaN, lastY = Number.NaN] = ring.at(-1) ?? [];
  const isNear = Math.abs(lastX - firstX) <= noise && Math.abs(lastY - firstY) <= noise;
  return ring.length > 3 && isNear && (lastX !== firstX || lastY !== firstY);
}

/** A step of at least this many degrees is certainly meant to cross the antimeridian. */
const clearStep = 270;

/**
 * `unclear` is the index of the first position whose edge may go either way round the Earth, or −1; `from` and `to`
 * are the longitudes of that edge.
 */
type Unwrapped = { positions: Position[]; stepsOver: boolean; unclear: number; from: number; to: number };

/** Makes longitudes continuous, each at most 180° from the previous one: `179, −179` becomes `179, 181`. */
function unwrap(ring: readonly (readonly number[])[]): Unwrapped {
  const unwrapped: Unwrapped = {
    positions: [],
    stepsOver: false,
    unclear: -1,
    from: Number.NaN,
    to: Number.NaN,
  };
  let turns = 0;
  let previous = ring[0]?.[0] ?? Number.NaN;
  for (const [index, [longitude = Number.NaN, latitude = Number.NaN]] of ring.entries()) {
    const step = longitude - previous;
    const turn = Math.abs(step) <= 180 ? 0 : Math.round(step / 360);
    const isUnclear = Math.abs(step - 360 * turn) >= 180 || (turn !== 0 && Math.abs(step) < clearStep);
    if (isUnclear && unwrapped.unclear < 0)
      Object.assign(unwrapped, { unclear: index, from: previous, to: longitude });
    turns -= turn;
    unwrapped.stepsOver ||= turn !== 0;
    previous = longitude;
    unwrapped.positions.push([longitude + 360 * turns, latitude]);
  }
  return unwrapped;
}

function faultOfEdge({ unclear, from, to }: Unwrapped): Fault | undefined {
  if (unclear < 0) return undefined;
  return {
    code: 'edge-too-long',
    message: `The edge from longitude ${from} to ${to} spans half of the Earth or more, so it is not clear which way round it goes. Add corners between.`,
  };
}

/** In the result, `sources` has for each remaining position its index in the ring of `count` positions in the file. */
function withoutRepeats(ring: readonly Position[], count: number, fixes: Set<ImportFixCode>) {
  const positions: Position[] = [];
  const sources: number[] = [];
  for (const [index, position] of ring.entries()) {
    const previous = positions.at(-1);
    if (previous && previous[0] === position[0] && previous[1] === position[1]) {
      fixes.add('duplicates-removed');
    } else {
      positions.push(position);
      sources.push(index % count);
    }
  }
  return { positions, sources };
}

function faultOfShape(
  positions: readonly Position[],
  count: number,
  writtenWidth: number,
): Fault | undefined {
  const width = Math.max(widthOf(positions), positions.length < 4 ? writtenWidth : 0);
  if (positions.length < 4 && width < 360) {
    return {
      code: 'too-few-positions',
      message: `It has ${count} ${count === 1 ? 'position' : 'positions'}, and fewer than four when it is closed and repeats are left out. Add corners.`,
    };
  }
  if (positions[0]?.[0] !== positions.at(-1)?.[0]) {
    return {
      code: 'pole',
      message:
        'It goes around the pole, which a polygon of longitudes and latitudes cannot express. Cut it along meridians into parts that end short of the pole.',
    };
  }
  if (width >= 360) {
    return {
      code: 'too-wide',
      message: `It spans ${width}° of longitude and would overlap itself. Keep it below 360°.`,
    };
  }
  if (isOnOneLine(positions)) {
    return { code: 'zero-area', message: 'All its positions lie on one line, so it encloses nothing.' };
  }
  return undefined;
}

function widthOf(positions: readonly (readonly number[])[]): number {
  let west = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  for (const [longitude = Number.NaN] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return east - west;
}

/** Rounding decimal degrees to doubles moves positions off a line by less than this fraction of its length. */
const straight = 1e-12;

function isOnOneLine(positions: readonly Position[]): boolean {
  const [firstX = Number.NaN, firstY = Number.NaN] = positions[0] ?? [];
  let [farX, farY, length] = [0, 0, 0];
  for (const [x = Number.NaN, y = Number.NaN] of positions) {
    const distance = Math.hypot(x - firstX, y - firstY);
    if (distance > length) [farX, farY, length] = [x - firstX, y - firstY, distance];
  }
  return positions.every(([x = Number.NaN, y = Number.NaN]) => {
    const aside = Math.abs(farX * (y - firstY) - farY * (x - firstX)) / length;
    return aside <= straight * length;
  });
}
