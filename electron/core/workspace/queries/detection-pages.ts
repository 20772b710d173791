import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { readDetectionRow, selectDetections } from './detection-rows.ts';
import type { Memory } from './memory/memory.ts';

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(
  sql: Sql,
  memory: Memory,
): Pick<WorkspaceStore, 'detectionPage' | 'detections'> {
  return {
    detectionPage: ({ filter, sort, offset, limit }) =>
      memory.read((detections) => {
        const places = memory.order(detections, filter, sort);
        const ids = Array.from(
          places.subarray(offset, offset + limit),
          (place) => detections.columns.id[place] as number,
        );
        return { rows: selectDetections(sql, ids).map(readDetectionRow), total: places.length };
      }),
    detections: (ids) => selectDetections(sql, ids).map(readDetectionRow),
  };
}
