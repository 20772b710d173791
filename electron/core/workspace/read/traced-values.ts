import {
  builtinFields,
  definitionOf,
  type FieldOf,
  namesNotFetched,
  type TracedField,
} from '../../../../shared/results/builtin-fields.ts';
import type { CellValue } from '../../../../shared/results/cell-value.ts';
import type { TracedValues } from '../../../../shared/results/detection.ts';
import { readParameters, withoutDissemination } from '../../../../shared/results/processor-parameters.ts';
import { sensorMemberAt } from '../../../../shared/results/sensor-members.ts';
import { storedEpoch } from '../ingest/parse-instant.ts';

/** The column of `sensors` that a field of the image is read from. */
export const imageColumns = Object.fromEntries(
  builtinFields.flatMap((field) => {
    const { origin, paths } = definitionOf(field);
    const member = sensorMemberAt(paths ?? []);
    return origin === 'image' && member ? [[field, member.column]] : [];
  }),
) as Readonly<Record<FieldOf<'image'>, string>>;

/** The column of `processors` that a field of the processor is read from. */
export const processorColumns = {
  qc_status: 'qc_status',
  processor: 'name',
  processor_version: 'version',
  parameters: 'parameters',
} as const satisfies Readonly<Record<FieldOf<'processor'>, string>>;

/** The column of `records` that a field of the record is read from. */
export const recordColumns = {
  generated: 'generated_at',
  fetched: 'fetched_at',
  not_fetched: 'fields',
} as const satisfies Readonly<Record<FieldOf<'record'>, string>>;

/** Makes the value of a field of the record from its column. */
export function recordValue(field: FieldOf<'record'>, cell: unknown): unknown {
  if (field !== 'not_fetched') return cell;
  return typeof cell === 'string' ? namesNotFetched(cell) : null;
}

/** The times between which an interval lies. */
export const intervalTimes = {
  generation_latency: ['collected', 'generated'],
  upload_latency: ['generated', 'uploaded'],
  fetch_latency: ['uploaded', 'fetched'],
} as const satisfies Readonly<Record<FieldOf<'interval'>, readonly [IntervalTime, IntervalTime]>>;

/** A time of a detection. */
export type IntervalTime = 'collected' | 'generated' | 'uploaded' | 'fetched';

const readImage = createValuesReader(imageColumns);
const readRecord = createValuesReader(recordColumns);
const readIntervals = createValuesReader(intervalTimes);
const readProcessor = createValuesReader(processorColumns);

const millisecondsPerHour = 3_600_000;

/** Hours between two times in epoch milliseconds; NaN where one is NaN. */
export function hoursBetween(from: number, to: number): number {
  return (to - from) / millisecondsPerHour;
}

/** Makes the value of a field of the processor from its column. */
export function processorValue(field: FieldOf<'processor'>, cell: string | null): string | null {
  return field === 'parameters' ? withoutDissemination(cell) : cell;
}

/** A processor of a record: its name, and a value that it states. */
export type ProcessorValue<Value = string> = { readonly name: string; readonly value: Value | null };

/**
 * The value of the processors that may have made a detection: those with the name of its analytic, or else all of the
 * record. Null unless all of them that state a value state the same.
 */
export function valueOfProcessors<Value extends string | number | boolean>(
  processors: readonly ProcessorValue<Value>[],
  analytic: string,
): Value | null {
  const values = new Set(processorsOf(processors, analytic).flatMap(({ value }) => value ?? []));
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

function processorsOf<Processor extends { readonly name: string | null }>(
  processors: readonly Processor[],
  analytic: string,
): readonly Processor[] {
  const named = processors.filter(({ name }) => name === analytic);
  return named.length > 0 ? named : processors;
}

/** A processor of a record, with the columns that values of detections are read from. */
export type StoredProcessor = Readonly<
  Record<'name' | 'version' | 'qc_status' | 'parameters', string | null>
>;

/** The parameters of a detection by name: the same rule holds for each as for other values of processors. */
export function parametersOf(processors: readonly StoredProcessor[], analytic: string) {
  const stated = processorsOf(processors, analytic).map(({ parameters }) => readParameters(parameters));
  const names = new Set(stated.flatMap((parameters) => [...parameters.keys()]));
  const values = [...names].map((name): [string, CellValue] => [
    name,
    valueOfProcessors(
      stated.map((parameters) => ({ name: analytic, value: parameters.get(name) ?? null })),
      analytic,
    ),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Input of the traced values of a detection. */
export type TracedSource = {
  /** The value of a column of its image; null without a trace. */
  image(column: string): unknown;
  record(column: string): unknown;
  /** Statements of the processors of its record. */
  readonly processor: ProcessorValues;
  /** UTC in ISO 8601. */
  readonly collectedAt: string | null;
  readonly uploadedAt: string | null;
};

/** The traced values of one detection. */
export function readTracedValues(source: TracedSource): TracedValues {
  const times: Readonly<Record<IntervalTime, number>> = {
    collected: storedEpoch(source.collectedAt),
    uploaded: storedEpoch(source.uploadedAt),
    generated: storedEpoch(source.record(recordColumns.generated)),
    fetched: storedEpoch(source.record(recordColumns.fetched)),
  };
  return {
    ...readImage(source.image),
    ...source.processor,
    ...readRecord(source.record),
    not_fetched: recordValue('not_fetched', source.record(recordColumns.not_fetched)) as string | null,
    ...readIntervals(([from, to]) => {
      const hours = hoursBetween(times[from], times[to]);
      return Number.isNaN(hours) ? null : hours;
    }),
  };
}

/** The values of a detection's fields of the processor. */
export type ProcessorValues = Pick<TracedValues, FieldOf<'processor'>>;

/** The values of the fields of the processor for a detection of an analytic, from all processors of its record. */
export function processorValuesOf(processors: readonly StoredProcessor[], analytic: string): ProcessorValues {
  return readProcessor((column, field) =>
    valueOfProcessors(
      processors.map((processor) => ({
        name: processor.name ?? '',
        value: processorValue(field, processor[column]),
      })),
      analytic,
    ),
  ) as ProcessorValues;
}

/**
 * A function that reads the value of each field. Other programs may have written values of any type: what is not of the
 * field's type counts as absent.
 */
function createValuesReader<Field extends TracedField, Source>(
  sources: Readonly<Record<Field, Source>>,
): (read: (source: Source, field: Field) => unknown) => Readonly<Record<Field, string | number | null>> {
  const readers = (Object.entries(sources) as [Field, Source][]).map(([field, source]) => ({
    field,
    source,
    type: definitionOf(field).type === 'number' ? 'number' : 'string',
  }));
  return (read) => {
    const values: Partial<Record<Field, string | number | null>> = {};
    for (const { field, source, type } of readers) {
      const value = read(source, field);
      values[field] = typeof value === type ? (value as string | number) : null;
    }
    return values as Record<Field, string | number | null>;
  };
}
