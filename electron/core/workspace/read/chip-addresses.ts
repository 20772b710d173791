import { textCell, textOrNull } from '../file/cells.ts';
import { detectionTables } from '../file/detection-tables.ts';
import type { Sql } from '../file/sql.ts';

const selectAddresses = `${detectionTables
  .map(
    (table) => `SELECT fid, region, chip_identifier FROM ${table}
      WHERE chip_identifier IS NOT NULL AND fid IN (SELECT value FROM json_each(?1))`,
  )
  .join(' UNION ALL ')} ORDER BY fid`;

/** Where the chip of a detection is. A null region has no address. */
type ChipAddress = { readonly region: string | null; readonly chipIdentifier: string };

/** Addresses of the chips of detections that have one, in the order of their ids. */
export function chipAddresses(sql: Sql, ids: readonly number[]): readonly ChipAddress[] {
  return sql.all(selectAddresses, JSON.stringify(ids)).map((row) => ({
    region: textOrNull(row, 'region'),
    chipIdentifier: textCell(row, 'chip_identifier'),
  }));
}

/** The address of the chip of a detection; undefined where it has no chip. */
export function chipAddress(sql: Sql, id: number): ChipAddress | undefined {
  return chipAddresses(sql, [id])[0];
}
