import type { SQLOutputValue } from 'node:sqlite';
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
  readonly sensor: SensorFacts | null;
};

/** The sensor values that are exported with detections. */
export type SensorFacts = {
  readonly sensorName: string | null;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  readonly polarization: string | null;
  readonly incidenceAngle: number | null;
  readonly azimuthAngle: number | null;
  readonly vendorId: string | null;
  readonly startTimeUtc: string | null;
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
  const sensorOf = memoized((id: number) => {
    if (hasKey(damaged.sensors ?? [], id)) return null;
    const [cells] = sql.arrays(selectSensor, id);
    return cells ? readSensor(cells) : null;
  });
  const uploadTimeOf = memoized((recordId: string) => {
    // The index has the key, so that nothing is read of the row itself before.
    const [[id] = []] = sql.arrays('SELECT id FROM records WHERE record_id = ?', recordId);
    if (typeof id !== 'number' || hasKey(damaged.records ?? [], id)) return null;
    const [[uploadTime] = []] = sql.arrays('SELECT upload_time FROM records WHERE id = ?', id);
    return textOrNull(uploadTime);
  });
  let last: readonly SQLOutputValue[] = [];
  let facts: RecordFacts | undefined;
  return (cells) => {
    if (facts !== undefined && isSame(cells, last)) return facts;
    const [, , recordId, sensorId, analytic, region, collectedAt, uploadedAt] = cells;
    const sensor = typeof sensorId === 'number' ? sensorOf(sensorId) : null;
    const id = textOrNull(recordId) ?? '';
    facts = {
      recordId: id,
      uploadTime: uploadTimeOf(id),
      uploadedAt: textOrNull(uploadedAt),
      collectionTime: sensor?.startTimeUtc ?? textOrNull(collectedAt),
      collectedAt: textOrNull(collectedAt),
      analytic: textOrNull(analytic) ?? '',
      region: textOrNull(region),
      sensor,
    };
    last = cells;
    return facts;
  };
}

function isSame(one: readonly SQLOutputValue[], other: readonly SQLOutputValue[]): boolean {
  for (let index = 2; index < 8; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

const selectSensor = `SELECT sensor_name, sensor_type, sensor_mode, polarization, incidence_angle, azimuth_angle,
  vendor_id, start_time_utc FROM sensors WHERE id = ?`;

function readSensor(cells: readonly SQLOutputValue[]): SensorFacts {
  const [name, type, mode, polarization, incidence, azimuth, vendor, start] = cells;
  return {
    sensorName: textOrNull(name),
    sensorType: textOrNull(type),
    sensorMode: textOrNull(mode),
    polarization: textOrNull(polarization),
    incidenceAngle: numberOrNull(incidence),
    azimuthAngle: numberOrNull(azimuth),
    vendorId: textOrNull(vendor),
    startTimeUtc: textOrNull(start),
  };
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
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
