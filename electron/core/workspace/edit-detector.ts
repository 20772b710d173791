import { numberCell } from './cells.ts';
import { refreshChunks } from './columns/refresh-chunks.ts';
import { raiseResultsVersion } from './results-version.ts';
import { isBusy, type Sql } from './sql.ts';

/**
 * Tells whether another connection has written to the file since it was last asked, and then brings the columns up to
 * date with the rows. Over the only connection of Sightline that writes, that is another program
 * (sqlite.org/pragma.html#pragma_data_version).
 */
export function createEditNotice(sql: Sql): () => boolean {
  const readVersion = () => {
    const row = sql.get('PRAGMA data_version');
    return row ? numberCell(row, 'data_version') : 0;
  };
  let known = readVersion();
  return () => {
    const version = readVersion();
    const isEdited = version !== known;
    known = version;
    if (isEdited) refresh(sql);
    return isEdited;
  };
}

/** A program that goes on writing is not waited for: columns that are behind are read from the rows. */
function refresh(sql: Sql): void {
  try {
    sql.transaction(() => {
      refreshChunks(sql);
      raiseResultsVersion(sql);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
