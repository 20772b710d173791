import { toEarthCentered } from '../../../../../shared/geo/earth-centered.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import { chordTo, metersToPiece, type Pieces, shareAt } from './pieces.ts';

/** Positions in degrees. */
export type Positions = {
  readonly count: number;
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
};

/** The nearest piece of each position: the geodesic distance in meters, NaN without any, and its index. */
export type NearestPieces = { readonly meters: Float64Array; readonly pieces: Int32Array };

/** Positions that are near each other, as a range of their order, and the pieces of which the nearest of each is one. */
type Group = { readonly from: number; readonly to: number; readonly candidates: Uint32Array };

/** Maximum time of a step, in milliseconds, and after how many positions or pieces that is tested. */
const stepMs = 40;
const testedEvery = 256;
/** Groups of fewer positions, or with fewer candidates, are not divided further. */
const fewPositions = 8;
const fewCandidates = 3;
/** Candidates above which geodesics are worth their time, where straight lines do not distinguish them. */
const manyCandidates = 16;

/**
 * The nearest piece of each position. Positions are divided into ever smaller balls; a ball hands on the pieces that may be
 * the nearest of any position in it, by the triangle inequality. Thus neither poles nor the antimeridian are special, and
 * distances are those of the ellipsoid.
 */
export function* nearestPieces(positions: Positions, pieces: Pieces): Steps<NearestPieces> {
  const { count, longitude, latitude } = positions;
  const meters = new Float64Array(count).fill(Number.NaN);
  const nearest = new Int32Array(count).fill(-1);
  if (count === 0 || pieces.count === 0) return { meters, pieces: nearest };
  const points = new Float64Array(3 * count);
  yield* inRanges(count, (from, to) => {
    for (let index = from; index < to; index += 1)
      points.set(toEarthCentered(longitude[index] as number, latitude[index] as number), 3 * index);
  });
  const order = indexes(count);
  const groups: Group[] = [{ from: 0, to: count, candidates: indexes(pieces.count) }];
  let deadline = performance.now() + stepMs;
  for (let group = groups.pop(); group; group = groups.pop()) {
    const { from, to } = group;
    const ball = ballOf(points, order, group);
    const possible = candidatesOf(ball, group.candidates, pieces);
    const isClose = possible.candidates.length <= manyCandidates || possible.slack <= ball.radius;
    const candidates = isClose
      ? possible.candidates
      : yield* nearestByGeodesic(positions, points, pieces, order[from] as number, possible.candidates, ball);
    if (to - from > fewPositions && candidates.length > fewCandidates && ball.radius > 1) {
      const middle = divide(points, order, group, ball);
      groups.push({ from, to: middle, candidates }, { from: middle, to, candidates });
    } else {
      for (let at = from; at < to; at += 1) {
        const position = order[at] as number;
        const piece = nearestOf(positions, points, pieces, position, candidates);
        nearest[position] = piece.index;
        meters[position] = piece.meters;
        if (at % testedEvery !== 0 || performance.now() < deadline) continue;
        yield;
        deadline = performance.now() + stepMs;
      }
    }
    if (performance.now() < deadline) continue;
    yield;
    deadline = performance.now() + stepMs;
  }
  return { meters, pieces: nearest };
}

/** The candidates that may be the nearest of any position in a ball, by their distance from one of these positions. */
function* nearestByGeodesic(
  positions: Positions,
  points: Float64Array,
  pieces: Pieces,
  position: number,
  candidates: Uint32Array,
  { radius }: Ball,
): Steps<Uint32Array> {
  const lengths = new Float64Array(candidates.length);
  let least = Number.POSITIVE_INFINITY;
  let deadline = performance.now() + stepMs;
  for (const [index, piece] of candidates.entries()) {
    const length = metersOf(positions, points, pieces, position, piece);
    lengths[index] = length;
    least = Math.min(least, length);
    if (index % testedEvery !== 0 || performance.now() < deadline) continue;
    yield;
    deadline = performance.now() + stepMs;
  }
  const reach = least + 2 * longestArc(2 * radius);
  return candidates.filter((_, index) => (lengths[index] as number) <= reach);
}

function indexes(count: number): Uint32Array {
  const all = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) all[index] = index;
  return all;
}

/** A ball in earth-centered coordinates, in meters, and along which of them its positions are spread most. */
type Ball = {
  readonly center: readonly [number, number, number];
  readonly radius: number;
  readonly axis: 0 | 1 | 2;
};

function ballOf(points: Float64Array, order: Uint32Array, { from, to }: Group): Ball {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at += 1) {
    const point = 3 * (order[at] as number);
    const [x, y, z] = [points[point] as number, points[point + 1] as number, points[point + 2] as number];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  const [sizeX, sizeY, sizeZ] = [maxX - minX, maxY - minY, maxZ - minZ];
  return {
    center: [(minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2],
    radius: Math.hypot(sizeX, sizeY, sizeZ) / 2,
    axis: sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2,
  };
}

/** The pieces that may be the nearest of a position in a ball, and how much longer lines than the shortest were allowed. */
function candidatesOf(
  { center: [x, y, z], radius }: Ball,
  candidates: Uint32Array,
  pieces: Pieces,
): { candidates: Uint32Array; slack: number } {
  const { length } = candidates;
  const chords = new Float64Array(length);
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < length; index += 1) {
    const piece = candidates[index] as number;
    const chord = chordTo(pieces, piece, x, y, z);
    chords[index] = chord;
    least = Math.min(least, chord + (pieces.sags[piece] as number));
  }
  const reach = longestChord(least + radius);
  let count = 0;
  const possible = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) {
    const piece = candidates[index] as number;
    if ((chords[index] as number) - (pieces.sags[piece] as number) - radius > reach) continue;
    possible[count] = piece;
    count += 1;
  }
  return { candidates: possible.slice(0, count), slack: reach - least - radius };
}

/** Moves the positions of a group on one side of the middle of their ball before the others; returns where these begin. */
function divide(
  points: Float64Array,
  order: Uint32Array,
  { from, to }: Group,
  { center, axis }: Ball,
): number {
  const middle = center[axis];
  let [low, high] = [from, to - 1];
  while (low <= high) {
    const position = order[low] as number;
    if ((points[3 * position + axis] as number) < middle) {
      low += 1;
      continue;
    }
    order[low] = order[high] as number;
    order[high] = position;
    high -= 1;
  }
  return low;
}

function metersOf(
  { longitude, latitude }: Positions,
  points: Float64Array,
  pieces: Pieces,
  position: number,
  piece: number,
): number {
  const at = 3 * position;
  const [x, y, z] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
  const share = shareAt(pieces, piece, x, y, z);
  return metersToPiece(pieces, piece, longitude[position] as number, latitude[position] as number, share);
}

function nearestOf(
  positions: Positions,
  points: Float64Array,
  pieces: Pieces,
  position: number,
  candidates: Uint32Array,
): { readonly index: number; readonly meters: number } {
  const at = 3 * position;
  const [x, y, z] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
  const { sags } = pieces;
  let [index, chord] = [candidates[0] as number, Number.POSITIVE_INFINITY];
  for (const piece of candidates) {
    const length = chordTo(pieces, piece, x, y, z);
    if (length < chord) [index, chord] = [piece, length];
  }
  let meters = metersOf(positions, points, pieces, position, index);
  const first = index;
  for (const piece of candidates) {
    if (piece === first) continue;
    if (chordTo(pieces, piece, x, y, z) - (sags[piece] as number) > chordOfArc(meters)) continue;
    const length = metersOf(positions, points, pieces, position, piece);
    if (length < meters) [index, meters] = [piece, length];
  }
  return { index, meters };
}

/** Least and greatest radius of curvature of WGS 84: along the meridian at the equator, and at the poles; in meters. */
const minRadius = 6_335_439;
const maxRadius = 6_399_594;
/** Geodesics are no plane curves, which makes chords longer by less than this factor. */
const margin = 1.0001;

/** The longest geodesic that has a chord, by Schur's theorem: that of the smallest circle of curvature. */
function longestArc(chord: number): number {
  return 2 * minRadius * Math.asin(Math.min(1, chord / (2 * minRadius)));
}

/** The longest chord that a geodesic has. */
function chordOfArc(meters: number): number {
  return margin * 2 * maxRadius * Math.sin(Math.min(Math.PI / 2, meters / (2 * maxRadius)));
}

/** The longest chord of a geodesic that is no longer than one with this chord may be; all where it nearly is a diameter. */
function longestChord(chord: number): number {
  return chord > 1.99 * minRadius ? Number.POSITIVE_INFINITY : chordOfArc(longestArc(chord));
}
