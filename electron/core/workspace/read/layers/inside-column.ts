import Flatbush from 'flatbush';
import { inRanges, type Steps } from '../../../base/steps.ts';
import { bytesCell, numberCell } from '../../file/cells.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import type { Sql } from '../../file/sql.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { listLayers } from './list-layers.ts';
import { createRegion, isInRegion, type Region } from './region-index.ts';

/** How long a step may prepare polygons, in milliseconds. */
const stepMs = 40;

/**
 * Whether each detection is inside a polygon of the layer with this name; an area counts by its point. Without such a layer
 * it is not known of any.
 */
export function* readInsideColumn(
  sql: Sql,
  { longitude, latitude, count }: DetectionColumns,
  name: string,
): Steps<FieldColumn> {
  const codes = new Uint8Array(count);
  const values = [null, false, true] as const;
  const layer = listLayers(sql).find((one) => one.name === name);
  if (!layer) return { kind: 'coded', codes, values };
  const regions = yield* readRegions(sql, layer.table);
  const tree = regions.length > 0 ? new Flatbush(regions.length) : undefined;
  for (const { box } of regions) tree?.add(...box);
  tree?.finish();
  // Programs write longitudes from 0 to 360, too.
  const turns = tree
    ? [-360, 0, 360].filter((turn) => tree.minX <= 180 + turn && tree.maxX >= turn - 180)
    : [];
  const isInside = (x: number, y: number) =>
    tree?.collides(x, y, x, y, (index) => isInRegion(regions[index] as Region, x, y)) ?? false;
  yield* inRanges(count, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const [x, y] = [longitude[index] as number, latitude[index] as number];
      codes[index] = turns.some((turn) => isInside(x + turn, y)) ? 2 : 1;
    }
  });
  return { kind: 'coded', codes, values };
}

function* readRegions(sql: Sql, table: string): Steps<readonly Region[]> {
  const regions: Region[] = [];
  let last: number | undefined = Number.MIN_SAFE_INTEGER;
  while (last !== undefined) {
    const deadline = performance.now() + stepMs;
    const from: number = last;
    last = undefined;
    const rows = sql.database
      .prepare(`SELECT fid, geom FROM ${table} WHERE fid > ? AND geom NOT NULL ORDER BY fid`)
      .iterate(from);
    for (const row of rows) {
      for (const geometry of decodeLayerGeometry(bytesCell(row, 'geom'))) {
        const polygons =
          geometry.type === 'Polygon'
            ? [geometry.coordinates]
            : geometry.type === 'MultiPolygon'
              ? geometry.coordinates
              : [];
        for (const rings of polygons) {
          const region = createRegion(rings);
          if (region) regions.push(region);
        }
      }
      if (performance.now() < deadline) continue;
      last = numberCell(row, 'fid');
      break;
    }
    yield;
  }
  return regions;
}
