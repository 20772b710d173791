import { Buffer } from 'node:buffer';
import { pointInside } from '../../../../shared/geo/point-inside.ts';
import { bytesCell, numberCell, textOrNull } from '../cells.ts';
import { encodeGeometry, envelopeOf } from '../geopackage/geometry-blob.ts';
import type { LayerExtents } from '../geopackage/layer-extents.ts';
import type { Sql } from '../sql.ts';
import type { ReadFeature } from './read-feature.ts';
import type { Trace } from './trace-detection.ts';
import type { WriteContext } from './write-record.ts';

/** A detection ready to be written. */
export type DetectionToWrite = {
  readonly feature: ReadFeature;
  readonly trace: Trace;
  readonly recordId: string;
  readonly uploadedAt: string | null;
  readonly sensorId: number | null;
  readonly sensorName: string | null;
};

/** Ids that fit the map's 32-bit columns. */
const maxDetectionId = 2 ** 32 - 1;

/**
 * Gives out detection ids: one sequence over both tables, never used twice. SQLite itself remembers the greatest of
 * each table (AUTOINCREMENT), so rows that other programs added count, too.
 */
export function createDetectionIds(sql: Sql): () => number {
  const row = sql.get(
    "SELECT max(seq) AS last FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas')",
  );
  let last = row?.last ? numberCell(row, 'last') : 0;
  return () => {
    last += 1;
    if (last > maxDetectionId)
      throw new Error('The workspace has used up its detection ids. Begin a new workspace.');
    return last;
  };
}

/** Writes a record's detections. `idOf` names the id under which each is to stand. */
export function writeDetections(
  { sql, extents, pointIndex }: Pick<WriteContext, 'sql' | 'extents' | 'pointIndex'>,
  detections: readonly DetectionToWrite[],
  idOf: (identity: string) => number,
): void {
  const identities = createIdentities();
  if (detections.length > 0) pointIndex.begin();
  for (const detection of detections) {
    const { geometry, hasZ, chipIdentifier, position, propertiesText } = detection.feature;
    const { trace } = detection;
    const blob = encodeGeometry(geometry, hasZ);
    const center = pointInside(geometry);
    const envelope = envelopeOf(geometry);
    if (!center || !envelope) throw new Error('An empty geometry was not refused when its record was read.');
    const layer = geometry.type === 'Point' ? 'detections' : 'detection_areas';
    const id = idOf(identities.next(chipIdentifier, position, blob));
    extents.added(layer, envelope);
    if (layer === 'detections') pointIndex.inserted(id);
    sql.run(
      layer === 'detections' ? insertDetection : insertDetectionArea,
      id,
      blob,
      trace.analytic,
      trace.region,
      trace.collectedAt,
      detection.uploadedAt,
      detection.sensorName,
      trace.confidence,
      chipIdentifier,
      center[0],
      center[1],
      detection.recordId,
      detection.sensorId,
      position,
      propertiesText,
    );
  }
}

/** The ids of a record's detections by their identity, before it is replaced. */
export function readDetectionIds(sql: Sql, recordId: string): ReadonlyMap<string, number> {
  const rows = sql.all(
    `SELECT fid, geom, chip_identifier, position FROM detections WHERE record_id = ?1
     UNION ALL
     SELECT fid, geom, chip_identifier, position FROM detection_areas WHERE record_id = ?1
     ORDER BY position`,
    recordId,
  );
  const identities = createIdentities();
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

/** Takes a record's detections away. */
export function deleteDetections(sql: Sql, extents: LayerExtents, recordId: string): void {
  for (const layer of ['detections', 'detection_areas'] as const) {
    if (!sql.get(`SELECT 1 FROM ${layer} WHERE record_id = ? LIMIT 1`, recordId)) continue;
    sql.run(`DELETE FROM ${layer} WHERE record_id = ?`, recordId);
    extents.removed(layer);
  }
}

/**
 * What makes a detection the same one when its record comes again with other content: its chip, or else its place in
 * the list and its geometry. A chip that is named twice in a record is told apart by order.
 */
function createIdentities() {
  const seen = new Map<string, number>();
  return {
    next(chipIdentifier: string | null, position: number, blob: Uint8Array): string {
      if (chipIdentifier === null) return `at ${position} ${Buffer.from(blob).toString('latin1')}`;
      const times = seen.get(chipIdentifier) ?? 0;
      seen.set(chipIdentifier, times + 1);
      return `chip ${times} ${chipIdentifier}`;
    },
  };
}

const columns = `(fid, geom, analytic, region, collected_at, uploaded_at, sensor_name, confidence, chip_identifier,
  longitude, latitude, record_id, sensor_id, position, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertDetection = `INSERT INTO detections ${columns}`;
const insertDetectionArea = `INSERT INTO detection_areas ${columns}`;
