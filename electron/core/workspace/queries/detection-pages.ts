import type { DetectionFilter, DetectionPage } from '../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import type { AnswerCache } from '../answer-cache.ts';
import { numberCell } from '../cells.ts';
import type { Sql, SqlValue } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import {
  allOf,
  type DetectionTable,
  detectionTables,
  filterCondition,
  type SqlCondition,
} from './detection-filter.ts';
import { readDetectionRow, selectDetections } from './detection-rows.ts';

const sortColumns: Partial<Record<DetectionField, string>> = {
  id: 'fid',
  analytic: 'analytic',
  collected: 'collected_at',
  uploaded: 'uploaded_at',
  sensor: 'sensor_name',
  confidence: 'confidence',
  region: 'region',
};

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(
  sql: Sql,
  cache: AnswerCache,
): Pick<WorkspaceStore, 'detectionPage' | 'detections'> {
  return {
    detectionPage(page) {
      const rows = selectDetections(sql, pageIds(sql, page)).map(readDetectionRow);
      const total = cache.get(`total ${JSON.stringify(page.filter)}`, () =>
        countDetections(sql, byFilter(page.filter)),
      );
      return { rows, total };
    },
    detections: (ids) => selectDetections(sql, ids).map(readDetectionRow),
  };
}

/** A condition for each of the two tables. */
export type DetectionCondition = (table: DetectionTable) => SqlCondition;

/** How many detections a condition leaves. */
export function countDetections(sql: Sql, conditionOf: DetectionCondition): number {
  return detectionTables.reduce((sum, table) => {
    const condition = conditionOf(table);
    const row = sql.get(`SELECT count(*) AS n FROM ${table} WHERE ${condition.text}`, ...condition.values);
    return sum + (row ? numberCell(row, 'n') : 0);
  }, 0);
}

/** The filter as a condition. */
export function byFilter(filter: DetectionFilter): DetectionCondition {
  return (table) => filterCondition(filter, table);
}

/** Ids of one page. Only the index of the sorted column is walked: the rows themselves are fetched by id afterwards. */
function pageIds(sql: Sql, { filter, sort, offset, limit }: DetectionPage): readonly number[] {
  const column = sortColumns[sort.field] ?? 'fid';
  const order = sort.field === 'id' ? `fid ${sort.order}` : `${column} ${sort.order}, fid ${sort.order}`;
  const { text, values } = unionOf(byFilter(filter), column);
  const rows = sql.arrays(`${text} ORDER BY ${order} LIMIT ? OFFSET ?`, ...values, limit, offset);
  return rows.map(([id]) => Number(id));
}

/** Up to `limit` ids after `afterId`, ascending, of the detections under a condition for each table. */
export function idsAfter(
  sql: Sql,
  conditionOf: DetectionCondition,
  afterId: number,
  limit: number,
): readonly number[] {
  const { text, values } = unionOf(
    (table) => allOf([{ text: 'fid > ?', values: [afterId] }, conditionOf(table)]),
    'fid',
  );
  return sql.arrays(`${text} ORDER BY fid LIMIT ?`, ...values, limit).map(([id]) => Number(id));
}

function unionOf(
  conditionOf: DetectionCondition,
  column: string,
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const parts = detectionTables.map((table) => ({ table, condition: conditionOf(table) }));
  return {
    text: parts
      .map(({ table, condition }) => `SELECT fid, ${column} FROM ${table} WHERE ${condition.text}`)
      .join(' UNION ALL '),
    values: parts.flatMap(({ condition }) => condition.values),
  };
}
