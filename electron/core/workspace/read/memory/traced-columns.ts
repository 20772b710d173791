import {
  definitionOf,
  type FieldOf,
  type TracedField,
} from '../../../../../shared/results/builtin-fields.ts';
import type { CellValue } from '../../../../../shared/results/cell-value.ts';
import { readParameters } from '../../../../../shared/results/processor-parameters.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import { chunkSize } from '../../file/columns/detection-chunk.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import {
  hoursBetween,
  imageColumns,
  intervalTimes,
  type ProcessorValue,
  processorColumns,
  processorValue,
  recordColumns,
  recordValue,
  valueOfProcessors,
} from '../traced-values.ts';
import type { ColumnStore, LoadedChunk, StoredDetections } from './column-store.ts';
import type { FieldColumn } from './field-column.ts';
import { findPosition } from './find-position.ts';
import { forEachRow } from './rows-in-steps.ts';

/** Reads another column of the same detections. */
type ReadColumn = (field: 'collected' | 'uploaded' | 'generated' | 'fetched') => Steps<FieldColumn>;

/** The values of traced fields over all detections. */
export type TracedColumns = (
  detections: StoredDetections,
  field: TracedField,
  read: ReadColumn,
) => Steps<FieldColumn>;

/** Reads traced fields from the tables of images, processors and records. The images of a chunk are read once. */
export function createTracedColumns(sql: Sql, store: ColumnStore): TracedColumns {
  const sensorKeysOf = createSensorKeys(sql);
  return function* (detections, field, read) {
    if (Object.hasOwn(imageColumns, field)) {
      const column = imageColumns[field as FieldOf<'image'>];
      const rows = yield* readValues(sql, 'sensors', column, (cell) => cell);
      return yield* gather(field, rows, yield* sensorKeysOf(detections));
    }
    if (Object.hasOwn(recordColumns, field)) {
      const name = field as FieldOf<'record'>;
      const rows = yield* readValues(sql, 'records', recordColumns[name], (cell) => recordValue(name, cell));
      return yield* gather(field, rows, detections.columns.record);
    }
    if (Object.hasOwn(processorColumns, field)) {
      const name = field as FieldOf<'processor'>;
      return yield* processorColumn(sql, store, detections, processorColumns[name], (cell) =>
        processorValue(name, cell),
      );
    }
    const [from, to] = intervalTimes[field as FieldOf<'interval'>];
    return { kind: 'numbers', numbers: intervals(yield* read(from), yield* read(to)) };
  };
}

type KeyedValue = readonly [key: number, value: unknown];

function* readValues(
  sql: Sql,
  table: 'sensors' | 'records',
  column: string,
  toValue: (cell: unknown) => unknown,
): Steps<readonly KeyedValue[]> {
  const values: KeyedValue[] = [];
  yield* forEachRow(
    sql,
    `SELECT id, ${column} FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
    ([key, cell]) => values.push([Number(key), toValue(cell)]),
  );
  return values;
}

/** The values of a table by key, for each detection; text has a code for each different value. */
function* gather(field: TracedField, rows: readonly KeyedValue[], keys: Uint32Array): Steps<FieldColumn> {
  let size = 1;
  for (const [key] of rows) size = Math.max(size, key + 1);
  const { type } = definitionOf(field);
  if (type === 'text' || type === 'names') {
    const texts = createCodes((value) => (typeof value === 'string' ? value : null));
    const codeOfKey = new Uint32Array(size);
    for (const [key, value] of rows) codeOfKey[key] = texts.codeOf(value);
    const codes = emptyCodes(keys.length, texts.values.length);
    yield* inRanges(keys.length, (from, to) => {
      for (let index = from; index < to; index += 1) codes[index] = codeOfKey[keys[index] as number] ?? 0;
    });
    return { kind: 'coded', codes, values: texts.values };
  }
  const numberOfKey = new Float64Array(size).fill(Number.NaN);
  for (const [key, value] of rows) {
    if (type === 'number' && typeof value === 'number') numberOfKey[key] = value;
    if (type === 'time' && typeof value === 'string') numberOfKey[key] = Date.parse(value);
  }
  const numbers = new Float64Array(keys.length);
  yield* inRanges(keys.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      numbers[index] = numberOfKey[keys[index] as number] ?? Number.NaN;
    }
  });
  return { kind: 'numbers', numbers };
}

/** Array that is as narrow as the number of values allows: most fields have few, and masks are then read faster. */
function emptyCodes(count: number, values: number): Uint8Array | Uint32Array {
  return values <= 256 ? new Uint8Array(count) : new Uint32Array(count);
}

/** Codes of values; what `read` returns null for has code 0. */
function createCodes<Value extends NonNullable<CellValue>>(read: (value: unknown) => Value | null) {
  const values: (Value | null)[] = [null];
  const codes = new Map<Value, number>();
  return {
    values,
    codeOf(cell: unknown): number {
      const value = read(cell);
      if (value === null) return 0;
      const known = codes.get(value);
      if (known !== undefined) return known;
      codes.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}

/** The values of a parameter of processors over all detections. */
export function readParameterColumn(
  sql: Sql,
  store: ColumnStore,
  detections: StoredDetections,
  parameter: string,
): Steps<FieldColumn> {
  return processorColumn(
    sql,
    store,
    detections,
    'parameters',
    (cell) => readParameters(cell).get(parameter) ?? null,
  );
}

/** Most records have one processor, whose value all their detections have. */
function* processorColumn(
  sql: Sql,
  { names }: ColumnStore,
  { columns }: StoredDetections,
  column: string,
  toValue: (cell: string | null) => NonNullable<CellValue> | null,
): Steps<FieldColumn> {
  const processors = new Map<number, ProcessorValue<NonNullable<CellValue>>[]>();
  // Many processors have equal values, so each is read once.
  const known = new Map<string, NonNullable<CellValue> | null>();
  const readCell = (cell: unknown) => {
    if (typeof cell !== 'string') return null;
    const value = known.get(cell);
    if (value !== undefined) return value;
    const made = toValue(cell);
    known.set(cell, made);
    return made;
  };
  yield* forEachRow(
    sql,
    `SELECT processors.id, records.id, processors.name, processors.${column}
     FROM processors JOIN records USING (record_id) WHERE processors.id > ? ORDER BY processors.id LIMIT ?`,
    ([, key, name, cell]) => {
      const entry = { name: String(name), value: readCell(cell) };
      const ofRecord = processors.get(Number(key));
      if (ofRecord) ofRecord.push(entry);
      else processors.set(Number(key), [entry]);
    },
  );
  const values = createCodes((value) => value as CellValue);
  const codes = new Uint32Array(columns.count);
  // Neighbors mostly are of one record and analytic.
  let [record, analytic, code] = [-1, -1, 0];
  yield* inRanges(codes.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      if (columns.record[index] !== record || columns.analytic[index] !== analytic) {
        record = columns.record[index] as number;
        analytic = columns.analytic[index] as number;
        const name = names.textOf(analytic) ?? '';
        code = values.codeOf(valueOfProcessors(processors.get(record) ?? [], name));
      }
      codes[index] = code;
    }
  });
  return { kind: 'coded', codes, values: values.values };
}

function intervals(from: FieldColumn, to: FieldColumn): Float64Array {
  if (from.kind !== 'numbers' || to.kind !== 'numbers') throw new Error('A column of times has no numbers.');
  const hours = new Float64Array(from.numbers.length);
  for (let index = 0; index < hours.length; index += 1) {
    hours[index] = hoursBetween(from.numbers[index] as number, to.numbers[index] as number);
  }
  return hours;
}

type ChunkKeys = { readonly version: number; readonly keys: Uint32Array };

/**
 * The key in `sensors` of the image that each detection is traced to, 0 without a trace. An ingest traces the
 * detections of a record with one image to it (`ingest/trace-detection.ts`). For other records, and for rows that
 * another program has changed, the rows are read.
 */
function createSensorKeys(sql: Sql): (detections: StoredDetections) => Steps<Uint32Array> {
  let chunkKeys = new Map<number, ChunkKeys>();
  let known: Pick<StoredDetections, 'rowsVersion' | 'reloadCount'> & { readonly keys: Uint32Array } = noKeys;
  return function* (detections) {
    if (known.rowsVersion === detections.rowsVersion) return known.keys;
    if (known.reloadCount !== detections.reloadCount) chunkKeys = new Map();
    const onlySensorOf = yield* readOnlySensors(sql);
    const keys = new Uint32Array(detections.columns.count);
    const current = new Map<number, ChunkKeys>();
    for (const chunk of detections.chunks) {
      const former = chunkKeys.get(chunk.chunk);
      const entry =
        former?.version === chunk.version
          ? former
          : { version: chunk.version, keys: keysOfChunk(sql, detections, chunk, onlySensorOf) };
      current.set(chunk.chunk, entry);
      keys.set(entry.keys, chunk.start);
      if (entry !== former) yield;
    }
    chunkKeys = current;
    known = { rowsVersion: detections.rowsVersion, reloadCount: detections.reloadCount, keys };
    return keys;
  };
}

const noKeys = { rowsVersion: -1, reloadCount: 0, keys: new Uint32Array(0) };

/** By record: the key of its image where it has exactly one, else `unknownSensor`; 0 without images. */
function* readOnlySensors(sql: Sql): Steps<Float64Array> {
  const highest = Number(sql.arrays('SELECT max(id) FROM records')[0]?.[0] ?? 0);
  const sensors = new Float64Array(highest + 1);
  yield* forEachRow(
    sql,
    `SELECT sensors.id, records.id FROM sensors JOIN records USING (record_id)
     WHERE sensors.id > ? ORDER BY sensors.id LIMIT ?`,
    ([sensor, key]) => {
      sensors[Number(key)] = sensors[Number(key)] === 0 ? Number(sensor) : unknownSensor;
    },
  );
  return sensors;
}

const unknownSensor = -1;

const selectSensorIds = selectFromBoth(
  (table) => `SELECT fid, sensor_id FROM ${table} WHERE fid BETWEEN ?1 AND ?2 AND sensor_id NOT NULL`,
);

function keysOfChunk(
  sql: Sql,
  { columns: { id, record } }: StoredDetections,
  { chunk, start, count, isDirty }: LoadedChunk,
  onlySensorOf: Float64Array,
): Uint32Array {
  const keys = new Uint32Array(count);
  const addRows = (firstId: number, lastId: number) => {
    for (const [fid, sensor] of sql.arrays(selectSensorIds, firstId, lastId)) {
      const position = findPosition(id, Number(fid));
      if (position >= start && position < start + count) keys[position - start] = Number(sensor);
    }
  };
  if (isDirty) {
    addRows(chunk * chunkSize, (chunk + 1) * chunkSize - 1);
    return keys;
  }
  const end = start + count;
  for (let position = start; position < end; position += 1) {
    const sensor = onlySensorOf[record[position] as number] ?? 0;
    if (sensor !== unknownSensor) {
      keys[position - start] = sensor;
      continue;
    }
    const first = position;
    while (position + 1 < end && record[position + 1] === record[first]) position += 1;
    addRows(id[first] as number, id[position] as number);
  }
  return keys;
}
