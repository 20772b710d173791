import type { Polygon, Position } from 'geojson';
import { formatDecimalDegrees } from './coordinates.ts';
import type { LonLat } from './geometry.ts';
import { isClosed, isRingInside, signedRingArea } from './rings.ts';
import { findSelfCrossings } from './self-crossing.ts';

/** Reason why a polygon cannot be an area of interest. */
export type AreaPolygonProblemCode =
  | 'no-outline'
  | 'not-finite'
  | 'latitude-out-of-range'
  | 'pole'
  | 'too-few-positions'
  | 'not-closed'
  | 'edge-too-long'
  | 'too-wide'
  | 'self-crossing'
  | 'zero-area'
  | 'hole-outside';

/** A problem with its remedy, and its position if it has one. */
export type AreaPolygonProblem = {
  readonly code: AreaPolygonProblemCode;
  readonly message: string;
  readonly at?: LonLat;
};

/**
 * Checks whether a polygon can be an area of interest; returns no problems for a valid one.
 *
 * Longitudes are continuous, as in editing: an area over the antimeridian runs from 170 to 190. Edges are straight in
 * degrees. Later checks are left out where an earlier one makes them meaningless.
 */
export function checkAreaPolygon(polygon: Polygon): AreaPolygonProblem[] {
  if (polygon.coordinates.length === 0) {
    return [{ code: 'no-outline', message: 'The area has no outline. Draw at least three corners.' }];
  }
  const firstFaults = polygon.coordinates.flatMap((ring) => firstFault(ring) ?? []);
  return firstFaults.length > 0 ? firstFaults : shapeProblems(polygon);
}

type RingCheck = (ring: readonly Position[]) => AreaPolygonProblem | undefined;

function firstFault(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const checks: readonly RingCheck[] = [
    checkNumbers,
    checkLatitudes,
    checkCount,
    checkEnds,
    checkEdges,
    checkWidth,
  ];
  for (const check of checks) {
    const problem = check(ring);
    if (problem) return problem;
  }
  return undefined;
}

function checkNumbers(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const index = ring.findIndex(
    ([longitude, latitude]) => !Number.isFinite(longitude) || !Number.isFinite(latitude),
  );
  if (index < 0) return undefined;
  return {
    code: 'not-finite',
    message: `Position ${index + 1} is not made of two finite numbers. Give it a longitude and a latitude in degrees.`,
  };
}

function checkLatitudes(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const position = ring.map(toLonLat).find(([, latitude]) => Math.abs(latitude) >= 90);
  if (!position) return undefined;
  return Math.abs(position[1]) === 90
    ? poleProblem(position)
    : {
        code: 'latitude-out-of-range',
        message: `The latitude ${position[1]} is beyond ±90°. Move the corner back onto the Earth.`,
        at: position,
      };
}

function checkCount(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const corners = new Set(ring.map((position) => position.slice(0, 2).join(' '))).size;
  if (corners >= 3) return undefined;
  return {
    code: 'too-few-positions',
    message: `The outline has ${corners} different ${corners === 1 ? 'corner' : 'corners'}. Draw at least three.`,
  };
}

function checkEnds(ring: readonly Position[]): AreaPolygonProblem | undefined {
  if (isClosed(ring)) return undefined;
  const [firstLongitude, firstLatitude] = toLonLat(ring[0]);
  const last = toLonLat(ring.at(-1));
  if (last[1] === firstLatitude && Math.abs(last[0] - firstLongitude) === 360) return poleProblem(last);
  return {
    code: 'not-closed',
    message: `The outline ends at ${formatDecimalDegrees(last)}, not where it begins. Repeat its first position at the end.`,
    at: last,
  };
}

function checkEdges(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const index = ring.findIndex((position, at) => {
    const [longitude] = toLonLat(position);
    const [previous] = toLonLat(ring[at - 1] ?? position);
    return Math.abs(longitude - previous) >= 180;
  });
  if (index < 0) return undefined;
  const at = toLonLat(ring[index]);
  return {
    code: 'edge-too-long',
    message: `The edge that ends at ${formatDecimalDegrees(at)} spans half of the Earth or more. Add corners between; over the antimeridian, go on past 180° (190 for 170 W).`,
    at,
  };
}

function checkWidth(ring: readonly Position[]): AreaPolygonProblem | undefined {
  const longitudes = ring.map((position) => toLonLat(position)[0]).sort((one, other) => one - other);
  const width = (longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0);
  if (width < 360) return undefined;
  return {
    code: 'too-wide',
    message: `The area spans ${width}° of longitude and would overlap itself. Keep it below 360°.`,
  };
}

/** Checks polygons whose individual rings are valid. */
function shapeProblems(polygon: Polygon): AreaPolygonProblem[] {
  const crossings = findSelfCrossings(polygon);
  const [at] = crossings;
  if (at) {
    const more = crossings.length > 1 ? ` and ${crossings.length - 1} more` : '';
    const message = `The outline crosses or touches itself at ${formatDecimalDegrees(at)}${more}. Move or remove a corner there.`;
    return [{ code: 'self-crossing', message, at }];
  }
  const [outline = [], ...holes] = polygon.coordinates;
  if (polygon.coordinates.some((ring) => signedRingArea(ring) === 0)) {
    return [{ code: 'zero-area', message: 'The outline encloses nothing. Move a corner off the line.' }];
  }
  const outside = holes.find((hole) => !isRingInside(hole, outline));
  if (!outside) return [];
  const corner = toLonLat(outside[0]);
  const message = `The hole at ${formatDecimalDegrees(corner)} is not inside the outline. Move or remove it.`;
  return [{ code: 'hole-outside', message, at: corner }];
}

function poleProblem(at: LonLat): AreaPolygonProblem {
  return {
    code: 'pole',
    message: `The area holds or touches the ${at[1] > 0 ? 'North' : 'South'} Pole, which a polygon of longitudes and latitudes cannot express. Cut it along meridians into parts that end short of the pole.`,
    at,
  };
}

function toLonLat([longitude = Number.NaN, latitude = Number.NaN]: Position = []): LonLat {
  return [longitude, latitude];
}
