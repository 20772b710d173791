import type { CellValue, Column, ColumnType } from './layer.ts';

/** A column that is made of one of the features' own properties. */
export type PropertyColumn = Column & { readonly property: string };

/** The features' own properties as columns of one type each. */
export type PropertyColumns = {
  readonly columns: readonly PropertyColumn[];
  /** Of a parsed object of properties, in the order of the columns; the last one may be that of all other properties. */
  read(properties: Readonly<Record<string, unknown>>): readonly CellValue[];
};

/** Takes in properties, one object after another, and then tells what columns they need. */
export type PropertyColumnsFinder = {
  add(properties: Readonly<Record<string, unknown>>): void;
  finish(): PropertyColumns;
};

/** More columns than this no reader of tables wants; SQLite and dBASE take few more. What is over becomes one column of JSON. */
const maxColumns = 500;
/** Names that are told apart while they are looked for: data that makes a name of every value must not fill the memory. */
const maxNames = 20_000;

/** The name of the column that holds, as JSON, the properties that have no column of their own. */
const restName = 'other_properties';

const seenAs = { integer: 1, real: 2, boolean: 4, text: 8, json: 16 } as const;

/** A finder for the properties with these names; absent: for all of them. */
export function createPropertyColumnsFinder(chosen?: readonly string[]): PropertyColumnsFinder {
  const wanted = chosen && new Set(chosen);
  const seen = new Map<string, { mask: number; count: number }>();
  let hasMore = false;
  return {
    add(properties) {
      for (const name of Object.keys(properties)) {
        const value = properties[name];
        if (value === null || value === undefined || wanted?.has(name) === false) continue;
        const known = seen.get(name);
        if (known) {
          known.mask |= seenAs[kindOf(value)];
          known.count += 1;
        } else if (seen.size < maxNames) seen.set(name, { mask: seenAs[kindOf(value)], count: 1 });
        else hasMore = true;
      }
    },
    finish() {
      // Those in use most keep a column; within them the order is that in which they were met.
      const byCount = [...seen].sort(([, one], [, other]) => other.count - one.count);
      const kept = new Set(byCount.slice(0, maxColumns).map(([name]) => name));
      const columns = [...seen].flatMap(([name, { mask }]) =>
        kept.has(name) ? [{ name, property: name, type: typeOf(mask) }] : [],
      );
      const hasRest = hasMore || seen.size > kept.size;
      return createPropertyColumns(
        columns,
        hasRest ? (name) => !kept.has(name) && wanted?.has(name) !== false : undefined,
      );
    },
  };
}

function createPropertyColumns(
  columns: readonly PropertyColumn[],
  isRest: ((name: string) => boolean) | undefined,
): PropertyColumns {
  const read = (properties: Readonly<Record<string, unknown>>) =>
    columns.map(({ property, type }) =>
      cellOf(Object.hasOwn(properties, property) ? properties[property] : null, type),
    );
  if (!isRest) return { columns, read };
  return {
    columns: [...columns, { name: restName, property: restName, type: 'json' }],
    read(properties) {
      const rest = Object.entries(properties).filter(([name]) => isRest(name));
      const members = rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      return [...read(properties), rest.length === 0 ? null : `{${members.join(',')}}`];
    },
  };
}

function kindOf(value: unknown): keyof typeof seenAs {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'real';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'text';
    default:
      return 'json';
  }
}

/** Values of several kinds have numbers in common, or else only their text. */
function typeOf(mask: number): ColumnType {
  if (mask === seenAs.integer) return 'integer';
  if ((mask & ~(seenAs.integer | seenAs.real)) === 0) return 'real';
  if (mask === seenAs.boolean) return 'boolean';
  return mask === seenAs.json ? 'json' : 'text';
}

function cellOf(value: unknown, type: ColumnType): CellValue {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return type === 'text' ? String(value) : value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
