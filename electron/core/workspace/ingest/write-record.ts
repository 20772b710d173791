import type { FieldList } from '../../../../shared/results/query.ts';
import { numberCell } from '../cells.ts';
import type { BulkIndex } from '../geopackage/bulk-index.ts';
import type { LayerExtents } from '../geopackage/layer-extents.ts';
import type { Sql } from '../sql.ts';
import { createFormerIdFinder, readFormerIds } from './detection-ids.ts';
import type { NewKeys } from './new-keys.ts';
import type { FeatureTable } from './prepare/feature-table.ts';
import type { PreparedReading, PreparedSensor } from './prepare/prepare-page.ts';
import type { Problem } from './problem-list.ts';
import type { RawPlace } from './raw-blocks.ts';
import { regionOf } from './trace-detection.ts';
import type { FeatureWriter } from './write-features.ts';
import { dropUnusedFootprints, type WrittenFootprint, writeFootprint } from './write-footprint.ts';

/** A record that is new or has changed, with where it came from. */
export type RecordToWrite = {
  readonly recordId: string;
  readonly contentHash: Uint8Array;
  readonly reading: PreparedReading;
  /** The page's features, the record's own among them. */
  readonly features: FeatureTable;
  readonly raw: RawPlace;
  /** Its key when the workspace holds the record with other content, which is to be replaced. */
  readonly formerKey: number | undefined;
  readonly fetchedAt: string;
  readonly queryId: number;
  readonly pageOffset: number;
  readonly fields: FieldList;
};

/** What one page's writing shares. */
export type WriteContext = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
  readonly indexes: BulkIndex;
  readonly features: FeatureWriter;
  readonly nextDetectionId: () => number;
  readonly newKeys: NewKeys;
  /** Whether anything was ever said of a detection. */
  readonly hasReviews: boolean;
};

/** Writes a record and all that is made of it, in place of what stood there before. */
export function writeRecord(
  context: WriteContext,
  item: RecordToWrite,
): { readonly recordKey: number; readonly problems: number } {
  const { recordId, reading, formerKey } = item;
  const { firstFeature, featureCount } = reading;
  const formerIds =
    formerKey === undefined && !context.hasReviews
      ? new Map<string, number>()
      : readFormerIds(context.sql, recordId, formerKey !== undefined, context.nextDetectionId);
  const formerFootprints = formerKey === undefined ? [] : removeFormer(context, recordId, formerKey);
  const recordKey = writeHead(context, item);
  writeProcessors(context.sql, item);
  const sensors = writeSensors(context, item);
  const problems = [...reading.problems, ...sensors.problems];
  for (const problem of problems) writeProblem(context.sql, item, problem);
  context.features.accept({
    features: item.features,
    from: firstFeature,
    to: firstFeature + featureCount,
    recordKey,
    sensorIds: sensors.ids,
    formerId: createFormerIdFinder(formerIds, item.features),
  });
  dropUnusedFootprints(context, formerFootprints);
  return { recordKey, problems: problems.length };
}

/** Returns the footprints that the record's sensors referred to. */
function removeFormer(context: WriteContext, recordId: string, recordKey: number): readonly number[] {
  const { sql } = context;
  const footprints = sql
    .all(
      'SELECT DISTINCT footprint_fid FROM sensors WHERE record_id = ? AND footprint_fid NOT NULL',
      recordId,
    )
    .map((row) => numberCell(row, 'footprint_fid'));
  deleteDetections(context, recordKey);
  sql.run('DELETE FROM sensors WHERE record_id = ?', recordId);
  sql.run('DELETE FROM processors WHERE record_id = ?', recordId);
  sql.run('DELETE FROM problems WHERE record_id = ?', recordId);
  return footprints;
}

function deleteDetections({ sql, extents }: WriteContext, recordKey: number): void {
  for (const layer of ['detections', 'detection_areas'] as const) {
    if (!sql.get(`SELECT 1 FROM ${layer} WHERE record_key = ? LIMIT 1`, recordKey)) continue;
    sql.run(`DELETE FROM ${layer} WHERE record_key = ?`, recordKey);
    extents.removed(layer);
  }
}

/** Returns the record's key. */
function writeHead({ sql, newKeys }: WriteContext, item: RecordToWrite): number {
  const { reading, raw } = item;
  const key = item.formerKey ?? newKeys.record();
  sql.run(
    item.formerKey === undefined ? insertHead : replaceHead,
    item.recordId,
    reading.uploadTime,
    reading.uploaded?.iso ?? null,
    reading.productType,
    reading.documentVersion,
    reading.headerVersion,
    reading.generator,
    regionOf(reading.processors),
    reading.processors.find((processor) => processor.qcStatus !== null)?.qcStatus ?? null,
    reading.featureCount,
    item.contentHash,
    item.fetchedAt,
    item.queryId,
    item.pageOffset,
    item.fields,
    raw.block,
    raw.offset,
    raw.length,
    key,
  );
  return key;
}

const insertHead = `INSERT INTO records (record_id, upload_time, uploaded_at, product_type, document_version,
  header_version, generator, region, qc_status, detections, content_hash, fetched_at, query_id, page_offset, fields,
  raw_block, raw_offset, raw_length, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const replaceHead = `UPDATE records SET record_id = ?, upload_time = ?, uploaded_at = ?, product_type = ?,
  document_version = ?, header_version = ?, generator = ?, region = ?, qc_status = ?, detections = ?, content_hash = ?,
  fetched_at = ?, query_id = ?, page_offset = ?, fields = ?, raw_block = ?, raw_offset = ?, raw_length = ? WHERE id = ?`;

/** Returns the keys of the sensors in their order, and what is wrong with their footprints. */
function writeSensors(
  context: WriteContext,
  { reading, recordId }: RecordToWrite,
): { readonly ids: readonly number[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const ids = reading.sensors.map((prepared, position) => {
    const footprint = prepared.footprint && writeFootprint(context, prepared.sensor, prepared.footprint);
    if (footprint?.problem !== undefined) {
      problems.push({ path: `content.sensorData[${position}].footprint`, message: footprint.problem });
    }
    return writeSensor(context, recordId, position, prepared, footprint);
  });
  return { ids, problems };
}

function writeSensor(
  { sql, newKeys }: WriteContext,
  recordId: string,
  position: number,
  { sensor }: PreparedSensor,
  footprint: WrittenFootprint | undefined,
): number {
  const key = newKeys.sensor();
  sql.run(
    `INSERT INTO sensors (id, record_id, position, sensor_data_index, sensor_name, sensor_type, sensor_mode,
       product_type, brand_id, vendor_id, start_time_utc, geometry_reference, azimuth_angle, incidence_angle,
       polarization, footprint, footprint_fid, footprint_problem)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    recordId,
    position,
    sensor.sensorDataIndex,
    sensor.sensorName,
    sensor.sensorType,
    sensor.sensorMode,
    sensor.productType,
    sensor.brandId,
    sensor.vendorId,
    sensor.startTimeUtc,
    sensor.geometryReference,
    sensor.azimuthAngle,
    sensor.incidenceAngle,
    sensor.polarization,
    sensor.footprint,
    footprint?.fid ?? null,
    footprint?.problem ?? null,
  );
  return key;
}

function writeProcessors(sql: Sql, { reading, recordId }: RecordToWrite): void {
  for (const [position, processor] of reading.processors.entries()) {
    sql.run(
      'INSERT INTO processors (record_id, position, name, version, region, qc_status) VALUES (?, ?, ?, ?, ?, ?)',
      recordId,
      position,
      processor.name,
      processor.version,
      processor.region,
      processor.qcStatus,
    );
  }
}

function writeProblem(sql: Sql, item: RecordToWrite, { path, message }: Problem): void {
  sql.run(
    'INSERT INTO problems (record_id, path, message, seen_at) VALUES (?, ?, ?, ?)',
    item.recordId,
    path,
    message,
    item.fetchedAt,
  );
}
