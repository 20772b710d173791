import type {
  DetectionPageRequest,
  DetectionRow,
  DetectionRowIndexRequest,
} from '../../../../shared/results/detection.ts';
import type { Sql } from '../file/sql.ts';
import { readDetectionRows, selectDetections } from './detection-rows.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { findPosition } from './memory/find-position.ts';
import type { DefineQuery } from './query.ts';

/** The detections with these ids, in their order; ids that are not there are left out. */
export function detections(sql: Sql, ids: readonly number[]): readonly DetectionRow[] {
  return readDetectionRows(sql, selectDetections(sql, ids));
}

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(query: DefineQuery, sql: Sql, memory: DetectionMemory) {
  return {
    /** The page and how many detections the filter leaves in all. */
    detectionPage: query(
      ({ filter, sort }: DetectionPageRequest) => ({ filter, sort }),
      (all, { filter, sort, offset, limit }) => {
        const positions = memory.order(all, filter, sort);
        const ids = Array.from(
          positions.subarray(offset, offset + limit),
          (position) => all.columns.id[position] as number,
        );
        return { rows: detections(sql, ids), total: positions.length };
      },
    ),
    /** The row index of a detection in the table, counted from 0; undefined when the filter does not match it. */
    detectionRowIndex: query(
      ({ filter, sort }: DetectionRowIndexRequest) => ({ filter, sort }),
      (all, { filter, sort, id }): number | undefined => {
        const position = findPosition(all.columns.id, id);
        const at = position < 0 ? -1 : memory.order(all, filter, sort).indexOf(position);
        return at < 0 ? undefined : at;
      },
    ),
  };
}
