import { numberCell } from '../cells.ts';
import { maxDetectionId } from '../columns/read-chunk.ts';
import type { Sql } from '../sql.ts';

/**
 * Allocates detection ids: one sequence over both tables. No id is used twice, nor one that a review refers to, which
 * is reserved for its detection. SQLite itself remembers the greatest id of each table (AUTOINCREMENT), so rows that
 * other programs added count, too, as long as their ids fit the columns.
 */
export function createDetectionIds(sql: Sql): () => number {
  const row = sql.get(
    `SELECT max(
       coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas')), 0),
       coalesce((SELECT max(detection_id) FROM reviews), 0)
     ) AS last`,
  );
  let last = row ? numberCell(row, 'last') : 0;
  return () => {
    last += 1;
    if (last > maxDetectionId)
      throw new Error('The workspace has used up its detection ids. Begin a new workspace.');
    return last;
  };
}

/** Lets both tables go on from the same id, so that rows which another program adds to one have none of the other. */
export function alignDetectionIds(sql: Sql): void {
  const last = `(SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas'))`;
  for (const table of ['detections', 'detection_areas']) {
    sql.run(
      `INSERT INTO sqlite_sequence (name, seq)
       SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
      table,
    );
    sql.run(`UPDATE sqlite_sequence SET seq = ${last} WHERE name = ?`, table);
  }
}
