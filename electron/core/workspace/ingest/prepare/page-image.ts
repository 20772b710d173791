import { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from '../../file/sql.ts';
import type { ParsedProcessor } from '../parse-processors.ts';
import type { ParsedRecord } from '../parse-record.ts';
import type { ParsedSensor } from '../parse-sensor.ts';
import type { Problem } from '../problem-list.ts';
import { regionOf } from '../trace-detection.ts';
import type { PreparedFootprint } from './prepare-footprint.ts';

const detectionColumns = `fid INTEGER PRIMARY KEY, geom, analytic, region, collected_at, uploaded_at, sensor_name,
  confidence, chip_identifier, longitude, latitude, record_id, sensor_id INTEGER, position INTEGER, properties,
  record_key INTEGER`;

/**
 * The tables of a page's image. They have the columns of the workspace's tables of the same names, but other keys:
 * `id`, `fid`, `record_key`, `sensor_id`, `page_footprint` and `raw_block` are numbers within the page, from 1. Points
 * and areas share one sequence.
 */
const tables = {
  records: `id INTEGER PRIMARY KEY, record_id, content_hash, upload_time, uploaded_at, product_type, document_version,
    header_version, generator, generated_at, region, qc_status, detections INTEGER, raw_block INTEGER,
    raw_offset INTEGER, raw_length INTEGER`,
  processors:
    'id INTEGER PRIMARY KEY, record_id, position INTEGER, name, version, region, qc_status, parameters',
  sensors: `id INTEGER PRIMARY KEY, record_id, position INTEGER, sensor_data_index, sensor_name, sensor_type,
    sensor_mode, product_type, brand_id, vendor_id, start_time_utc, geometry_reference, azimuth_angle, incidence_angle,
    polarization, footprint, footprint_problem, page_footprint INTEGER`,
  footprints: `id INTEGER PRIMARY KEY, geom, sensor_name, sensor_type, sensor_mode, product_type, vendor_id, brand_id,
    collected_at, azimuth_angle, incidence_angle, polarization, square_metres, reference_longitude,
    reference_latitude, sensor_hash, min_x, max_x, min_y, max_y`,
  problems: 'id INTEGER PRIMARY KEY, record_id, path, message',
  detections: detectionColumns,
  detection_areas: detectionColumns,
} as const;

type TableName = keyof typeof tables;

/** Consecutive rows of an image: `count` rows from row `first`. */
export type RowRange = { readonly first: number; readonly count: number };

/** Where a record's raw bytes are. `block` is an index into the page's raw blocks. */
export type PageRawLocation = { readonly block: number; readonly offset: number; readonly length: number };

/** A record and its bytes. */
export type RecordImageRow = {
  readonly pageRow: number;
  readonly recordId: string;
  readonly contentHash: Uint8Array;
  readonly record: ParsedRecord;
  readonly raw: PageRawLocation;
};

/** Gathers the rows of a page in a database in memory. */
export type PageImage = ReturnType<typeof createPageImage>;

/** An empty image. */
export function createPageImage() {
  const database = new DatabaseSync(':memory:');
  database.exec(`PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; BEGIN;
    ${Object.entries(tables)
      .map(([name, columns]) => `CREATE TABLE ${name} (${columns});`)
      .join('')}`);
  const inserter = (table: TableName) => {
    const placeholders = tables[table].split(',').map(() => '?');
    const statement = database.prepare(`INSERT INTO ${table} VALUES (${placeholders.join(', ')})`);
    return (...values: readonly SqlValue[]) => {
      statement.run(...values);
    };
  };
  const insertRecord = inserter('records');
  const insertDetection = {
    detections: inserter('detections'),
    detection_areas: inserter('detection_areas'),
  };
  /** Adds rows with the next keys. */
  const appender = (table: TableName) => {
    const insert = inserter(table);
    let count = 0;
    return (rows: readonly (readonly SqlValue[])[]): RowRange => {
      const first = count + 1;
      for (const row of rows) {
        count += 1;
        insert(count, ...row);
      }
      return { first, count: rows.length };
    };
  };
  const appendProcessors = appender('processors');
  const appendSensors = appender('sensors');
  const appendFootprints = appender('footprints');
  const appendProblems = appender('problems');
  const footprintRows = new Map<PreparedFootprint, number>();
  const addFootprint = (sensor: ParsedSensor, footprint: PreparedFootprint | undefined): number | null => {
    if (!footprint || footprint.problem !== undefined) return null;
    const known = footprintRows.get(footprint);
    if (known !== undefined) return known;
    const { envelope, reference } = footprint;
    const { first } = appendFootprints([
      [
        footprint.geometry,
        sensor.sensorName,
        sensor.sensorType,
        sensor.sensorMode,
        sensor.productType,
        sensor.vendorId,
        sensor.brandId,
        sensor.collected?.iso ?? null,
        sensor.azimuthAngle,
        sensor.incidenceAngle,
        sensor.polarization,
        footprint.squareMetres,
        ...reference,
        footprint.sensorHash,
        envelope.minX,
        envelope.maxX,
        envelope.minY,
        envelope.maxY,
      ],
    ]);
    footprintRows.set(footprint, first);
    return first;
  };
  return {
    /** Adds a record that the workspace seemed to have: only its name. */
    addKnown(pageRow: number, recordId: string): void {
      database.prepare('INSERT INTO records (id, record_id) VALUES (?, ?)').run(pageRow, recordId);
    },
    addRecord({ pageRow, recordId, contentHash, record, raw }: RecordImageRow): void {
      insertRecord(
        pageRow,
        recordId,
        contentHash,
        record.uploadTime,
        record.uploaded?.iso ?? null,
        record.productType,
        record.documentVersion,
        record.headerVersion,
        record.generator,
        record.generated?.iso ?? null,
        regionOf(record.processors),
        record.processors.find(({ qcStatus }) => qcStatus !== null)?.qcStatus ?? null,
        record.features.length,
        raw.block,
        raw.offset,
        raw.length,
      );
    },
    addProcessors: (recordId: string, processors: readonly ParsedProcessor[]): RowRange =>
      appendProcessors(
        processors.map(({ name, version, region, qcStatus, parameters }, position) => [
          recordId,
          position,
          name,
          version,
          region,
          qcStatus,
          parameters,
        ]),
      ),
    addSensors: (
      recordId: string,
      sensors: readonly ParsedSensor[],
      footprints: readonly (PreparedFootprint | undefined)[],
      remarks: readonly (string | undefined)[],
    ): RowRange =>
      appendSensors(
        sensors.map((sensor, position) => [
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
          footprints[position]?.problem ?? remarks[position] ?? null,
          addFootprint(sensor, footprints[position]),
        ]),
      ),
    addProblems: (recordId: string, problems: readonly Problem[]): RowRange =>
      appendProblems(problems.map(({ path, message }) => [recordId, path, message])),
    /** Adds a row with the values of `detectionColumns`. */
    addDetection(table: keyof typeof insertDetection, ...values: readonly SqlValue[]): void {
      insertDetection[table](...values);
    },
    /** The database as the bytes of its file. Nothing may be added afterwards. */
    finish(): Uint8Array<ArrayBuffer> {
      database.exec('COMMIT');
      const bytes = database.serialize();
      database.close();
      return bytes;
    },
  };
}
