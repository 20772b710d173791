import type { Footprint } from '../../../../shared/results/detection.ts';
import type { Sql } from '../sql.ts';
import { readFootprintRow } from './sensor-rows.ts';

/** The footprints of records, those with detections and those without, each once. */
export function createRecordFootprints(sql: Sql): (recordIds: readonly string[]) => readonly Footprint[] {
  return (recordIds) =>
    sql
      .all(
        `SELECT * FROM footprints WHERE fid IN (
           SELECT footprint_fid FROM sensors WHERE record_id IN (SELECT value FROM json_each(?)))
         ORDER BY fid`,
        JSON.stringify(recordIds),
      )
      .map(readFootprintRow);
}
