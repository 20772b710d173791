import type { SQLOutputValue } from 'node:sqlite';
import type { TracedValues } from '../../../../shared/results/detection.ts';
import {
  imageColumns,
  processorColumns,
  processorValuesOf,
  readTracedValues,
  recordColumns,
} from '../../workspace/queries/traced-values.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { hasKey } from '../../workspace/safety/rows-on-pages.ts';
import type { Sql } from '../../workspace/sql.ts';

/** The values shared by all detections of one record with the same sensor and analytic. */
export type RecordFacts = {
  readonly recordId: string;
  /** As in the record, ISO 8601. */
  readonly uploadTime: string | null;
  /** Normalized by the workspace to UTC with milliseconds; null when it cannot be parsed. */
  readonly uploadedAt: string | null;
  readonly collectionTime: string | null;
  readonly collectedAt: string | null;
  readonly analytic: string;
  readonly region: string | null;
  /** Of the sensor that the detections are traced to. */
  readonly sensorName: string | null;
  readonly traced: TracedValues;
};

/** Maximum number of cached sensors and records. Rows of a record are mostly consecutive. */
const maxCached = 1000;

/**
 * Reads the facts of a row `[fid, geom, record_id, sensor_id, analytic, region, collected_at, uploaded_at, …]`. A row
 * with the same facts as the one before gets the same object. What lies on damaged pages is null.
 */
export function createRecordFacts(
  sql: Sql,
  damaged: DamagedRows = {},
): (cells: readonly SQLOutputValue[]) => RecordFacts {
  const sensorOf = memoized((id: number) =>
    hasKey(damaged.sensors ?? [], id) ? undefined : sql.get(selectSensor, id),
  );
  // A workspace of a former version, as it comes from elsewhere, has fewer columns.
  const readColumns = presentColumns(sql, 'records', recordColumns);
  const selectProcessor = `SELECT ${presentColumns(sql, 'processors', processorColumns).join(', ')}
    FROM processors WHERE id = ?`;
  const selectRecord = `SELECT ${['upload_time', ...readColumns].join(', ')} FROM records WHERE id = ?`;
  const recordOf = memoized((recordId: string) => {
    // The index has the key, so that nothing is read of the row itself before.
    const [[id] = []] = sql.arrays('SELECT id FROM records WHERE record_id = ?', recordId);
    const isReadable = typeof id === 'number' && !hasKey(damaged.records ?? [], id);
    return isReadable ? sql.get(selectRecord, id) : undefined;
  });
  const processorsOf = memoized((recordId: string) =>
    sql
      .arrays('SELECT id FROM processors WHERE record_id = ?', recordId)
      .filter(([id]) => typeof id === 'number' && !hasKey(damaged.processors ?? [], id))
      .flatMap(([id]) => sql.all(selectProcessor, Number(id)))
      .map(({ name, version, qc_status, parameters }) => ({
        name: textOrNull(name),
        version: textOrNull(version),
        qc_status: textOrNull(qc_status),
        parameters: textOrNull(parameters),
      })),
  );
  let last: readonly SQLOutputValue[] = [];
  let facts: RecordFacts | undefined;
  return (cells) => {
    if (facts !== undefined && isSame(cells, last)) return facts;
    const [, , recordId, sensorId, analytic, region, collectedAt, uploadedAt] = cells;
    const sensor = typeof sensorId === 'number' ? sensorOf(sensorId) : undefined;
    const id = textOrNull(recordId) ?? '';
    const record = recordOf(id);
    facts = {
      recordId: id,
      uploadTime: textOrNull(record?.upload_time),
      uploadedAt: textOrNull(uploadedAt),
      collectionTime: textOrNull(sensor?.start_time_utc) ?? textOrNull(collectedAt),
      collectedAt: textOrNull(collectedAt),
      analytic: textOrNull(analytic) ?? '',
      region: textOrNull(region),
      sensorName: textOrNull(sensor?.sensor_name),
      traced: readTracedValues({
        image: (column) => sensor?.[column],
        record: (column) => record?.[column],
        processor: processorValuesOf(processorsOf(id), textOrNull(analytic) ?? ''),
        collectedAt: textOrNull(collectedAt),
        uploadedAt: textOrNull(uploadedAt),
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

const selectSensor = `SELECT sensor_name, start_time_utc, ${Object.values(imageColumns).join(', ')}
  FROM sensors WHERE id = ?`;

function presentColumns(
  sql: Sql,
  table: string,
  columns: Readonly<Record<string, string>>,
): readonly string[] {
  const present = sql.arrays('SELECT name FROM pragma_table_info(?)', table).flat();
  return Object.values(columns).filter((column) => present.includes(column));
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function memoized<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    if (known.size >= maxCached) known.clear();
    const value = read(key);
    known.set(key, { value });
    return value;
  };
}
