import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { splitLine } from '../split-line.ts';

/** A Natural Earth topology as the package world-atlas ships it. */
export type WorldTopology = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Flat coordinates in EPSG:3857, the end index of each ring, and their extent: west, south, east, north. */
export type FlatShape = {
  readonly coordinates: readonly number[];
  readonly ends: readonly number[];
  readonly extent: ClipBox;
};

/** Land to be filled; coasts and borders to be stroked. */
export type BasemapShapes = { readonly land: readonly FlatShape[]; readonly lines: readonly FlatShape[] };

/** Latitude at which Web Mercator is square. */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
/** The WGS 84 equatorial radius in metres, on which EPSG:3857 is built. */
const radius = 6_378_137;
/** Maximum width and height of a piece of land. */
const cellDegrees = 10;
/** Cells overlap, so that no seam shows between their fills. */
const cellOverlapDegrees = 0.05;

/**
 * The shapes of a topology, projected. With `inCells` land is cut into cells of 10°, so that a map close up does not
 * draw whole continents.
 */
export function basemapShapes(topology: WorldTopology, inCells: boolean): BasemapShapes {
  const land = feature(topology, topology.objects.land)
    .features.flatMap(({ geometry }) => ringsOf(geometry as Polygon | MultiPolygon))
    .map((rings) => rings.flatMap(withinWorld));
  const pieces = inCells ? land.flatMap(cutIntoCells) : land;
  const outlines: MultiLineString = mesh(topology, topology.objects.countries);
  return {
    land: pieces.map(toFlatShape),
    lines: outlines.coordinates
      .flatMap(cutAtAntimeridian)
      .flatMap((line) => splitLine(line, isMapEdge))
      .map((line) => toFlatShape([line])),
  };
}

function ringsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/**
 * A ring of world-atlas, which is stitched together on the sphere, as rings of the plane within −180…180. It is cut at
 * the antimeridian, and closed along the South Pole where it runs once around it.
 */
function withinWorld(ring: readonly Position[]): Position[][] {
  const longitudes = continuousLongitudes(ring);
  const open = ring.map(([, latitude = Number.NaN], index) => [longitudes[index] ?? Number.NaN, latitude]);
  const [first, last] = [longitudes[0] ?? 0, longitudes.at(-1) ?? 0];
  const closed =
    Math.abs(last - first) < 180 ? open : [...open, [last, -90], [first, -90], [first, open[0]?.[1] ?? 0]];
  if (longitudes.every((longitude) => Math.abs(longitude) <= 180)) return [closed];
  return [-1, 0, 1].flatMap((turn) => {
    const pieces = toList(clipRing(closed, [360 * turn - 180, -90, 360 * turn + 180, 90]));
    return pieces.map((piece) =>
      piece.map(([longitude = 0, latitude = 0]) => [longitude - 360 * turn, latitude]),
    );
  });
}

/** Makes longitudes continuous. A step from 180 to −180 counts as zero, unlike in shapes drawn by analysts. */
function continuousLongitudes(positions: readonly Position[]): number[] {
  let turns = 0;
  let previous: number | undefined;
  return positions.map(([longitude = Number.NaN]) => {
    turns -= previous === undefined ? 0 : Math.round((longitude - previous) / 360);
    previous = longitude;
    return longitude + 360 * turns;
  });
}

/** Splits a line of world-atlas at the antimeridian. */
function cutAtAntimeridian(line: readonly Position[]): Position[][] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  line.forEach((position, index) => {
    const previous = line[index - 1];
    if (previous && Math.abs((position[0] ?? 0) - (previous[0] ?? 0)) > 180) {
      const [before, after] = meetingsWithAntimeridian(previous, position);
      pieces.push([...piece, before]);
      piece = [after];
    }
    piece.push(position);
  });
  return [...pieces, piece];
}

function meetingsWithAntimeridian(
  [fromLongitude = 0, fromLatitude = 0]: Position,
  [toLongitude = 0, toLatitude = 0]: Position,
): [before: Position, after: Position] {
  const side = Math.sign(fromLongitude) * 180;
  const step = toLongitude - fromLongitude + 2 * side;
  const latitude = fromLatitude + ((side - fromLongitude) / step) * (toLatitude - fromLatitude);
  return [
    [side, latitude],
    [-side, latitude],
  ];
}

/** Halves a polygon until its pieces fit into cells, so that every vertex is visited only a few times. */
function cutIntoCells(rings: readonly Position[][]): Position[][][] {
  const [west, south, east, north] = boundsOfRings(rings);
  const isWide = east - west >= north - south;
  if (Math.max(east - west, north - south) <= cellDegrees) return [[...rings]];
  const middleX = (west + east) / 2;
  const middleY = (south + north) / 2;
  const halves: readonly ClipBox[] = isWide
    ? [
        [west, south, middleX + cellOverlapDegrees, north],
        [middleX - cellOverlapDegrees, south, east, north],
      ]
    : [
        [west, south, east, middleY + cellOverlapDegrees],
        [west, middleY - cellOverlapDegrees, east, north],
      ];
  return halves.flatMap((half) => cutIntoCells(rings.flatMap((ring) => toList(clipRing(ring, half)))));
}

function boundsOfRings(rings: readonly Position[][]): ClipBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude = 0, latitude = 0] of rings.flat()) {
    west = Math.min(west, longitude);
    south = Math.min(south, latitude);
    east = Math.max(east, longitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

/** Natural Earth closes some land along ±180° and the South Pole; stroked, these edges would look like coasts. */
function isMapEdge(from: Position, to: Position): boolean {
  const isOn = ([longitude = 0, latitude = 0]: Position) => Math.abs(longitude) >= 179.99 || latitude <= -85;
  return isOn(from) && isOn(to);
}

function toFlatShape(rings: readonly Position[][]): FlatShape {
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const ring of rings) {
    for (const [longitude = Number.NaN, latitude = Number.NaN] of ring) {
      coordinates.push(toX(longitude), toY(latitude));
    }
    ends.push(coordinates.length);
  }
  const [west, south, east, north] = boundsOfRings(rings);
  return { coordinates, ends, extent: [toX(west), toY(south), toX(east), toY(north)] };
}

function toX(longitude: number): number {
  return (radius * longitude * Math.PI) / 180;
}

function toY(latitude: number): number {
  const phi = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  return radius * Math.asinh(Math.tan(phi));
}

function toList<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item];
}

/** `[west, south, east, north]`, in the coordinates of the ring. */
type ClipBox = readonly [west: number, south: number, east: number, north: number];

type Point = number[];

/**
 * The part of a closed ring inside the box (Sutherland and Hodgman 1974), closed; null when nothing is left. Parts of
 * a concave ring stay joined along the box's sides, so the result suits filling, not stroking.
 */
export function clipRing(ring: readonly Point[], [west, south, east, north]: ClipBox): Point[] | null {
  let points = ring.slice(0, -1);
  points = clipAtSide(points, (point) => x(point) - west);
  points = clipAtSide(points, (point) => east - x(point));
  points = clipAtSide(points, (point) => y(point) - south);
  points = clipAtSide(points, (point) => north - y(point));
  const [first] = points;
  return first && points.length >= 3 ? [...points, first] : null;
}

/** Clips the points to where `depth`, linear in the position, is not negative. */
function clipAtSide(points: readonly Point[], depth: (point: Point) => number): Point[] {
  const clipped: Point[] = [];
  let previous = points.at(-1);
  for (const point of points) {
    if (previous) {
      const before = depth(previous);
      const now = depth(point);
      if (before < 0 !== now < 0) clipped.push(between(previous, point, before / (before - now)));
      if (now >= 0) clipped.push(point);
    }
    previous = point;
  }
  return clipped;
}

function between(from: Point, to: Point, share: number): Point {
  return [x(from) + share * (x(to) - x(from)), y(from) + share * (y(to) - y(from))];
}

function x(point: Point): number {
  return point[0] ?? Number.NaN;
}

function y(point: Point): number {
  return point[1] ?? Number.NaN;
}
