import type { DetectionDetail, DetectionRow } from '../../../../shared/results/detection.ts';
import { isEmptyReview } from '../../../../shared/review/review.ts';
import { centerOfReviewed } from '../../../../shared/review/reviewed-detection.ts';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../file/cells.ts';
import { decodeGeometry } from '../file/geopackage/read-geometry-blob.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { readDetectionRows, selectDetections } from './detection-rows.ts';
import { readReview, readReviewedDetection } from './reviews/read-review.ts';
import { readSensorRow, selectFootprint } from './sensor-rows.ts';

/** What the inspector shows of one detection; undefined when it does not exist. */
export function detectionDetail(sql: Sql, id: number): DetectionDetail | undefined {
  const [row] = selectDetections(sql, [id], true);
  const [detection] = row ? readDetectionRows(sql, [row]) : [];
  return row && detection && readDetail(sql, row, detection);
}

function readDetail(sql: Sql, row: SqlRow, detection: DetectionRow): DetectionDetail {
  const recordId = textCell(row, 'record_id');
  const sensorRows = sql.all('SELECT * FROM sensors WHERE record_id = ? ORDER BY position', recordId);
  const sensorId = numberOrNull(row, 'sensor_id');
  const sensorRow = sensorRows.find((candidate) => numberCell(candidate, 'id') === sensorId);
  return {
    detection: { ...detection, geometry: decodeGeometry(bytesCell(row, 'geom')) },
    carriedOver: readCarriedOver(sql, numberCell(row, 'fid')),
    sensor: sensorRow ? readSensorRow(sensorRow) : null,
    sensors: sensorRows.map(readSensorRow),
    footprint: sensorRow ? selectFootprint(sql, numberOrNull(sensorRow, 'footprint_fid')) : null,
    footprintProblem: sensorRow ? textOrNull(sensorRow, 'footprint_problem') : null,
    record: readRecordSummary(sql, recordId),
  };
}

function readCarriedOver(sql: Sql, id: number): DetectionDetail['carriedOver'] {
  const row = sql.get('SELECT * FROM reviews WHERE detection_id = ? AND carried_meters NOT NULL', id);
  const reviewed = row && readReviewedDetection(row);
  if (!reviewed || isEmptyReview(readReview(row))) return null;
  return { meters: numberCell(row, 'carried_meters'), from: centerOfReviewed(reviewed) };
}

function readRecordSummary(sql: Sql, recordId: string): DetectionDetail['record'] {
  const row = sql.get(
    `SELECT records.*, queries.body AS query FROM records JOIN queries ON queries.id = records.query_id
     WHERE record_id = ?`,
    recordId,
  );
  if (!row) throw new Error(`The record ${recordId} of a detection is not in the workspace.`);
  return {
    assignedId: recordId,
    uploadTime: textOrNull(row, 'upload_time'),
    productType: textOrNull(row, 'product_type'),
    documentVersion: textOrNull(row, 'document_version'),
    headerVersion: textOrNull(row, 'header_version'),
    generator: textOrNull(row, 'generator'),
    region: textOrNull(row, 'region'),
    detections: numberCell(row, 'detections'),
    fetchedAt: textCell(row, 'fetched_at'),
    queryText: textCell(row, 'query'),
  };
}
