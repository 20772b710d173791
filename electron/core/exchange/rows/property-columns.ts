import type { CellValue, Column, ColumnType } from './layer.ts';

/** A column of one feature property. */
export type PropertyColumn = Column & { readonly property: string };

/** The feature properties as typed columns. */
export type PropertyColumns = {
  readonly columns: readonly PropertyColumn[];
  /** The cells of a parsed properties object, in column order; the last column may contain all other properties. */
  read(properties: Readonly<Record<string, unknown>>): readonly CellValue[];
};

/** Maximum number of columns; SQLite and dBASE support few more. Further properties share one JSON column. */
const maxColumns = 500;
/** Maximum number of distinct names that are tracked, to bound memory for data with generated names. */
const maxNames = 20_000;

/** The name of the column that contains, as JSON, the properties without a separate column. */
const restName = 'other_properties';

const kindMasks = { integer: 1, real: 2, boolean: 4, text: 8, json: 16 } as const;

/** Determines the columns for properties objects: for those with these names; absent: for all. */
export function createPropertyColumnsFinder(chosen?: readonly string[]) {
  const requested = chosen && new Set(chosen);
  const seen = new Map<string, { mask: number; count: number }>();
  let hasMore = false;
  return {
    add(properties: Readonly<Record<string, unknown>>): void {
      for (const name of Object.keys(properties)) {
        const value = properties[name];
        if (value === null || value === undefined || requested?.has(name) === false) continue;
        const entry = seen.get(name);
        if (entry) {
          entry.mask |= kindMasks[kindOf(value)];
          entry.count += 1;
        } else if (seen.size < maxNames) seen.set(name, { mask: kindMasks[kindOf(value)], count: 1 });
        else hasMore = true;
      }
    },
    finish(): PropertyColumns {
      // The most frequent properties get a column, in the order of their first occurrence.
      const byCount = [...seen].sort(([, one], [, other]) => other.count - one.count);
      const named = new Set(byCount.slice(0, maxColumns).map(([name]) => name));
      const columns = [...seen].flatMap(([name, { mask }]) =>
        named.has(name) ? [{ name, property: name, type: typeOf(mask) }] : [],
      );
      const hasRest = hasMore || seen.size > named.size;
      return createPropertyColumns(
        columns,
        hasRest ? (name) => !named.has(name) && requested?.has(name) !== false : undefined,
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

function kindOf(value: unknown): keyof typeof kindMasks {
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

/** Mixed numbers become real; other mixtures become text. */
function typeOf(mask: number): ColumnType {
  if (mask === kindMasks.integer) return 'integer';
  if ((mask & ~(kindMasks.integer | kindMasks.real)) === 0) return 'real';
  if (mask === kindMasks.boolean) return 'boolean';
  return mask === kindMasks.json ? 'json' : 'text';
}

function cellOf(value: unknown, type: ColumnType): CellValue {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return type === 'text' ? String(value) : value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
