import { inRanges, type Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { Sql } from '../../file/sql.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { createRegionFinder } from './find-region.ts';
import { readLayerShapes } from './layer-shapes.ts';
import { listLayers } from './list-layers.ts';

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
  const { regions } = yield* readLayerShapes(sql, layer.table, { withLines: false });
  const findRegion = createRegionFinder(regions);
  yield* inRanges(count, (from, to) => {
    for (let index = from; index < to; index += 1)
      codes[index] = findRegion(longitude[index] as number, latitude[index] as number) < 0 ? 1 : 2;
  });
  return { kind: 'coded', codes, values };
}
