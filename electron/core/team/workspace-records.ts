import { bytesCell, numberCell, textCell } from '../workspace/cells.ts';
import { decodePlainWkb } from '../workspace/geopackage/read-geometry-blob.ts';
import { type RawRecord, readRawRecords } from '../workspace/ingest/raw-blocks.ts';
import type { Sql } from '../workspace/sql.ts';
import { toStorableJson } from './storable-json.ts';

/** A record of the workspace with what it is compared by. */
export type LocalRecord = {
  readonly key: number;
  readonly recordId: string;
  readonly contentHash: Uint8Array;
  readonly fetchedAt: string;
  readonly brand: string;
  /** Index in `fieldLists`. */
  readonly completeness: number;
};

/** The fields that a record was requested with, from the least to everything. */
export const fieldLists = ['headers', 'without-features', 'all'] as const;

/** Records with a field list of the user's own are not published: the team database does not distinguish them. */
const isPublished = `raw_block IS NOT NULL AND fields IN (${fieldLists.map((list) => `'${list}'`).join(', ')})`;

/** Records with raw bytes after a key, by rising key. */
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

export function countLocalRecords(sql: Sql): number {
  const row = sql.get(`SELECT count(*) AS count FROM records WHERE ${isPublished}`);
  return row ? numberCell(row, 'count') : 0;
}

/** The raw bytes of these records; calls `onDamaged` with the ids of those that are damaged in the file. */
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

export type DetectionLayer = 'detections' | 'detection_areas';

/** A detection as the team database stores it for other GIS. */
export type LocalDetection = {
  readonly recordKey: number;
  /** Index of the feature in its record. */
  readonly position: number;
  /** WKB, longitude and latitude. */
  readonly geometry: Uint8Array;
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

/** What became of detections on the way into the team database. */
export type DetectionNotes = {
  /** The geometry cannot be read, or the index in the record is too great for an id. */
  leftOut: number;
  changedProperties: number;
};

/** Indexes of features need less than this many bits of a detection's id. */
const maxPosition = 2 ** 20;

/** The detections of these records that the team database can store, in the order of the keys of their records. */
export function readDetections(
  sql: Sql,
  layer: DetectionLayer,
  keys: readonly number[],
  notes: DetectionNotes,
): readonly LocalDetection[] {
  const rows = sql.arrays(
    `SELECT record_key, position, geom, collected_at, uploaded_at, confidence, analytic, region, sensor_name,
       chip_identifier, iif(json_valid(properties), properties, NULL)
     FROM ${layer} WHERE record_key IN (SELECT value FROM json_each(?)) ORDER BY record_key, position`,
    JSON.stringify(keys),
  );
  return rows.flatMap((cells) => {
    const [recordKey, position, geom, collected, uploaded, confidence, analytic, ...texts] = cells;
    const [region, sensorName, chipIdentifier, properties] = texts.map(textOrNull);
    const geometry = geom instanceof Uint8Array ? readGeometry(geom) : undefined;
    const index = Number(position);
    if (geometry === undefined || !(index >= 0 && index < maxPosition)) {
      notes.leftOut += 1;
      return [];
    }
    const storable = toStorableJson(properties ?? null);
    if (storable.isChanged) notes.changedProperties += 1;
    return {
      recordKey: Number(recordKey),
      position: index,
      geometry,
      collectedAt: timeOrNull(collected),
      uploadedAt: timeOrNull(uploaded),
      confidence: typeof confidence === 'number' ? confidence : null,
      analytic: textOrNull(analytic) ?? '',
      region: region ?? null,
      sensorName: sensorName ?? null,
      chipIdentifier: chipIdentifier ?? null,
      properties: storable.text,
    };
  });
}

/** Undefined where another program has written something else. */
function readGeometry(blob: Uint8Array): Uint8Array | undefined {
  try {
    return decodePlainWkb(blob);
  } catch {
    return undefined;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOrNull(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
