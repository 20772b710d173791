import { memoizeLast } from '../../../../shared/memoize-last.ts';
import { statedValue } from '../../../../shared/results/stated-value.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { ExportPlan, PlannedScope } from '../export-plan.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import { blobHasHeights } from '../geometry/read-geometry.ts';
import { derivedColumns } from './derived-columns.ts';
import { featurePropertyPrefix, type OptionalColumns, standardColumns } from './detection-columns.ts';
import { titleOf } from './detection-name.ts';
import { type DetectionSourceRow, readContents, readDetections } from './detection-source.ts';
import type { CellValue, Column, ColumnType, Layer, LayerRow } from './layer.ts';
import { containsNul, describeShownNul, jsonContainsNul, showNul } from './nul-characters.ts';
import type { RecordFacts } from './record-facts.ts';

/**
 * The detections in scope as a layer: the standard columns first, then a column for each feature property. The columns
 * are determined by reading all detections once.
 */
export function detectionLayer(
  sql: Sql,
  scope: PlannedScope,
  options: OptionalColumns &
    Pick<ExportPlan, 'computed' | 'layers'> & { readonly properties?: readonly string[] | undefined },
  notes: ExportNotes,
  progress: Progress,
): Layer {
  let [withHeights, count] = [0, 0];
  const finder = createPropertyColumnsFinder(options.properties);
  for (const batch of readContents(sql, scope)) {
    progress.throwIfStopped();
    count += batch.length;
    for (const row of batch) {
      finder.add(row.properties);
      if (blobHasHeights(row.geometry)) withHeights += 1;
    }
  }
  const found = finder.finish();
  const standard = [...standardColumns(options), ...derivedColumns(sql, options)].sort(
    (one, other) => rank(one) - rank(other),
  );
  const recordValuesOf = memoizeLast((facts: RecordFacts) =>
    standard.map((column) => (column.of === 'record' ? showNul(column.read(facts)) : null)),
  );
  const toRow = (row: DetectionSourceRow): LayerRow => {
    const { facts } = row;
    const shared = recordValuesOf(facts);
    const standardValues = standard.map((column, index) =>
      column.of === 'detection' ? column.read(row) : (shared[index] ?? null),
    );
    const values = [...standardValues, ...found.read(row.properties)];
    const hasNul = jsonContainsNul(row.propertiesText) && values.some(containsNul);
    if (hasNul) notes.count(describeShownNul);
    return {
      id: row.id,
      uid: row.name.uid,
      title: titleOf(facts.analytic, row.name),
      kind: facts.analytic,
      time: facts.collectionTime,
      geometry: row.geometry,
      values: hasNul ? values.map(showNul) : values,
    };
  };
  return {
    name: 'detections',
    columns: [
      ...standard.map(({ name, type, title }) => ({ name, type, title })),
      ...freeColumns(found.columns, standard),
    ],
    heights: withHeights === 0 ? 'none' : withHeights === count ? 'all' : 'some',
    count,
    *rows() {
      for (const batch of readDetections(sql, scope, options.reviews)) yield batch.map(toRow);
    },
  };
}

/** The id is the first column of a table. */
function rank({ name }: Column): number {
  return name === 'detection_id' ? 0 : 1;
}

/** Columns of properties under names that do not conflict with the standard columns. */
function freeColumns(columns: readonly PropertyColumn[], ours: readonly Column[]): readonly Column[] {
  const reserved = new Set(ours.map(({ name }) => name));
  const taken = new Set([...reserved, ...columns.map(({ name }) => name)]);
  return columns.map(({ name, type, property }) => {
    if (!reserved.has(name)) return { name, type, property };
    let free = `${featurePropertyPrefix}${name}`;
    while (taken.has(free)) free = `${featurePropertyPrefix}${free}`;
    taken.add(free);
    return { name: free, type, property };
  });
}

/** A column of one feature property. */
type PropertyColumn = Column & { readonly property: string };

/** The feature properties as typed columns. */
type PropertyColumns = {
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
      cellOf(Object.hasOwn(properties, property) ? statedValue(property, properties[property]) : null, type),
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
