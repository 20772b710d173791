import { DatabaseSync } from 'node:sqlite';
import { registerSpatialFunctions } from '../file/geopackage/spatial-functions.ts';
import { createSchemaOfVersion } from '../file/schema/migrate.ts';
import { closeDatabase } from '../file/sql.ts';
import { splitCreateTable, type TableStatement } from './create-table.ts';
import { readSchemaObjects } from './schema-objects.ts';
import { nameOf } from './sql-tokens.ts';

/** What Sightline creates. */
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
