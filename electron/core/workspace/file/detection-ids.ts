import { numberCell } from './cells.ts';
import { maxDetectionId } from './columns/read-chunk.ts';
import type { Sql } from './sql.ts';

/**
 * Allocates detection ids: one sequence over both tables. No id is used twice, nor one that a review refers to, which
 * is reserved for its detection. SQLite itself remembers the greatest id of each table (AUTOINCREMENT), so rows that
 * other programs added count, too. Where one of these has a greater id than fits the columns, the greatest that fits
 * counts.
 */
export function createDetectionIds(sql: Sql): () => number {
  const remembered = readLast(
    sql,
    `SELECT max(seq) AS last FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas')
     UNION ALL SELECT max(detection_id) FROM reviews`,
  );
  let last =
    remembered <= maxDetectionId
      ? remembered
      : readLast(
          sql,
          `SELECT max(fid) AS last FROM detections WHERE fid <= ${maxDetectionId}
           UNION ALL SELECT max(fid) FROM detection_areas WHERE fid <= ${maxDetectionId}
           UNION ALL SELECT max(detection_id) FROM reviews WHERE detection_id <= ${maxDetectionId}`,
        );
  return () => {
    last += 1;
    if (last > maxDetectionId)
      throw new Error('The workspace has used up its detection ids. Begin a new workspace.');
    return last;
  };
}

function readLast(sql: Sql, select: string): number {
  const row = sql.get(`SELECT coalesce(max(last), 0) AS last FROM (${select})`);
  return row ? numberCell(row, 'last') : 0;
}

/** Lets rows that other programs add have greater ids than that of a review, whose detection may not be here yet. */
export function reserveDetectionId(sql: Sql, id: number): void {
  addSequences(sql);
  sql.run(
    `UPDATE sqlite_sequence SET seq = ?1 WHERE name IN ('detections', 'detection_areas') AND seq < ?1`,
    id,
  );
}

/** Lets both tables go on from the same id, so that rows which another program adds to one have none of the other. */
export function alignDetectionIds(sql: Sql): void {
  const last = `(SELECT max(seq) FROM sqlite_sequence WHERE name IN ('detections', 'detection_areas'))`;
  addSequences(sql);
  sql.run(`UPDATE sqlite_sequence SET seq = ${last} WHERE name IN ('detections', 'detection_areas')`);
}

/** SQLite adds the sequence of a table with its first row. */
function addSequences(sql: Sql): void {
  sql.run`
    INSERT INTO sqlite_sequence (name, seq)
    SELECT value, 0 FROM json_each('["detections", "detection_areas"]')
    WHERE value NOT IN (SELECT name FROM sqlite_sequence)`;
}
