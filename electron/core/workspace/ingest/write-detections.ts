import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { pointInside } from '../../../../shared/geo/point-inside.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../cells.ts';
import type { ChunkEntry } from '../columns/chunk-builder.ts';
import { maxDetectionId } from '../columns/read-chunk.ts';
import { encodeGeometry, envelopeOf } from '../geopackage/geometry-blob.ts';
import type { Sql } from '../sql.ts';
import { createDetectionIdentities, type DetectionIdentities } from './detection-identity.ts';
import type { Instant } from './instant.ts';
import type { ReadFeature } from './read-feature.ts';
import type { Trace } from './trace-detection.ts';
import type { WriteContext } from './write-record.ts';

/** A detection ready to be written. */
export type DetectionToWrite = {
  readonly feature: ReadFeature;
  readonly trace: Trace;
  readonly recordId: string;
  readonly recordKey: number;
  readonly uploaded: Instant | undefined;
  readonly sensorId: number | null;
  readonly sensorName: string | null;
};

/**
 * Gives out detection ids: one sequence over both tables, none used twice, nor one that stands in a review and is kept
 * for its detection. SQLite itself remembers the greatest id of each table (AUTOINCREMENT), so rows that other programs added count, too,
 * as long as their ids fit the columns.
 */
export function createDetectionIds(sql: Sql): () => number {
  const row = sql.get(
    `SELECT max(
       coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas')), 0),
       coalesce((SELECT max(detection_id) FROM reviews), 0)
     ) AS last`,
  );
  let last = row ? numberCell(row, 'last') : 0;
  return () => {
    last += 1;
    if (last > maxDetectionId)
      throw new Error('The workspace has used up its detection ids. Begin a new workspace.');
    return last;
  };
}

/** Under which ids a record's detections stood, by their identity. */
export type FormerIds = ReadonlyMap<string, number>;

/** Writes a record's detections, those with a former id under it. */
export function writeDetections(
  context: WriteContext,
  detections: readonly DetectionToWrite[],
  formerIds: FormerIds,
): void {
  const { columns, nextDetectionId } = context;
  if (detections.length === 0) return;
  columns.begin();
  const formerIdOf = createFormerIds(formerIds);
  for (const detection of detections) {
    const { geometry, hasZ, chipIdentifier, position } = detection.feature;
    const blob = encodeGeometry(geometry, hasZ);
    const former = formerIdOf(chipIdentifier, position, blob);
    const id = former ?? nextDetectionId();
    const place = writeDetection(context, detection, id, blob);
    if (former === undefined) columns.added(entryOf(context, detection, id, place));
    else columns.replaced(id);
  }
}

function createFormerIds(
  ids: FormerIds,
): (...identity: Parameters<DetectionIdentities['next']>) => number | undefined {
  if (ids.size === 0) return () => undefined;
  const identities = createDetectionIdentities();
  const used = new Set<number>();
  return (...identity) => {
    const id = ids.get(identities.next(...identity));
    // What another program has changed may make two identities of one.
    if (id === undefined || used.has(id)) return undefined;
    used.add(id);
    return id;
  };
}

/** Returns the place that stands for it. */
function writeDetection(
  { sql, extents, indexes }: WriteContext,
  detection: DetectionToWrite,
  id: number,
  blob: Uint8Array,
): LonLat {
  const { geometry, chipIdentifier, position, propertiesText } = detection.feature;
  const { trace } = detection;
  const center = pointInside(geometry);
  const envelope = envelopeOf(geometry);
  if (!center || !envelope) throw new Error('An empty geometry was not refused when its record was read.');
  const layer = geometry.type === 'Point' ? 'detections' : 'detection_areas';
  extents.added(layer, envelope);
  indexes.begin(layer);
  indexes.inserted(layer, id, envelope);
  sql.run(
    layer === 'detections' ? insertDetection : insertDetectionArea,
    id,
    blob,
    trace.analytic,
    trace.region,
    trace.collected?.iso ?? null,
    detection.uploaded?.iso ?? null,
    detection.sensorName,
    trace.confidence,
    chipIdentifier,
    center[0],
    center[1],
    detection.recordId,
    detection.sensorId,
    position,
    propertiesText,
    detection.recordKey,
  );
  return center;
}

function entryOf(
  { nameKey }: WriteContext,
  { feature, trace, recordKey, uploaded, sensorName }: DetectionToWrite,
  id: number,
  [longitude, latitude]: LonLat,
): ChunkEntry {
  return {
    id,
    longitude,
    latitude,
    collected: trace.collected?.epochMs ?? Number.NaN,
    uploaded: uploaded?.epochMs ?? Number.NaN,
    confidence: trace.confidence ?? Number.NaN,
    record: recordKey,
    analytic: nameKey(trace.analytic),
    region: trace.region === null ? 0 : nameKey(trace.region),
    sensor: sensorName === null ? 0 : nameKey(sensorName),
    isArea: feature.geometry.type !== 'Point',
    hasChip: feature.chipIdentifier !== null,
    properties: feature.properties,
  };
}

/**
 * The ids of a record's detections by their identity, before it is replaced: of those that are there, and of those that
 * have gone but have been reviewed, so that a verdict finds its detection when it comes back.
 */
export function readFormerIds(context: WriteContext, recordId: string, isKnown: boolean): FormerIds {
  const { sql } = context;
  const ids = new Map<string, number>();
  readReviewedIds(context, recordId, ids);
  if (!isKnown) return ids;
  for (const [identity, id] of readDetectionIds(sql, recordId)) ids.set(identity, id);
  return ids;
}

/** The ids of the detections that a record has now, by their identity. */
export function readDetectionIds(sql: Sql, recordId: string): FormerIds {
  const rows = sql.all(
    `SELECT fid, geom, chip_identifier, position FROM detections WHERE ${ofRecord}
     UNION ALL
     SELECT fid, geom, chip_identifier, position FROM detection_areas WHERE ${ofRecord}
     ORDER BY position`,
    recordId,
  );
  const identities = createDetectionIdentities();
  return new Map(
    rows.map((row) => [
      identities.next(
        textOrNull(row, 'chip_identifier'),
        numberCell(row, 'position'),
        bytesCell(row, 'geom'),
      ),
      numberCell(row, 'fid'),
    ]),
  );
}

const ofRecord = 'record_key = (SELECT id FROM records WHERE record_id = ?1)';

/** A review whose id another detection has meanwhile, as in a workspace put together of two, gets one of its own. */
function readReviewedIds(
  { sql, nextDetectionId }: WriteContext,
  recordId: string,
  ids: Map<string, number>,
): void {
  const reviews = sql.all('SELECT detection_id, identity FROM reviews WHERE record_id = ?', recordId);
  for (const review of reviews) {
    const identity = textCell(review, 'identity');
    const id = numberCell(review, 'detection_id');
    const taken = sql.get(
      `SELECT record_id FROM detections WHERE fid = ?1 UNION ALL
       SELECT record_id FROM detection_areas WHERE fid = ?1`,
      id,
    );
    if (!taken || textCell(taken, 'record_id') === recordId) {
      ids.set(identity, id);
      continue;
    }
    const own = nextDetectionId();
    sql.run('UPDATE reviews SET detection_id = ? WHERE detection_id = ?', own, id);
    ids.set(identity, own);
  }
}

/** Takes a record's detections away. */
export function deleteDetections({ sql, extents, indexes }: WriteContext, recordKey: number): void {
  for (const layer of ['detections', 'detection_areas'] as const) {
    const rows = sql.all(`DELETE FROM ${layer} WHERE record_key = ? RETURNING fid`, recordKey);
    for (const row of rows) indexes.deleted(layer, numberCell(row, 'fid'));
    if (rows.length > 0) extents.removed(layer);
  }
}

const columns = `(fid, geom, analytic, region, collected_at, uploaded_at, sensor_name, confidence, chip_identifier,
  longitude, latitude, record_id, sensor_id, position, properties,
  record_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertDetection = `INSERT INTO detections ${columns}`;
const insertDetectionArea = `INSERT INTO detection_areas ${columns}`;
