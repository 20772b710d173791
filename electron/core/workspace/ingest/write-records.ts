import type { FieldList } from '../../../../shared/results/query.ts';
import { numberCell } from '../cells.ts';
import type { BulkIndex } from '../geopackage/bulk-index.ts';
import type { LayerExtents } from '../geopackage/layer-extents.ts';
import type { Sql } from '../sql.ts';
import { createFormerIdFinder, readFormerIds } from './detection-ids.ts';
import type { NewKeys } from './new-keys.ts';
import type { RowRange } from './prepare/page-image.ts';
import type { PreparedReading, PreparedRecord } from './prepare/prepare-page.ts';
import type { FeatureWriter } from './write-features.ts';
import { dropUnusedFootprints, writeFootprints } from './write-footprints.ts';

/** A record that was read, with its place in the page; the first is 1. */
export type PlacedRecord = PreparedRecord & { readonly place: number; readonly reading: PreparedReading };

/** What one page's writing shares. */
export type WriteContext = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
  readonly indexes: BulkIndex;
  readonly features: FeatureWriter;
  readonly nextDetectionId: () => number;
  readonly newKeys: NewKeys;
  readonly origin: RecordOrigin;
  /** Writes raw blocks of the page that have not been written, and says by how much their numbers are above their places. */
  readonly rawOffset: (firstBlock: number, lastBlock: number) => number;
};

/** Where the records of a page came from. */
export type RecordOrigin = {
  readonly fetchedAt: string;
  readonly queryId: number;
  readonly pageOffset: number;
  readonly fields: FieldList;
};

/**
 * Writes records of which the workspace knows nothing, nor says a review anything of them; they follow each other in the
 * page. Returns the key of the first; the others follow it, too.
 */
export function writeNewRecords(context: WriteContext, records: readonly PlacedRecord[]): number {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) throw new Error('There are no records to be written.');
  const key = context.newKeys.records(records.length);
  const recordOffset = key - first.place;
  insertHeads(context, first, last, recordOffset);
  const sensorOffset = writeParts(context, first.reading, last.reading);
  context.features.accept({
    from: first.reading.firstFeature,
    to: last.reading.firstFeature + last.reading.featureCount,
    recordOffset,
    sensorOffset,
  });
  return key;
}

/**
 * Writes a record in place of what stood there before, if anything did: `formerKey` is its key then. Its detections get
 * the ids that they had, or under which they were reviewed. Returns the record's key.
 */
export function writeRecord(
  context: WriteContext,
  record: PlacedRecord,
  formerKey: number | undefined,
): number {
  const { sql, newKeys } = context;
  const { recordId, place, reading } = record;
  const formerIds = readFormerIds(sql, recordId, formerKey !== undefined, context.nextDetectionId);
  const formerFootprints = formerKey === undefined ? [] : removeFormer(context, recordId, formerKey);
  const key = formerKey ?? newKeys.records(1);
  if (formerKey === undefined) insertHeads(context, record, record, key - place);
  else replaceHead(context, record, formerKey);
  const sensorOffset = writeParts(context, reading, reading);
  context.features.accept({
    from: reading.firstFeature,
    to: reading.firstFeature + reading.featureCount,
    recordOffset: key - place,
    sensorOffset,
    formerId: createFormerIdFinder(sql, formerIds, reading),
  });
  dropUnusedFootprints(context, formerFootprints);
  return key;
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

const headColumns = `record_id, upload_time, uploaded_at, product_type, document_version, header_version, generator,
  region, qc_status, detections, content_hash, raw_offset, raw_length`;

function insertHeads(
  { sql, origin, rawOffset }: WriteContext,
  first: PlacedRecord,
  last: PlacedRecord,
  offset: number,
): void {
  sql.run(
    `INSERT INTO main.records (id, fetched_at, query_id, page_offset, fields, raw_block, ${headColumns})
     SELECT id + ?, ?, ?, ?, ?, raw_block + ?, ${headColumns} FROM arrived.records WHERE id BETWEEN ? AND ?`,
    offset,
    origin.fetchedAt,
    origin.queryId,
    origin.pageOffset,
    origin.fields,
    rawOffset(first.reading.raw.block, last.reading.raw.block),
    first.place,
    last.place,
  );
}

function replaceHead({ sql, origin, rawOffset }: WriteContext, record: PlacedRecord, key: number): void {
  const { block } = record.reading.raw;
  sql.run(
    `UPDATE main.records SET fetched_at = ?, query_id = ?, page_offset = ?, fields = ?, raw_block = ?,
       (${headColumns}) = (SELECT ${headColumns} FROM arrived.records WHERE id = ?) WHERE id = ?`,
    origin.fetchedAt,
    origin.queryId,
    origin.pageOffset,
    origin.fields,
    block + rawOffset(block, block),
    record.place,
    key,
  );
}

/** Writes what belongs to the records from `first` to `last`. Returns by how much keys of sensors are above their places. */
function writeParts(context: WriteContext, first: PreparedReading, last: PreparedReading): number {
  const { sql, origin, newKeys } = context;
  const processors = rangeOf(first.processors, last.processors);
  const sensors = rangeOf(first.sensors, last.sensors);
  const problems = rangeOf(first.problems, last.problems);
  writeFootprints(context, sensors);
  const sensorOffset = sensors.count > 0 ? newKeys.sensors(sensors.count) - sensors.first : 0;
  if (processors.count > 0) {
    sql.run(
      `INSERT INTO main.processors (record_id, position, name, version, region, qc_status)
       SELECT record_id, position, name, version, region, qc_status FROM arrived.processors ${inRange}`,
      ...bounds(processors),
    );
  }
  if (sensors.count > 0) {
    sql.run(
      `INSERT INTO main.sensors (id, footprint_fid, ${sensorColumns})
       SELECT id + ?, (SELECT fid FROM main.footprints WHERE sensor_hash =
         (SELECT sensor_hash FROM arrived.footprints WHERE id = page_footprint)), ${sensorColumns}
       FROM arrived.sensors ${inRange}`,
      sensorOffset,
      ...bounds(sensors),
    );
  }
  if (problems.count > 0) {
    sql.run(
      `INSERT INTO main.problems (record_id, path, message, seen_at)
       SELECT record_id, path, message, ? FROM arrived.problems ${inRange}`,
      origin.fetchedAt,
      ...bounds(problems),
    );
  }
  return sensorOffset;
}

const sensorColumns = `record_id, position, sensor_data_index, sensor_name, sensor_type, sensor_mode, product_type,
  brand_id, vendor_id, start_time_utc, geometry_reference, azimuth_angle, incidence_angle, polarization, footprint,
  footprint_problem`;

const inRange = 'WHERE id BETWEEN ? AND ? ORDER BY id';

function bounds({ first, count }: RowRange): [number, number] {
  return [first, first + count - 1];
}

function rangeOf(first: RowRange, last: RowRange): RowRange {
  return { first: first.first, count: last.first + last.count - first.first };
}
