import { normalizeCrsName } from './map-crs.ts';
import type { MapSource, MapSourceDraft } from './map-source.ts';
import { geographicGrid, type TileGrid, webMercatorGrid } from './tile-grid.ts';

/** Sources with tiles. */
export type TiledSource =
  | Exclude<MapSource, { kind: 'geotiff' }>
  | Exclude<MapSourceDraft, { kind: 'geotiff' }>;

/** Returns the grid of a source; the index of a level is the `z` of its tiles. */
export function getTileGrid(source: TiledSource): TileGrid {
  switch (source.kind) {
    case 'xyz':
      return webMercatorGrid(source.tileSize, source.maxZoom);
    case 'wms':
      return wmsGrid(source);
    case 'wmts':
      return source.grid;
    case 'pmtiles':
      return webMercatorGrid(source.content === 'vector' ? 512 : 256, source.maxZoom);
  }
}

function wmsGrid({ crs, tileSize, maxZoom }: Extract<TiledSource, { kind: 'wms' }>): TileGrid {
  const name = normalizeCrsName(crs);
  return name === 'EPSG:4326' || name === 'CRS:84'
    ? geographicGrid(name, tileSize, maxZoom)
    : webMercatorGrid(tileSize, maxZoom);
}

/** Returns the coarsest level of a source. */
export function minLevelOf(source: TiledSource): number {
  return source.kind === 'wmts' ? 0 : source.minZoom;
}
