import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';

/** Adds rows to the `detections` layer with its spatial index brought up to date at the end, not row by row. */
export type BulkIndex = {
  /** To be called before the first row is inserted; further calls do nothing. */
  begin(): void;
  /** Says that a row with this key was inserted. */
  inserted(fid: number): void;
  /** Indexes what was inserted. To be called in the same transaction. */
  finish(): void;
};

const index = 'rtree_detections_geom';
const trigger = `${index}_insert`;

/**
 * A bulk index for one transaction. The insert trigger of the R-tree calls five functions of ours for each row, which
 * costs more than all the rest of the insert. It is therefore dropped and put back within the transaction, so that
 * nobody else ever sees the file without it.
 */
export function createBulkIndex(sql: Sql): BulkIndex {
  const fids: number[] = [];
  let triggerText: string | undefined;
  return {
    begin() {
      if (triggerText !== undefined) return;
      const row = sql.get("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?", trigger);
      if (!row) throw new Error(`The workspace has lost its trigger ${trigger}.`);
      triggerText = textCell(row, 'sql');
      sql.database.exec(`DROP TRIGGER ${trigger}`);
    },
    inserted(fid) {
      fids.push(fid);
    },
    finish() {
      if (triggerText === undefined) return;
      sql.run(
        `INSERT INTO ${index} SELECT fid, longitude, longitude, latitude, latitude FROM detections
         WHERE fid IN (SELECT value FROM json_each(?))`,
        JSON.stringify(fids),
      );
      sql.database.exec(triggerText);
    },
  };
}
