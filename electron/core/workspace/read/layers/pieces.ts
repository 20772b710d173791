import { curvatureRadii, toEarthCentered } from '../../../../../shared/geo/earth-centered.ts';
import { distanceMetres, geodesicBetween } from '../../../../../shared/geo/geodesic.ts';
import type { Steps } from '../../../base/steps.ts';
import type { LayerShapes } from './layer-shapes.ts';

/** Short pieces of the lines and outlines of a layer, which are straight in degrees; a point is one without length. */
export type Pieces = {
  readonly count: number;
  /** Longitude and latitude of both ends, in degrees. */
  readonly ends: Float64Array;
  /** Earth-centered coordinates of both ends, in meters. */
  readonly points: Float64Array;
  /** Maximum distance of a piece from the straight line between its ends, in meters. */
  readonly sags: Float64Array;
  readonly features: Uint32Array;
};

/** Degrees of longitude and latitude of a piece, and how many pieces there are before they are longer. */
const pieceDegrees = 0.5;
const manyPieces = 2_000_000;
/** More than any radius of curvature of WGS 84, in meters. */
const maxRadius = 6_400_000;
/** Pieces that are made in one step. */
const piecesInStep = 2 ** 15;

/** The pieces of all features of a layer. */
export function* toPieces({ regions, pieces, pieceFeatures }: LayerShapes): Steps<Pieces> {
  let [degrees, edges] = [0, 0];
  const lengthOf = (from: ArrayLike<number>, at: number) =>
    Math.abs((from[at + 2] as number) - (from[at] as number)) +
    Math.abs((from[at + 3] as number) - (from[at + 1] as number));
  const lists: readonly (readonly [ArrayLike<number>, (edge: number) => number])[] = [
    [pieces, (edge) => pieceFeatures[edge] as number],
    ...regions.map((region) => [region.edges, () => region.feature] as const),
  ];
  for (const [list] of lists) {
    edges += list.length / 4;
    for (let at = 0; at < list.length; at += 4) degrees += lengthOf(list, at);
  }
  yield;
  const longest = Math.max(pieceDegrees, degrees / manyPieces);
  const made = createPieces(edges + Math.ceil(degrees / longest));
  let count = 0;
  for (const [list, featureOf] of lists) {
    for (let at = 0; at < list.length; at += 4) {
      const parts = Math.max(1, Math.ceil(lengthOf(list, at) / longest));
      for (let part = 0; part < parts; part += 1) {
        addPiece(made, count, list, at, part, parts);
        made.features[count] = featureOf(at / 4);
        count += 1;
        if (count % piecesInStep === 0) yield;
      }
    }
  }
  return { ...made, count };
}

function createPieces(capacity: number): Omit<Pieces, 'count'> {
  return {
    ends: new Float64Array(4 * capacity),
    points: new Float64Array(6 * capacity),
    sags: new Float64Array(capacity),
    features: new Uint32Array(capacity),
  };
}

function addPiece(
  { ends, points, sags }: Omit<Pieces, 'count'>,
  index: number,
  edges: ArrayLike<number>,
  edge: number,
  part: number,
  parts: number,
): void {
  const [x, y] = [edges[edge] as number, edges[edge + 1] as number];
  const [dx, dy] = [(edges[edge + 2] as number) - x, (edges[edge + 3] as number) - y];
  const [start, end] = [part / parts, (part + 1) / parts];
  const piece = [x + start * dx, y + start * dy, x + end * dx, y + end * dy] as const;
  ends.set(piece, 4 * index);
  points.set(toEarthCentered(piece[0], piece[1]), 6 * index);
  points.set(toEarthCentered(piece[2], piece[3]), 6 * index + 3);
  // An arc of this angle at the largest radius of curvature, in both directions at once.
  const angle = ((Math.abs(dx) + Math.abs(dy)) / parts) * (Math.PI / 180);
  sags[index] = (maxRadius * angle * angle) / 8;
}

/** The share of the way from one end of a piece to the other at which a point is nearest to the straight line. */
export function shareAt({ points }: Pieces, piece: number, x: number, y: number, z: number): number {
  const at = 6 * piece;
  const dx = (points[at + 3] as number) - (points[at] as number);
  const dy = (points[at + 4] as number) - (points[at + 1] as number);
  const dz = (points[at + 5] as number) - (points[at + 2] as number);
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared === 0) return 0;
  const along =
    (x - (points[at] as number)) * dx +
    (y - (points[at + 1] as number)) * dy +
    (z - (points[at + 2] as number)) * dz;
  return Math.min(1, Math.max(0, along / squared));
}

/** The distance in meters, through the Earth, from a point to the straight line between the ends of a piece. */
export function chordTo(pieces: Pieces, piece: number, x: number, y: number, z: number): number {
  const { points } = pieces;
  const at = 6 * piece;
  const share = shareAt(pieces, piece, x, y, z);
  const [fromX, fromY, fromZ] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
  const dx = fromX + share * ((points[at + 3] as number) - fromX) - x;
  const dy = fromY + share * ((points[at + 4] as number) - fromY) - y;
  const dz = fromZ + share * ((points[at + 5] as number) - fromZ) - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Minimum gain of a further step along a piece, in meters. */
const enoughMeters = 0.05;
const maxSteps = 12;

/**
 * The length in meters of the geodesic from a position to the nearest point of a piece, from a first guess of where that
 * is, by Newton's method: the derivative along the piece follows from the azimuth at its end.
 */
export function metersToPiece(
  { ends }: Pieces,
  piece: number,
  longitude: number,
  latitude: number,
  firstShare: number,
): number {
  const at = 4 * piece;
  const [x, y] = [ends[at] as number, ends[at + 1] as number];
  const [dx, dy] = [(ends[at + 2] as number) - x, (ends[at + 3] as number) - y];
  if (dx === 0 && dy === 0) return distanceMetres([longitude, latitude], [x, y]);
  let least = Number.POSITIVE_INFINITY;
  let share = firstShare;
  for (let step = 0; step < maxSteps; step += 1) {
    const end = y + share * dy;
    const { meters, finalAzimuthDegrees } = geodesicBetween([longitude, latitude], [x + share * dx, end]);
    least = Math.min(least, meters);
    const radians = Math.PI / 180;
    const { across: acrossRadius, meridian } = curvatureRadii(end);
    const east = dx * radians * acrossRadius * Math.cos(end * radians);
    const north = dy * radians * meridian;
    const [sine, cosine] = [Math.sin(finalAzimuthDegrees * radians), Math.cos(finalAzimuthDegrees * radians)];
    const slope = east * sine + north * cosine;
    const across = east * cosine - north * sine;
    const curvature = (across * across) / (maxRadius * Math.tan(meters / maxRadius));
    const downhill = slope > 0 ? 0 : 1;
    const next = curvature > 0 ? Math.min(1, Math.max(0, share - slope / curvature)) : downhill;
    if (Math.abs(slope * (next - share)) < enoughMeters || meters < enoughMeters) break;
    share = next;
  }
  return least;
}
