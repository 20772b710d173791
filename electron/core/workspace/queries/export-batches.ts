import type { SensorData } from '../../../../shared/results/detection.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../cells.ts';
import { decodeGeometry } from '../geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../sql.ts';
import type { DetectionDetailForExport, ExportScope, FootprintBatch, WorkspaceStore } from '../workspace.ts';
import { anyRow, detectionTables, type SqlCondition } from './detection-filter.ts';
import { byFilter, countDetections, type DetectionCondition, idsAfter } from './detection-pages.ts';
import { readDetectionRow, selectDetections } from './detection-rows.ts';
import { readFootprintRow, readSensorRow } from './sensor-rows.ts';

/**
 * What exports read, in batches. Each batch sees the workspace as it is then: a detection that a fetch adds meanwhile
 * may or may not come, none comes twice.
 */
export function createExportBatches(
  sql: Sql,
): Pick<WorkspaceStore, 'exportBatch' | 'exportTotal' | 'footprintBatch'> {
  return {
    exportBatch(scope, afterId, limit) {
      const ids = idsAfter(sql, conditionOf(scope), afterId, limit);
      return {
        rows: readRows(sql, ids),
        nextAfterId: ids.length < limit ? undefined : ids.at(-1),
      };
    },
    exportTotal: (scope) => countDetections(sql, conditionOf(scope)),
    footprintBatch(scope, afterKey, limit) {
      const rows = selectFootprints(sql, scope, afterKey, limit);
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        rows: readFootprints(sql, scope, rows),
        nextAfterKey: last && numberCell(last, 'fid'),
      };
    },
  };
}

function conditionOf(scope: ExportScope): DetectionCondition {
  switch (scope.kind) {
    case 'all':
      return () => anyRow;
    case 'filter':
      return byFilter(scope.filter);
    case 'ids':
      return () => ({ text: 'fid IN (SELECT value FROM json_each(?))', values: [JSON.stringify(scope.ids)] });
  }
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

/** The records that the detections in scope came with, and for a scope of everything those without detections, too. */
function recordsInScope(scope: ExportScope): SqlCondition {
  if (scope.kind === 'all') return anyRow;
  const parts = detectionTables.map((table) => ({ table, ...conditionOf(scope)(table) }));
  const selects = parts.map(({ table, text }) => `SELECT record_id FROM ${table} WHERE ${text}`);
  return { text: `record_id IN (${selects.join(' UNION ')})`, values: parts.flatMap(({ values }) => values) };
}

function selectFootprints(sql: Sql, scope: ExportScope, afterKey: number, limit: number): SqlRow[] {
  const records = recordsInScope(scope);
  return sql.all(
    `SELECT * FROM footprints WHERE fid > ? AND fid IN (SELECT footprint_fid FROM sensors WHERE ${records.text})
     ORDER BY fid LIMIT ?`,
    afterKey,
    ...records.values,
    limit,
  );
}

function readFootprints(sql: Sql, scope: ExportScope, rows: readonly SqlRow[]): FootprintBatch['rows'] {
  const records = recordsInScope(scope);
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
