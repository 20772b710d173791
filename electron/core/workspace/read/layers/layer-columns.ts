import Flatbush from 'flatbush';
import { composeText } from '../../../../../shared/fold-text.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { PropertyValue } from '../../file/columns/property-chunk.ts';
import { startOfText, valueExpression } from '../../file/layers/layer-table.ts';
import type { Sql } from '../../file/sql.ts';
import type { FieldColumn } from '../memory/field-column.ts';
import { toBoolean } from './layer-geojson.ts';
import { readLayerShapes } from './layer-shapes.ts';
import { columnsOfLayer, listLayers } from './list-layers.ts';
import { nearestPieces, type Positions } from './nearest-pieces.ts';
import { toPieces } from './pieces.ts';
import { type IndexedPolygon, isInRegion } from './region-index.ts';

/** The nearest feature of a layer to each detection. */
export type NearestFeatures = {
  /** Geodesic distance in meters, 0 inside an area; NaN without a feature. */
  readonly meters: Float64Array;
  /** Index in `fids`; −1 without a feature. */
  readonly features: Int32Array;
  readonly fids: readonly number[];
};

/** Characters of a text of an attribute that are compared; features can have megabytes. */
const comparedLength = 10_000;
/** Attributes that are read in one step. */
const readInStep = 4_096;

/**
 * The nearest feature of the layer with this name: a point, or the nearest point of a line or outline, whose edges are
 * straight in degrees. A detection that is an area counts by its point.
 */
export function* readNearestFeatures(sql: Sql, positions: Positions, name: string): Steps<NearestFeatures> {
  const { count, longitude, latitude } = positions;
  const meters = new Float64Array(count).fill(Number.NaN);
  const features = new Int32Array(count).fill(-1);
  const layer = listLayers(sql).find((one) => one.name === name);
  if (!layer) return { meters, features, fids: [] };
  const shapes = yield* readLayerShapes(sql, layer.table, { withLines: true });
  const findRegion = createRegionFinder(shapes.regions);
  const outside: number[] = [];
  yield* inRanges(count, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const region = shapes.regions[findRegion(longitude[index] as number, latitude[index] as number)];
      if (region) [meters[index], features[index]] = [0, region.feature];
      else outside.push(index);
    }
  });
  const pieces = yield* toPieces(shapes);
  const nearest = yield* nearestPieces(
    {
      count: outside.length,
      longitude: Float64Array.from(outside, (index) => longitude[index] as number),
      latitude: Float64Array.from(outside, (index) => latitude[index] as number),
    },
    pieces,
  );
  for (const [at, index] of outside.entries()) {
    const piece = nearest.pieces[at] as number;
    if (piece < 0) continue;
    meters[index] = nearest.meters[at] as number;
    features[index] = pieces.features[piece] as number;
  }
  return { meters, features, fids: shapes.fids };
}

/** The distance in meters to the nearest point, line or outline of a layer, from outside and from inside of its areas. */
export function* readEdgeColumn(sql: Sql, positions: Positions, name: string): Steps<FieldColumn> {
  const layer = listLayers(sql).find((one) => one.name === name);
  if (!layer) return { kind: 'numbers', numbers: new Float64Array(positions.count).fill(Number.NaN) };
  const pieces = yield* toPieces(yield* readLayerShapes(sql, layer.table, { withLines: true }));
  return { kind: 'numbers', numbers: (yield* nearestPieces(positions, pieces)).meters };
}

/** The values of an attribute, by its name, of the nearest features of a layer. */
export function* readNearestAttribute(
  sql: Sql,
  { features, fids }: NearestFeatures,
  name: string,
  attribute: string,
): Steps<FieldColumn> {
  const layer = listLayers(sql).find((one) => one.name === name);
  const found = layer?.attributes.find((one) => composeText(one.name) === attribute);
  const column = found?.column;
  const codes = new Uint32Array(features.length);
  const values: (PropertyValue | null)[] = [null];
  if (!layer || column === undefined || !columnsOfLayer(sql, layer).has(column))
    return { kind: 'coded', codes, values };
  const read = `SELECT ${startOfText(valueExpression(layer, column), comparedLength)} AS value FROM ${layer.table} WHERE fid = ?`;
  const isUsed = new Uint8Array(fids.length);
  for (const feature of features) if (feature >= 0) isUsed[feature] = 1;
  const codeOfValue = new Map<PropertyValue, number>();
  const codeOfFeature = new Uint32Array(fids.length);
  for (const [index, feature] of [...isUsed.keys()].filter((one) => isUsed[one] === 1).entries()) {
    if (index % readInStep === readInStep - 1) yield;
    const cell = sql.get(read, fids[feature] as number)?.value;
    if (typeof cell !== 'string' && typeof cell !== 'number') continue;
    const value = found?.isBoolean ? toBoolean(cell) : cell;
    const code = codeOfValue.get(value) ?? values.push(value) - 1;
    codeOfValue.set(value, code);
    codeOfFeature[feature] = code;
  }
  yield* inRanges(features.length, (from, to) => {
    for (let index = from; index < to; index += 1)
      codes[index] = codeOfFeature[features[index] as number] ?? 0;
  });
  return { kind: 'coded', codes, values };
}

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

/** Returns the index of a polygon that contains a position, or −1. Polygons may have longitudes beyond ±180. */
function createRegionFinder(regions: readonly IndexedPolygon[]): (x: number, y: number) => number {
  if (regions.length === 0) return () => -1;
  const tree = new Flatbush(regions.length);
  for (const { box } of regions) tree.add(...box);
  tree.finish();
  // Programs write longitudes from 0 to 360, too.
  const turns = [-360, 0, 360].filter((turn) => tree.minX <= 180 + turn && tree.maxX >= turn - 180);
  return (x, y) => {
    let found = -1;
    for (const turn of turns) {
      const isFound = tree.collides(x + turn, y, x + turn, y, (index) => {
        if (!isInRegion(regions[index] as IndexedPolygon, x + turn, y)) return false;
        found = index;
        return true;
      });
      if (isFound) return found;
    }
    return -1;
  };
}
