import { createDatabaseImage, type ImageTable } from '../../file/database-image/database-image.ts';
import { type RowPart, RowRecord } from '../../file/database-image/row-record.ts';
import type { ParsedFeature } from '../parse-feature.ts';
import type { ParsedProcessor } from '../parse-processors.ts';
import type { ParsedRecord } from '../parse-record.ts';
import type { ParsedSensor } from '../parse-sensor.ts';
import type { Problem } from '../problem-list.ts';
import { regionOf } from '../trace-detection.ts';
import type { PreparedFootprint } from './prepare-footprint.ts';

/**
 * The tables of a page's image. They have the columns of the workspace's tables of the same names, but other keys:
 * `id`, `fid`, `record_key`, `sensor_id`, `page_footprint` and `raw_block` are numbers within the page, from 1. Points
 * and areas share one sequence.
 */
const tables = [
  {
    name: 'records',
    sql: `CREATE TABLE records (id INTEGER PRIMARY KEY, record_id, content_hash, upload_time, uploaded_at, product_type,
      document_version, header_version, generator, generated_at, region, qc_status, detections, raw_block, raw_offset,
      raw_length)`,
  },
  {
    name: 'processors',
    sql: `CREATE TABLE processors (id INTEGER PRIMARY KEY, record_id, position, name, version, region, qc_status,
      parameters)`,
  },
  {
    name: 'sensors',
    sql: `CREATE TABLE sensors (id INTEGER PRIMARY KEY, record_id, position, sensor_data_index, sensor_name, sensor_type,
      sensor_mode, product_type, brand_id, vendor_id, start_time_utc, geometry_reference, azimuth_angle,
      incidence_angle, polarization, footprint, footprint_problem, page_footprint)`,
  },
  {
    name: 'footprints',
    sql: `CREATE TABLE footprints (id INTEGER PRIMARY KEY, geom, sensor_name, sensor_type, sensor_mode, product_type,
      vendor_id, brand_id, collected_at, azimuth_angle, incidence_angle, polarization, square_metres,
      reference_longitude, reference_latitude, sensor_hash, min_x, max_x, min_y, max_y)`,
  },
  {
    name: 'problems',
    sql: 'CREATE TABLE problems (id INTEGER PRIMARY KEY, record_id, path, message)',
  },
  ...['detections', 'detection_areas'].map((name) => ({
    name,
    sql: `CREATE TABLE ${name} (fid INTEGER PRIMARY KEY, geom, analytic, region, collected_at, uploaded_at, sensor_name,
      confidence, chip_identifier, longitude, latitude, record_id, sensor_id, position, properties, record_key)`,
  })),
] as const satisfies readonly ImageTable[];

const tableOf = {
  records: 0,
  processors: 1,
  sensors: 2,
  footprints: 3,
  problems: 4,
  points: 5,
  areas: 6,
} as const;

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

/** Values of a detection's row besides its feature; shared texts as `createPart` encoded them. */
export type DetectionImageRow = {
  readonly pageRow: number;
  readonly feature: ParsedFeature;
  readonly geometry: Uint8Array | undefined;
  readonly shared: RowPart;
  readonly recordId: RowPart;
  readonly confidence: number | null;
  readonly longitude: number;
  readonly latitude: number;
  readonly sensorRow: number | null;
  readonly recordRow: number;
};

/** Gathers the rows of a page. */
export type PageImage = {
  /** A record that the workspace seemed to have: only its name. */
  addKnown(pageRow: number, recordId: string): void;
  addRecord(row: RecordImageRow): void;
  addProcessors(recordId: string, processors: readonly ParsedProcessor[]): RowRange;
  addSensors(
    recordId: string,
    sensors: readonly ParsedSensor[],
    footprints: readonly (PreparedFootprint | undefined)[],
    remarks: readonly (string | undefined)[],
  ): RowRange;
  addProblems(recordId: string, problems: readonly Problem[]): RowRange;
  /** A point of two coordinates has no `geometry`. */
  addDetection(row: DetectionImageRow): void;
  /** Values of texts that many rows share. */
  createPart(...texts: readonly (string | null)[]): RowPart;
  finish(): Uint8Array<ArrayBuffer>;
};

/** An empty image of a page whose body has `length` bytes: its rows need about as many. */
export function createPageImage(length: number): PageImage {
  const image = createDatabaseImage(tables, Math.ceil(1.05 * length));
  const row = new RowRecord();
  const counts = { processors: 0, sensors: 0, footprints: 0, problems: 0 };
  const footprintRows = new Map<PreparedFootprint, number>();
  const addAll = <T>(
    table: keyof typeof counts,
    items: readonly T[],
    write: (item: T, index: number) => void,
  ): RowRange => {
    const first = counts[table] + 1;
    for (const [index, item] of items.entries()) {
      row.begin().null();
      write(item, index);
      counts[table] += 1;
      image.append(tableOf[table], counts[table], row);
    }
    return { first, count: items.length };
  };
  const addFootprint = (sensor: ParsedSensor, footprint: PreparedFootprint | undefined): number | null => {
    if (!footprint || footprint.problem !== undefined) return null;
    const known = footprintRows.get(footprint);
    if (known !== undefined) return known;
    addAll('footprints', [footprint], () => {
      const { envelope, reference } = footprint;
      row.blob(footprint.geometry);
      row.text(sensor.sensorName).text(sensor.sensorType).text(sensor.sensorMode).text(sensor.productType);
      row
        .text(sensor.vendorId)
        .text(sensor.brandId)
        .text(sensor.collected?.iso ?? null);
      row.double(sensor.azimuthAngle).double(sensor.incidenceAngle).text(sensor.polarization);
      row.double(footprint.squareMetres).double(reference[0]).double(reference[1]).blob(footprint.sensorHash);
      row.double(envelope.minX).double(envelope.maxX).double(envelope.minY).double(envelope.maxY);
    });
    footprintRows.set(footprint, counts.footprints);
    return counts.footprints;
  };
  return {
    addKnown(pageRow, recordId) {
      image.append(tableOf.records, pageRow, row.begin().null().text(recordId));
    },
    addRecord({ pageRow, recordId, contentHash, record, raw }) {
      row.begin().null().text(recordId).blob(contentHash);
      row.text(record.uploadTime).text(record.uploaded?.iso ?? null);
      row
        .text(record.productType)
        .text(record.documentVersion)
        .text(record.headerVersion)
        .text(record.generator)
        .text(record.generated?.iso ?? null);
      row.text(regionOf(record.processors));
      row.text(record.processors.find(({ qcStatus }) => qcStatus !== null)?.qcStatus ?? null);
      row.integer(record.features.length).integer(raw.block).integer(raw.offset).integer(raw.length);
      image.append(tableOf.records, pageRow, row);
    },
    addProcessors: (recordId, processors) =>
      addAll('processors', processors, ({ name, version, region, qcStatus, parameters }, position) => {
        row.text(recordId).integer(position).text(name).text(version).text(region).text(qcStatus);
        row.text(parameters);
      }),
    addSensors(recordId, sensors, footprints, remarks) {
      const footprintIds = sensors.map((sensor, index) => addFootprint(sensor, footprints[index]));
      return addAll('sensors', sensors, (sensor, position) => {
        row.text(recordId).integer(position).double(sensor.sensorDataIndex);
        row.text(sensor.sensorName).text(sensor.sensorType).text(sensor.sensorMode).text(sensor.productType);
        row
          .text(sensor.brandId)
          .text(sensor.vendorId)
          .text(sensor.startTimeUtc)
          .text(sensor.geometryReference);
        row.double(sensor.azimuthAngle).double(sensor.incidenceAngle).text(sensor.polarization);
        row
          .text(sensor.footprint)
          .text(footprints[position]?.problem ?? remarks[position] ?? null)
          .integer(footprintIds[position] ?? null);
      });
    },
    addProblems: (recordId, problems) =>
      addAll('problems', problems, ({ path, message }) => row.text(recordId).text(path).text(message)),
    addDetection(detection) {
      const { feature, geometry } = detection;
      const { coordinates } = feature.geometry;
      row.begin().null();
      if (geometry) row.blob(geometry);
      else
        row.point((coordinates[0] as number | undefined) ?? 0, (coordinates[1] as number | undefined) ?? 0);
      row.appendPart(detection.shared).double(detection.confidence).text(feature.chipIdentifier);
      row.double(detection.longitude).double(detection.latitude).appendPart(detection.recordId);
      row.integer(detection.sensorRow).integer(feature.position).text(feature.propertiesText);
      row.integer(detection.recordRow);
      const table = feature.geometry.type === 'Point' ? tableOf.points : tableOf.areas;
      image.append(table, detection.pageRow, row);
    },
    createPart(...texts) {
      row.begin();
      for (const text of texts) row.text(text);
      return row.toPart();
    },
    finish: () => image.finish(),
  };
}
