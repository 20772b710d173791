import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sensorMembers } from '../../../../../shared/results/sensor-members.ts';
import { footprintColumns, footprintMembers, sensorColumns } from '../../file/sensor-columns.ts';
import type { SqlValue } from '../../file/sql.ts';
import type { Problem } from '../member-reader.ts';
import type { ParsedProcessor, ParsedRecord, ParsedSensor } from '../parse-record.ts';
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
  sensors: `id INTEGER PRIMARY KEY, ${sensorColumns}, page_footprint INTEGER`,
  footprints: `id INTEGER PRIMARY KEY, ${footprintColumns}, min_x, max_x, min_y, max_y`,
  problems: 'id INTEGER PRIMARY KEY, record_id, path, message',
  detections: detectionColumns,
  detection_areas: detectionColumns,
} as const;

type TableName = keyof typeof tables;

/** Consecutive rows of an image: `count` rows from row `first`. */
export type RowRange = { readonly first: number; readonly count: number };

/** Place of a record's raw bytes. `block` is an index into the page's raw blocks. */
export type PageRawLocation = { readonly block: number; readonly offset: number; readonly length: number };

/** A record and its bytes. */
export type RecordImageRow = {
  readonly pageRow: number;
  readonly recordId: string;
  readonly contentHash: Uint8Array;
  readonly record: ParsedRecord;
  readonly raw: PageRawLocation;
};

/** Tables whose rows get the next keys when they are added. */
type AppendedTable = 'processors' | 'sensors' | 'footprints' | 'problems';

/** Gathers the rows of a page in a database in memory. */
export class PageImage {
  readonly #database = createTables();
  readonly #inserts = prepareInserts(this.#database);
  readonly #lastKeys: Record<AppendedTable, number> = {
    processors: 0,
    sensors: 0,
    footprints: 0,
    problems: 0,
  };
  readonly #footprintKeys = new Map<PreparedFootprint, number>();

  /** Adds a record that the workspace seemed to have: only its name. */
  addKnown(pageRow: number, recordId: string): void {
    this.#database.prepare('INSERT INTO records (id, record_id) VALUES (?, ?)').run(pageRow, recordId);
  }

  addRecord({ pageRow, recordId, contentHash, record, raw }: RecordImageRow): void {
    this.#inserts.records.run(
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
  }

  addProcessors(recordId: string, processors: readonly ParsedProcessor[]): RowRange {
    const rows = processors.map(({ name, version, region, qcStatus, parameters }, position) => [
      recordId,
      position,
      name,
      version,
      region,
      qcStatus,
      parameters,
    ]);
    return this.#append('processors', rows);
  }

  addSensors(
    recordId: string,
    sensors: readonly ParsedSensor[],
    footprints: readonly (PreparedFootprint | undefined)[],
    remarks: readonly (string | undefined)[],
  ): RowRange {
    const rows = sensors.map((sensor, position) => [
      recordId,
      position,
      ...sensorMembers.map(({ key }) => sensor[key]),
      footprints[position]?.problem ?? remarks[position] ?? null,
      this.#addFootprint(sensor, footprints[position]),
    ]);
    return this.#append('sensors', rows);
  }

  addProblems(recordId: string, problems: readonly Problem[]): RowRange {
    return this.#append(
      'problems',
      problems.map(({ path, message }) => [recordId, path, message]),
    );
  }

  /** Adds a row with the values of `detectionColumns`. */
  addDetection(table: 'detections' | 'detection_areas', ...values: readonly SqlValue[]): void {
    this.#inserts[table].run(...values);
  }

  /** The database as the bytes of its file. Nothing may be added afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#database.exec('COMMIT');
    const bytes = this.#database.serialize();
    this.#database.close();
    return bytes;
  }

  #addFootprint(sensor: ParsedSensor, footprint: PreparedFootprint | undefined): number | null {
    if (!footprint || footprint.problem !== undefined) return null;
    const known = this.#footprintKeys.get(footprint);
    if (known !== undefined) return known;
    const { envelope, reference } = footprint;
    const row = [
      footprint.geometry,
      ...footprintMembers.map(({ key }) => sensor[key]),
      sensor.collected?.iso ?? null,
      footprint.squareMetres,
      ...reference,
      footprint.sensorHash,
      ...[envelope.minX, envelope.maxX, envelope.minY, envelope.maxY],
    ];
    const { first } = this.#append('footprints', [row]);
    this.#footprintKeys.set(footprint, first);
    return first;
  }

  #append(table: AppendedTable, rows: readonly (readonly SqlValue[])[]): RowRange {
    const first = this.#lastKeys[table] + 1;
    for (const row of rows) {
      this.#lastKeys[table] += 1;
      this.#inserts[table].run(this.#lastKeys[table], ...row);
    }
    return { first, count: rows.length };
  }
}

function createTables(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const statements = Object.entries(tables).map(([name, columns]) => `CREATE TABLE ${name} (${columns});`);
  database.exec(`PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; BEGIN; ${statements.join('')}`);
  return database;
}

function prepareInserts(database: DatabaseSync): Readonly<Record<TableName, StatementSync>> {
  const inserts = Object.entries(tables).map(([name, columns]) => {
    const placeholders = columns.split(',').map(() => '?');
    return [name, database.prepare(`INSERT INTO ${name} VALUES (${placeholders.join(', ')})`)];
  });
  return Object.fromEntries(inserts) as Record<TableName, StatementSync>;
}
