import { textCell, textOrNull } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { detectionTables } from './detection-tables.ts';

const selectAddresses = `${detectionTables
  .map(
    (table) => `SELECT fid, region, chip_identifier FROM ${table}
      WHERE chip_identifier IS NOT NULL AND fid IN (SELECT value FROM json_each(?1))`,
  )
  .join(' UNION ALL ')} ORDER BY fid`;

/** Chip addresses of detections. */
export function createChipAddresses(sql: Sql): Pick<WorkspaceStore, 'chipAddresses'> {
  return {
    chipAddresses: (ids) =>
      sql.all(selectAddresses, JSON.stringify(ids)).map((row) => ({
        region: textOrNull(row, 'region'),
        chipIdentifier: textCell(row, 'chip_identifier'),
      })),
  };
}
