import type { DetectionColumns } from '../../file/columns/detection-chunk.ts';
import type { Sql } from '../../file/sql.ts';
import type { Dictionary } from './dictionary.ts';

/** Translates keys of the table `names` into numbers of the dictionary, which has names that only rows hold, too. */
export function createNameCodes(sql: Sql, names: Dictionary) {
  let codes = new Uint32Array(1);
  const readNames = () => {
    const rows = sql.arrays('SELECT id, name FROM names ORDER BY id');
    codes = new Uint32Array(Number(rows.at(-1)?.[0] ?? 0) + 1);
    for (const [key, name] of rows) codes[Number(key)] = names.codeOf(String(name));
  };
  const translateColumn = (column: Uint32Array): void => {
    let hasReadNames = false;
    for (let index = 0; index < column.length; index += 1) {
      const key = column[index] as number;
      if (key === 0) continue;
      if ((codes[key] ?? 0) === 0 && !hasReadNames) {
        readNames();
        hasReadNames = true;
      }
      column[index] = codes[key] ?? 0;
    }
  };
  return {
    /** In place. */
    translate(columns: DetectionColumns): DetectionColumns {
      translateColumn(columns.analytic);
      translateColumn(columns.region);
      translateColumn(columns.sensor);
      return columns;
    },
  };
}
