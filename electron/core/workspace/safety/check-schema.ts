import type { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../../shared/cut-text.ts';
import { numberCell } from '../file/cells.ts';
import { isLayerTable } from '../file/layers/layer-table.ts';
import { schemaVersion } from '../file/schema/migrate.ts';
import {
  type ExpectedSchema,
  isKnownLayerTrigger,
  isKnownOtherTrigger,
  readExpectedSchema,
  readTriggerTable,
} from './expected-schema.ts';
import {
  readPlainColumn,
  readSchemaObjects,
  type SchemaObject,
  splitCreateTable,
  type TableStatement,
} from './schema-objects.ts';
import { nameOf } from './sql-tokens.ts';

/** The result of checking the schema of a file before any of its tables is read. */
export type SchemaCheck =
  | { readonly kind: 'empty' }
  /** A database of another program. */
  | { readonly kind: 'other' }
  /** A workspace with content that Sightline did not create and must not run; `problem` is a sentence. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'workspace'; readonly version: number; readonly hasStatistics: boolean };

/** Far above what a workspace has in its schema and in one cell, so that reading a schema has an end. */
export const foreignFileLimits = { sqlLength: 1_000_000, length: 300_000_000 };
/**
 * For reading a file that may be from anywhere. `quick_check` would evaluate the CHECK constraints of all tables; the
 * cache would have the size that the file states.
 */
export const foreignFilePragmas =
  'PRAGMA cell_size_check = ON; PRAGMA ignore_check_constraints = ON; PRAGMA cache_size = -16384;';

/** Remedy for a workspace that is refused. */
export const refusalRemedy =
  'Its contents can be imported into a new workspace: Settings → Workspace → Rebuild from raw records.';

/** The index entries that one row of a table of Sightline's may cost beyond its own. */
const maxIndexesOfTable = 20;
/** SQLite's names of the key of every row, which a column of that name would hide. */
const rowidNames: ReadonlySet<string> = new Set(['rowid', 'oid', '_rowid_']);

/** Columns that GeoPackage's extension for WKT 2 adds to this table (OGC 12-128r17, annex F.10), as GDAL writes it. */
const knownColumns: Readonly<Record<string, ReadonlySet<string>>> = {
  gpkg_spatial_ref_sys: new Set([
    'definition_12_063 text not null',
    "definition_12_063 text not null default 'undefined'",
  ]),
};

/** GDAL's count of features, which its triggers on our layers write. */
const featureCounts =
  'create table gpkg_ogr_contents ( table_name text not null primary key , feature_count integer default null )';

/**
 * Checks that a file has nothing in its schema that would run, refuse or change more than Sightline means to when it
 * reads or writes: its tables and indexes are the statements that Sightline creates. Other programs may add plain columns
 * and indexes, the triggers of GeoPackage and GDAL, and tables of their own that do not refer to Sightline's.
 *
 * It reads `sqlite_schema` and one row by its key, so that it ends for any file.
 */
export function checkSchema(database: DatabaseSync): SchemaCheck {
  const objects = readSchemaObjects(database);
  if (objects === undefined) return refused('It has too many tables, triggers or indexes.');
  if (objects.length === 0) return { kind: 'empty' };
  const meta = objects.find(({ name }) => name === 'app_meta');
  if (!meta) return { kind: 'other' };
  const first = readExpectedSchema(1);
  const metaProblem = describeTable(meta, first.tables.get(meta.name), first);
  if (metaProblem !== undefined) return refused(metaProblem);
  const version = readVersion(database);
  if (version === undefined) return { kind: 'other' };
  const expected = readExpectedSchema(Math.min(version, schemaVersion));
  const problem =
    // A newer Sightline may have other statements; its file is only read.
    version > schemaVersion
      ? findUnreadable(objects, expected)
      : (findMissing(objects, expected) ??
        // What replaces a table of ours is named before what else there is.
        findUnreadable(objects, expected) ??
        findForeignObject(objects, expected) ??
        findSharedPage(objects) ??
        findOtherEncoding(database));
  if (problem !== undefined) return refused(problem);
  const hasStatistics = objects.some(({ name }) => name === 'sqlite_stat1');
  return { kind: 'workspace', version, hasStatistics };
}

function refused(problem: string): SchemaCheck {
  return { kind: 'refused', problem };
}

/** The schema version; undefined when it is not a positive integer. */
function readVersion(database: DatabaseSync): number | undefined {
  const row = database.prepare("SELECT value FROM app_meta WHERE key = 'schema_version'").get();
  const version = Number(row?.value);
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

/** Our tables that are no tables, or that compute a column when it is read. */
function findUnreadable(objects: readonly SchemaObject[], { tables }: ExpectedSchema): string | undefined {
  for (const object of objects) {
    if (!tables.has(object.name)) continue;
    if (object.kind !== 'table') return `Its table ${object.name} is not a table.`;
    const computed = findComputedColumn(object);
    if (computed !== undefined) return computed;
  }
  return undefined;
}

function findComputedColumn({ name, tokens }: SchemaObject): string | undefined {
  const computed = splitCreateTable(tokens)?.columns.find((column) => column.includes('as'));
  return (
    computed && `The column ${shown(nameOf(computed[0] ?? ''))} of its table ${shown(name)} is computed.`
  );
}

function findMissing(
  objects: readonly SchemaObject[],
  { tables, statements, triggers }: ExpectedSchema,
): string | undefined {
  const present = new Set(objects.map(({ name }) => name));
  const table = [...tables.keys()].find((name) => !present.has(name));
  if (table !== undefined) return `Its table ${table} is missing.`;
  const index = [...statements.keys()].find((name) => !present.has(name));
  if (index !== undefined) return `Its index ${index} is missing.`;
  // GDAL replaces those for changed geometries by ones of other names.
  const trigger = [...triggers.values()].find((name) => !present.has(name) && !/_update\d$/.test(name));
  return trigger === undefined ? undefined : `Its trigger ${trigger} is missing.`;
}

/** Objects that Sightline did not create, or created otherwise. */
function findForeignObject(objects: readonly SchemaObject[], expected: ExpectedSchema): string | undefined {
  const addedIndexes = new Map<string, number>();
  for (const object of objects) {
    const problem = describeObject(object, expected);
    if (problem !== undefined) return problem;
    const { kind, name, table } = object;
    if (kind !== 'index' || expected.statements.has(name) || object.tokens.length === 0) continue;
    const added = (addedIndexes.get(table) ?? 0) + 1;
    if ((expected.tables.has(table) || isLayerTable(table)) && added > maxIndexesOfTable)
      return `Its table ${table} has more than ${maxIndexesOfTable} indexes that Sightline did not create.`;
    addedIndexes.set(table, added);
  }
  return undefined;
}

function describeObject(object: SchemaObject, expected: ExpectedSchema): string | undefined {
  const { kind, name, tokens } = object;
  const table = expected.tables.get(name);
  if (table) return describeTable(object, table, expected);
  const statement = expected.statements.get(name.replace(layerIndex, 'rtree_areas_geom'));
  if (statement !== undefined) {
    if (tokens.join(' ').replaceAll(layerIndex, 'rtree_areas_geom') === statement) return undefined;
    return `Its ${kind === 'index' ? 'index' : 'table'} ${name} is not the one that Sightline creates.`;
  }
  switch (kind) {
    case 'table':
      return isLayerTable(name) ? describeLayerTable(object) : describeOtherTable(object, expected);
    case 'rtree':
      return name.startsWith('rtree_') ? undefined : describeForeign('table', name);
    case 'index':
      return describeIndex(object, expected);
    case 'trigger':
      return isKnownTrigger(object, expected) ? undefined : describeForeign('trigger', name);
    case 'foreign':
      return describeForeign(tokens[1] === 'view' ? 'view' : 'object', name);
  }
}

function describeForeign(what: string, name: string): string {
  return `It has the ${what} “${shown(name)}”, which Sightline did not create.`;
}

/** The differences of a table from the one that Sightline creates; other programs may have added plain columns. */
function describeTable(
  { kind, name, tokens }: SchemaObject,
  expected: TableStatement | undefined,
  { columns }: ExpectedSchema,
): string | undefined {
  const table = kind === 'table' ? splitCreateTable(tokens) : undefined;
  if (!table || !expected) return `Its table ${name} is not a table.`;
  for (const [index, column] of expected.columns.entries()) {
    const wanted = nameOf(column[0] ?? '');
    const actual = table.columns[index];
    if (actual?.join(' ') === column.join(' ')) continue;
    if (!table.columns.some(([other = '']) => nameOf(other) === wanted))
      return `Its table ${name} lacks the column ${wanted}.`;
    return `The column ${wanted} of its table ${name} is not as Sightline creates it.`;
  }
  for (const column of table.columns.slice(expected.columns.length)) {
    const problem = describeAddedColumn(name, column, columns);
    if (problem !== undefined) return problem;
  }
  if (table.constraints === expected.constraints && table.options === expected.options) return undefined;
  return `The constraints of its table ${name} are not as Sightline creates them.`;
}

function describeAddedColumn(
  table: string,
  column: readonly string[],
  columns: ExpectedSchema['columns'],
): string | undefined {
  if (knownColumns[table]?.has(column.join(' '))) return undefined;
  const shownName = `The column ${shown(nameOf(column[0] ?? ''))} of its table ${table}, which Sightline did not create,`;
  const plain = readPlainColumn(column);
  if (plain === undefined) {
    return column.includes('as')
      ? `${shownName} is computed.`
      : `${shownName} has more than a name and a type.`;
  }
  const name = nameOf(plain);
  if (rowidNames.has(name)) return `${shownName} hides the key of its rows.`;
  if (layers.has(table)) return undefined;
  const other = [...columns].find(([, names]) => names.includes(name));
  return other && `${shownName} has the name of a column of its table ${other[0]}.`;
}

/** The R-tree of a layer of the user's, which is made like that of any other. */
const layerIndex = /\brtree_layer_(?:[a-z0-9_]+_)?[0-9a-f]{8}_geom(?=\b|_(?:node|parent|rowid)\b)/g;

/** Columns of every table of a layer. */
const layerColumns = ['fid integer primary key autoincrement not null', 'geom geometry'] as const;

/** The differences of a layer's table from those that Sightline creates: its attributes are plain columns. */
function describeLayerTable({ name, tokens }: SchemaObject): string | undefined {
  const table = splitCreateTable(tokens);
  const isOurs =
    table?.constraints === '' &&
    table.options === '' &&
    layerColumns.every((column, index) => table.columns[index]?.join(' ') === column);
  if (!isOurs) return `Its table ${shown(name)} is not one that Sightline creates for a layer.`;
  const foreign = table.columns.slice(layerColumns.length).find((column) => {
    const plain = readPlainColumn(column);
    return plain === undefined || rowidNames.has(nameOf(plain));
  });
  return (
    foreign &&
    `The column ${shown(nameOf(foreign[0] ?? ''))} of its table ${shown(name)} has more than a name and a type.`
  );
}

/** Other programs edit these, and may add a column of any name. */
const layers: ReadonlySet<string> = new Set(['detections', 'detection_areas', 'footprints', 'areas']);

/** Tables of GeoPackage itself, to which others refer. Sightline neither deletes their rows nor changes their keys. */
const referable: ReadonlySet<string> = new Set(['gpkg_contents', 'gpkg_spatial_ref_sys']);

/**
 * Clauses not allowed in a table of another program, which Sightline copies and checks, but neither reads nor writes.
 */
function describeOtherTable(object: SchemaObject, { tables }: ExpectedSchema): string | undefined {
  const { name, tokens } = object;
  // SQLite's own, for statistics: their names cannot be given to others.
  if (name.startsWith('sqlite_')) return undefined;
  if (name === 'gpkg_ogr_contents' && tokens.join(' ') !== featureCounts)
    return `Its table ${name} is not the one that GDAL creates.`;
  const parent = tokens.find((_, index) => {
    const target = nameOf(tokens[index] ?? '');
    const isOurs = (tables.has(target) && !referable.has(target)) || isLayerTable(target);
    return tokens[index - 1] === 'references' && isOurs;
  });
  if (parent !== undefined)
    return `Its table “${shown(name)}”, which Sightline did not create, refers to its table ${nameOf(parent)}.`;
  return findComputedColumn(object);
}

/** Columns and their order, nothing else: no expression, no condition, and nothing that refuses rows of Sightline's. */
function describeIndex(
  { name, table, tokens }: SchemaObject,
  { tables }: ExpectedSchema,
): string | undefined {
  if (tokens.length === 0) return undefined;
  const isOurs = tables.has(table) || isLayerTable(table);
  const columns = tokens.slice(tokens.indexOf('on') + 2).join(' ');
  const isPlain = /^\( [^() ]+(?: (?:asc|desc))?(?: , [^() ]+(?: (?:asc|desc))?)* \)$/.test(columns);
  if (isPlain && !(isOurs && tokens[1] === 'unique')) return undefined;
  return `The index “${shown(name)}” of its table ${shown(table)}, which Sightline did not create, has more than columns.`;
}

function isKnownTrigger(object: SchemaObject, expected: ExpectedSchema): boolean {
  const { name, tokens } = object;
  const { tables, triggers } = expected;
  if (triggers.has(tokens.join(' ')) || isKnownLayerTrigger(tokens)) return true;
  const table = readTriggerTable(tokens);
  if (table === undefined) return false;
  if (isLayerTable(table)) return isKnownTrigger({ ...object, tokens: asAreas(tokens, table) }, expected);
  if (!isKnownOtherTrigger(name)) return false;
  return !tables.has(table) && !/^(rtree_|gpkg_ogr_|sqlite_)/.test(table);
}

/** A trigger of the table of a layer as one of the areas', which have the same columns for it. */
function asAreas(tokens: readonly string[], table: string): readonly string[] {
  const names: Readonly<Record<string, string>> = { [table]: 'areas', [`'${table}'`]: "'areas'" };
  return tokens.map((token) => names[token] ?? token.replace(`rtree_${table}_geom`, 'rtree_areas_geom'));
}

/** Two tables or indexes on the same pages: a write to one would destroy the other. */
function findSharedPage(objects: readonly SchemaObject[]): string | undefined {
  const owners = new Map<number, string>();
  for (const { rootPage, name } of objects) {
    if (rootPage === 0) continue;
    const owner = owners.get(rootPage);
    if (owner !== undefined) return `Its ${shown(owner)} and ${shown(name)} are on the same page.`;
    owners.set(rootPage, name);
  }
  return undefined;
}

/** Pages of results are written as a database in UTF-8, which SQLite attaches to no other. */
function findOtherEncoding(database: DatabaseSync): string | undefined {
  const encoding = database.prepare('PRAGMA encoding').get()?.encoding;
  return encoding === 'UTF-8' ? undefined : `Its texts are in ${String(encoding)}, not in UTF-8.`;
}

/** Rows of a table that are counted at most. */
const maxCountedRows = 100_000;

/**
 * Content of a file of a newer schema that this Sightline does not show: its tables with their number of rows, and
 * columns of tables that are known. Tables of GeoPackage, of its indexes and of styles are left out.
 */
export function listUnknownContents(database: DatabaseSync): readonly string[] {
  const { columns } = readExpectedSchema(schemaVersion);
  const unknown: string[] = [];
  for (const { kind, name, tokens } of readSchemaObjects(database) ?? []) {
    if (
      kind !== 'table' ||
      isLayerTable(name) ||
      /^(sqlite|gpkg|rtree)_|^(layer_styles|qgis_projects)$/.test(name)
    )
      continue;
    const known = columns.get(name);
    if (!known) unknown.push(`${shown(name)} (${countRows(database, name)})`);
    else {
      const names = splitCreateTable(tokens)?.columns.map(([column = '']) => nameOf(column)) ?? [];
      const added = names.filter((column) => !known.includes(column));
      unknown.push(...added.map((column) => `${name}.${shown(column)}`));
    }
  }
  return unknown;
}

function countRows(database: DatabaseSync, table: string): string {
  const from = `SELECT 1 FROM "${table.replaceAll('"', '""')}" LIMIT ${maxCountedRows + 1}`;
  const rows = numberCell(database.prepare(`SELECT count(*) AS rows FROM (${from})`).get() ?? {}, 'rows');
  if (rows > maxCountedRows) return `more than ${maxCountedRows} rows`;
  return rows === 1 ? '1 row' : `${rows} rows`;
}

/** A name of any length, for a sentence. */
function shown(name: string): string {
  return cutText(name, 61);
}
