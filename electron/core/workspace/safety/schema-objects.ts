import type { DatabaseSync } from 'node:sqlite';
import { isKeyword, nameOf, readTokens, toLowerAscii } from './sql-tokens.ts';

/** An object of a schema as SQLite reads it. */
export type SchemaObject = {
  /** `foreign` is anything that is neither of the others, such as a view. */
  readonly kind: 'table' | 'rtree' | 'index' | 'trigger' | 'foreign';
  /** In lower case. */
  readonly name: string;
  /** In lower case. */
  readonly table: string;
  readonly rootPage: number;
  /** Tokens of its statement; empty for the index of a UNIQUE or PRIMARY KEY constraint. */
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

/** A CREATE TABLE statement in parts, each of them tokens joined by spaces. */
export type TableStatement = {
  readonly name: string;
  readonly columns: readonly (readonly string[])[];
  /** Constraints of the table as one text. */
  readonly constraints: string;
  /** The clause after the parenthesis, such as `without rowid`. */
  readonly options: string;
};

/** Splits the tokens of a CREATE TABLE statement; undefined where it has another form. */
export function splitCreateTable(tokens: readonly string[]): TableStatement | undefined {
  const [create, table, name, open, ...rest] = tokens;
  if (create !== 'create' || table !== 'table' || name === undefined || open !== '(') return undefined;
  const parts: string[][] = [[]];
  let depth = 1;
  let at = 0;
  for (; at < rest.length && depth > 0; at += 1) {
    const one = rest[at] ?? '';
    if (one === '(') depth += 1;
    if (one === ')') depth -= 1;
    if (depth === 1 && one === ',') parts.push([]);
    else if (depth > 0) parts.at(-1)?.push(one);
  }
  if (depth > 0) return undefined;
  const first = parts.findIndex(([word = '']) => tableConstraints.has(word));
  const end = first < 0 ? parts.length : first;
  return {
    name,
    columns: parts.slice(0, end),
    constraints: parts
      .slice(end)
      .map((part) => part.join(' '))
      .join(' , '),
    options: rest.slice(at).join(' '),
  };
}

const tableConstraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign']);

/** The name of a column that has a name and a type and nothing else; undefined for any other. */
export function readPlainColumn([name = '', ...type]: readonly string[]): string | undefined {
  if (isKeyword(name) || /^['\d]/.test(name)) return undefined;
  const [, words = ''] = /^((?:\S+ )*?\S*)(?: \( \d+(?: , \d+)? \))?$/.exec(type.join(' ')) ?? [];
  const isType =
    words === '' || words.split(' ').every((word) => /^[a-z]\w*$/.test(word) && !isKeyword(word));
  return isType && type.length <= 12 ? name : undefined;
}
