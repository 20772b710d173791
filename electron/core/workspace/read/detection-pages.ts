import type {
  DetectionPageRequest,
  DetectionRow,
  DetectionRowIndexRequest,
} from '../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import type { Sql } from '../file/sql.ts';
import { readDetectionRows, selectDetections } from './detection-rows.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { valueAt } from './memory/field-column.ts';
import { findPosition } from './memory/find-position.ts';
import type { DefineQuery } from './query.ts';

/** The detections with these ids, in their order; ids that are not there are left out. */
export function detections(sql: Sql, ids: readonly number[]): readonly DetectionRow[] {
  return readDetectionRows(sql, selectDetections(sql, ids));
}

function withComputedValues(
  memory: DetectionMemory,
  all: Detections,
  rows: readonly DetectionRow[],
  fields: readonly DetectionField[],
): readonly DetectionRow[] {
  if (fields.length === 0) return rows;
  const columns = fields.map((field) => [field, memory.fieldColumn(all, field)] as const);
  return rows.map((row) => {
    const position = findPosition(all.columns.id, row.id);
    const values = columns.map(([field, column]) => [field, valueAt(column, position)] as const);
    return { ...row, computedValues: Object.fromEntries(values) };
  });
}

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(query: DefineQuery, sql: Sql, memory: DetectionMemory) {
  return {
    /** The page and how many detections the filter leaves in all. */
    detectionPage: query(
      ({ filter, sort, computedFields = [] }: DetectionPageRequest) => ({
        filter,
        sort,
        fields: computedFields,
      }),
      (all, { filter, sort, offset, limit, computedFields = [] }) => {
        const order = memory.order(all, filter, sort);
        const positions = order.subarray(offset, offset + limit);
        const rows = detections(
          sql,
          Array.from(positions, (position) => all.columns.id[position] as number),
        );
        return { rows: withComputedValues(memory, all, rows, computedFields), total: order.length };
      },
    ),
    /** The row index of a detection in the table, counted from 0; undefined when the filter does not match it. */
    detectionRowIndex: query(
      ({ filter, sort }: DetectionRowIndexRequest) => ({ filter, sort }),
      (all, { filter, sort, id }): number | undefined => {
        const position = findPosition(all.columns.id, id);
        const at = position < 0 ? -1 : memory.order(all, filter, sort).indexOf(position);
        return at < 0 ? undefined : at;
      },
    ),
  };
}
