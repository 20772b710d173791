import { bytesCell, numberCell, textOrNull } from '../cells.ts';
import { createDetectionIdentities } from '../ingest/detection-identity.ts';
import { detectionTables } from '../queries/detection-tables.ts';
import type { Sql } from '../sql.ts';

/** The identities of some detections of a record, by id. Only what tells them apart is read. */
export function identitiesOfRows(
  sql: Sql,
  recordKey: number,
  ids: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const rows = sql.all(rowsOfRecord, recordKey);
  const identities = createDetectionIdentities();
  return new Map(
    rows.map((row) => {
      const id = numberCell(row, 'fid');
      const chip = textOrNull(row, 'chip_identifier');
      const geometry = chip === null && ids.has(id) ? geometryOf(sql, id) : nothing;
      return [id, identities.next(chip, numberCell(row, 'position'), geometry)];
    }),
  );
}

const nothing = new Uint8Array();

const rowsOfRecord = `${detectionTables
  .map((table) => `SELECT fid, chip_identifier, position FROM ${table} WHERE record_key = ?1`)
  .join(' UNION ALL ')} ORDER BY position`;

const geometryOfRow = detectionTables
  .map((table) => `SELECT geom FROM ${table} WHERE fid = ?1`)
  .join(' UNION ALL ');

function geometryOf(sql: Sql, id: number): Uint8Array {
  const row = sql.get(geometryOfRow, id);
  if (!row) throw new Error(`The detection ${id} went while it was looked at.`);
  return bytesCell(row, 'geom');
}
