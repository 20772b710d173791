import type { Geometry } from 'geojson';
import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import { bytesCell, numberCell } from '../../file/cells.ts';
import { decodeLayerGeometry } from '../../file/layers/layer-geometry.ts';
import { valueExpression } from '../../file/layers/layer-table.ts';
import type { Sql } from '../../file/sql.ts';
import { columnsOfLayer } from './list-layers.ts';

/** Features as GeoJSON, separated by commas and lines, and the number of the last one; null where there are no more. */
export type GeoJsonPage = { readonly text: string; readonly features: number; readonly last: number | null };

/** Maximum time of a call, in milliseconds. */
const pageMs = 60;

/** Features after one of them, in the order of their numbers; with `areasOnly` only polygons, with `only` one feature. */
export type GeoJsonRequest = { readonly after: number; readonly areasOnly: boolean; readonly only?: number };

/** The requested features of a layer, or the first of them. */
export function layerGeoJson(
  sql: Sql,
  layer: VectorLayer,
  { after, areasOnly, only }: GeoJsonRequest,
): GeoJsonPage {
  const present = columnsOfLayer(sql, layer);
  const attributes = layer.attributes.filter(({ column }) => present.has(column));
  const columns = attributes.map(({ column }, index) => `, ${valueExpression(layer, column)} AS c${index}`);
  const rows = sql.database
    .prepare(
      `SELECT fid, geom${columns.join('')} FROM ${layer.table}
       WHERE fid > ? ${only === undefined ? '' : 'AND fid = ?'} ORDER BY fid`,
    )
    .iterate(after, ...(only === undefined ? [] : [only]));
  const deadline = performance.now() + pageMs;
  const texts: string[] = [];
  for (const row of rows) {
    const fid = numberCell(row, 'fid');
    const geometries = (row.geom === null ? [] : decodeLayerGeometry(bytesCell(row, 'geom'))).filter(
      ({ type }) => !areasOnly || type === 'Polygon' || type === 'MultiPolygon',
    );
    const values = attributes.map(({ name, isBoolean }, index) => {
      const value = row[`c${index}`] ?? null;
      return [name, isBoolean ? toBoolean(value) : value] as const;
    });
    const feature = {
      type: 'Feature',
      id: fid,
      properties: Object.fromEntries(values),
      geometry: joinGeometries(geometries),
    };
    if (!areasOnly || geometries.length > 0) texts.push(JSON.stringify(feature));
    if (performance.now() > deadline) return { text: texts.join(',\n'), features: texts.length, last: fid };
  }
  return { text: texts.join(',\n'), features: texts.length, last: null };
}

/** One of the words that `valueExpression` reads as true or false; any other value is returned as it is. */
export function toBoolean<Value>(value: Value | string): Value | string | boolean {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** Geometries of a feature as one; null without any. */
export function joinGeometries(geometries: readonly SimpleGeometry[]): Geometry | null {
  const [only = null] = geometries;
  return geometries.length < 2 ? only : { type: 'GeometryCollection', geometries: [...geometries] };
}
