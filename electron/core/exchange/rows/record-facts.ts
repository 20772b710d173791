import type { SQLOutputValue } from 'node:sqlite';
import type { TracedValues } from '../../../../shared/results/detection.ts';
import type { ProductFormat } from '../../../../shared/results/property-correction.ts';
import { asText } from '../../workspace/file/cells.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import {
  imageColumns,
  processorColumns,
  processorValuesOf,
  readTracedValues,
  recordColumns,
} from '../../workspace/read/traced-values.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { hasKey } from '../../workspace/safety/rows-on-pages.ts';
import { utcText } from './utc-text.ts';

/** The values shared by all detections of one record with the same sensor and analytic. */
export type RecordFacts = {
  readonly recordId: string;
  /** Text in the record, ISO 8601, with the zone that it means: UTC. */
  readonly uploadTime: string | null;
  /** Normalized by the workspace to UTC with milliseconds; null when it cannot be parsed. */
  readonly uploadedAt: string | null;
  readonly collectionTime: string | null;
  readonly collectedAt: string | null;
  readonly analytic: string;
  readonly format: ProductFormat;
  readonly region: string | null;
  /** Name of the sensor that the detections are traced to. */
  readonly sensorName: string | null;
  readonly traced: TracedValues;
};

/** Maximum number of cached sensors and records, whose rows are mostly consecutive: old ones only fill the memory. */
const maxCached = 20;
/** The same of processors, of which many records have equal ones. */
const maxCachedProcessors = 1000;

/**
 * Reads the facts of a row `[fid, geom, record_id, sensor_id, analytic, region, collected_at, uploaded_at, …]`. A row
 * with the same facts as the one before gets the same object. What lies on damaged pages is null.
 */
export function createRecordFacts(
  sql: Sql,
  damaged: DamagedRows = {},
): (cells: readonly SQLOutputValue[]) => RecordFacts {
  const rowsOf = createRowsReader(sql, damaged);
  const namesInRecord = ['upload_time', 'product_type', 'document_version', ...Object.values(recordColumns)];
  const namesInProcessor = Object.values(processorColumns);
  const readRecord = rowsOf('records', 'record_id', namesInRecord);
  const readSensor = rowsOf('sensors', 'id', sensorColumns);
  const readProcessors = rowsOf('processors', 'record_id', namesInProcessor);
  const sensorOf = memoized((id: number) => cellsByName(readSensor(id)[0], sensorColumns));
  const recordOf = memoized((recordId: string) => cellsByName(readRecord(recordId)[0], namesInRecord));
  // Processors of many records state the same.
  const valuesOf = memoized((text: string) => {
    const [analytic, ...rows] = JSON.parse(text) as [string, ...(string | null)[][]];
    const processors = rows.map((row) => {
      const cell = cellsByName(row, namesInProcessor);
      const value = (name: string) => asText(cell(name));
      return {
        name: value('name'),
        version: value('version'),
        qc_status: value('qc_status'),
        parameters: value('parameters'),
      };
    });
    return processorValuesOf(processors, analytic);
  }, maxCachedProcessors);
  const processorsOf = memoized((recordId: string) =>
    readProcessors(recordId).map((cells) => cells.map(asText)),
  );
  let last: readonly SQLOutputValue[] = [];
  let facts: RecordFacts | undefined;
  return (cells) => {
    if (facts !== undefined && isSame(cells, last)) return facts;
    const [, , recordId, sensorId, analytic, region, collectedAt, uploadedAt] = cells;
    const sensor = typeof sensorId === 'number' ? sensorOf(sensorId) : noCells;
    const id = asText(recordId) ?? '';
    const record = recordOf(id);
    const analyticName = asText(analytic) ?? '';
    facts = {
      recordId: id,
      uploadTime: utcText(asText(record('upload_time'))),
      uploadedAt: asText(uploadedAt),
      collectionTime: utcText(asText(sensor('start_time_utc')) ?? asText(collectedAt)),
      collectedAt: asText(collectedAt),
      analytic: analyticName,
      format: {
        productType: asText(record('product_type')),
        documentVersion: asText(record('document_version')),
      },
      region: asText(region),
      sensorName: asText(sensor('sensor_name')),
      traced: readTracedValues({
        image: sensor,
        record,
        processor: valuesOf(JSON.stringify([analyticName, ...processorsOf(id)])),
        collectedAt: asText(collectedAt),
        uploadedAt: asText(uploadedAt),
      }),
    };
    last = cells;
    return facts;
  };
}

function isSame(one: readonly SQLOutputValue[], other: readonly SQLOutputValue[]): boolean {
  for (let index = 2; index < 8; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

const sensorColumns = ['sensor_name', 'start_time_utc', ...Object.values(imageColumns)];

type Cells = (name: string) => SQLOutputValue | undefined;

const noCells: Cells = () => undefined;

function cellsByName(cells: readonly SQLOutputValue[] | undefined, names: readonly string[]): Cells {
  return cells ? (name) => cells[names.indexOf(name)] : noCells;
}

/** Reads columns of the rows with a key; rows on damaged pages are left out. */
function createRowsReader(sql: Sql, damaged: DamagedRows) {
  return (
    table: 'records' | 'sensors' | 'processors',
    keyColumn: string,
    columns: readonly string[],
  ): ((key: number | string) => readonly SQLOutputValue[][]) => {
    const select = (column: string) => `SELECT ${columns.join(', ')} FROM ${table} WHERE ${column} = ?`;
    const [byKey, byId] = [select(keyColumn), select('id')];
    const ranges = damaged[table];
    if (!ranges) return (key) => sql.arrays(byKey, key);
    // The index has the ids, so that nothing is read of a damaged row itself.
    const idsOf = (key: number | string) =>
      keyColumn === 'id' ? [key] : sql.arrays(`SELECT id FROM ${table} WHERE ${keyColumn} = ?`, key).flat();
    return (key) =>
      idsOf(key).flatMap((id) => (typeof id === 'number' && !hasKey(ranges, id) ? sql.arrays(byId, id) : []));
  };
}

function memoized<Key, Value>(read: (key: Key) => Value, most = maxCached): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    if (known.size >= most) known.clear();
    const value = read(key);
    known.set(key, { value });
    return value;
  };
}
