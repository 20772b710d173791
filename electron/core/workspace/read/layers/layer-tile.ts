import type Point from '@mapbox/point-geometry';
import { fromVectorTileJs } from '@maplibre/vt-pbf';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell } from '../../file/cells.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import { quoteName } from '../../file/layers/layer-table.ts';
import type { Sql } from '../../file/sql.ts';
import type { LayerIndex } from './layer-index.ts';
import { columnsOfLayer } from './list-layers.ts';
import { type TileAddress, tileBounds, tileExtent, toTileGeometry, toTilePosition } from './tile-geometry.ts';

type TileFeature = {
  readonly type: 1 | 2 | 3;
  readonly id: number;
  readonly properties: Record<string, string | number>;
  readonly parts: Point[][];
};

/** How long a step may read geometries, in milliseconds. */
const stepMs = 40;
/** Features in a tile above which one that is less than a pixel stands for all others in its cell. */
const crowded = 2_000;
/** In units of the tile, which is drawn 512 pixels wide. */
const onePixel = 8;
/** Side of such a cell, in units of the tile: four pixels. */
const cellSize = 32;

/**
 * A Mapbox Vector Tile of a layer, with the number of each feature as its id and its label as `label`. Where features
 * are crowded, those that are less than a pixel are thinned out.
 */
export function* layerTile(
  sql: Sql,
  layer: VectorLayer,
  { fids, tree }: LayerIndex,
  tile: TileAddress,
): Steps<Uint8Array<ArrayBuffer>> {
  const { table, style } = layer;
  const [west, south, east, north] = tileBounds(tile);
  const found = [-360, 0, 360].flatMap((turn) => {
    const boxes: Box[] = [];
    tree?.search(west - turn, south, east - turn, north, (index, ...box) => {
      boxes.push({ index, box });
      return false;
    });
    return thinOut(boxes, tile, turn).map(({ index }) => ({ fid: fids[index] ?? 0, turn }));
  });
  yield;
  const hasLabel = style.label !== null && columnsOfLayer(sql, layer).has(style.label);
  const label = hasLabel && style.label !== null ? `, ${quoteName(style.label)} AS label` : '';
  const read = `SELECT geom${label} FROM ${table} WHERE fid = ?`;
  const features: TileFeature[] = [];
  let deadline = performance.now() + stepMs;
  for (const { fid, turn } of found) {
    const row = sql.get(read, fid);
    if (row) {
      const value = row.label;
      const properties: TileFeature['properties'] =
        typeof value === 'string' || typeof value === 'number' ? { label: value } : {};
      for (const geometry of decodeLayerGeometry(bytesCell(row, 'geom')))
        addFeature(features, geometry, tile, turn, fid, properties);
    }
    if (performance.now() < deadline) continue;
    yield;
    deadline = performance.now() + stepMs;
  }
  return encodeTile(features);
}

function addFeature(
  features: TileFeature[],
  geometry: SimpleGeometry,
  tile: TileAddress,
  turn: number,
  id: number,
  properties: TileFeature['properties'],
): void {
  const { type, parts } = toTileGeometry(geometry, tile, turn);
  if (parts.length > 0) features.push({ type, id, properties, parts });
}

type Box = { readonly index: number; readonly box: readonly [number, number, number, number] };

/** The first feature in each cell among those that are less than a pixel, and all larger ones. */
function thinOut(found: readonly Box[], tile: TileAddress, turn: number): readonly Box[] {
  if (found.length < crowded) return found;
  const taken = new Set<number>();
  return found.filter(({ box: [minX, minY, maxX, maxY] }) => {
    const [from, to] = [toTilePosition(tile, minX + turn, maxY), toTilePosition(tile, maxX + turn, minY)];
    if (to.x - from.x > onePixel || to.y - from.y > onePixel) return true;
    const cell = Math.floor(from.x / cellSize) * tileExtent + Math.floor(from.y / cellSize);
    const isFirst = !taken.has(cell);
    taken.add(cell);
    return isFirst;
  });
}

function encodeTile(features: readonly TileFeature[]): Uint8Array<ArrayBuffer> {
  const layer = {
    version: 2,
    name: 'layer',
    extent: tileExtent,
    length: features.length,
    feature(index: number) {
      const { type, id, properties, parts } = features[index] as TileFeature;
      return { type, id, properties, extent: tileExtent, loadGeometry: () => parts };
    },
  };
  return new Uint8Array(fromVectorTileJs({ layers: features.length > 0 ? { layer } : {} }));
}
