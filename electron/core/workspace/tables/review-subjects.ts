import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../cells.ts';
import { createDetectionIdentities } from '../ingest/detection-identity.ts';
import { describeDetections, toReviewedDetection } from '../ingest/match/detection-rows.ts';
import { detectionTables } from '../queries/detection-tables.ts';
import type { Sql, SqlRow } from '../sql.ts';

/** What a new review stores about its detection: its identity and the reviewed detection. */
export type ReviewSubject = { readonly identity: string; readonly detection: ReviewedDetection | null };

/** Reads the subjects of some detections of a record, by id. Geometries are only read when needed. */
export function readReviewSubjects(
  sql: Sql,
  recordKey: number,
  ids: ReadonlySet<number>,
): ReadonlyMap<number, ReviewSubject> {
  const rows = sql.all(rowsOfRecord, recordKey);
  const identities = createDetectionIdentities();
  // Equal geometries have the same representative point.
  const similar = Map.groupBy(rows, (row) => `${row.longitude} ${row.latitude} ${row.analytic}`);
  const subjects = new Map<number, ReviewSubject>();
  const described = new Map<number, ReviewedDetection | null>();
  for (const group of similar.values()) {
    if (!group.some((row) => ids.has(numberCell(row, 'fid')))) continue;
    const whole = describeDetections(
      group.map((row) => ({
        fid: numberCell(row, 'fid'),
        position: numberCell(row, 'position'),
        geometry: geometryOf(sql, row),
        chip: textOrNull(row, 'chip_identifier'),
        properties: null,
        analytic: textOrNull(row, 'analytic'),
      })),
    );
    for (const row of whole) described.set(row.fid, toReviewedDetection(row));
  }
  for (const row of rows) {
    const id = numberCell(row, 'fid');
    const chip = textOrNull(row, 'chip_identifier');
    const geometry = chip === null && ids.has(id) ? geometryOf(sql, row) : undefined;
    const identity = identities.next(chip, numberCell(row, 'position'), geometry ?? emptyGeometry);
    if (ids.has(id)) subjects.set(id, { identity, detection: described.get(id) ?? null });
  }
  return subjects;
}

const emptyGeometry = new Uint8Array();

const rowsOfRecord = `${detectionTables
  .map(
    (
      table,
    ) => `SELECT fid, '${table}' AS layer, chip_identifier, position, analytic, longitude, latitude FROM ${table}
      WHERE record_key = ?1`,
  )
  .join(' UNION ALL ')} ORDER BY position`;

function geometryOf(sql: Sql, row: SqlRow): Uint8Array | undefined {
  const id = numberCell(row, 'fid');
  const found = sql.get(`SELECT geom FROM ${textCell(row, 'layer')} WHERE fid = ?`, id);
  if (!found) throw new Error(`The detection ${id} disappeared while it was read.`);
  return found.geom === null ? undefined : bytesCell(found, 'geom');
}
