import { pngProblem } from '../../base/png-check.ts';
import { bytesCell, textCell, textOrNull } from '../file/cells.ts';
import { selectFromBoth } from '../file/detection-tables.ts';
import type { Sql } from '../file/sql.ts';

/** The chip that came with the case that the workspace is; undefined where it has none, or no valid image. */
export function caseChip(
  sql: Sql,
  region: string,
  chipIdentifier: string,
): Uint8Array<ArrayBuffer> | undefined {
  const row = sql.get`
    SELECT data FROM chips WHERE region = ${region} AND chip_identifier = ${chipIdentifier}`;
  if (!row) return undefined;
  const png = new Uint8Array(bytesCell(row, 'data'));
  return pngProblem(png) === undefined ? png : undefined;
}

const selectAddresses = `${selectFromBoth(
  (table) => `SELECT fid, region, chip_identifier FROM ${table}
    WHERE chip_identifier IS NOT NULL AND fid IN (SELECT value FROM json_each(?1))`,
)} ORDER BY fid`;

/** The address of a detection's chip. A null region has no address. */
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
