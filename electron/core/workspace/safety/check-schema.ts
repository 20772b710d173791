import { DatabaseSync } from 'node:sqlite';
import { numberCell, textCell } from '../cells.ts';
import { registerSpatialFunctions } from '../geopackage/spatial-functions.ts';
import { createSchemaOfVersion, schemaVersion } from '../schema/migrate.ts';
import { closeDatabase } from '../sql.ts';
import { isIndexTrigger, isKnownOtherTrigger, readTriggerTable } from './known-triggers.ts';
import { normalizeSql } from './normalize-sql.ts';

/** The result of checking the schema of a file before any of its tables is read. */
export type SchemaCheck =
  | { readonly kind: 'empty' }
  /** A database of another program. */
  | { readonly kind: 'other' }
  /** A workspace with content that Sightline did not create and must not run; `problem` is a sentence. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'workspace'; readonly version: number };

type SchemaObject = {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
};

/** A workspace has some hundred objects, layers of other programs included. */
const maxObjects = 5000;

/**
 * Checks that what Sightline reads are ordinary tables with the expected columns, and that nothing would run when they
 * are read or written: a view or a trigger in a file from elsewhere can be a query without end. The R-trees and triggers
 * of GeoPackage, and what GDAL and QGIS add to a file, are known.
 *
 * It reads `sqlite_schema` and one row by its key, so that it ends for any file.
 */
export function checkSchema(database: DatabaseSync): SchemaCheck {
  const objects = readObjects(database);
  if (objects === undefined) return refused('It has too many tables, triggers or indexes.');
  if (objects.length === 0) return { kind: 'empty' };
  const meta = objects.find(({ name }) => name.toLowerCase() === 'app_meta');
  if (!meta) return { kind: 'other' };
  if (kindOf(meta) !== 'table') return refused(`Its table app_meta is not a table.`);
  const version = readVersion(database);
  if (version === undefined) return { kind: 'other' };
  const expected = readExpectedSchema(Math.min(version, schemaVersion));
  const problem =
    findTableProblem(database, objects, expected, version) ??
    // A newer Sightline may have other triggers; its file is only read, so that none runs.
    (version > schemaVersion ? undefined : findForeignObject(objects, expected));
  return problem === undefined ? { kind: 'workspace', version } : refused(problem);
}

/** Rows of a table that are counted at most. */
const maxCountedRows = 100_000;

/**
 * What a file of a newer schema has that this Sightline does not show: its tables with their number of rows, and columns
 * of tables that are known. Tables of GeoPackage, of its indexes and of styles are left out.
 */
export function listUnknownContents(database: DatabaseSync): readonly string[] {
  const { columns } = readExpectedSchema(schemaVersion);
  const unknown: string[] = [];
  for (const object of readObjects(database) ?? []) {
    const { name } = object;
    if (kindOf(object) !== 'table' || /^(sqlite|gpkg|rtree)_|^(layer_styles|qgis_projects)$/.test(name))
      continue;
    const known = columns.get(name);
    if (!known) unknown.push(`${shown(name)} (${countRows(database, name)})`);
    else {
      const added = readColumns(database, name).filter((column) => !known.includes(column.name));
      unknown.push(...added.map((column) => `${name}.${shown(column.name)}`));
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

function refused(problem: string): SchemaCheck {
  return { kind: 'refused', problem };
}

/** Row by row: also the list itself may be made to have no end. */
function readObjects(database: DatabaseSync): readonly SchemaObject[] | undefined {
  const objects: SchemaObject[] = [];
  for (const { type, name, sql } of database.prepare('SELECT type, name, sql FROM sqlite_schema').iterate()) {
    if (objects.length === maxObjects) return undefined;
    objects.push({
      type: String(type),
      name: String(name),
      sql: typeof sql === 'string' ? sql : null,
    });
  }
  return objects;
}

type ObjectKind = 'table' | 'rtree' | 'index' | 'trigger' | 'foreign';

const beginnings: readonly (readonly [string, RegExp, ObjectKind])[] = [
  ['table', /^CREATE TABLE /i, 'table'],
  ['table', /^CREATE VIRTUAL TABLE ["[`]?rtree_[^(]* USING rtree ?\(/i, 'rtree'],
  ['index', /^CREATE (UNIQUE )?INDEX /i, 'index'],
  ['trigger', /^CREATE TRIGGER /i, 'trigger'],
];

/** By its SQL, which is what SQLite goes by; the type beside it could be anything in a file made to deceive. */
function kindOf({ type, sql }: SchemaObject): ObjectKind {
  // Indexes of UNIQUE and PRIMARY KEY have no SQL.
  if (sql === null) return type === 'index' ? 'index' : 'foreign';
  const text = sql.replaceAll(/\s+/g, ' ');
  return beginnings.find(([name, beginning]) => name === type && beginning.test(text))?.[2] ?? 'foreign';
}

/** The schema version; undefined when it is not a positive integer. */
function readVersion(database: DatabaseSync): number | undefined {
  const row = database.prepare("SELECT value FROM app_meta WHERE key = 'schema_version'").get();
  const version = Number(row?.value);
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

/** What this Sightline creates. */
type ExpectedSchema = {
  /** Names of the columns by table; R-trees have none. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly kinds: ReadonlyMap<string, ObjectKind>;
  /** Normalized SQL. */
  readonly triggers: ReadonlySet<string>;
};

/** By version: creating the tables of one takes longer than checking a file. */
const expectedSchemas = new Map<number, ExpectedSchema>();

function readExpectedSchema(version: number): ExpectedSchema {
  const expected = expectedSchemas.get(version) ?? createExpectedSchema(version);
  expectedSchemas.set(version, expected);
  return expected;
}

function createExpectedSchema(version: number): ExpectedSchema {
  const database = new DatabaseSync(':memory:');
  try {
    registerSpatialFunctions(database);
    createSchemaOfVersion(database, version);
    const objects = readObjects(database) ?? [];
    const tables = objects.filter(({ type }) => type === 'table');
    return {
      columns: new Map(tables.map(({ name }) => [name, readColumns(database, name).map((one) => one.name)])),
      kinds: new Map(tables.map((table) => [table.name, kindOf(table)])),
      triggers: new Set(
        objects.flatMap(({ type, sql }) => (type === 'trigger' && sql ? [normalizeSql(sql)] : [])),
      ),
    };
  } finally {
    closeDatabase(database);
  }
}

function readColumns(database: DatabaseSync, table: string) {
  return database
    .prepare('SELECT name, hidden FROM pragma_table_xinfo(?)')
    .all(table)
    .map((row) => ({ name: textCell(row, 'name'), isHidden: numberCell(row, 'hidden') !== 0 }));
}

function findTableProblem(
  database: DatabaseSync,
  objects: readonly SchemaObject[],
  { columns, kinds }: ExpectedSchema,
  version: number,
): string | undefined {
  const present = new Map(objects.map((object) => [object.name.toLowerCase(), object]));
  for (const [table, names] of columns) {
    const object = present.get(table.toLowerCase());
    if (!object) {
      // SQLite's own tables come and go; a newer Sightline may do without one of ours.
      if (table.startsWith('sqlite_') || version > schemaVersion) continue;
      return `Its table ${table} is missing.`;
    }
    if (kindOf(object) !== kinds.get(table)) return `Its table ${table} is not a table.`;
    if (kinds.get(table) !== 'table') continue;
    const actual = readColumns(database, object.name);
    const generated = actual.find(({ isHidden }) => isHidden);
    if (generated) return `The column ${generated.name} of its table ${table} is computed.`;
    const lowerCase = new Set(actual.map(({ name }) => name.toLowerCase()));
    const missing = names.find((name) => !lowerCase.has(name.toLowerCase()));
    if (missing !== undefined && version <= schemaVersion)
      return `Its table ${table} lacks the column ${missing}.`;
  }
  return undefined;
}

/** Views, triggers that are not known, and virtual tables other than R-trees. */
function findForeignObject(
  objects: readonly SchemaObject[],
  { columns, triggers }: ExpectedSchema,
): string | undefined {
  const written = new Set([...columns.keys()].map((name) => name.toLowerCase()));
  const isWritten = (table: string) =>
    written.has(table) || table.startsWith('rtree_') || table.startsWith('gpkg_ogr_');
  for (const object of objects) {
    const kind = kindOf(object);
    if (kind === 'foreign') {
      const what = /^\s*create\s+(temp(orary)?\s+)?view/i.test(object.sql ?? '') ? 'view' : 'object';
      return `It has the ${what} “${shown(object.name)}”, which Sightline did not create.`;
    }
    if (kind !== 'trigger' || !object.sql) continue;
    if (triggers.has(normalizeSql(object.sql)) || isIndexTrigger(object.sql)) continue;
    const table = readTriggerTable(object.sql);
    if (table !== undefined && !isWritten(table) && isKnownOtherTrigger(object.name)) continue;
    return `It has the trigger “${shown(object.name)}”, which Sightline did not create.`;
  }
  return undefined;
}

/** A name of any length, for a sentence. */
function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
