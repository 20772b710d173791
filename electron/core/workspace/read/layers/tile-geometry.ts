import Point from '@mapbox/point-geometry';
import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';

/** Units of a side of a tile (Mapbox Vector Tile specification 2.1, 4.1). */
export const tileExtent = 4096;
/** Margin of a tile's content beyond its edges, in its units: symbols and strokes reach over them. */
export const tileBuffer = 96;

/** A tile of the grid of web maps. */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** The end of the map in EPSG:3857. */
const maxLatitude = 85.051_128_779_806_6;

/** A longitude in units of a tile. */
export function tileX({ z, x }: TileAddress, longitude: number): number {
  return ((longitude / 360 + 0.5) * 2 ** z - x) * tileExtent;
}

/** A latitude in units of a tile; those beyond the end of the map are at its edge. */
export function tileY({ z, y }: TileAddress, latitude: number): number {
  const clamped = Math.min(maxLatitude, Math.max(-maxLatitude, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return ((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z - y) * tileExtent;
}

/** `[west, south, east, north]` in degrees of a tile with its buffer; beyond ±180 at the edges of the world. */
export function bufferedTileBounds({ z, x, y }: TileAddress): readonly [number, number, number, number] {
  const size = 2 ** z;
  const buffer = tileBuffer / tileExtent;
  const longitude = (column: number) => (column / size - 0.5) * 360;
  const latitude = (row: number) => {
    if (row <= 0) return 90;
    if (row >= size) return -90;
    return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI;
  };
  return [longitude(x - buffer), latitude(y + 1 + buffer), longitude(x + 1 + buffer), latitude(y - buffer)];
}

/** The part of a geometry within a tile, `turn` degrees further east, in whole units; empty where nothing is left. */
export function toTileGeometry(
  geometry: SimpleGeometry,
  tile: TileAddress,
  turn: number,
): { readonly type: 1 | 2 | 3; readonly parts: Point[][] } {
  const project = (line: readonly Position[]) =>
    line.map(([x = 0, y = 0]) => new Point(tileX(tile, x + turn), tileY(tile, y)));
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint': {
      const points = project(geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates);
      const inside = points.filter(isInside).map(round);
      return { type: 1, parts: inside.length > 0 ? [inside] : [] };
    }
    case 'LineString':
    case 'MultiLineString': {
      const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
      return { type: 2, parts: lines.flatMap((line) => clipLine(simplify(project(line)))) };
    }
    default: {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      return { type: 3, parts: polygons.flatMap((rings) => clipPolygon(rings.map(project))) };
    }
  }
}

const [low, high] = [-tileBuffer, tileExtent + tileBuffer];

function isInside({ x, y }: Point): boolean {
  return x >= low && x <= high && y >= low && y <= high;
}

function round({ x, y }: Point): Point {
  return new Point(Math.round(x), Math.round(y));
}

/** Leaves out positions that are less than half a pixel from the one before; ends stay. */
function simplify(line: readonly Point[]): readonly Point[] {
  const tolerance = 4;
  const kept: Point[] = [];
  let last: Point | undefined;
  for (const [index, point] of line.entries()) {
    const isEnd = index === 0 || index === line.length - 1;
    const isNear = last && Math.abs(point.x - last.x) < tolerance && Math.abs(point.y - last.y) < tolerance;
    if (!isEnd && isNear) continue;
    kept.push(point);
    last = point;
  }
  return kept;
}

/** The pieces of a line within the tile, by Liang and Barsky (1984). */
function clipLine(line: readonly Point[]): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    const part = from && to && clipSegment(from, to);
    if (!part) continue;
    const [start, end] = part.points.map(round);
    const last = piece.at(-1);
    if (!start || !end) continue;
    if (!last?.equals(start)) {
      piece = [start];
      pieces.push(piece);
    }
    piece.push(end);
  }
  return pieces;
}

function clipSegment(from: Point, to: Point): { readonly points: readonly [Point, Point] } | undefined {
  let [start, end] = [0, 1];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  for (const [p, q] of [
    [-dx, from.x - low],
    [dx, high - from.x],
    [-dy, from.y - low],
    [dy, high - from.y],
  ] as const) {
    if (p === 0 && q < 0) return undefined;
    if (p === 0) continue;
    if (p < 0) start = Math.max(start, q / p);
    else end = Math.min(end, q / p);
  }
  const at = (share: number) => new Point(from.x + share * dx, from.y + share * dy);
  return start <= end ? { points: [at(start), at(end)] } : undefined;
}

/** Rings of a polygon within the tile, the outline first as vector tiles need it: clockwise on the screen. */
function clipPolygon(rings: readonly (readonly Point[])[]): Point[][] {
  const clipped: Point[][] = [];
  for (const [index, ring] of rings.entries()) {
    const part = clipRing(simplify(ring)).map(round);
    const isOutline = index === 0;
    if (part.length < 3) {
      if (isOutline) return [];
      continue;
    }
    const isClockwise = signedArea(part) > 0;
    const directed = isClockwise === isOutline ? part : part.toReversed();
    clipped.push([...directed, ...directed.slice(0, 1)]);
  }
  return clipped;
}

/** By Sutherland and Hodgman (1974): edge by edge of the tile. */
function clipRing(ring: readonly Point[]): readonly Point[] {
  let points = ring;
  for (const { isIn, cross } of edges) {
    const kept: Point[] = [];
    let before = points.at(-1);
    for (const point of points) {
      if (before && isIn(point) !== isIn(before)) kept.push(cross(before, point));
      if (isIn(point)) kept.push(point);
      before = point;
    }
    points = kept;
  }
  return points;
}

function crossX(x: number) {
  return (from: Point, to: Point) =>
    new Point(x, from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y));
}

function crossY(y: number) {
  return (from: Point, to: Point) =>
    new Point(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x), y);
}

const edges = [
  { isIn: ({ x }: Point) => x >= low, cross: crossX(low) },
  { isIn: ({ x }: Point) => x <= high, cross: crossX(high) },
  { isIn: ({ y }: Point) => y >= low, cross: crossY(low) },
  { isIn: ({ y }: Point) => y <= high, cross: crossY(high) },
] as const;

/** Positive when clockwise on the screen, where y grows downwards. */
function signedArea(ring: readonly Point[]): number {
  let area = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) area += before.x * point.y - point.x * before.y;
    before = point;
  }
  return area;
}
