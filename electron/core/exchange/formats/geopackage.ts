import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FieldColors } from '../../../../shared/exchange/export-request.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { definitionOf, isBuiltinField } from '../../../../shared/results/builtin-fields.ts';
import { propertyOf } from '../../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../../shared/results/field-title.ts';
import { statementOf } from '../../../../shared/results/meaning-fields.ts';
import { numberOrNull } from '../../workspace/file/cells.ts';
import { dropIndexTrigger } from '../../workspace/file/geopackage/append-to-rtree.ts';
import { createCoreTables } from '../../workspace/file/geopackage/core-tables.ts';
import { envelopeOf } from '../../workspace/file/geopackage/geometry-blob.ts';
import { createLayerExtents, type LayerName } from '../../workspace/file/geopackage/layer-extents.ts';
import { registerLayer } from '../../workspace/file/geopackage/register-layer.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import {
  createLayerTable,
  geometryTypes,
  listLayerTable,
  quoteName,
} from '../../workspace/file/layers/layer-table.ts';
import { closeDatabase, createSql, type Sql, type SqlValue } from '../../workspace/file/sql.ts';
import { parseInstant } from '../../workspace/ingest/parse-instant.ts';
import { columnsOfLayer } from '../../workspace/read/layers/list-layers.ts';
import { describeInvalidTimes, type ExportNotes, type Progress } from '../export-progress.ts';
import { blobHasHeights, readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { nameColumns } from '../rows/column-names.ts';
import type { CellValue, Column, ColumnType, Layer, LayerRow } from '../rows/layer.ts';
import type { FieldColoring } from './qgis/field-coloring.ts';
import { addLayerStyles } from './qgis/layer-styles.ts';
import type { ProjectFile } from './qgis/project-document.ts';
import type { StyledLayer } from './qgis/style-document.ts';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'INTEGER',
  real: 'DOUBLE',
  boolean: 'BOOLEAN',
  text: 'TEXT',
  time: 'DATETIME',
  json: 'TEXT',
};

/** The registration of each table as a layer. */
const tables = {
  detections: { description: 'Detections that are points', geometryType: 'POINT' },
  detection_areas: {
    description: 'Detections that are areas, lines or groups of points',
    geometryType: 'GEOMETRY',
  },
  footprints: {
    description: 'Collection footprints of the source images',
    geometryType: 'MULTIPOLYGON',
  },
  passes: {
    description: 'Passes with their results, also those without a matching detection',
    geometryType: 'MULTIPOLYGON',
  },
} as const;
type TableName = keyof typeof tables & LayerName;

/**
 * Writes layers into a new GeoPackage, points and areas in separate tables, each with typed columns and a spatial
 * index, and the styles that QGIS applies. Geometries and keys are those of the workspace. `colors` determines the
 * colors of detections. Without it, and where the file has no column of that field, their analytic does. The layers of
 * the user's that the export is about are copied as they are. Returns the layers. After an error the file is closed and incomplete.
 */
export function writeGeoPackage(
  path: string,
  layers: readonly (Layer & { readonly progress: Progress })[],
  marking: string,
  notes: ExportNotes,
  used: UsedLayers,
  colors?: FieldColors,
): Omit<ProjectFile, 'fileName'> {
  const database = new DatabaseSync(path);
  let written: Omit<ProjectFile, 'fileName'>;
  try {
    // The file is not published before it is complete, so it needs no journal.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;');
    registerSpatialFunctions(database);
    const sql = createSql(database);
    written = sql.transaction(() => {
      createCoreTables(database);
      const styled = layers.flatMap((layer) => writeLayer(sql, layer, marking, notes, colors));
      addLayerStyles(sql, styled);
      // Before the layers of the user's, which may span the world.
      const extent = readExtent(sql);
      return { marking, layers: styled, extent, usedLayers: copyUsedLayers(sql, used, notes) };
    });
  } finally {
    closeDatabase(database);
  }
  const fd = openSync(path, 'r+');
  fsyncSync(fd);
  closeSync(fd);
  return written;
}

/** Extent of all layers; null when none has a geometry. */
function readExtent(sql: Sql): BoundingBox | null {
  const row = sql.get(
    'SELECT min(min_x) AS west, min(min_y) AS south, max(max_x) AS east, max(max_y) AS north FROM gpkg_contents',
  );
  const box = ['west', 'south', 'east', 'north'].map((side) => (row ? numberOrNull(row, side) : null));
  const [west, south, east, north] = box;
  return west == null || south == null || east == null || north == null ? null : [west, south, east, north];
}

/** Returns the tables that it has written. */
function writeLayer(
  sql: Sql,
  layer: Layer & { readonly progress: Progress },
  marking: string,
  notes: ExportNotes,
  colors: FieldColors | undefined,
): readonly StyledLayer[] {
  const names = nameColumns(layer.columns, { reserved: ['fid', 'geom'], maxLength: 200 }, notes);
  const extents = createLayerExtents(sql);
  const analytics = new Map<TableName, Set<string>>();
  const statements = new Map<TableName, StatementSync>();
  const withHeights = new Set<TableName>();
  const triggers: (() => void)[] = [];
  const statementOf = (table: TableName): StatementSync => {
    const known = statements.get(table);
    if (known) return known;
    createTable(sql, table, layer.columns, names, marking);
    triggers.push(dropIndexTrigger(sql, table));
    const placeholders = Array.from({ length: names.length + 2 }, () => '?').join(', ');
    const statement = sql.database.prepare(`INSERT INTO ${table} VALUES (${placeholders})`);
    statements.set(table, statement);
    analytics.set(table, new Set());
    return statement;
  };
  // A layer without features is still a layer.
  statementOf(layer.name);
  for (const batch of layer.rows()) {
    for (const row of batch) {
      const { table, envelope, hasHeights } = targetOf(layer.name, row, notes);
      const values = row.values.map((value, at) => sqlValue(value, layer.columns[at], notes));
      statementOf(table).run(row.id, envelope ? row.geometry : null, ...values);
      if (hasHeights) withHeights.add(table);
      if (row.kind !== null) analytics.get(table)?.add(row.kind);
      if (!envelope) continue;
      extents.extend(table, envelope);
      const { minX, maxX, minY, maxY } = envelope;
      sql.run(`INSERT INTO rtree_${table}_geom VALUES (?, ?, ?, ?, ?)`, row.id, minX, maxX, minY, maxY);
    }
    layer.progress.written(batch.length);
  }
  for (const createTrigger of triggers) createTrigger();
  for (const table of withHeights)
    sql.run`UPDATE gpkg_geometry_columns SET z = 2 WHERE table_name = ${table}`;
  extents.flush();
  const coloring =
    colors && layer.name === 'detections' ? findColoring(colors, layer.columns, names) : undefined;
  if (colors && coloring === null) {
    notes.add(
      `QGIS shows detections in the colors of their analytic, not by ${fieldTitle(colors.field)}: the file has no column for that field alone.`,
    );
  }
  const headingAt = findHeading(layer.columns);
  return [...statements.keys()].map((table) => ({
    table,
    columns: names,
    titles: new Map(layer.columns.flatMap(({ title }, at) => (title ? [[names[at] ?? '', title]] : []))),
    analytics: [...(analytics.get(table) ?? [])].sort(),
    headingColumn: names[headingAt],
    ...(coloring ? { coloring } : {}),
  }));
}

/** The index of the column of headings: the derived one, or that of the only property; -1 without any. */
function findHeading(columns: readonly Column[]): number {
  const derived = columns.findIndex(
    ({ name, title }) => title !== undefined && name === definitionOf('heading').exportColumn,
  );
  if (derived >= 0) return derived;
  return columns.findIndex(({ property }) => property !== undefined && statementOf('heading', property));
}

/** The column by whose values detections are colored; null without one. */
function findColoring(
  { field, scale }: FieldColors,
  columns: readonly Column[],
  names: readonly string[],
): FieldColoring | null {
  const property = propertyOf(field);
  const standard = isBuiltinField(field) ? definitionOf(field).exportColumn : null;
  const at = columns.findIndex((column) =>
    property === undefined
      ? column.title !== undefined && column.name === standard
      : column.property === property,
  );
  const column = names[at];
  const isNumber = columns[at]?.type === 'integer' || columns[at]?.type === 'real';
  if (column === undefined || (scale.kind === 'ramp' && !isNumber)) return null;
  return { column, field, scale };
}

function targetOf(layer: Layer['name'], { geometry }: LayerRow, notes: ExportNotes) {
  const point = readPlainPoint(geometry);
  if (point) {
    const [x, y] = point;
    return { table: layer, envelope: { minX: x, maxX: x, minY: y, maxY: y }, hasHeights: false };
  }
  const shape = readGeometry(geometry, notes);
  const isArea = layer === 'detections' && shape !== null && shape.type !== 'Point';
  const table: TableName = isArea ? 'detection_areas' : layer;
  return {
    table,
    envelope: shape ? envelopeOf(shape) : undefined,
    hasHeights: shape !== null && blobHasHeights(geometry),
  };
}

function createTable(
  sql: Sql,
  table: TableName,
  columns: readonly Column[],
  names: readonly string[],
  marking: string,
): void {
  const { geometryType, description } = tables[table];
  const definitions = columns.map(({ type }, index) => `${quoted(names[index] ?? '')} ${sqlTypes[type]}`);
  sql.database.exec(
    `CREATE TABLE ${table} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${geometryType}, ${definitions.join(', ')})`,
  );
  registerLayer(sql.database, {
    table,
    geometryType,
    mayHaveZ: false,
    description: [marking, description].filter(Boolean).join(': '),
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function sqlValue(value: CellValue, column: Column | undefined, notes: ExportNotes): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (column?.type !== 'time' || typeof value !== 'string') return value;
  const instant = parseInstant(value);
  if (!instant) notes.count(describeInvalidTimes);
  return instant?.iso ?? null;
}

/** The layers of the user's that the filter and the columns of an export name, and the workspace that has them. */
type UsedLayers = {
  readonly source: Sql;
  readonly layers: readonly VectorLayer[];
  readonly progress: Pick<Progress, 'throwIfStopped'>;
};

/** The number of features between two checks whether the export was cancelled. */
const featuresAtOnce = 1000;

/** Copies layers from the snapshot of the workspace that the export reads. Returns those that the file has. */
function copyUsedLayers(
  sql: Sql,
  { source, layers, progress }: UsedLayers,
  notes: ExportNotes,
): readonly VectorLayer[] {
  return layers.filter((layer) => {
    const present = columnsOfLayer(source, layer);
    if (!present.has('fid')) {
      notes.add(`The layer “${layer.name}” cannot be read; the file does not have it.`);
      return false;
    }
    createLayerTable(sql.database, layer, geometryTypes[layer.geometry]);
    const createTrigger = dropIndexTrigger(sql, layer.table);
    const columns = ['fid', 'geom', ...layer.attributes.map(({ column }) => column)]
      .filter((column) => present.has(column))
      .map(quoteName);
    const [names, marks] = [columns.join(', '), columns.map(() => '?').join(', ')];
    const insert = sql.database.prepare(`INSERT INTO ${layer.table} (${names}) VALUES (${marks})`);
    const rows = source.database.prepare(`SELECT ${names} FROM ${layer.table} ORDER BY fid`);
    rows.setReturnArrays(true);
    let copied = 0;
    for (const row of rows.iterate() as Iterable<readonly SqlCell[]>) {
      if (copied % featuresAtOnce === 0) progress.throwIfStopped();
      insert.run(...row);
      copied += 1;
    }
    sql.run(
      `INSERT INTO rtree_${layer.table}_geom SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), ST_MaxY(geom)
       FROM ${layer.table} WHERE geom NOTNULL AND NOT ST_IsEmpty(geom)`,
    );
    createTrigger();
    listLayerTable(sql.database, layer);
    return true;
  });
}

type SqlCell = null | number | bigint | string | Uint8Array;
