import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../../../../shared/geo/longitude.ts';
import { pointInside } from '../../../../../shared/geo/point-inside.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../../geopackage/geometry-blob.ts';
import { RowBytes } from '../../geopackage/row-bytes.ts';
import type { ReadFeature } from '../read-feature.ts';
import type { ReadRecord } from '../read-record.ts';
import { createTracer, type Trace } from '../trace-detection.ts';
import { createPropertyTable, type PropertyTable } from './property-table.ts';

/**
 * Detections ready to be written, whatever ids they get: their rows as SQLite's changeset has them, with gaps for the
 * ids, and their columns. Entry `i` of each list belongs to the `i`-th feature.
 */
export type FeatureTable = {
  readonly count: number;
  /** Rows of points and of areas, one after another. */
  readonly points: Uint8Array<ArrayBuffer>;
  readonly areas: Uint8Array<ArrayBuffer>;
  readonly cells: FeatureCells;
  /** `cells.analytic` and its like are indexes into these names, one more; 0 stands for none. */
  readonly names: readonly string[];
  readonly properties: PropertyTable;
};

/** Numbers of the features. */
export type FeatureCells = {
  /** Where a feature's row begins and ends, in `points` or `areas`. */
  readonly rowStart: Uint32Array<ArrayBuffer>;
  readonly rowEnd: Uint32Array<ArrayBuffer>;
  /** Where in the row bytes its sensor's id is to stand; 0 where it has none. */
  readonly sensorAt: Uint32Array<ArrayBuffer>;
  /** Index of the sensor in the record. */
  readonly sensorIndex: Uint32Array<ArrayBuffer>;
  readonly analytic: Uint32Array<ArrayBuffer>;
  readonly region: Uint32Array<ArrayBuffer>;
  readonly sensor: Uint32Array<ArrayBuffer>;
  readonly x: Uint32Array<ArrayBuffer>;
  readonly y: Uint32Array<ArrayBuffer>;
  readonly longitude: Float64Array<ArrayBuffer>;
  readonly latitude: Float64Array<ArrayBuffer>;
  readonly collected: Float64Array<ArrayBuffer>;
  readonly uploaded: Float64Array<ArrayBuffer>;
  readonly confidence: Float64Array<ArrayBuffer>;
  /** Four for each feature: min x, max x, min y, max y. */
  readonly boxes: Float64Array<ArrayBuffer>;
  /** As in `DetectionColumns`. */
  readonly flags: Uint8Array<ArrayBuffer>;
};

/** Gathers the features of records. */
export type FeatureTableBuilder = {
  /** Adds a record's features, in their order. */
  add(recordId: string, record: ReadRecord): void;
  readonly count: number;
  finish(): FeatureTable;
};

/** Columns of the detection tables, as many values as a row has. */
export const rowColumns = 16;

/** Room to begin with: for a page of vessels; and for their rows, of some 450 bytes each. */
const firstCapacity = 16_384;
const firstRowBytes = 5 * 2 ** 20;

/** An empty table, which grows. */
export function createFeatureTable(): FeatureTableBuilder {
  const points = new RowBytes(firstRowBytes);
  const areas = new RowBytes(2 ** 16);
  const names = createNames();
  const properties = createPropertyTable();
  let cells = createCells(firstCapacity);
  let capacity = firstCapacity;
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(recordId, record) {
      const writeRow = createRowWriter(recordId, record);
      const traceOf = createTracer(record);
      const uploaded = record.uploaded?.epochMs ?? Number.NaN;
      for (const feature of record.features) {
        const { geometry, chipIdentifier } = feature;
        if (count === capacity) {
          capacity *= 2;
          cells = grown(cells, capacity);
        }
        const at = count;
        count += 1;
        const trace = traceOf(feature);
        const isArea = geometry.type !== 'Point';
        placeFeature(cells, at, geometry);
        const rows = isArea ? areas : points;
        cells.rowStart[at] = rows.length;
        cells.sensorAt[at] = writeRow(
          rows,
          feature,
          trace,
          cells.longitude[at] ?? 0,
          cells.latitude[at] ?? 0,
        );
        cells.rowEnd[at] = rows.length;
        cells.sensorIndex[at] = trace.sensorIndex ?? 0;
        cells.analytic[at] = names.indexOf(trace.analytic);
        cells.region[at] = names.indexOf(trace.region);
        cells.sensor[at] = names.indexOf(sensorNameOf(record, trace));
        cells.collected[at] = trace.collected?.epochMs ?? Number.NaN;
        cells.uploaded[at] = uploaded;
        cells.confidence[at] = trace.confidence ?? Number.NaN;
        cells.flags[at] = (isArea ? 1 : 0) | (chipIdentifier === null ? 0 : 2);
        properties.add(at, feature.properties);
      }
    },
    finish: () => ({
      count,
      points: points.bytes(),
      areas: areas.bytes(),
      cells,
      names: names.all,
      properties: properties.finish(),
    }),
  };
}

function createCells(capacity: number): FeatureCells {
  return {
    rowStart: new Uint32Array(capacity),
    rowEnd: new Uint32Array(capacity),
    sensorAt: new Uint32Array(capacity),
    sensorIndex: new Uint32Array(capacity),
    analytic: new Uint32Array(capacity),
    region: new Uint32Array(capacity),
    sensor: new Uint32Array(capacity),
    x: new Uint32Array(capacity),
    y: new Uint32Array(capacity),
    longitude: new Float64Array(capacity),
    latitude: new Float64Array(capacity),
    collected: new Float64Array(capacity),
    uploaded: new Float64Array(capacity),
    confidence: new Float64Array(capacity),
    boxes: new Float64Array(4 * capacity),
    flags: new Uint8Array(capacity),
  };
}

function grown(cells: FeatureCells, capacity: number): FeatureCells {
  const larger = createCells(capacity);
  for (const name of Object.keys(cells) as (keyof FeatureCells)[]) larger[name].set(cells[name]);
  return larger;
}

function createNames() {
  const all: string[] = [];
  const indexes = new Map<string, number>();
  return {
    all,
    indexOf(name: string | null): number {
      if (name === null) return 0;
      const known = indexes.get(name);
      if (known !== undefined) return known;
      all.push(name);
      indexes.set(name, all.length);
      return all.length;
    },
  };
}

function placeFeature(cells: FeatureCells, at: number, geometry: ReadFeature['geometry']): void {
  if (geometry.type === 'Point') {
    const [longitude = Number.NaN, latitude = Number.NaN] = geometry.coordinates;
    placeAt(cells, at, [normalizeLongitude(longitude), latitude], {
      minX: longitude,
      maxX: longitude,
      minY: latitude,
      maxY: latitude,
    });
    return;
  }
  const center = pointInside(geometry);
  const envelope = envelopeOf(geometry);
  if (!center || !envelope) throw new Error('An empty geometry was not refused when its record was read.');
  placeAt(cells, at, center, envelope);
}

function placeAt(cells: FeatureCells, at: number, [longitude, latitude]: LonLat, envelope: Envelope): void {
  cells.longitude[at] = longitude;
  cells.latitude[at] = latitude;
  cells.x[at] = packX(longitude);
  cells.y[at] = packY(latitude);
  cells.boxes[4 * at] = envelope.minX;
  cells.boxes[4 * at + 1] = envelope.maxX;
  cells.boxes[4 * at + 2] = envelope.minY;
  cells.boxes[4 * at + 3] = envelope.maxY;
}

function sensorNameOf(record: ReadRecord, trace: Trace): string | null {
  return trace.sensorIndex === null ? null : (record.sensors[trace.sensorIndex]?.sensorName ?? null);
}

type RowWriter = (
  rows: RowBytes,
  feature: ReadFeature,
  trace: Trace,
  longitude: number,
  latitude: number,
) => number;

/** Ids are left 0: they are not known before the page is written. Returns where the sensor's is to stand. */
function createRowWriter(recordId: string, record: ReadRecord): RowWriter {
  const recordIdBytes = bytesOf((bytes) => bytes.text(recordId));
  let lastTrace: Trace | undefined;
  let shared = recordIdBytes;
  const sharedOf = (trace: Trace) => {
    const isSame =
      lastTrace !== undefined &&
      lastTrace.analytic === trace.analytic &&
      lastTrace.region === trace.region &&
      lastTrace.sensorIndex === trace.sensorIndex &&
      lastTrace.collected === trace.collected;
    if (isSame) return shared;
    lastTrace = trace;
    shared = bytesOf((bytes) => {
      bytes.text(trace.analytic);
      bytes.text(trace.region);
      bytes.text(trace.collected?.iso ?? null);
      bytes.text(record.uploaded?.iso ?? null);
      bytes.text(sensorNameOf(record, trace));
    });
    return shared;
  };
  return (rows, feature, trace, longitude, latitude) => {
    rows.insertion();
    rows.integer(0);
    writeGeometry(rows, feature);
    rows.raw(sharedOf(trace));
    rows.double(trace.confidence);
    rows.text(feature.chipIdentifier);
    rows.double(longitude);
    rows.double(latitude);
    rows.raw(recordIdBytes);
    let sensorAt = 0;
    if (trace.sensorIndex === null) rows.null();
    else sensorAt = rows.integer(0);
    rows.integer(feature.position);
    rows.text(feature.propertiesText);
    rows.integer(0);
    return sensorAt;
  };
}

function writeGeometry(rows: RowBytes, { geometry, hasZ }: ReadFeature): void {
  if (geometry.type === 'Point' && !hasZ)
    rows.point(geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0);
  else rows.blob(encodeGeometry(geometry, hasZ));
}

function bytesOf(write: (bytes: RowBytes) => void): Uint8Array {
  const bytes = new RowBytes(256);
  write(bytes);
  return bytes.bytes();
}
