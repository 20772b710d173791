import type Point from '@mapbox/point-geometry';
import { fromVectorTileJs } from '@maplibre/vt-pbf';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell } from '../../file/cells.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import { quoteName, startOfText } from '../../file/layers/layer-table.ts';
import type { Sql } from '../../file/sql.ts';
import type { LayerIndex } from './layer-index.ts';
import { categoryOf } from './layer-rows.ts';
import { columnsOfLayer } from './list-layers.ts';
import {
  bufferedTileBounds,
  type TileAddress,
  tileExtent,
  tileX,
  tileY,
  toTileGeometry,
} from './tile-geometry.ts';

type TileFeature = {
  readonly type: 1 | 2 | 3;
  readonly id: number;
  readonly properties: Record<string, string | number>;
  readonly parts: Point[][];
};

/** Maximum time of a step that reads geometries, in milliseconds. */
const stepMs = 40;
/** Characters of a label: features can have texts of megabytes. */
const maxLabelLength = 200;
/** Features in a tile above which one that is less than a pixel stands for all others in its cell. */
const crowded = 2_000;
/** In units of the tile, which is drawn 512 pixels wide. */
const onePixel = 8;
/** Side of such a cell, in units of the tile: four pixels. */
const cellSize = 32;

/**
 * A Mapbox Vector Tile of a layer. The id of a feature is its number; `label` is its label, `category` the index of its
 * color. Where features are crowded, those that are less than a pixel are thinned out.
 */
export function* layerTile(
  sql: Sql,
  layer: VectorLayer,
  { fids, trees }: LayerIndex,
  tile: TileAddress,
): Steps<Uint8Array<ArrayBuffer>> {
  const { table, style } = layer;
  const [west, south, east, north] = bufferedTileBounds(tile);
  const found: { readonly fid: number; readonly turn: number }[] = [];
  for (const turn of [-360, 0, 360]) {
    const box = [west - turn, south, east - turn, north] as const;
    for (const index of yield* findFeatures(trees, box, tile, turn))
      found.push({ fid: fids[index] ?? 0, turn });
  }
  const present = columnsOfLayer(sql, layer);
  const hasLabel = style.label !== null && present.has(style.label);
  const label =
    hasLabel && style.label !== null
      ? `, ${startOfText(quoteName(style.label), maxLabelLength)} AS label`
      : '';
  const { categories } = style;
  const category =
    categories && present.has(categories.column) ? `, ${categoryOf(categories.column)} AS category` : '';
  const indexes = new Map(categories?.colors.map(({ value }, index) => [value, index]));
  const read = `SELECT geom${label}${category} FROM ${table} WHERE fid = ?`;
  const features: TileFeature[] = [];
  let deadline = performance.now() + stepMs;
  for (const { fid, turn } of found) {
    const row = sql.get(read, fid);
    if (row) {
      const properties: TileFeature['properties'] = {};
      const value = row.label;
      if (typeof value === 'string' || typeof value === 'number') properties.label = value;
      const index = indexes.get(String(row.category));
      if (index !== undefined) properties.category = index;
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

/** All features in a box or, where they are crowded, the larger ones and the first of the others in each cell. */
function* findFeatures(
  trees: LayerIndex['trees'],
  box: readonly [number, number, number, number],
  tile: TileAddress,
  turn: number,
): Steps<readonly number[]> {
  const all: number[] = [];
  const thinned: number[] = [];
  const taken = new Set<number>();
  for (const { first, tree } of trees) {
    // A million features are tested here, so that nothing is created for each of them.
    tree.search(...box, (index, minX, minY, maxX, maxY) => {
      if (all.length < crowded) all.push(first + index);
      const [left, top] = [tileX(tile, minX + turn), tileY(tile, maxY)];
      const isLarge = tileX(tile, maxX + turn) - left > onePixel || tileY(tile, minY) - top > onePixel;
      const cell = Math.floor(left / cellSize) * tileExtent + Math.floor(top / cellSize);
      if (isLarge || !taken.has(cell)) thinned.push(first + index);
      if (!isLarge) taken.add(cell);
      return false;
    });
    yield;
  }
  return all.length < crowded ? all : thinned;
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
