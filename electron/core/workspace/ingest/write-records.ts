import type { RecordDifference } from '../../../../shared/searches/record-difference.ts';
import { numberCell } from '../file/cells.ts';
import { detectionTables } from '../file/detection-tables.ts';
import { type LayerExtents, measureExtent, readEnvelope } from '../file/geopackage/layer-extents.ts';
import { footprintColumns, sensorColumns } from '../file/sensor-columns.ts';
import type { Sql } from '../file/sql.ts';
import { createFormerIdFinder, readFormerDetections } from './former-detections.ts';
import type { RowRange } from './prepare/page-image.ts';
import type { PreparedRecord, PreparedRecordRows } from './prepare/prepare-page-rows.ts';
import type { FeatureWriter } from './write-features.ts';

/** A parsed record with its row in the page image; the first is 1. */
export type RecordToWrite = PreparedRecord & { readonly pageRow: number; readonly rows: PreparedRecordRows };

/** State shared by the writes of one page. */
export type WriteContext = FootprintContext & {
  readonly newKeys: NewKeys;
  readonly features: FeatureWriter;
  readonly nextDetectionId: () => number;
  readonly origin: RecordOrigin;
  /** Writes the page's raw blocks that have not been written, and returns the offset of their numbers from their indexes. */
  readonly rawOffset: (firstBlock: number, lastBlock: number) => number;
};

/** Origin of the records of a page. */
export type RecordOrigin = {
  readonly fetchedAt: string;
  readonly queryId: number;
  readonly pageOffset: number;
};

/**
 * Writes records that neither the workspace nor a review knows; they are consecutive in the
 * page and of the same fields. Returns the key of the first; the others follow it, too.
 */
export function writeNewRecords(context: WriteContext, records: readonly RecordToWrite[]): number {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) throw new Error('There are no records to be written.');
  const key = context.newKeys.records(records.length);
  const recordOffset = key - first.pageRow;
  insertRecordRows(context, first, last, recordOffset);
  const sensorOffset = writeRelatedRows(context, first.rows, last.rows);
  context.features.add({
    from: first.rows.firstFeature,
    to: last.rows.firstFeature + last.rows.featureCount,
    recordOffset,
    sensorOffset,
  });
  return key;
}

/**
 * Writes a record and replaces its former content, if any: `replaced` is its key then, and its id if it had another one.
 * Its detections get the ids that they had, or under which they were reviewed. Returns the record's key.
 */
export function writeRecord(
  context: WriteContext,
  record: RecordToWrite,
  replaced: { readonly key: number; readonly recordId?: string | undefined } | undefined,
): number {
  const formerKey = replaced?.key;
  const { sql, newKeys } = context;
  const { recordId, pageRow, rows } = record;
  const former = readFormerDetections(sql, recordId, context.nextDetectionId);
  const formerFootprints =
    formerKey === undefined ? [] : deleteRelatedRows(context, replaced?.recordId ?? recordId, formerKey);
  const key = formerKey ?? newKeys.records(1);
  if (formerKey === undefined) insertRecordRows(context, record, record, key - pageRow);
  else updateRecordRow(context, record, formerKey);
  const sensorOffset = writeRelatedRows(context, rows, rows);
  context.features.add({
    from: rows.firstFeature,
    to: rows.firstFeature + rows.featureCount,
    recordOffset: key - pageRow,
    sensorOffset,
    formerId: createFormerIdFinder(sql, recordId, former, rows),
  });
  dropUnusedFootprints(context, formerFootprints);
  return key;
}

/** Returns the footprints that the record's sensors referred to. */
function deleteRelatedRows(context: WriteContext, recordId: string, recordKey: number): readonly number[] {
  const { sql } = context;
  const footprints = sql
    .all(
      'SELECT DISTINCT footprint_fid FROM sensors WHERE record_id = ? AND footprint_fid NOT NULL',
      recordId,
    )
    .map((row) => numberCell(row, 'footprint_fid'));
  deleteDetections(context, recordKey);
  sql.run`DELETE FROM sensors WHERE record_id = ${recordId}`;
  sql.run`DELETE FROM processors WHERE record_id = ${recordId}`;
  sql.run`DELETE FROM problems WHERE record_id = ${recordId}`;
  return footprints;
}

function deleteDetections({ sql, extents }: WriteContext, recordKey: number): void {
  for (const layer of detectionTables) {
    if (!sql.get(`SELECT 1 FROM ${layer} WHERE record_key = ? LIMIT 1`, recordKey)) continue;
    const extent = measureExtent(sql, layer, 'record_key = ?', recordKey);
    sql.run(`DELETE FROM ${layer} WHERE record_key = ?`, recordKey);
    if (extent) extents.remove(layer, extent);
  }
}

const recordColumns = `record_id, upload_time, uploaded_at, product_type, document_version, header_version, generator,
  generated_at, region, qc_status, detections, content_hash, raw_offset, raw_length`;

function insertRecordRows(
  { sql, origin, rawOffset }: WriteContext,
  first: RecordToWrite,
  last: RecordToWrite,
  offset: number,
): void {
  sql.run(
    `INSERT INTO main.records (id, fetched_at, query_id, page_offset, fields, raw_block, ${recordColumns})
     SELECT id + ?, ?, ?, ?, ?, raw_block + ?, ${recordColumns} FROM page_image.records WHERE id BETWEEN ? AND ?`,
    offset,
    origin.fetchedAt,
    origin.queryId,
    origin.pageOffset,
    first.fields,
    rawOffset(first.rows.raw.block, last.rows.raw.block),
    first.pageRow,
    last.pageRow,
  );
}

function updateRecordRow({ sql, origin, rawOffset }: WriteContext, record: RecordToWrite, key: number): void {
  const { block } = record.rows.raw;
  sql.run(
    `UPDATE main.records SET fetched_at = ?, query_id = ?, page_offset = ?, fields = ?, raw_block = ?,
       (${recordColumns}) = (SELECT ${recordColumns} FROM page_image.records WHERE id = ?) WHERE id = ?`,
    origin.fetchedAt,
    origin.queryId,
    origin.pageOffset,
    record.fields,
    block + rawOffset(block, block),
    record.pageRow,
    key,
  );
}

/** Writes the dependent rows of the records from `first` to `last`. Returns the offset of sensor keys from their rows. */
function writeRelatedRows(
  context: WriteContext,
  first: PreparedRecordRows,
  last: PreparedRecordRows,
): number {
  const { sql, origin, newKeys } = context;
  const processors = rangeOf(first.processors, last.processors);
  const sensors = rangeOf(first.sensors, last.sensors);
  const problems = rangeOf(first.problems, last.problems);
  writeFootprints(context, sensors);
  const sensorOffset = sensors.count > 0 ? newKeys.sensors(sensors.count) - sensors.first : 0;
  if (processors.count > 0) {
    sql.run(
      `INSERT INTO main.processors (record_id, position, name, version, region, qc_status, parameters)
       SELECT record_id, position, name, version, region, qc_status, parameters FROM page_image.processors ${whereInRange}`,
      ...bounds(processors),
    );
  }
  if (sensors.count > 0) {
    sql.run(
      `INSERT INTO main.sensors (id, footprint_fid, ${sensorColumns})
       SELECT id + ?, (SELECT fid FROM main.footprints WHERE sensor_hash =
         (SELECT sensor_hash FROM page_image.footprints WHERE id = page_footprint)), ${sensorColumns}
       FROM page_image.sensors ${whereInRange}`,
      sensorOffset,
      ...bounds(sensors),
    );
  }
  if (problems.count > 0) {
    sql.run(
      `INSERT INTO main.problems (record_id, path, message, seen_at)
       SELECT record_id, path, message, ? FROM page_image.problems ${whereInRange}`,
      origin.fetchedAt,
      ...bounds(problems),
    );
  }
  return sensorOffset;
}

const whereInRange = 'WHERE id BETWEEN ? AND ? ORDER BY id';

function bounds({ first, count }: RowRange): [number, number] {
  return [first, first + count - 1];
}

function rangeOf(first: RowRange, last: RowRange): RowRange {
  return { first: first.first, count: last.first + last.count - first.first };
}

/** Changes of writing footprints: their rows, and the extent of their layer. */
type FootprintContext = {
  readonly sql: Sql;
  readonly extents: LayerExtents;
};

/** Footprints of the page's sensors from `?1` to `?2` that do not exist. */
const newFootprints = `page_image.footprints
  WHERE id IN (SELECT page_footprint FROM page_image.sensors WHERE id BETWEEN ?1 AND ?2)
    AND NOT EXISTS (SELECT 1 FROM main.footprints WHERE sensor_hash = page_image.footprints.sensor_hash)`;

/**
 * Adds footprints of the page's sensors to the layer, except those that exist: records that state all the same of
 * their sensor share one.
 */
function writeFootprints({ sql, extents }: FootprintContext, { first, count }: RowRange): void {
  if (count === 0) return;
  const sensors = [first, first + count - 1] as const;
  const extent = readEnvelope(
    sql,
    `SELECT min(min_x) AS minX, max(max_x) AS maxX, min(min_y) AS minY, max(max_y) AS maxY FROM ${newFootprints}`,
    ...sensors,
  );
  if (!extent) return;
  extents.extend('footprints', extent);
  sql.run(
    `INSERT INTO main.footprints (${footprintColumns}) SELECT ${footprintColumns}
     FROM ${newFootprints} ORDER BY id`,
    ...sensors,
  );
}

/** Deletes those footprints of `fids` that no sensor refers to any more. */
function dropUnusedFootprints({ sql, extents }: FootprintContext, fids: readonly number[]): void {
  for (const fid of fids) {
    if (sql.get`SELECT 1 FROM sensors WHERE footprint_fid = ${fid} LIMIT 1`) continue;
    const extent = measureExtent(sql, 'footprints', 'fid = ?', fid);
    sql.run`DELETE FROM footprints WHERE fid = ${fid}`;
    if (extent) extents.remove('footprints', extent);
  }
}

/** A record that was fetched again with other content. */
type RecordChange = {
  readonly fetchId: string;
  /** `records.id`. */
  readonly recordKey: number;
  readonly changedAt: string;
  readonly difference: RecordDifference;
};

/**
 * Saves what differs, within a transaction that is under way: the former raw record is replaced, and this is what
 * is shown of it. A second change in the same fetch replaces the first.
 */
export function writeRecordChange(sql: Sql, change: RecordChange): void {
  sql.run`
    INSERT OR REPLACE INTO record_changes (fetch_id, record_key, changed_at, difference)
    VALUES (${change.fetchId}, ${change.recordKey}, ${change.changedAt},
      ${JSON.stringify(change.difference)})`;
}

/** Allocates keys for new rows, after all existing ones: getting each from SQLite would cost as much as the row. */
export function createNewKeys(sql: Sql) {
  return {
    records: createKeySequence(sql, 'SELECT max(id) FROM records'),
    sensors: createKeySequence(sql, 'SELECT max(id) FROM sensors'),
  };
}

type NewKeys = ReturnType<typeof createNewKeys>;

function createKeySequence(sql: Sql, select: string): (count: number) => number {
  const [row] = sql.arrays(select);
  let last = Number(row?.[0] ?? 0);
  return (count) => {
    last += count;
    return last - count + 1;
  };
}
