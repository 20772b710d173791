import type { DatabaseSync } from 'node:sqlite';
import { nameOf, readTokens, toLowerAscii } from './sql-tokens.ts';

/** An object of a schema as SQLite reads it. */
export type SchemaObject = {
  /** `foreign` is anything that is neither of the others, such as a view. */
  readonly kind: 'table' | 'rtree' | 'index' | 'trigger' | 'foreign';
  /** In lower case. */
  readonly name: string;
  /** In lower case. */
  readonly table: string;
  readonly rootPage: number;
  /** Of its statement; empty for the index of a UNIQUE or PRIMARY KEY constraint. */
  readonly tokens: readonly string[];
};

/** A workspace has some hundred objects, layers of other programs included. */
export const maxObjects = 5000;

/** The objects of a schema, read row by row; undefined where there are too many of them. */
export function readSchemaObjects(database: DatabaseSync): readonly SchemaObject[] | undefined {
  const objects: SchemaObject[] = [];
  const rows = database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').iterate();
  for (const { type, name, tbl_name: table, rootpage, sql } of rows) {
    if (objects.length === maxObjects) return undefined;
    const tokens = typeof sql === 'string' ? readTokens(sql) : sql === null ? [] : undefined;
    const object = {
      name: toLowerAscii(String(name)),
      table: toLowerAscii(String(table)),
      rootPage: Number(rootpage),
      tokens: tokens ?? [],
    };
    objects.push({ ...object, kind: tokens ? kindOf(String(type), object) : 'foreign' });
  }
  return objects;
}

type Named = Omit<SchemaObject, 'kind'>;

/** Read from the statement, as SQLite does: the other columns could be anything in a file made to deceive. */
function kindOf(type: string, { name, table, rootPage, tokens }: Named): SchemaObject['kind'] {
  const [create, ...rest] = tokens;
  if (create === undefined)
    return type === 'index' && name.startsWith('sqlite_autoindex_') ? 'index' : 'foreign';
  const isNamed = (at: number) => nameOf(rest[at] ?? '') === name;
  const isOn = (at: number) => rest[at] === 'on' && nameOf(rest[at + 1] ?? '') === table;
  if (create !== 'create') return 'foreign';
  const virtual = rest.slice(0, 2).join(' ') === 'virtual table' && isNamed(2);
  if (virtual && type === 'table' && rootPage === 0)
    return rest.slice(3).join(' ') === rtreeModule ? 'rtree' : 'foreign';
  if (rest[0] === 'table' && type === 'table' && isNamed(1) && name === table) return 'table';
  if (rest[0] === 'index' && type === 'index' && isNamed(1) && isOn(2)) return 'index';
  if (rest.slice(0, 2).join(' ') === 'unique index' && type === 'index' && isNamed(2) && isOn(3))
    return 'index';
  return rest[0] === 'trigger' && type === 'trigger' && isNamed(1) ? 'trigger' : 'foreign';
}

/** The only virtual tables of a GeoPackage (OGC 12-128r17, annex F.3). */
const rtreeModule = 'using rtree ( id , minx , maxx , miny , maxy )';
