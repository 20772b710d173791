import type { DetectionFilter, ResultCounts } from '../../../../shared/results/detection.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import type { Sql, SqlRow, SqlValue } from '../sql.ts';
import { detectionTables, filterCondition } from './detection-filter.ts';

/**
 * How much of the workspace the filter leaves. An empty filter counts all records, those without detections too; any
 * other counts the records of the detections that it leaves. Problems are not filtered, but by `recordId`.
 */
export function countResults(sql: Sql, filter: DetectionFilter): ResultCounts {
  const groups = countGroups(sql, filter);
  const byAnalytic = new Map<string, number>();
  const regions = new Set<string>();
  for (const { analytic, region, count } of groups) {
    byAnalytic.set(analytic, (byAnalytic.get(analytic) ?? 0) + count);
    if (region !== null) regions.add(region);
  }
  return {
    records: countRecords(sql, filter),
    detections: groups.reduce((sum, { count }) => sum + count, 0),
    problems: countProblems(sql, filter.recordId),
    byAnalytic: [...byAnalytic]
      .map(([analytic, count]) => ({ analytic, count }))
      .sort((one, other) => other.count - one.count || one.analytic.localeCompare(other.analytic)),
    regions: [...regions].sort(),
    collectedFrom: earliest(groups.map(({ first }) => first)),
    collectedTo: latest(groups.map(({ last }) => last)),
  };
}

type Group = {
  readonly analytic: string;
  readonly region: string | null;
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
};

function countGroups(sql: Sql, filter: DetectionFilter): readonly Group[] {
  return detectionTables.flatMap((table) => {
    const condition = filterCondition(filter, table);
    return sql
      .all(
        `SELECT analytic, region, count(*) AS count, min(collected_at) AS first, max(collected_at) AS last
         FROM ${table} WHERE ${condition.text} GROUP BY analytic, region`,
        ...condition.values,
      )
      .map(
        (row): Group => ({
          analytic: textCell(row, 'analytic'),
          region: textOrNull(row, 'region'),
          count: numberCell(row, 'count'),
          first: textOrNull(row, 'first'),
          last: textOrNull(row, 'last'),
        }),
      );
  });
}

function countRecords(sql: Sql, filter: DetectionFilter): number {
  if (Object.values(filter).every((member) => member === undefined)) {
    return countOf(sql.get('SELECT count(*) AS n FROM records'));
  }
  const conditions = detectionTables.map((table) => ({ table, ...filterCondition(filter, table) }));
  const values: readonly SqlValue[] = conditions.flatMap((condition) => condition.values);
  const ids = conditions
    .map(({ table, text }) => `SELECT record_id FROM ${table} WHERE ${text}`)
    .join(' UNION ');
  return countOf(sql.get(`SELECT count(*) AS n FROM (${ids})`, ...values));
}

function countProblems(sql: Sql, recordId: string | undefined): number {
  return recordId === undefined
    ? countOf(sql.get('SELECT count(*) AS n FROM problems'))
    : countOf(sql.get('SELECT count(*) AS n FROM problems WHERE record_id = ?', recordId));
}

function countOf(row: SqlRow | undefined): number {
  return row ? numberCell(row, 'n') : 0;
}

function earliest(times: readonly (string | null)[]): number | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : Math.min(...known.map((time) => Date.parse(time)));
}

function latest(times: readonly (string | null)[]): number | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : Math.max(...known.map((time) => Date.parse(time)));
}
