import { numberCell } from '../file/cells.ts';
import { detectionTables } from '../file/detection-tables.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import type { CarriedScope } from './carried-kind.ts';

/** The records of a scope as an SQL condition on `record_id`. */
export function recordsInScope(scope: CarriedScope): string {
  if (scope.kind === 'all') return 'TRUE';
  const selects = detectionTables.map(
    (table) => `SELECT record_id FROM chosen CROSS JOIN ${table} ON fid = chosen.id`,
  );
  return `record_id IN (${selects.join(' UNION ')})`;
}

/** The rows that belong to records of a scope, as an SQL condition on `record_id`. */
export function ofRecordsInScope(scope: CarriedScope): string {
  return scope.kind === 'all'
    ? 'TRUE'
    : `record_id IN (SELECT record_id FROM records WHERE ${recordsInScope(scope)})`;
}

/** Whether a chosen detection lies in a box with the columns `south`, `north`, `west`, `east`, also past the antimeridian. */
export function hasChosenDetection(sql: Sql, box: SqlRow): boolean {
  const within = `latitude BETWEEN ?1 AND ?2
    AND (longitude BETWEEN ?3 AND ?4 OR longitude + 360 BETWEEN ?3 AND ?4 OR longitude - 360 BETWEEN ?3 AND ?4)`;
  const sides = ['south', 'north', 'west', 'east'].map((side) => numberCell(box, side));
  return detectionTables.some(
    (table) =>
      sql.get(
        `SELECT 1 FROM chosen CROSS JOIN ${table} ON fid = chosen.id WHERE ${within} LIMIT 1`,
        ...sides,
      ) !== undefined,
  );
}
