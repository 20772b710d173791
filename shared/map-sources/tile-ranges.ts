import proj4 from 'proj4';
import type { BoundingBox } from '../geo/geometry.ts';
import { findCrs } from './map-crs.ts';
import type { TileGrid, TileRange } from './tile-grid.ts';

/** Returns the tiles of a level that a box in degrees touches; two ranges when it crosses the antimeridian. */
export function tileRangesIn(grid: TileGrid, z: number, box: BoundingBox): readonly TileRange[] {
  const level = grid.levels[z];
  if (!level) return [];
  const [boxWest, boxSouth, boxEast, boxNorth] = box;
  const boxes: readonly BoundingBox[] =
    boxWest > boxEast
      ? [
          [boxWest, boxSouth, 180, boxNorth],
          [-180, boxSouth, boxEast, boxNorth],
        ]
      : [box];
  return boxes.flatMap((one) => {
    const bounds = projectBounds(one, grid.crs);
    if (!bounds) return [];
    const [west, south, east, north] = bounds;
    const width = level.tileWidth * level.resolution;
    const height = level.tileHeight * level.resolution;
    const range: TileRange = {
      z,
      fromX: Math.max(0, Math.floor((west - level.origin[0]) / width)),
      toX: Math.min(level.columns - 1, lastTileIndex((east - level.origin[0]) / width)),
      fromY: Math.max(0, Math.floor((level.origin[1] - north) / height)),
      toY: Math.min(level.rows - 1, lastTileIndex((level.origin[1] - south) / height)),
    };
    return range.fromX > range.toX || range.fromY > range.toY ? [] : [range];
  });
}

/** A box that ends on the edge of a tile does not touch the next one. */
function lastTileIndex(position: number): number {
  return Math.max(0, Math.ceil(position) - 1);
}

/** Number of sample points per side, because sides become curves. */
const pointsOfSide = 17;

/** Latitude at which the Web Mercator world is square. */
const maxMercatorLatitude = 85.051_128_779_806_59;

/**
 * Projects a box in degrees to another coordinate system and returns the bounds `[west, south, east, north]`. The box
 * does not cross the antimeridian. Undefined when the box is outside of that system.
 */
function projectBounds(
  [west, boxSouth, east, boxNorth]: BoundingBox,
  crs: string,
): readonly [number, number, number, number] | undefined {
  const limit = crs === 'EPSG:3857' ? maxMercatorLatitude : 90;
  const south = Math.max(-limit, boxSouth);
  const north = Math.min(limit, boxNorth);
  if (south > north) return undefined;
  if (crs === 'EPSG:4326' || crs === 'CRS:84') return [west, south, east, north];
  const known = findCrs(crs);
  if (!known) return undefined;
  const project = proj4('EPSG:4326', known.definition ?? crs);
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let step = 0; step < pointsOfSide; step += 1) {
    const part = step / (pointsOfSide - 1);
    const longitude = west + part * (east - west);
    const latitude = south + part * (north - south);
    for (const position of [
      [longitude, south],
      [longitude, north],
      [west, latitude],
      [east, latitude],
    ]) {
      const [x = Number.NaN, y = Number.NaN] = project.forward(position);
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    }
  }
  return bounds[0] <= bounds[2] ? bounds : undefined;
}
