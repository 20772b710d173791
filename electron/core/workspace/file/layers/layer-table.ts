import type { DatabaseSync } from 'node:sqlite';
import {
  type LayerAttribute,
  type LayerGeometry,
  layerTableSchema,
  type VectorLayer,
} from '../../../../../shared/layers/vector-layer.ts';
import { createSpatialIndex } from '../geopackage/register-layer.ts';

/** Whether a table, by its name in lower case, is one of a layer of the user's. */
export function isLayerTable(name: string): boolean {
  return layerTableSchema.safeParse(name).success;
}

/** The name of the table of a layer: readable in other programs, and unique by the layer's id. */
export function layerTableName(name: string, id: string): string {
  const readable = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  return `layer_${readable === '' ? '' : `${readable}_`}${id.slice(0, 8)}`;
}

const columnTypes: Readonly<Record<LayerAttribute['type'], string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'DOUBLE',
};

/** The statement that creates the table of a layer. */
function layerTableSql(
  { table, attributes }: Pick<VectorLayer, 'table' | 'attributes'>,
  geometryType: string,
): string {
  const columns = attributes.map(
    ({ column, type, isBoolean }) => `, ${quoteName(column)} ${isBoolean ? 'BOOLEAN' : columnTypes[type]}`,
  );
  return `CREATE TABLE ${table} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${geometryType}${columns.join('')})`;
}

/** A name as SQL, which may have any characters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * The value of a column of a layer as SQL: `true` and `false` as words, and as its digits an integer that a double cannot
 * hold, which another program may have written.
 */
export function valueExpression({ attributes }: Pick<VectorLayer, 'attributes'>, column: string): string {
  const name = quoteName(column);
  const attribute = attributes.find((one) => one.column === column);
  if (attribute?.isBoolean) return `CASE ${name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE ${name} END`;
  if (attribute?.type !== 'integer') return name;
  const isLong = `typeof(${name}) = 'integer' AND ${name} NOT BETWEEN -${maxSafe} AND ${maxSafe}`;
  return `CASE WHEN ${isLong} THEN CAST(${name} AS TEXT) ELSE ${name} END`;
}

const maxSafe = Number.MAX_SAFE_INTEGER;

/** The value of a column as SQL, of a text its first characters. */
export function startOfText(column: string, length: number): string {
  return `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${length}) ELSE ${column} END`;
}

/** The type of geometries as GeoPackage lists it. */
export const geometryTypes: Readonly<Record<LayerGeometry, string>> = {
  points: 'POINT',
  lines: 'MULTILINESTRING',
  polygons: 'MULTIPOLYGON',
  mixed: 'GEOMETRY',
  none: 'GEOMETRY',
};

/** Creates the table of a layer, with its spatial index; `geometryType` is that of its column. */
export function createLayerTable(
  database: DatabaseSync,
  layer: Pick<VectorLayer, 'table' | 'attributes'>,
  geometryType = 'GEOMETRY',
): void {
  database.exec(layerTableSql(layer, geometryType));
  createSpatialIndex(database, layer.table);
}

/** Lists the table of a layer for other programs. */
export function listLayerTable(database: DatabaseSync, layer: VectorLayer): void {
  const { table, name, bounds, file, importedAt } = layer;
  const isTaken =
    database.prepare('SELECT 1 FROM gpkg_contents WHERE identifier = ?').get(name) !== undefined;
  const [west = null, south = null, east = null, north = null] = bounds ?? [];
  database
    .prepare(
      `INSERT INTO gpkg_contents
         (table_name, data_type, identifier, description, last_change, min_x, min_y, max_x, max_y, srs_id)
       VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?, 4326)`,
    )
    .run(table, isTaken ? table : name, `Imported from ${file}`, importedAt, west, south, east, north);
  database
    .prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, ?, 0)`)
    .run(table, geometryTypes[layer.geometry], hasHeights(database, table) ? optional : prohibited);
}

/** Values of `z` (OGC 12-128r17, table 21). */
const [prohibited, optional] = [0, 2];

/** Whether the type of a geometry has heights: 1001 to 1007, whose second byte is 3, after an envelope but in points. */
function hasHeights(database: DatabaseSync, table: string): boolean {
  const found = database
    .prepare(`SELECT 1 FROM ${table} WHERE x'03' IN (substr(geom, 11, 1), substr(geom, 43, 1))
      AND substr(geom, iif(substr(geom, 4, 1) = x'01', 11, 43), 1) = x'03' LIMIT 1`)
    .get();
  return found !== undefined;
}

/** Removes the table of a layer, with its index, and what lists it. */
export function dropLayerTable(database: DatabaseSync, table: string): void {
  if (!isLayerTable(table)) throw new Error(`${table} is not the table of a layer.`);
  database.exec(`DROP TABLE IF EXISTS rtree_${table}_geom`);
  for (const list of ['gpkg_extensions', 'gpkg_geometry_columns', 'gpkg_ogr_contents', 'gpkg_contents']) {
    const exists = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(list) !== undefined;
    if (exists) database.prepare(`DELETE FROM ${list} WHERE table_name = ?`).run(table);
  }
  database.exec(`DROP TABLE IF EXISTS ${table}`);
}
