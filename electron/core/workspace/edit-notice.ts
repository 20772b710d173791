import { numberCell } from './cells.ts';
import type { Sql } from './sql.ts';

/**
 * Tells whether another connection has written to the file since it was last asked. Over the only connection of
 * Sightline that writes, that is another program (sqlite.org/pragma.html#pragma_data_version).
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
    return isEdited;
  };
}
