import { DatabaseSync } from 'node:sqlite';
import { registerSpatialFunctions } from '../file/geopackage/spatial-functions.ts';
import { createSchemaOfVersion } from '../file/schema/migrate.ts';
import { closeDatabase } from '../file/sql.ts';
import { readSchemaObjects, splitCreateTable, type TableStatement } from './schema-objects.ts';
import { nameOf, readTokens, toLowerAscii } from './sql-tokens.ts';

/** Schema that Sightline creates. */
export type ExpectedSchema = {
  /** By lower-case name; R-trees and their tables are among `statements`. */
  readonly tables: ReadonlyMap<string, TableStatement>;
  /** Tokens of every other table and index, joined by spaces, by lower-case name. */
  readonly statements: ReadonlyMap<string, string>;
  /** Names of the triggers by their tokens, joined by spaces. */
  readonly triggers: ReadonlyMap<string, string>;
  /** Lower-case names of the columns, by table. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
};

/** By version: creating the tables of one takes longer than checking a file. */
const expectedSchemas = new Map<number, ExpectedSchema>();

/** The schema of a version, which is at most that of this Sightline. */
export function readExpectedSchema(version: number): ExpectedSchema {
  const expected = expectedSchemas.get(version) ?? createExpectedSchema(version);
  expectedSchemas.set(version, expected);
  return expected;
}

function createExpectedSchema(version: number): ExpectedSchema {
  const database = new DatabaseSync(':memory:');
  try {
    registerSpatialFunctions(database);
    createSchemaOfVersion(database, version);
    const tables = new Map<string, TableStatement>();
    const statements = new Map<string, string>();
    const triggers = new Map<string, string>();
    for (const { kind, name, tokens } of readSchemaObjects(database) ?? []) {
      const statement = kind === 'table' ? splitCreateTable(tokens) : undefined;
      if (statement) tables.set(name, statement);
      else if (kind === 'trigger') triggers.set(tokens.join(' '), name);
      else if (tokens.length > 0) statements.set(name, tokens.join(' '));
    }
    const columns = new Map(
      [...tables].map(([name, table]) => [name, table.columns.map(([column = '']) => nameOf(column))]),
    );
    return { tables, statements, triggers, columns };
  } finally {
    closeDatabase(database);
  }
}

/** The layers of a workspace. Their keys are named fid, their geometries geom. */
const layers = ['detections', 'detection_areas', 'footprints', 'areas'] as const;

/**
 * Triggers of other programs on the layers: GeoPackage's R-tree triggers in versions 1.2 to 1.4 (OGC 12-128, annex F.3),
 * as GDAL writes them, and GDAL's count of features. Each does a fixed amount of work for a row.
 */
function layerTriggers(table: string): readonly string[] {
  const index = `rtree_${table}_geom`;
  const box = 'ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)';
  const has = (row: string) => `(${row}.geom NOTNULL AND NOT ST_IsEmpty(${row}.geom))`;
  const lacks = (row: string) => `(${row}.geom ISNULL OR ST_IsEmpty(${row}.geom))`;
  const replace = `INSERT OR REPLACE INTO ${index} VALUES (NEW.fid, ${box});`;
  const remove = `DELETE FROM ${index} WHERE id = OLD.fid;`;
  const count = (sign: string) =>
    `UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1 WHERE lower(table_name) = lower('${table}');`;
  return [
    `AFTER INSERT ON ${table} WHEN ${has('NEW')} BEGIN ${replace} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} BEGIN ${replace} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${lacks('NEW')} BEGIN ${remove} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid != NEW.fid AND ${has('NEW')} BEGIN ${remove} ${replace} END`,
    `AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${has('NEW')} BEGIN ${remove} ${replace} END`,
    `AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${lacks('NEW')}
     BEGIN DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid); END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} AND ${has('OLD')}
     BEGIN UPDATE ${index} SET minx = ST_MinX(NEW.geom), maxx = ST_MaxX(NEW.geom), miny = ST_MinY(NEW.geom),
       maxy = ST_MaxY(NEW.geom) WHERE id = NEW.fid; END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} AND ${lacks('OLD')}
     BEGIN INSERT INTO ${index} VALUES (NEW.fid, ${box}); END`,
    `AFTER DELETE ON ${table} WHEN OLD.geom NOTNULL BEGIN ${remove} END`,
    `AFTER INSERT ON ${table} BEGIN ${count('+')} END`,
    `AFTER DELETE ON ${table} BEGIN ${count('-')} END`,
  ];
}

const known = new Set(
  layers.flatMap((table) => layerTriggers(table).map((text) => toBody(readTokens(text) ?? []))),
);

/** `NOT NULL` after a value means `NOTNULL`. */
function toBody(tokens: readonly string[]): string {
  return toLowerAscii(tokens.join(' ')).replaceAll('not null', 'notnull');
}

/** Whether the tokens are of a trigger that other programs create on a layer of Sightline. */
export function isKnownLayerTrigger([create, trigger, , ...body]: readonly string[]): boolean {
  return create === 'create' && trigger === 'trigger' && known.has(toBody(body));
}

/** The table of a trigger, in lower case; undefined where it has another form. */
export function readTriggerTable(tokens: readonly string[]): string | undefined {
  const [create, trigger, , ...rest] = tokens;
  if (create !== 'create' || trigger !== 'trigger') return undefined;
  const on = rest.indexOf('on');
  const begin = rest.indexOf('begin');
  const table = rest[on + 1];
  return on < 0 || begin < on || table === undefined ? undefined : nameOf(table);
}

/** Whether a trigger with this name is one that GDAL or QGIS create on tables that Sightline never writes. */
export function isKnownOtherTrigger(trigger: string): boolean {
  return /^(gpkg_.+|rtree_.+|trigger_(insert|delete)_feature_count_.+|.+_(zoom|tile_column|tile_row)_(insert|update))$/i.test(
    trigger,
  );
}
