import type { BoundingBox } from '../geo/geometry.ts';
import { projectBounds } from './project-bounds.ts';
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
