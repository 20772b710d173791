import type { MapSource, MapSourceDraft } from './map-source.ts';
import { geographicGrid, type TileGrid, webMercatorGrid } from './tile-grid.ts';

/** Kinds whose pictures come in tiles. */
export type TiledSource =
  | Exclude<MapSource, { kind: 'geotiff' }>
  | Exclude<MapSourceDraft, { kind: 'geotiff' }>;

/** The grid of a source; the index of a level is the `z` of its tiles. */
export function gridOf(source: TiledSource): TileGrid {
  switch (source.kind) {
    case 'xyz':
      return webMercatorGrid(source.tileSize, source.maxZoom);
    case 'wms':
      return source.crs === 'EPSG:3857'
        ? webMercatorGrid(source.tileSize, source.maxZoom)
        : geographicGrid(source.crs, source.tileSize, source.maxZoom);
    case 'wmts':
      return source.grid;
    case 'pmtiles':
      return webMercatorGrid(source.content === 'vector' ? 512 : 256, source.maxZoom);
  }
}

/** The coarsest level that a source has. */
export function firstLevelOf(source: TiledSource): number {
  return source.kind === 'wmts' ? 0 : source.minZoom;
}
