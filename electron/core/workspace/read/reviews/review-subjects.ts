import type { ReviewedDetection } from '../../../../../shared/review/reviewed-detection.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../../file/cells.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';
import { detectionIdentity } from '../match/detection-identity.ts';
import { describeDetections, toReviewedDetection } from '../match/detection-rows.ts';
import { type DetectionUuid, readUuid, readUuids } from '../match/detection-uuid.ts';

/** Subject stored in a new review: its identity and the reviewed detection. */
export type ReviewSubject = { readonly identity: string; readonly detection: ReviewedDetection | null };

/** Reads the subjects of some detections of a record, by id. Geometries are only read when needed. */
export function readReviewSubjects(
  sql: Sql,
  recordKey: number,
  ids: ReadonlySet<number>,
): ReadonlyMap<number, ReviewSubject> {
  const rows = sql.all(rowsOfRecord, recordKey);
  const uuids = readRecordUuids(sql, recordKey, ids);
  const occurrences = countChips(rows);
  // Equal geometries have the same representative point.
  const similar = Map.groupBy(rows, (row) => `${row.longitude} ${row.latitude} ${row.analytic}`);
  const subjects = new Map<number, ReviewSubject>();
  for (const group of similar.values()) {
    if (!group.some((row) => ids.has(numberCell(row, 'fid')))) continue;
    const whole = describeDetections(
      group.map((row) => ({
        fid: numberCell(row, 'fid'),
        position: numberCell(row, 'position'),
        geometry: geometryOf(sql, row),
        uuid: uuids.get(numberCell(row, 'fid')) ?? null,
        chip: textOrNull(row, 'chip_identifier'),
        properties: null,
        analytic: textOrNull(row, 'analytic'),
      })),
    );
    for (const row of whole) {
      if (!ids.has(row.fid)) continue;
      const detection = { ...row, occurrence: occurrences.get(row.fid) ?? row.occurrence };
      subjects.set(row.fid, {
        identity: detectionIdentity(detection),
        detection: toReviewedDetection(detection),
      });
    }
  }
  return subjects;
}

/** The index of each detection with a chip among those of the record with the same chip, by id. */
function countChips(rows: readonly SqlRow[]): ReadonlyMap<number, number> {
  const counts = new Map<string, number>();
  const occurrences = new Map<number, number>();
  for (const row of rows) {
    const chip = textOrNull(row, 'chip_identifier');
    if (chip === null) continue;
    const occurrence = counts.get(chip) ?? 0;
    counts.set(chip, occurrence + 1);
    occurrences.set(numberCell(row, 'fid'), occurrence);
  }
  return occurrences;
}

/** The UUIDs of a record's detections by id; empty when none of the given detections has one. */
function readRecordUuids(
  sql: Sql,
  recordKey: number,
  ids: ReadonlySet<number>,
): ReadonlyMap<number, DetectionUuid | null> {
  const some = sql.all(
    `${propertiesOf} AND fid IN (SELECT value FROM json_each(?2))`,
    recordKey,
    JSON.stringify([...ids]),
  );
  if (!some.some((row) => readUuid(textOrNull(row, 'properties') ?? '') !== null)) return new Map();
  const all = sql.all(propertiesOf, recordKey);
  const uuids = readUuids(all.map((row) => textOrNull(row, 'properties')));
  return new Map(all.map((row, index) => [numberCell(row, 'fid'), uuids[index] ?? null]));
}

const propertiesOf = `SELECT fid, properties FROM (${selectFromBoth((table) => `SELECT fid, properties, record_key FROM ${table}`)}) WHERE record_key = ?1`;

const rowsOfRecord = `${selectFromBoth(
  (
    table,
  ) => `SELECT fid, '${table}' AS layer, chip_identifier, position, analytic, longitude, latitude FROM ${table}
      WHERE record_key = ?1`,
)} ORDER BY position`;

function geometryOf(sql: Sql, row: SqlRow): Uint8Array | undefined {
  const id = numberCell(row, 'fid');
  const found = sql.get(`SELECT geom FROM ${textCell(row, 'layer')} WHERE fid = ?`, id);
  if (!found) throw new Error(`The detection ${id} disappeared while it was read.`);
  return found.geom === null ? undefined : bytesCell(found, 'geom');
}
