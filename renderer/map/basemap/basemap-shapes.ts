import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type ClipBox, clipRing } from './clip-ring.ts';

/** A Natural Earth topology as the package world-atlas ships it. */
export type WorldTopology = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Flat coordinates in EPSG:3857, and where each ring of a polygon ends in them. */
export type FlatShape = { readonly coordinates: readonly number[]; readonly ends: readonly number[] };

/** Land to be filled; coasts and borders to be stroked. */
export type BasemapShapes = { readonly land: readonly FlatShape[]; readonly lines: readonly FlatShape[] };

/** Latitude at which Web Mercator is square. */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
/** The WGS 84 equatorial radius in metres, on which EPSG:3857 is built. */
const radius = 6_378_137;
const cellDegrees = 10;
/** Cells overlap, so that no seam shows between their fills. */
const cellOverlapDegrees = 0.05;

/**
 * The shapes of a topology, projected. With `inCells` land is cut into cells of 10°, so that a map close up does not
 * draw whole continents.
 */
export function basemapShapes(topology: WorldTopology, inCells: boolean): BasemapShapes {
  const land = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    ringsOf(geometry as Polygon | MultiPolygon),
  );
  const pieces = inCells ? land.flatMap(cutIntoCells) : land;
  const outlines: MultiLineString = mesh(topology, topology.objects.countries);
  return {
    land: pieces.map(toFlatShape),
    lines: outlines.coordinates.flatMap(withoutMapEdge).map((line) => toFlatShape([line])),
  };
}

function ringsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

function cutIntoCells(rings: readonly Position[][]): Position[][][] {
  const [outline = []] = rings;
  const longitudes = outline.map(([longitude = Number.NaN]) => longitude);
  const latitudes = outline.map(([, latitude = Number.NaN]) => latitude);
  const pieces: Position[][][] = [];
  for (const west of cellStarts(longitudes)) {
    for (const south of cellStarts(latitudes)) {
      const piece = clipPolygon(rings, cellBox(west, south));
      if (piece) pieces.push(piece);
    }
  }
  return pieces;
}

function cellStarts(values: readonly number[]): number[] {
  const first = Math.floor(values.reduce((a, b) => Math.min(a, b)) / cellDegrees);
  const last = Math.floor(values.reduce((a, b) => Math.max(a, b)) / cellDegrees);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * cellDegrees);
}

function cellBox(west: number, south: number): ClipBox {
  return [
    west - cellOverlapDegrees,
    south - cellOverlapDegrees,
    west + cellDegrees + cellOverlapDegrees,
    south + cellDegrees + cellOverlapDegrees,
  ];
}

function clipPolygon([outline = [], ...holes]: readonly Position[][], box: ClipBox): Position[][] | null {
  const clipped = clipRing(outline, box);
  if (!clipped) return null;
  return [clipped, ...holes.flatMap((hole) => clipRing(hole, box) ?? [])] as Position[][];
}

/** Natural Earth closes land along ±180° and the south pole; stroked, these edges would look like coasts. */
function withoutMapEdge(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  line.forEach((position, index) => {
    const previous = line[index - 1];
    if (previous && isMapEdge(previous, position)) {
      parts.push(part);
      part = [];
    }
    part.push(position);
  });
  return [...parts, part].filter((candidate) => candidate.length >= 2);
}

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
  return { coordinates, ends };
}

function toX(longitude: number): number {
  return (radius * longitude * Math.PI) / 180;
}

function toY(latitude: number): number {
  const phi = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  return radius * Math.asinh(Math.tan(phi));
}
