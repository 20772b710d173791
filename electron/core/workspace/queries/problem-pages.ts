import {
  type ProblemPageRequest,
  type ProblemPageResult,
  problemLocation,
} from '../../../../shared/results/record-problem-page.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import { readRawRecord } from '../ingest/raw-blocks.ts';
import type { Sql, SqlValue } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Problems of records, and the raw records. */
export function createProblemPages(
  sql: Sql,
): Pick<WorkspaceStore, 'problemPage' | 'problemLocations' | 'rawRecord'> {
  return {
    problemPage: (page) => readPage(sql, page),
    problemLocations() {
      const counts = new Map<string, number>();
      for (const [path, count] of sql.arrays('SELECT path, count(*) FROM problems GROUP BY path')) {
        const location = problemLocation(String(path));
        counts.set(location, (counts.get(location) ?? 0) + Number(count));
      }
      return [...counts]
        .map(([location, count]) => ({ place: location, count }))
        .toSorted((one, other) => other.count - one.count);
    },
    rawRecord(recordId) {
      const row = sql.get('SELECT id FROM records WHERE record_id = ?', recordId);
      return row && readRawRecord(sql, numberCell(row, 'id'));
    },
  };
}

function readPage(sql: Sql, { offset, limit, place: location, text }: ProblemPageRequest): ProblemPageResult {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (location !== undefined) {
    conditions.push('path GLOB ?');
    values.push(globPattern(location));
  }
  if (text !== undefined && text !== '') {
    conditions.push('(text_contains(message, ?) OR text_contains(path, ?) OR text_contains(record_id, ?))');
    const lower = text.toLowerCase();
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
  const count = sql.get(`SELECT count(*) AS total FROM problems ${where}`, ...values);
  return {
    rows: rows.map((row) => ({
      id: numberCell(row, 'id'),
      recordId: textOrNull(row, 'record_id'),
      path: textCell(row, 'path'),
      message: textCell(row, 'message'),
      seenAt: textCell(row, 'seen_at'),
      detections: row.detections === null ? 0 : numberCell(row, 'detections'),
    })),
    total: count ? numberCell(count, 'total') : 0,
  };
}

/** A pattern that matches the paths of a location; special characters are put in brackets. */
function globPattern(location: string): string {
  return location
    .split('[]')
    .map((part) => part.replaceAll(/[*?[]/g, '[$&]'))
    .join('[[][0-9]*]');
}
