import { numberCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import { isChunkDirty } from './detection-chunk.ts';
import { createNameKeys } from './name-keys.ts';
import { createPropertyNames } from './property-names.ts';
import { readChunkFromRows } from './read-chunk.ts';
import { storeChunk } from './store-chunk.ts';

/**
 * Rebuilds the chunks whose rows have changed, and returns whether there were any. To be called in a transaction; the
 * results version stays.
 */
export function refreshChunks(sql: Sql): boolean {
  const chunks = sql
    .all(`SELECT chunk FROM detection_chunks WHERE ${isChunkDirty} ORDER BY chunk`)
    .map((row) => numberCell(row, 'chunk'));
  if (chunks.length === 0) return false;
  const nameKey = createNameKeys(sql);
  const names = createPropertyNames(sql);
  for (const chunk of chunks) {
    const contents = readChunkFromRows(sql, chunk, {
      nameKey,
      isColumn: names.isColumn,
      onTooLong: names.drop,
    });
    storeChunk(sql, chunk, contents, names);
  }
  return true;
}
