import { describeNamedLayer } from '../../../../shared/layers/describe-layer.ts';
import { memoizeByObject } from '../../../../shared/memoize-by-object.ts';
import { isVesselAnalytic } from '../../../../shared/results/analytics.ts';
import { aisFields, isBuiltinField } from '../../../../shared/results/builtin-fields.ts';
import { type DetectionField, layerFieldOf } from '../../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../../shared/results/field-title.ts';
import {
  fieldReaderOf,
  isStatedAsIs,
  type MeaningField,
  meaningFields,
  type PropertiesReader,
  readerOf,
  statementOf,
} from '../../../../shared/results/meaning-fields.ts';
import {
  correctedReadings,
  isSameFormat,
  type ProductFormat,
} from '../../../../shared/results/property-correction.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { aisFieldSql, matchedDetections, unknownAis } from '../../workspace/read/ais/ais-fields.ts';
import type { ExportedFields } from '../../workspace/read/exported-fields.ts';
import { type FieldColumn, valueAt } from '../../workspace/read/memory/field-column.ts';
import { findPosition } from '../../workspace/read/memory/find-position.ts';
import { groupByFormat, readCorrections } from '../../workspace/read/property-corrections.ts';
import type { ExportPlan } from '../export-plan.ts';
import { type NameRules, nameColumns } from './column-names.ts';
import { describeColumn, type StandardColumn } from './detection-columns.ts';
import type { DetectionSourceRow } from './detection-source.ts';
import type { Column, ColumnType } from './layer.ts';

/**
 * The columns of values that are derived from properties: those that no column of a single property has, because several
 * properties state them, in other units or in a list, or because the user has corrected what properties mean; what AIS
 * files let infer; what the passes over the same places show; and what layers of the user's have at the place.
 */
export function derivedColumns(
  sql: Sql,
  { computed, layers = [] }: Pick<ExportPlan, 'computed' | 'layers'> = {},
): readonly StandardColumn[] {
  const corrections = groupByFormat(readCorrections(sql));
  const properties = sql.arrays('SELECT name FROM properties').map(([name]) => String(name));
  const meaningOf = createMeaningReader(sql);
  const derived = meaningFields.flatMap((field): readonly StandardColumn[] => {
    const isCorrected = corrections
      .flat()
      .some(
        (correction) =>
          statementOf(field, correction.property) !== null ||
          statementOf(field, correction.property, correctedReadings([correction])) !== null,
      );
    if (!isCorrected && isStatedAsIs(field, properties)) return [];
    const rowReaderOf = (names: readonly string[]) => {
      const read = fieldReaderOf(field, names);
      return read && ((row: DetectionSourceRow) => read(row.properties));
    };
    return [
      {
        ...describeColumn(field),
        of: 'detection',
        read: (row) => meaningOf(row, field),
        ...(corrections.length === 0 ? { readerOf: rowReaderOf } : {}),
      },
    ];
  });
  const columns = [
    ...derived,
    ...aisColumns(sql),
    ...(computed ? computedColumns(computed) : []),
    ...(layers.length === 0 ? [] : [layerSourcesColumn(layers.map(describeNamedLayer).join('; '))]),
  ];
  const names = nameColumns(columns, uniqueNames);
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

/** Different layers and attributes can make the same name, of which GeoJSON would have two members. */
const uniqueNames: NameRules = {
  reserved: [],
  clean: (name) => name,
  isCaseSensitive: true,
};

function computedColumns({ ids, fields }: ExportedFields): readonly StandardColumn[] {
  return fields.map(
    ({ field, column }): StandardColumn => ({
      ...(isBuiltinField(field) ? describeColumn(field) : describeLayerColumn(field, column)),
      of: 'detection',
      // One that has come since the values were read has none.
      read: ({ id }) => valueAt(column, findPosition(ids, id)),
    }),
  );
}

function describeLayerColumn(
  field: DetectionField,
  column: FieldColumn,
): Column & { readonly title: string } {
  const ofLayer = layerFieldOf(field);
  const name = ofLayer
    ? [ofLayer.kind, ofLayer.layer, ...(ofLayer.kind === 'nearest' ? [ofLayer.attribute] : [])].join('_')
    : field;
  return { name, title: fieldTitle(field), type: typeOf(column) };
}

function typeOf(column: FieldColumn): ColumnType {
  if (column.kind === 'numbers') return 'real';
  const kinds = new Set(column.values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.has('string') || kinds.size > 1) return 'text';
  return kinds.has('number') ? 'real' : 'boolean';
}

/** In each row, since rows are copied and joined: no format has a place for it that all programs show. */
function layerSourcesColumn(text: string): StandardColumn {
  return { name: 'layer_sources', title: 'Layers', type: 'text', of: 'record', read: () => text };
}

/** Columns of inferences from AIS files, in a workspace with any; their names state that it was inferred. */
function aisColumns(sql: Sql): readonly StandardColumn[] {
  if (!sql.get('SELECT 1 FROM ais_files LIMIT 1')) return [];
  return aisFields.map((field): StandardColumn => {
    const rows = sql.arrays(`SELECT detection_id, ${aisFieldSql[field]} FROM ${matchedDetections}`);
    const values = new Map(rows.map(([id, value]) => [Number(id), value]));
    return {
      ...describeColumn(field),
      of: 'detection',
      read({ id, facts }) {
        if (!values.has(id)) return isVesselAnalytic(facts.analytic) ? unknownAis[field] : null;
        const value = values.get(id);
        return typeof value === 'string' || typeof value === 'number' ? value : null;
      },
    };
  });
}

/** Reads the value of a field from the properties of a detection, with the corrections of the workspace. */
export function createMeaningReader(
  sql: Sql,
): (row: DetectionSourceRow, field: MeaningField) => number | string | null {
  const corrections = groupByFormat(readCorrections(sql));
  const correctedOf = memoizeByObject((format: ProductFormat) => {
    const ofFormat = corrections.find(([first]) => isSameFormat(first, format));
    return ofFormat && correctedReadings(ofFormat);
  });
  // All columns of a row are read before those of the next one.
  let last: DetectionSourceRow | undefined;
  let read: PropertiesReader = () => null;
  return (row, field) => {
    if (row !== last) {
      read = readerOf(row.properties, corrections.length === 0 ? undefined : correctedOf(row.facts.format));
      last = row;
    }
    return read(row.properties, field);
  };
}
