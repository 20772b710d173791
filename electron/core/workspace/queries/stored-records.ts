import { Buffer } from 'node:buffer';
import { bytesCell, textCell } from '../cells.ts';
import { parseInstant } from '../ingest/parse-instant.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** Which records the workspace has, and with what content. */
export function createStoredRecords(sql: Sql): Pick<WorkspaceStore, 'storedRecords'> {
  return {
    storedRecords: (recordIds) =>
      sql
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
        })),
  };
}
