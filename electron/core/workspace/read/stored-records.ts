import { Buffer } from 'node:buffer';
import { bytesCell, textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { parseInstant } from '../ingest/parse-instant.ts';

/** A record that the workspace has, and with what content. */
export type StoredRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly fetchedAt: string;
  /** Epoch milliseconds; null without a readable time. */
  readonly uploadedAt: number | null;
};

/** The stored ones of these records; others are left out. */
export function storedRecords(sql: Sql, recordIds: readonly string[]): readonly StoredRecord[] {
  return sql
    .all(
      `SELECT record_id, content_hash, fetched_at, uploaded_at FROM records
       WHERE record_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(recordIds),
    )
    .map((row) => ({
      recordId: textCell(row, 'record_id'),
      sha256: Buffer.from(bytesCell(row, 'content_hash')).toString('hex'),
      fetchedAt: textCell(row, 'fetched_at'),
      uploadedAt: parseInstant(row.uploaded_at)?.epochMs ?? null,
    }));
}
