import { pngProblem } from '../../base/png-check.ts';
import { bytesCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

/** The chip that came with the case that the workspace is; undefined where it has none, or no valid image. */
export function caseChip(
  sql: Sql,
  region: string,
  chipIdentifier: string,
): Uint8Array<ArrayBuffer> | undefined {
  const row = sql.get(
    'SELECT data FROM chips WHERE region = ? AND chip_identifier = ?',
    region,
    chipIdentifier,
  );
  if (!row) return undefined;
  const png = new Uint8Array(bytesCell(row, 'data'));
  return pngProblem(png) === undefined ? png : undefined;
}
