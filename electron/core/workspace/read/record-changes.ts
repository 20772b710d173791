import { recordDifferenceSchema } from '../../../../shared/searches/record-difference.ts';
import type {
  ChangedRecordsPage,
  ChangedRecordsRequest,
  RecordProcessors,
} from '../../../../shared/searches/record-processors.ts';
import type { DiffRow } from '../../../../shared/searches/search-diff.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

/** The records that a fetch returned with other content than before. */
export function changedRecords(
  sql: Sql,
  { fetchId, offset, limit }: ChangedRecordsRequest,
): ChangedRecordsPage {
  const total = sql.get('SELECT count(*) AS total FROM record_changes WHERE fetch_id = ?', fetchId);
  const rows = sql.all(
    `SELECT records.id, record_id, region, uploaded_at, detections, difference
     FROM record_changes JOIN records ON records.id = record_key WHERE fetch_id = ?
     ORDER BY difference ->> '$.processors' IS NULL, uploaded_at DESC, records.id LIMIT ? OFFSET ?`,
    fetchId,
    limit,
    offset,
  );
  return {
    rows: rows.map((row) => readChangedRecord(sql, row, textCell(row, 'difference'))),
    total: total ? numberCell(total, 'total') : 0,
  };
}

/** A row with `record_id`, `region`, `uploaded_at` and `detections`; `difference` is JSON, null when it is unknown. */
export function readChangedRecord(sql: Sql, row: SqlRow, difference: string | null): DiffRow {
  const recordId = textCell(row, 'record_id');
  const analytics = sql.all(
    'SELECT DISTINCT name FROM processors WHERE record_id = ? ORDER BY position',
    recordId,
  );
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
  const record = sql.get('SELECT id, fields FROM records WHERE record_id = ?', recordId);
  if (!record) return undefined;
  // Fetch by fetch, since the key of the changes begins with it.
  const changes = sql.all(
    `SELECT changed_at, difference FROM fetch_records CROSS JOIN record_changes USING (fetch_id, record_key)
     WHERE record_key = ? ORDER BY changed_at DESC`,
    numberCell(record, 'id'),
  );
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
