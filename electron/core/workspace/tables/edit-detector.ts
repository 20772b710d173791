import { numberCell } from '../file/cells.ts';
import { refreshChunks } from '../file/columns/refresh-chunks.ts';
import { incrementResultsVersion } from '../file/results-version.ts';
import { isBusy, type Sql } from '../file/sql.ts';

/**
 * Returns whether another connection has written to the file since the last call, and if so brings the columns up to
 * date with the rows. Over the only connection of Sightline that writes, that is another program
 * (sqlite.org/pragma.html#pragma_data_version).
 */
export function createEditDetector(sql: Sql): () => boolean {
  const readVersion = () => {
    const row = sql.get('PRAGMA data_version');
    return row ? numberCell(row, 'data_version') : 0;
  };
  let lastVersion = readVersion();
  return () => {
    const version = readVersion();
    const isEdited = version !== lastVersion;
    lastVersion = version;
    if (isEdited) refreshColumns(sql);
    return isEdited;
  };
}

/** A program that goes on writing is not waited for: columns that are behind are read from the rows. */
function refreshColumns(sql: Sql): void {
  try {
    sql.transaction(() => {
      refreshChunks(sql);
      incrementResultsVersion(sql);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
