import type { Region } from '../geo/region.ts';

/** Whether footprints cover a position in degrees, prepared for many positions; on an edge the result is undefined. */
export type CoverTest = (longitude: number, latitude: number) => boolean;

type PreparedRing = { readonly longitudes: Float64Array; readonly latitudes: Float64Array };
type PreparedPolygon = {
  readonly outline: PreparedRing;
  readonly holes: readonly PreparedRing[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/** Prepares the test of `regionContains` for many positions, without memory for each position. */
export function createCoverTest(footprints: readonly Region[]): CoverTest {
  const polygons = footprints.flatMap((region) => region.polygons.map(preparePolygon));
  return (longitude, latitude) => {
    // No edge has its southern end at the North Pole.
    const height = Math.min(latitude, almostNorthPole);
    for (const polygon of polygons) if (isIn(polygon, longitude, height)) return true;
    return false;
  };
}

const almostNorthPole = 90 - 1e-9;

function preparePolygon({ outline, holes }: Region['polygons'][number]): PreparedPolygon {
  const { longitudes, south, north } = outline;
  return {
    outline: prepareRing(outline),
    holes: holes.map(prepareRing),
    ...{ south, north },
    west: longitudes.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    east: longitudes.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY),
  };
}

function prepareRing({ longitudes, latitudes }: Region['polygons'][number]['outline']): PreparedRing {
  return { longitudes: Float64Array.from(longitudes), latitudes: Float64Array.from(latitudes) };
}

function isIn(polygon: PreparedPolygon, longitude: number, latitude: number): boolean {
  const { outline, holes, west, east, south, north } = polygon;
  if (!(latitude >= south && latitude <= north)) return false;
  for (let turn = -360; turn <= 360; turn += 360) {
    const x = longitude + turn;
    if (x < west || x > east || !isInRing(outline, x, latitude)) continue;
    if (!holes.some((hole) => isInHole(hole, x, latitude))) return true;
  }
  return false;
}

/** Longitudes of a hole may be on another turn than those of its outline. */
function isInHole(hole: PreparedRing, x: number, y: number): boolean {
  return isInRing(hole, x, y) || isInRing(hole, x + 360, y) || isInRing(hole, x - 360, y);
}

/** By the even-odd rule; an edge includes its southern end, not its northern end. */
function isInRing({ longitudes, latitudes }: PreparedRing, x: number, y: number): boolean {
  let isInside = false;
  for (let index = 1; index < latitudes.length; index += 1) {
    const from = latitudes[index - 1] as number;
    const to = latitudes[index] as number;
    if (from <= y === to <= y) continue;
    const west = longitudes[index - 1] as number;
    if (x < west + ((y - from) / (to - from)) * ((longitudes[index] as number) - west)) isInside = !isInside;
  }
  return isInside;
}
