import { foldText } from '../../../../shared/fold-text.ts';
import type { RecordProblem } from '../../../../shared/results/detection.ts';
import {
  type ProblemLocation,
  type ProblemPageRequest,
  type ProblemPageResult,
  problemLocation,
} from '../../../../shared/results/record-problem-page.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import { readRawRecord } from '../file/raw-blocks.ts';
import { countRows, type Sql, type SqlRow, type SqlValue } from '../file/sql.ts';

/** Locations of problems in records, the most frequent first. */
export function problemLocations(sql: Sql): readonly ProblemLocation[] {
  const counts = new Map<string, number>();
  for (const [path, count] of sql.arrays('SELECT path, count(*) FROM problems GROUP BY path')) {
    const location = problemLocation(String(path));
    counts.set(location, (counts.get(location) ?? 0) + Number(count));
  }
  return [...counts]
    .map(([location, count]) => ({ place: location, count }))
    .toSorted((one, other) => other.count - one.count);
}

/** The record as received, byte for byte; undefined where the workspace has not stored it. */
export function rawRecord(sql: Sql, recordId: string): Uint8Array | undefined {
  const row = sql.get`SELECT id FROM records WHERE record_id = ${recordId}`;
  return row && readRawRecord(sql, numberCell(row, 'id'));
}

/** The last problems of records, the last first. */
export function listProblems(sql: Sql, limit: number): readonly RecordProblem[] {
  return sql.all`SELECT * FROM problems ORDER BY id DESC LIMIT ${limit}`.map(readProblem);
}

/** Problems of records, the last first. */
export function problemPage(
  sql: Sql,
  { offset, limit, place: location, text }: ProblemPageRequest,
): ProblemPageResult {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (location !== undefined) {
    conditions.push('path GLOB ?');
    values.push(globPattern(location));
  }
  if (text !== undefined && text !== '') {
    conditions.push('(text_contains(message, ?) OR text_contains(path, ?) OR text_contains(record_id, ?))');
    const lower = foldText(text);
    values.push(lower, lower, lower);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const rows = sql.all(
    `SELECT problems.*, (SELECT detections FROM records WHERE records.record_id = problems.record_id) AS detections
     FROM problems ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return {
    rows: rows.map((row) => ({
      ...readProblem(row),
      detections: row.detections === null ? 0 : numberCell(row, 'detections'),
    })),
    total: countRows(sql, `problems ${where}`, ...values),
  };
}

function readProblem(row: SqlRow): RecordProblem {
  return {
    id: numberCell(row, 'id'),
    recordId: textOrNull(row, 'record_id'),
    path: textCell(row, 'path'),
    message: textCell(row, 'message'),
    seenAt: textCell(row, 'seen_at'),
  };
}

/** A pattern that matches the paths of a location; special characters are put in brackets. */
function globPattern(location: string): string {
  return location
    .split('[]')
    .map((part) => part.replaceAll(/[*?[]/g, '[$&]'))
    .join('[[][0-9]*]');
}
