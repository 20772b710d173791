import type { SensorData } from '../../../../shared/results/detection.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../cells.ts';
import { decodeGeometry } from '../geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { DetectionDetailForExport, ExportScope, FootprintBatch, WorkspaceStore } from '../workspace.ts';
import { readDetectionRow, selectDetections } from './detection-rows.ts';
import type { Detections } from './memory/column-store.ts';
import type { Memory } from './memory/memory.ts';
import { countKept } from './memory/passes.ts';
import { firstFrom, placeOfId } from './memory/place-of-id.ts';
import { keysOfRecords } from './record-keys.ts';
import { readFootprintRow, readSensorRow } from './sensor-rows.ts';

/**
 * What exports read, in batches. Each batch sees the workspace as it is then: a detection that a fetch adds meanwhile
 * may or may not come, none comes twice.
 */
export function createExportBatches(
  sql: Sql,
  memory: Memory,
): Pick<WorkspaceStore, 'exportBatch' | 'exportTotal' | 'footprintBatch'> {
  return {
    exportBatch: (scope, afterId, limit) =>
      memory.read((detections) => {
        const ids = idsAfter(detections.columns.id, maskOf(memory, detections, scope), afterId, limit);
        return {
          rows: readRows(sql, ids),
          nextAfterId: ids.length < limit ? undefined : ids.at(-1),
        };
      }),
    exportTotal: (scope) =>
      memory.read((detections) =>
        scope.kind === 'filter'
          ? memory.mask(detections, scope.filter).count
          : countKept(maskOf(memory, detections, scope)),
      ),
    footprintBatch: (scope, afterKey, limit) =>
      memory.read((detections) => {
        const records = recordsInScope(memory, detections, scope);
        const rows = selectFootprints(sql, records, afterKey, limit);
        const last = rows.length < limit ? undefined : rows.at(-1);
        return {
          rows: readFootprints(sql, records, rows),
          nextAfterKey: last && numberCell(last, 'fid'),
        };
      }),
  };
}

/** 1 for each detection that the scope takes in. */
function maskOf(memory: Memory, detections: Detections, scope: ExportScope): Uint8Array {
  const { id, count } = detections.columns;
  if (scope.kind === 'filter') return memory.mask(detections, scope.filter).bits;
  if (scope.kind === 'all') return new Uint8Array(count).fill(1);
  const mask = new Uint8Array(count);
  for (const wanted of scope.ids) {
    const place = placeOfId(id, wanted);
    if (place >= 0) mask[place] = 1;
  }
  return mask;
}

function idsAfter(ids: Uint32Array, mask: Uint8Array, afterId: number, limit: number): readonly number[] {
  const found: number[] = [];
  for (let place = firstFrom(ids, afterId + 1); place < ids.length && found.length < limit; place += 1) {
    if (mask[place] === 1) found.push(ids[place] as number);
  }
  return found;
}

function readRows(sql: Sql, ids: readonly number[]): readonly DetectionDetailForExport[] {
  const rows = selectDetections(sql, ids, true);
  const sensors = selectSensors(sql, rows);
  return rows.map((row) => ({
    detection: { ...readDetectionRow(row), geometry: decodeGeometry(bytesCell(row, 'geom')) },
    sensor: sensors.get(numberOrNull(row, 'sensor_id')) ?? null,
    record: {
      assignedId: textCell(row, 'record_id'),
      uploadTime: textOrNull(row, 'upload_time'),
      region: textOrNull(row, 'record_region'),
    },
  }));
}

/** One object for each sensor, so that its footprint text crosses to the main thread once for a batch. */
function selectSensors(sql: Sql, rows: readonly SqlRow[]): ReadonlyMap<number | null, SensorData> {
  const ids = [...new Set(rows.map((row) => numberOrNull(row, 'sensor_id')))];
  const sensors = sql.all(
    'SELECT * FROM sensors WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(sensors.map((row) => [numberCell(row, 'id'), readSensorRow(row)]));
}

type Condition = { readonly text: string; readonly values: readonly string[] };

/** The records that the detections in scope came with, and for a scope of everything those without detections, too. */
function recordsInScope(memory: Memory, detections: Detections, scope: ExportScope): Condition {
  if (scope.kind === 'all') return { text: 'TRUE', values: [] };
  const keys = keysOfRecords(detections.columns.record, maskOf(memory, detections, scope));
  return {
    text: 'record_id IN (SELECT record_id FROM records WHERE id IN (SELECT value FROM json_each(?)))',
    values: [JSON.stringify([...keys])],
  };
}

function selectFootprints(sql: Sql, records: Condition, afterKey: number, limit: number): SqlRow[] {
  return sql.all(
    `SELECT * FROM footprints WHERE fid > ? AND fid IN (SELECT footprint_fid FROM sensors WHERE ${records.text})
     ORDER BY fid LIMIT ?`,
    afterKey,
    ...records.values,
    limit,
  );
}

function readFootprints(sql: Sql, records: Condition, rows: readonly SqlRow[]): FootprintBatch['rows'] {
  const sensors = sql.all(
    `SELECT * FROM sensors WHERE footprint_fid IN (SELECT value FROM json_each(?)) AND ${records.text}
     ORDER BY record_id, position`,
    JSON.stringify(rows.map((row) => numberCell(row, 'fid'))),
    ...records.values,
  );
  const byFootprint = Map.groupBy(sensors, (row) => numberCell(row, 'footprint_fid'));
  return rows.flatMap((row) => {
    const [first, ...others] = byFootprint.get(numberCell(row, 'fid')) ?? [];
    if (!first) return [];
    const recordIds = new Set([first, ...others].map((sensor) => textCell(sensor, 'record_id')));
    return { recordIds: [...recordIds], sensor: readSensorRow(first), footprint: readFootprintRow(row) };
  });
}
