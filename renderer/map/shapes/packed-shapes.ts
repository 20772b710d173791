import earcut from 'earcut';
import { isClosingEdge } from '../../../shared/geo/close-over-pole.ts';
import { sortedOrder } from '../../../shared/radix-sort.ts';
import { ringKinds, type ShapeFeed } from '../../../shared/results/shape-feed.ts';
import { mortonKey } from '../detections/morton.ts';

/** Width of the world in the units of packed shapes: Web Mercator, 4 cm at the equator. */
export const shapeWorld = 2 ** 30;
/** Words (int32) per vertex: x, y, and the shape that it belongs to. */
export const wordsPerVertex = 3;
/** Bit of a vertex's third word: no edge begins here, because a ring or line ends. */
export const lastOfRing = 0x8000_0000 | 0;
/** Bit of a vertex's third word: the edge that begins here bounds the shape and is not drawn. */
export const isHiddenEdge = 0x4000_0000;
/** Latitude at which Web Mercator is square (EPSG:3857): atan(sinh(π)). */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
/** Maximum continuous longitude of an outline; beyond it int32 sums would overflow. */
const maxContinuousLongitude = 330;

/**
 * Outlines in Morton order, in the form that the graphics card reads. x increases eastwards from 180° W, past the
 * world's edge, so that no shape is split at the antimeridian. y increases southwards from the northern edge.
 */
export type PackedShapes = {
  readonly count: number;
  readonly ids: Uint32Array<ArrayBuffer>;
  /** Epoch seconds; 0 without a time. */
  readonly times: Uint32Array<ArrayBuffer>;
  /** West, north, east, south of each. */
  readonly bounds: Int32Array<ArrayBuffer>;
  readonly vertices: Int32Array<ArrayBuffer>;
  /** Indices into the vertices, three each. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Starts of each shape's vertices and triangle indices; one more at the end. */
  readonly vertexStarts: Uint32Array<ArrayBuffer>;
  readonly triangleStarts: Uint32Array<ArrayBuffer>;
  readonly skipped: number;
};

/** No shapes. */
export const emptyShapes: PackedShapes = {
  count: 0,
  ids: new Uint32Array(0),
  times: new Uint32Array(0),
  bounds: new Int32Array(0),
  vertices: new Int32Array(0),
  triangles: new Uint32Array(0),
  vertexStarts: new Uint32Array(1),
  triangleStarts: new Uint32Array(1),
  skipped: 0,
};

/** Projects, cuts into triangles and sorts the shapes of a feed. Meant for a worker. */
export function packShapes(feed: ShapeFeed): PackedShapes {
  const shapes = readShapes(feed);
  const keys = Uint32Array.from(shapes, ({ bounds: [west, north, east, south] }) =>
    mortonKey(wrapUnits((west + east) / 2) * 4, Math.max(0, Math.round((north + south) / 2)) * 4),
  );
  const order = sortedOrder(keys);
  const count = shapes.length;
  const sum = (lengthOf: (shape: Shape) => number) =>
    shapes.reduce((total, shape) => total + lengthOf(shape), 0);
  const packed: PackedShapes = {
    count,
    ids: new Uint32Array(count),
    times: new Uint32Array(count),
    bounds: new Int32Array(count * 4),
    vertices: new Int32Array(sum(({ points }) => points.length / 2) * wordsPerVertex),
    triangles: new Uint32Array(sum(({ triangles }) => triangles.length)),
    vertexStarts: new Uint32Array(count + 1),
    triangleStarts: new Uint32Array(count + 1),
    skipped: feed.skipped,
  };
  order.forEach((index, slot) => {
    const shape = shapes[index] as Shape;
    packed.ids[slot] = feed.id[index] as number;
    packed.times[slot] = feed.time[index] as number;
    packed.bounds.set(shape.bounds, slot * 4);
    const firstVertex = packed.vertexStarts[slot] as number;
    writeVertices(packed.vertices, firstVertex, shape, slot);
    const firstTriangle = packed.triangleStarts[slot] as number;
    packed.triangles.set(
      shape.triangles.map((vertex) => vertex + firstVertex),
      firstTriangle,
    );
    packed.vertexStarts[slot + 1] = firstVertex + shape.points.length / 2;
    packed.triangleStarts[slot + 1] = firstTriangle + shape.triangles.length;
  });
  return packed;
}

type Shape = {
  /** x and y of all rings, one after another. */
  readonly points: readonly number[];
  /** Index after the last vertex of each ring. */
  readonly ringEnds: readonly number[];
  /** Vertices at which an edge begins that only closes a ring over a pole. */
  readonly hiddenEdges: ReadonlySet<number>;
  readonly triangles: readonly number[];
  readonly bounds: readonly [number, number, number, number];
};

function readShapes({ id, rings, ringKind, ringLength, positions }: ShapeFeed): Shape[] {
  let ring = 0;
  let position = 0;
  return Array.from(id, (_, index) => {
    const points: number[] = [];
    const ringEnds: number[] = [];
    const triangles: number[] = [];
    const hiddenEdges = new Set<number>();
    let part: PolygonPart | null = null;
    let anchor: number | null = null;
    for (const lastRing = ring + (rings[index] as number); ring < lastRing; ring += 1) {
      const length = ringLength[ring] as number;
      const first = points.length / 2;
      anchor = projectRing(positions, position, length, anchor, points);
      if (ringKind[ring] !== ringKinds.line)
        hideClosingEdges(positions, position, length, first, hiddenEdges);
      position += length;
      ringEnds.push(points.length / 2);
      if (ringKind[ring] === ringKinds.hole) {
        part?.holes.push(first);
        continue;
      }
      triangulatePolygon(part, points, first, triangles);
      part = ringKind[ring] === ringKinds.outline ? { first, holes: [] } : null;
    }
    triangulatePolygon(part, points, points.length / 2, triangles);
    return { points, ringEnds, hiddenEdges, triangles, bounds: boundsOf(points) };
  });
}

type PolygonPart = { readonly first: number; readonly holes: number[] };

/** Adds the triangles of an outline and its holes, whose vertices end before `end`. */
function triangulatePolygon(
  part: PolygonPart | null,
  points: readonly number[],
  end: number,
  triangles: number[],
): void {
  if (!part) return;
  const flat = points.slice(part.first * 2, end * 2);
  const holes = part.holes.map((hole) => hole - part.first);
  for (const vertex of earcut(flat, holes, 2)) triangles.push(vertex + part.first);
}

/**
 * Adds a ring in units. A step of more than half the world goes the shorter way across the antimeridian, as in
 * `unwrapLongitudes`. All rings of a shape begin near the first. Returns the longitude the shape begins at.
 */
function projectRing(
  positions: Float64Array,
  start: number,
  length: number,
  anchor: number | null,
  points: number[],
): number {
  const first = positions[start * 2] as number;
  const begin = anchor ?? first - turnsFrom(0, first) * 360;
  let turns = turnsFrom(begin, first);
  let previous = first;
  for (let index = start; index < start + length; index += 1) {
    const longitude = positions[index * 2] as number;
    const step = longitude - previous;
    if (Math.abs(step) > 180 && Math.abs(step) !== 360) turns += Math.round(step / 360);
    previous = longitude;
    const continuous = Math.min(
      maxContinuousLongitude,
      Math.max(-maxContinuousLongitude, longitude - turns * 360),
    );
    points.push(toShapeX(continuous), toShapeY(positions[index * 2 + 1] as number));
  }
  return begin;
}

/** Adds the vertices, counted from `first`, at which an edge of the ring begins that only closes it over a pole. */
function hideClosingEdges(
  positions: Float64Array,
  start: number,
  length: number,
  first: number,
  hidden: Set<number>,
): void {
  const longitudes: number[] = [];
  let reachesPole = false;
  for (let index = start; index < start + length; index += 1) {
    longitudes.push(positions[index * 2] as number);
    reachesPole ||= Math.abs(positions[index * 2 + 1] as number) >= 90;
  }
  if (!reachesPole) return;
  const span = Math.max(...longitudes) - Math.min(...longitudes);
  for (let index = 0; index < length - 1; index += 1) {
    const latitude = (start + index) * 2 + 1;
    const [from, to] = [positions[latitude] as number, positions[latitude + 2] as number];
    if (isClosingEdge(span, from, to)) hidden.add(first + index);
  }
}

/** Number of turns by which a longitude is east of its world copy that is nearest to another longitude. */
function turnsFrom(other: number, longitude: number): number {
  return Math.round((longitude - other) / 360);
}

/** A longitude, past ±180 too, in units. */
export function toShapeX(longitude: number): number {
  return Math.round(((longitude + 180) / 360) * shapeWorld);
}

/** A latitude in units, by the Mercator formula of EPSG:3857; clamped at 85.06°. */
export function toShapeY(latitude: number): number {
  const phi = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  return Math.round((0.5 - Math.asinh(Math.tan(phi)) / (2 * Math.PI)) * shapeWorld);
}

function wrapUnits(x: number): number {
  return Math.floor(x - Math.floor(x / shapeWorld) * shapeWorld);
}

function boundsOf(points: readonly number[]): [number, number, number, number] {
  let [west, north, east, south] = [0x7fff_ffff, 0x7fff_ffff, -0x8000_0000, -0x8000_0000];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return [west, north, east, south];
}

function writeVertices(
  vertices: Int32Array,
  first: number,
  { points, ringEnds, hiddenEdges }: Shape,
  slot: number,
): void {
  let end = 0;
  for (let vertex = 0; vertex < points.length / 2; vertex += 1) {
    const isLast = vertex + 1 === ringEnds[end];
    if (isLast) end += 1;
    const word = (first + vertex) * wordsPerVertex;
    vertices[word] = points[vertex * 2] as number;
    vertices[word + 1] = points[vertex * 2 + 1] as number;
    vertices[word + 2] = slot | (isLast ? lastOfRing : 0) | (hiddenEdges.has(vertex) ? isHiddenEdge : 0);
  }
}
