import { recordDifferenceSchema } from '../../../../shared/searches/record-difference.ts';
import type {
  ChangedRecordsPage,
  ChangedRecordsRequest,
  RecordProcessors,
} from '../../../../shared/searches/record-processors.ts';
import type { DiffPageRequest, DiffRow, SearchDiff } from '../../../../shared/searches/search-diff.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import { countRows, type Sql, type SqlRow } from '../file/sql.ts';

/** The records that a fetch returned with other content than before. */
export function changedRecords(
  sql: Sql,
  { fetchId, offset, limit }: ChangedRecordsRequest,
): ChangedRecordsPage {
  const rows = sql.all`
    SELECT records.id, record_id, region, uploaded_at, detections, difference
    FROM record_changes JOIN records ON records.id = record_key WHERE fetch_id = ${fetchId}
    ORDER BY difference ->> '$.processors' IS NULL, uploaded_at DESC, records.id
    LIMIT ${limit} OFFSET ${offset}`;
  return {
    rows: rows.map((row) => readChangedRecord(sql, row, textCell(row, 'difference'))),
    total: countRows(sql, 'record_changes WHERE fetch_id = ?', fetchId),
  };
}

/** A row with `record_id`, `region`, `uploaded_at` and `detections`; `difference` is JSON, null when it is unknown. */
export function readChangedRecord(sql: Sql, row: SqlRow, difference: string | null): DiffRow {
  const recordId = textCell(row, 'record_id');
  const analytics = sql.all`
    SELECT DISTINCT name FROM processors WHERE record_id = ${recordId} ORDER BY position`;
  return {
    recordId,
    analytics: analytics.map((each) => textCell(each, 'name')),
    region: textOrNull(row, 'region'),
    uploadedAt: textOrNull(row, 'uploaded_at'),
    detections: numberCell(row, 'detections'),
    difference: difference === null ? null : recordDifferenceSchema.parse(JSON.parse(difference)),
  };
}

/** The processors of a record and their changes; undefined when there is no such record. */
export function recordProcessors(sql: Sql, recordId: string): RecordProcessors | undefined {
  const record = sql.get`SELECT id, fields FROM records WHERE record_id = ${recordId}`;
  if (!record) return undefined;
  // Fetch by fetch, since the key of the changes begins with it.
  const changes = sql.all`
    SELECT changed_at, difference FROM fetch_records CROSS JOIN record_changes USING (fetch_id, record_key)
    WHERE record_key = ${numberCell(record, 'id')} ORDER BY changed_at DESC`;
  return {
    processors: sql
      .all(
        'SELECT name, version, qc_status, parameters FROM processors WHERE record_id = ? ORDER BY position',
        recordId,
      )
      .map((row) => ({
        name: textCell(row, 'name'),
        version: textOrNull(row, 'version'),
        qcStatus: textOrNull(row, 'qc_status'),
        parameters: textOrNull(row, 'parameters'),
      })),
    fields: textCell(record, 'fields'),
    changes: changes.flatMap((row) =>
      (recordDifferenceSchema.parse(JSON.parse(textCell(row, 'difference'))).processors ?? []).map(
        (change) => ({
          ...change,
          changedAt: textCell(row, 'changed_at'),
        }),
      ),
    ),
  };
}

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
      ? sql.get`
        SELECT difference FROM record_changes
        WHERE record_key = ${numberCell(row, 'id')} AND changed_at > ${from} AND changed_at <= ${to}
        ORDER BY changed_at DESC LIMIT 1`
      : undefined;
  return readChangedRecord(sql, row, change ? textCell(change, 'difference') : null);
}
