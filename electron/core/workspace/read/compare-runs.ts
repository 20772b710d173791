import type { DiffPageRequest, DiffRow, SearchDiff } from '../../../../shared/searches/search-diff.ts';
import { numberCell, textCell } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { readChangedRecord } from './record-changes.ts';

/** A run as far as the comparison needs it. */
type Run = { readonly id: string; readonly startedAt: string; readonly endedAt: string };

/**
 * Records by their part in the comparison. Records of runs for new results, in between, count as returned before. A record
 * has changed when any fetch returned other content of it after the former run and until the end of this one.
 */
const recordsByPart = `
  WITH now_keys AS (SELECT record_key FROM fetch_records WHERE fetch_id = ?1),
  before_keys AS (
    SELECT DISTINCT record_key FROM fetch_records WHERE fetch_id IN (
      SELECT own.fetch_id FROM fetches AS own JOIN fetches AS this
        ON own.search_id = this.search_id AND own.search_revision = this.search_revision
      WHERE this.fetch_id = ?1 AND own.started_at >= ?2 AND own.started_at < ?3
    )
  ),
  changed_keys AS (
    SELECT DISTINCT record_key FROM record_changes WHERE changed_at > ?4 AND changed_at <= ?5
  ),
  parts AS (
    SELECT record_key, CASE
        WHEN record_key NOT IN (SELECT record_key FROM before_keys) THEN 'new'
        WHEN record_key IN (SELECT record_key FROM changed_keys) THEN 'changed'
        ELSE 'same'
      END AS part FROM now_keys
    UNION ALL
    SELECT record_key, 'gone' FROM before_keys WHERE record_key NOT IN (SELECT record_key FROM now_keys)
  )`;

/** A full run compared with the one before; undefined when it is not a full run, or there is none before it. */
export function compareRuns(
  sql: Sql,
  { fetchId, kind, offset, limit }: DiffPageRequest,
): SearchDiff | undefined {
  const current = readRun(sql, 'fetch_id = ?', fetchId);
  const former =
    current &&
    readRun(
      sql,
      `started_at < ? AND (search_id, search_revision) =
         (SELECT search_id, search_revision FROM fetches WHERE fetch_id = ?) ORDER BY started_at DESC LIMIT 1`,
      current.startedAt,
      fetchId,
    );
  if (!former) return undefined;
  const bound = [fetchId, former.startedAt, current.startedAt, former.endedAt, current.endedAt] as const;
  const counts = { new: 0, gone: 0, changed: 0, same: 0 };
  for (const row of sql.all(
    `${recordsByPart} SELECT part, count(*) AS count FROM parts GROUP BY part`,
    ...bound,
  )) {
    counts[textCell(row, 'part') as keyof typeof counts] = numberCell(row, 'count');
  }
  const rows = sql.all(
    `${recordsByPart}
     SELECT id, record_id, region, uploaded_at, detections FROM records
     WHERE id IN (SELECT record_key FROM parts WHERE part = ?6)
     ORDER BY uploaded_at DESC, id LIMIT ?7 OFFSET ?8`,
    ...bound,
    kind,
    limit,
    offset,
  );
  return {
    fetchId,
    startedAt: current.startedAt,
    formerFetchId: former.id,
    formerStartedAt: former.startedAt,
    counts,
    kind,
    rows: rows.map((row) => readRow(sql, row, kind, former.endedAt, current.endedAt)),
  };
}

/** A complete full run. */
function readRun(sql: Sql, condition: string, ...values: string[]): Run | undefined {
  const row = sql.get(
    `SELECT fetch_id, started_at, updated_at FROM fetches
     WHERE run_kind = 'full' AND state = 'complete' AND ${condition}`,
    ...values,
  );
  return (
    row && {
      id: textCell(row, 'fetch_id'),
      startedAt: textCell(row, 'started_at'),
      endedAt: textCell(row, 'updated_at'),
    }
  );
}

function readRow(sql: Sql, row: SqlRow, kind: DiffPageRequest['kind'], from: string, to: string): DiffRow {
  const change =
    kind === 'changed'
      ? sql.get(
          `SELECT difference FROM record_changes WHERE record_key = ? AND changed_at > ? AND changed_at <= ?
           ORDER BY changed_at DESC LIMIT 1`,
          numberCell(row, 'id'),
          from,
          to,
        )
      : undefined;
  return readChangedRecord(sql, row, change ? textCell(change, 'difference') : null);
}
