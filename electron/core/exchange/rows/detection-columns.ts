import {
  type BuiltinField,
  builtinFields,
  definitionOf,
  type FieldOf,
  isAisField,
  isTracedField,
  type TracedField,
} from '../../../../shared/results/builtin-fields.ts';
import { isComputedField } from '../../../../shared/results/detection-field.ts';
import { isMeaningField, type MeaningField } from '../../../../shared/results/meaning-fields.ts';
import { readPlace } from '../geometry/read-geometry.ts';
import type { DetectionSourceRow } from './detection-source.ts';
import type { CellValue, Column } from './layer.ts';
import type { RecordFacts } from './record-facts.ts';
import { utcText } from './utc-text.ts';

/** A column of every export of detections. */
export type StandardColumn = Column & { readonly title: string } & (
    | { readonly of: 'record'; read(facts: RecordFacts): CellValue }
    | {
        readonly of: 'detection';
        read(row: DetectionSourceRow): CellValue;
        /** Returns `read` for rows whose properties have these names; null if these state nothing; absent: it is not theirs alone. */
        readerOf?(names: readonly string[]): ((row: DetectionSourceRow) => CellValue) | null;
      }
  );

/** Fields that an export reads itself; those that are traced have their values in the facts. */
type ReadField = Exclude<
  BuiltinField,
  TracedField | FieldOf<'ais' | 'presence' | 'item'> | MeaningField | 'longitude' | 'latitude'
>;

const recordReaders: Partial<Readonly<Record<ReadField, (facts: RecordFacts) => CellValue>>> = {
  record: ({ recordId }) => recordId,
  uploaded: ({ uploadTime }) => uploadTime,
  collected: ({ collectionTime }) => collectionTime,
  analytic: ({ analytic }) => analytic,
  region: ({ region }) => region,
  sensor: ({ sensorName }) => sensorName,
};

const detectionReaders: Partial<Readonly<Record<ReadField, (row: DetectionSourceRow) => CellValue>>> = {
  id: ({ name }) => name.uid,
  chip: ({ chipIdentifier }) => chipIdentifier,
  confidence: ({ confidence }) => confidence,
  place: ({ geometry }) => readPlace(geometry),
  verdict: ({ review }) => review?.verdict ?? null,
  flagged: ({ review }) => review?.flagged ?? false,
  note: ({ review }) => review?.note ?? null,
  reviewer: ({ review }) => review?.reviewer ?? null,
  reviewed: ({ review }) => review?.reviewedAt ?? null,
};

/** Exports begin with these, in this order, since other programs may know their columns by number. */
const firstFields: readonly BuiltinField[] = [
  'record',
  'uploaded',
  'collected',
  'analytic',
  'region',
  'sensor',
  'sensor_type',
  'sensor_mode',
  'polarization',
  'incidence',
  'azimuth',
  'vendor_id',
  'id',
  'chip',
  'confidence',
];

/** Optional columns that are written. */
export type OptionalColumns = { readonly reviews: boolean; readonly places: boolean };

/** The standard columns of a detection, which precede the feature's properties, in order. */
export function standardColumns({ reviews, places }: OptionalColumns): readonly StandardColumn[] {
  const others = builtinFields.filter((field) => {
    if (field === 'place') return places;
    // `derivedColumns` has them.
    if (isMeaningField(field) || isAisField(field) || isComputedField(field)) return false;
    return !firstFields.includes(field) && (reviews || definitionOf(field).origin !== 'review');
  });
  const fields = [...firstFields, ...others];
  return fields.flatMap((field) => standardColumn(field) ?? []);
}

/** The column of a field without its values; exports call one without a name of its own by the field. */
export function describeColumn(field: BuiltinField): Column & { readonly title: string } {
  const { exportColumn, label, type, unit } = definitionOf(field);
  // Whatever the display settings are: an export has times in UTC.
  const suffix = type === 'time' ? 'UTC' : unit;
  return {
    name: exportColumn ?? field,
    // Outside the workspace a detection is named, not numbered.
    type: field === 'id' ? 'text' : columnTypes[type],
    title: suffix === null ? label : `${label} (${suffix})`,
  };
}

function standardColumn(field: BuiltinField): StandardColumn | undefined {
  if (definitionOf(field).exportColumn === null) return undefined;
  const column = describeColumn(field);
  if (isTracedField(field)) {
    const read = ({ traced }: RecordFacts): CellValue => traced[field];
    return {
      ...column,
      of: 'record',
      read: column.type === 'time' ? (facts) => utcValue(read(facts)) : read,
    };
  }
  const readRecord = recordReaders[field as ReadField];
  if (readRecord) return { ...column, of: 'record', read: readRecord };
  const readDetection = detectionReaders[field as ReadField];
  if (!readDetection) throw new Error(`Exports have no reader of the field ${field}.`);
  return { ...column, of: 'detection', read: readDetection };
}

function utcValue(value: CellValue): CellValue {
  return typeof value === 'string' ? utcText(value) : value;
}

const columnTypes = {
  number: 'real',
  text: 'text',
  names: 'text',
  verdict: 'text',
  time: 'time',
  boolean: 'boolean',
} as const satisfies Record<string, Column['type']>;

/** Prefix for a feature property whose name is that of a standard column; repeated until the name is unique. */
export const featurePropertyPrefix = 'feature_';
