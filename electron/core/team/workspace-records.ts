import { Buffer } from 'node:buffer';
import { asText, bytesCell, numberCell, textCell } from '../workspace/file/cells.ts';
import { decodePlainWkb } from '../workspace/file/geopackage/read-geometry-blob.ts';
import { type RawRecord, readRawRecords } from '../workspace/file/raw-blocks.ts';
import { countRows, type Sql } from '../workspace/file/sql.ts';
import { toStorableJson } from './storable-json.ts';

/** A record of the workspace with the values by which it is compared with the team database. */
export type LocalRecord = {
  readonly key: number;
  readonly recordId: string;
  readonly contentHash: Uint8Array;
  readonly fetchedAt: string;
  readonly brand: string;
  /** Index in `fieldLists`. */
  readonly completeness: number;
};

/** The field lists that the team database distinguishes, from the fewest fields to all; it stores their indexes. */
export const fieldLists = ['headers', 'without-features', 'all'] as const;

/** Other records are not published: the team database cannot store a field list without a name. */
const isPublished = `raw_block IS NOT NULL AND fields IN (${fieldLists.map((list) => `'${list}'`).join(', ')})`;

/** Returns the publishable records whose key is greater than `after`, in ascending order of their keys. */
export function readLocalRecords(
  sql: Sql,
  after: number,
  limit: number,
  brandOf: (queryText: string) => string,
): readonly LocalRecord[] {
  const rows = sql.all(
    `SELECT records.id, record_id, content_hash, fetched_at, fields, queries.body AS query FROM records
     JOIN queries ON queries.id = query_id
     WHERE records.id > ? AND ${isPublished} ORDER BY records.id LIMIT ?`,
    after,
    limit,
  );
  return rows.map((row) => ({
    key: numberCell(row, 'id'),
    recordId: textCell(row, 'record_id'),
    contentHash: bytesCell(row, 'content_hash'),
    fetchedAt: textCell(row, 'fetched_at'),
    brand: brandOf(textCell(row, 'query')),
    completeness: fieldLists.indexOf(textCell(row, 'fields') as (typeof fieldLists)[number]),
  }));
}

/** Counts the publishable records. */
export function countLocalRecords(sql: Sql): number {
  return countRows(sql, `records WHERE ${isPublished}`);
}

/** Counts the records that are not published because of their field lists. */
export function countUnpublished(sql: Sql): number {
  return countRows(sql, `records WHERE raw_block IS NOT NULL AND NOT (${isPublished})`);
}

/**
 * Returns the raw bytes of these records by key. Calls `onDamaged` with the id of each record that is damaged in the
 * file.
 */
export function readBytes(
  sql: Sql,
  records: readonly LocalRecord[],
  onDamaged: (recordId: string) => void,
): ReadonlyMap<number, RawRecord['bytes']> {
  const condition = `id IN (${records.map(({ key }) => key).join(',')})`;
  return new Map(
    [...readRawRecords(sql, condition, onDamaged)].map(({ recordKey, bytes }) => [recordKey, bytes]),
  );
}

export const detectionLayers = ['detections', 'detection_areas'] as const;

export type DetectionLayer = (typeof detectionLayers)[number];

/** A detection as the team database stores it for other GIS. */
export type LocalDetection = {
  readonly recordKey: number;
  /** Index of the feature in its record. */
  readonly position: number;
  /** WKB, longitude and latitude, as hexadecimal digits. */
  readonly geometry: string;
  readonly collectedAt: number | null;
  readonly uploadedAt: number | null;
  readonly confidence: number | null;
  readonly analytic: string;
  readonly region: string | null;
  readonly sensorName: string | null;
  readonly chipIdentifier: string | null;
  /** The text of a JSON object; null when `jsonb` cannot store it. */
  readonly properties: string | null;
};

/** Counts of detections that the team database does not store, or not as they are. */
export type DetectionNotes = {
  /** Their geometry cannot be read, or their index in the record is too large for an id. */
  leftOut: number;
  /** `jsonb` cannot store their properties unchanged. */
  changedProperties: number;
};

/** Indexes of features are less than this: they are the low 20 bits of a detection's id. */
const maxPosition = 2 ** 20;

/** Returns the different collection times of the detections of these records, in milliseconds since 1970, UTC. */
export function readCollectionTimes(
  sql: Sql,
  layer: DetectionLayer,
  keys: readonly number[],
): readonly (number | null)[] {
  const rows = sql.arrays(
    `SELECT DISTINCT collected_at FROM ${layer} WHERE record_key IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  );
  return rows.map(([time]) => timeOrNull(time));
}

/** Records whose detections one query reads. */
const recordsPerQuery = 20;

/**
 * Yields the detections of these records that the team database can store, record by record in the order of `keys`. With
 * `isChecked`, properties that are not valid JSON are left out; SQLite's check takes a quarter of the time.
 */
export function* readTeamDetections(
  { sql, layer, keys, isChecked }: DetectionSource,
  notes: DetectionNotes,
): Generator<LocalDetection> {
  const toTime = createTimeReader();
  const properties = isChecked ? 'iif(json_valid(properties), properties, NULL)' : 'properties';
  for (let from = 0; from < keys.length; from += recordsPerQuery) {
    // Text is passed in a third of the time of a blob, which would be an object with memory of its own.
    const rows = sql.arrays(
      `SELECT record_key, position, hex(geom), collected_at, uploaded_at, confidence, analytic, region, sensor_name,
         chip_identifier, ${properties}
       FROM json_each(?) AS listed CROSS JOIN ${layer} ON record_key = listed.value`,
      JSON.stringify(keys.slice(from, from + recordsPerQuery)),
    );
    for (const cells of rows) {
      const detection = toLocalDetection(cells, toTime, notes);
      if (detection) yield detection;
    }
  }
}

/** The detections of which records `readDetections` yields. */
type DetectionSource = {
  readonly sql: Sql;
  readonly layer: DetectionLayer;
  readonly keys: readonly number[];
  readonly isChecked: boolean;
};

/** Returns undefined, and counts it, for a detection that the team database cannot store. */
function toLocalDetection(
  cells: readonly unknown[],
  toTime: (value: unknown) => number | null,
  notes: DetectionNotes,
): LocalDetection | undefined {
  const [
    recordKey,
    position,
    geom,
    collected,
    uploaded,
    confidence,
    analytic,
    region,
    sensor,
    chip,
    properties,
  ] = cells;
  const geometry = toPlainWkb(String(geom));
  const index = Number(position);
  if (geometry === undefined || !(index >= 0 && index < maxPosition)) {
    notes.leftOut += 1;
    return undefined;
  }
  const storable = toStorableJson(asText(properties));
  if (storable.isChanged) notes.changedProperties += 1;
  return {
    recordKey: Number(recordKey),
    position: index,
    geometry,
    collectedAt: toTime(collected),
    uploadedAt: toTime(uploaded),
    confidence: typeof confidence === 'number' && Number.isFinite(confidence) ? confidence : null,
    analytic: asText(analytic) ?? '',
    region: asText(region),
    sensorName: asText(sensor),
    chipIdentifier: asText(chip),
    properties: storable.text,
  };
}

/** GeoPackageBinary of a point with longitude and latitude as Sightline writes it: a header of 16 digits, then the WKB. */
const pointBlob = /^47500001.{8}0101000000.{32}$/;

/**
 * Converts GeoPackageBinary to WKB, both as hexadecimal digits. Returns undefined when it is not a geometry that can be
 * read, such as one that another program has changed.
 */
function toPlainWkb(blob: string): string | undefined {
  if (pointBlob.test(blob)) return blob.slice(16);
  try {
    return Buffer.from(decodePlainWkb(Buffer.from(blob, 'hex'))).toString('hex');
  } catch {
    return undefined;
  }
}

/** Returns `timeOrNull` with the results of the last texts, since the detections of a record mostly share their times. */
function createTimeReader(): (value: unknown) => number | null {
  const known = new Map<unknown, number | null>();
  return (value) => {
    let time = known.get(value);
    if (time !== undefined) return time;
    time = timeOrNull(value);
    if (known.size >= maxKnownTimes) known.clear();
    known.set(value, time);
    return time;
  };
}

const maxKnownTimes = 100;

function timeOrNull(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
