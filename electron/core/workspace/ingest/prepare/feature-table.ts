import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../../../../shared/geo/longitude.ts';
import { representativePoint } from '../../../../../shared/geo/representative-point.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import type { FeatureCells } from '../../file/columns/chunk-builder.ts';
import {
  PropertyBuilder,
  type PropertyCells,
  type PropertyTable,
} from '../../file/columns/property-builder.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../../file/geopackage/geometry-blob.ts';
import type { ParsedFeature } from '../parse-feature.ts';
import type { ParsedRecord } from '../parse-record.ts';
import { createTracer, type Trace } from '../trace-detection.ts';
import type { PageImage } from './page-image.ts';

/**
 * Columns of detections ready to be written, whatever ids they get. Entry `i` of each list belongs to the `i`-th feature
 * of the page; its row is number `i + 1` of the page's image.
 */
export type FeatureTable = {
  readonly count: number;
  readonly cells: FeatureCells;
  /** `cells.analytic` and its like are indexes into these names plus one; 0 means none. */
  readonly names: readonly string[];
  readonly properties: PropertyTable;
};

/** Rows in the page image: the record's, and that of the first of its sensors. */
export type RecordRows = { readonly record: number; readonly firstSensor: number };

/** Initial capacity: for a page of vessels. */
const initialCapacity = 16_384;

/** Gathers the features of records. Rows go into `image`. */
export function createFeatureTable(image: PageImage) {
  const names = createNames();
  const properties = createPropertyTable();
  let cells = createCells(initialCapacity);
  let capacity = initialCapacity;
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** Adds a record's features, in their order. */
    add(recordId: string, record: ParsedRecord, rows: RecordRows): void {
      const sharedValues = createSharedValues(names.indexOf, record);
      const traceOf = createTracer(record);
      const uploaded = record.uploaded?.epochMs ?? Number.NaN;
      for (const feature of record.features) {
        const { geometry, chipIdentifier } = feature;
        if (count === capacity) {
          capacity *= 2;
          cells = growCells(cells, capacity);
        }
        const at = count;
        count += 1;
        const trace = traceOf(feature);
        const isPoint = geometry.type === 'Point';
        setFeatureLocation(cells, at, geometry);
        const { shared, analytic, region, sensor } = sharedValues(trace);
        image.addDetection(
          isPoint ? 'detections' : 'detection_areas',
          count,
          encodeGeometry(geometry, feature.hasZ),
          ...shared,
          trace.confidence,
          chipIdentifier,
          cells.longitude[at] ?? 0,
          cells.latitude[at] ?? 0,
          recordId,
          trace.sensorIndex === null ? null : rows.firstSensor + trace.sensorIndex,
          feature.position,
          feature.propertiesText,
          rows.record,
        );
        cells.analytic[at] = analytic;
        cells.region[at] = region;
        cells.sensor[at] = sensor;
        cells.recordRow[at] = rows.record;
        cells.collected[at] = trace.collected?.epochMs ?? Number.NaN;
        cells.uploaded[at] = uploaded;
        cells.confidence[at] = trace.confidence ?? Number.NaN;
        cells.flags[at] = (isPoint ? 0 : 1) | (chipIdentifier === null ? 0 : 2);
        properties.add(at, feature.properties);
      }
    },
    finish: (): FeatureTable => ({ count, cells, names: names.all, properties: properties.finish() }),
  };
}

function createCells(capacity: number): FeatureCells {
  return {
    analytic: new Uint32Array(capacity),
    region: new Uint32Array(capacity),
    sensor: new Uint32Array(capacity),
    x: new Uint32Array(capacity),
    y: new Uint32Array(capacity),
    recordRow: new Uint32Array(capacity),
    longitude: new Float64Array(capacity),
    latitude: new Float64Array(capacity),
    collected: new Float64Array(capacity),
    uploaded: new Float64Array(capacity),
    confidence: new Float64Array(capacity),
    boxes: new Float64Array(4 * capacity),
    flags: new Uint8Array(capacity),
  };
}

function growCells(cells: FeatureCells, capacity: number): FeatureCells {
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

function setFeatureLocation(cells: FeatureCells, at: number, geometry: ParsedFeature['geometry']): void {
  const { center, envelope } = locate(geometry);
  cells.longitude[at] = center[0];
  cells.latitude[at] = center[1];
  cells.x[at] = packX(center[0]);
  cells.y[at] = packY(center[1]);
  cells.boxes.set([envelope.minX, envelope.maxX, envelope.minY, envelope.maxY], 4 * at);
}

function locate(geometry: ParsedFeature['geometry']): {
  readonly center: LonLat;
  readonly envelope: Envelope;
} {
  if (geometry.type === 'Point') {
    const [x = Number.NaN, y = Number.NaN] = geometry.coordinates;
    return { center: [normalizeLongitude(x), y], envelope: { minX: x, maxX: x, minY: y, maxY: y } };
  }
  const center = representativePoint(geometry);
  const envelope = envelopeOf(geometry);
  if (!center || !envelope) throw new Error('An empty geometry was not refused when its record was read.');
  return { center, envelope };
}

/** Origin shared by features that are traced back the same way. */
type SharedValues = {
  /** Columns `analytic` … `sensor_name`. */
  readonly shared: readonly (string | null)[];
  readonly analytic: number;
  readonly region: number;
  readonly sensor: number;
};

/** Mostly all features of a record share them. */
function createSharedValues(
  nameIndex: (name: string | null) => number,
  record: ParsedRecord,
): (trace: Trace) => SharedValues {
  let last: Trace | undefined;
  let sharedValues: SharedValues | undefined;
  return (trace) => {
    const isSame =
      last !== undefined &&
      last.analytic === trace.analytic &&
      last.region === trace.region &&
      last.sensorIndex === trace.sensorIndex &&
      last.collected === trace.collected;
    if (sharedValues && isSame) return sharedValues;
    const sensor =
      trace.sensorIndex === null ? null : (record.sensors[trace.sensorIndex]?.sensorName ?? null);
    const times = [trace.collected?.iso ?? null, record.uploaded?.iso ?? null];
    last = trace;
    sharedValues = {
      shared: [trace.analytic, trace.region, ...times, sensor],
      analytic: nameIndex(trace.analytic),
      region: nameIndex(trace.region),
      sensor: nameIndex(sensor),
    };
    return sharedValues;
  };
}

/** More columns than a workspace has, so that one that it has is hardly ever left out. */
const maxColumns = 400;

const maxOmitted = 1000;

/** Gathers properties of features. */
function createPropertyTable() {
  const columns = new Map<string, PropertyBuilder | undefined>();
  const tooLong: string[] = [];
  const omitted: string[] = [];
  const columnOf = (name: string): PropertyBuilder | undefined => {
    if (columns.size >= maxColumns) {
      if (omitted.length < maxOmitted && !omitted.includes(name)) omitted.push(name);
      return undefined;
    }
    const column = new PropertyBuilder(initialCapacity);
    columns.set(name, column);
    return column;
  };
  // Most features have the same names in the same order as the one before.
  const recentNames: string[] = [];
  const recentColumns: (PropertyBuilder | undefined)[] = [];
  const find = (name: string): PropertyBuilder | undefined =>
    columns.get(name) ?? (columns.has(name) ? undefined : columnOf(name));
  return {
    add(at: number, properties: Readonly<Record<string, unknown>>): void {
      let slot = 0;
      for (const name in properties) {
        if (recentNames[slot] !== name) {
          recentColumns[slot] = find(name);
          recentNames[slot] = name;
        }
        const column = recentColumns[slot];
        slot += 1;
        if (column === undefined || column.set(at, properties[name])) continue;
        columns.set(name, undefined);
        tooLong.push(name);
        recentNames.length = 0;
      }
    },
    finish(): PropertyTable {
      const finished = new Map<string, PropertyCells>();
      for (const [name, column] of columns) {
        const cells = column?.cells();
        if (cells) finished.set(name, cells);
      }
      return { columns: finished, tooLong, omitted };
    },
  };
}
