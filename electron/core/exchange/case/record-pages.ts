import { fieldListSchema } from '../../../../shared/results/field-list.ts';
import { numberOrNull, textCell } from '../../workspace/file/cells.ts';
import { readRawRecords } from '../../workspace/file/raw-blocks.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { ImportableRecord, ImportOrigin } from '../../workspace/open/import-records.ts';

/** Origin of records: one page of the results of a query. */
type RecordOrigin = Pick<ImportOrigin, 'queryText' | 'offset' | 'fields'>;

/** Records of one original page, at least one. */
export type RecordPage = {
  readonly origin: RecordOrigin;
  readonly records: readonly (ImportableRecord & { readonly bytes: Uint8Array<ArrayBuffer> })[];
};

const maxPageRecords = 500;
const maxPageBytes = 4_000_000;

/**
 * The raw records that match an SQL condition on `records`, in the order of fetching and grouped by their original page.
 * Throws `DamagedRecord` at one whose bytes are not those of its hash.
 */
export function* readRecordPages(sql: Sql, condition: string): Generator<RecordPage, void> {
  const select = `SELECT fetched_at, page_offset, fields, queries.body AS query, lower(hex(content_hash)) AS sha256
    FROM records JOIN queries ON queries.id = query_id WHERE records.id = ?`;
  let open: { readonly key: string; readonly page: RecordPage & { readonly records: unknown[] } } | undefined;
  let bytesOfPage = 0;
  for (const { recordKey, recordId, bytes } of readRawRecords(sql, condition)) {
    const row = sql.get(select, recordKey);
    if (!row) continue;
    const fetchedAt = textCell(row, 'fetched_at');
    const origin: RecordOrigin = {
      queryText: textCell(row, 'query'),
      offset: numberOrNull(row, 'page_offset') ?? 0,
      fields: fieldListSchema.catch('all').parse(row.fields),
    };
    const key = JSON.stringify([origin, fetchedAt]);
    const isFull =
      open !== undefined &&
      (open.key !== key ||
        open.page.records.length >= maxPageRecords ||
        bytesOfPage + bytes.length > maxPageBytes);
    if (open && isFull) {
      yield open.page;
      open = undefined;
      bytesOfPage = 0;
    }
    open ??= { key, page: { origin, records: [] } };
    // With memory of its own, which can be transferred to another thread.
    const copy = new Uint8Array(bytes);
    open.page.records.push({ recordId, sha256: textCell(row, 'sha256'), fetchedAt, bytes: copy });
    bytesOfPage += bytes.length;
  }
  if (open) yield open.page;
}
