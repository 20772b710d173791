import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../../../../shared/geo/longitude.ts';
import { pointInside } from '../../../../../shared/geo/point-inside.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../../geopackage/geometry-blob.ts';
import type { RecordPart } from '../../image/row-record.ts';
import type { ReadFeature } from '../read-feature.ts';
import type { ReadRecord } from '../read-record.ts';
import { createTracer, type Trace } from '../trace-detection.ts';
import type { PageImage } from './page-image.ts';
import { createPropertyTable, type PropertyTable } from './property-table.ts';

/**
 * Columns of detections ready to be written, whatever ids they get. Entry `i` of each list belongs to the `i`-th feature
 * of the page; its row is number `i + 1` of the page's image.
 */
export type FeatureTable = {
  readonly count: number;
  readonly cells: FeatureCells;
  /** `cells.analytic` and its like are indexes into these names, one more; 0 stands for none. */
  readonly names: readonly string[];
  readonly properties: PropertyTable;
};

/** Numbers of the features. */
export type FeatureCells = {
  readonly analytic: Uint32Array<ArrayBuffer>;
  readonly region: Uint32Array<ArrayBuffer>;
  readonly sensor: Uint32Array<ArrayBuffer>;
  readonly x: Uint32Array<ArrayBuffer>;
  readonly y: Uint32Array<ArrayBuffer>;
  /** Place of the feature's record in the page; the first is 1. */
  readonly recordPlace: Uint32Array<ArrayBuffer>;
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

/** Where a record stands in the page: its own place, and that of the first of its sensors. */
export type RecordPlaces = { readonly record: number; readonly firstSensor: number };

/** Gathers the features of records. */
export type FeatureTableBuilder = {
  /** Adds a record's features, in their order. */
  add(recordId: string, record: ReadRecord, places: RecordPlaces): void;
  readonly count: number;
  finish(): FeatureTable;
};

/** Room to begin with: for a page of vessels. */
const firstCapacity = 16_384;

/** An empty table, which grows. Rows go into `image`. */
export function createFeatureTable(image: PageImage): FeatureTableBuilder {
  const names = createNames();
  const properties = createPropertyTable();
  let cells = createCells(firstCapacity);
  let capacity = firstCapacity;
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(recordId, record, places) {
      const facts = createFactsOf(image, names.indexOf, record);
      const idPart = image.part(recordId);
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
        const isPoint = geometry.type === 'Point';
        placeFeature(cells, at, geometry);
        const { shared, analytic, region, sensor } = facts(trace);
        image.addDetection({
          place: count,
          feature,
          geometry: isPoint && !feature.hasZ ? undefined : encodeGeometry(geometry, feature.hasZ),
          shared,
          recordId: idPart,
          confidence: trace.confidence,
          longitude: cells.longitude[at] ?? 0,
          latitude: cells.latitude[at] ?? 0,
          sensorPlace: trace.sensorIndex === null ? null : places.firstSensor + trace.sensorIndex,
          recordPlace: places.record,
        });
        cells.analytic[at] = analytic;
        cells.region[at] = region;
        cells.sensor[at] = sensor;
        cells.recordPlace[at] = places.record;
        cells.collected[at] = trace.collected?.epochMs ?? Number.NaN;
        cells.uploaded[at] = uploaded;
        cells.confidence[at] = trace.confidence ?? Number.NaN;
        cells.flags[at] = (isPoint ? 0 : 1) | (chipIdentifier === null ? 0 : 2);
        properties.add(at, feature.properties);
      }
    },
    finish: () => ({ count, cells, names: names.all, properties: properties.finish() }),
  };
}

function createCells(capacity: number): FeatureCells {
  return {
    analytic: new Uint32Array(capacity),
    region: new Uint32Array(capacity),
    sensor: new Uint32Array(capacity),
    x: new Uint32Array(capacity),
    y: new Uint32Array(capacity),
    recordPlace: new Uint32Array(capacity),
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

/** What features have in common that are traced back the same way. */
type Facts = {
  readonly shared: RecordPart;
  readonly analytic: number;
  readonly region: number;
  readonly sensor: number;
};

/** Mostly all features of a record share them. */
function createFactsOf(
  image: PageImage,
  nameIndex: (name: string | null) => number,
  record: ReadRecord,
): (trace: Trace) => Facts {
  let last: Trace | undefined;
  let facts: Facts | undefined;
  return (trace) => {
    const isSame =
      last !== undefined &&
      last.analytic === trace.analytic &&
      last.region === trace.region &&
      last.sensorIndex === trace.sensorIndex &&
      last.collected === trace.collected;
    if (facts && isSame) return facts;
    const sensor =
      trace.sensorIndex === null ? null : (record.sensors[trace.sensorIndex]?.sensorName ?? null);
    const times = [trace.collected?.iso ?? null, record.uploaded?.iso ?? null];
    last = trace;
    facts = {
      shared: image.part(trace.analytic, trace.region, ...times, sensor),
      analytic: nameIndex(trace.analytic),
      region: nameIndex(trace.region),
      sensor: nameIndex(sensor),
    };
    return facts;
  };
}
