import { getCrs } from './map-crs.ts';

/** One zoom level of a tile grid. Column 0 and row 0 are at `origin`, the upper left corner. */
export type GridLevel = {
  /** Identifier of the level in the service. */
  readonly id: string;
  /** Units of the coordinate system per pixel. */
  readonly resolution: number;
  /** `[x, y]` with x to the east, whatever axis order the service uses. */
  readonly origin: readonly [number, number];
  /** Pixels. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly columns: number;
  readonly rows: number;
};

/** The tile grid of a source; levels are ordered from coarse to fine, and their index is the `z` of a tile. */
export type TileGrid = {
  /** `EPSG:<number>` or `CRS:84`, supported by `map-crs.ts`. */
  readonly crs: string;
  readonly levels: readonly GridLevel[];
};

/** A tile by level, column from the west, row from the north. */
export type TileCoordinates = { readonly z: number; readonly x: number; readonly y: number };

/** A range of tiles of one level, bounds included. */
export type TileRange = {
  readonly z: number;
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
};

/** Creates the standard web map grid in EPSG:3857: one tile shows the world at level 0. */
export function webMercatorGrid(tileSize: number, maxZoom: number): TileGrid {
  const half = Math.PI * 6_378_137;
  return squareGrid('EPSG:3857', [-half, half], 2 * half, 1, tileSize, maxZoom);
}

/** Creates a grid in degrees: two tiles side by side show the world at level 0. */
export function geographicGrid(crs: 'EPSG:4326' | 'CRS:84', tileSize: number, maxZoom: number): TileGrid {
  return squareGrid(crs, [-180, 90], 180, 2, tileSize, maxZoom);
}

function squareGrid(
  crs: string,
  origin: readonly [number, number],
  width: number,
  columns: number,
  tileSize: number,
  maxZoom: number,
): TileGrid {
  const levels = Array.from(
    { length: maxZoom + 1 },
    (_level, z): GridLevel => ({
      id: String(z),
      resolution: width / tileSize / 2 ** z,
      origin,
      tileWidth: tileSize,
      tileHeight: tileSize,
      columns: columns * 2 ** z,
      rows: 2 ** z,
    }),
  );
  return { crs, levels };
}

/** Whether the grid contains a tile. */
export function hasTile(grid: TileGrid, { z, x, y }: TileCoordinates): boolean {
  const level = grid.levels[z];
  return level !== undefined && x >= 0 && y >= 0 && x < level.columns && y < level.rows;
}

/** Returns the bounds of a tile in the units of the grid: `[west, south, east, north]`. */
export function tileBounds(
  grid: TileGrid,
  { z, x, y }: TileCoordinates,
): readonly [number, number, number, number] | undefined {
  const level = grid.levels[z];
  if (!level) return undefined;
  const width = level.tileWidth * level.resolution;
  const height = level.tileHeight * level.resolution;
  const west = level.origin[0] + x * width;
  const north = level.origin[1] - y * height;
  return [west, north - height, west + width, north];
}

/** Returns the number of tiles in ranges. */
export function countTiles(ranges: readonly TileRange[]): number {
  return ranges.reduce((sum, { fromX, toX, fromY, toY }) => sum + (toX - fromX + 1) * (toY - fromY + 1), 0);
}

/**
 * Returns the level of a grid whose resolution is nearest to that of zoom `zoom` of a web map with 256-pixel tiles.
 */
export function levelAtZoom(grid: TileGrid, zoom: number): number {
  const metres = (2 * Math.PI * 6_378_137) / 256 / 2 ** zoom;
  const target = metres / getCrs(grid.crs).metresPerUnit;
  let best = 0;
  for (const [z, { resolution }] of grid.levels.entries()) {
    const known = grid.levels[best];
    // As OpenLayers counts what is nearest.
    if (known && Math.abs(resolution - target) < Math.abs(known.resolution - target)) best = z;
  }
  return best;
}
