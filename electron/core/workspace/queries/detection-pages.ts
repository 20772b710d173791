import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { readDetectionRows, selectDetections } from './detection-rows.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { findPosition } from './memory/find-position.ts';

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(
  sql: Sql,
  memory: DetectionMemory,
): Pick<WorkspaceStore, 'detectionPage' | 'detectionRowIndex' | 'detections'> {
  return {
    detectionPage: ({ filter, sort, offset, limit }) =>
      memory.read((detections) => {
        const positions = memory.order(detections, filter, sort);
        const ids = Array.from(
          positions.subarray(offset, offset + limit),
          (position) => detections.columns.id[position] as number,
        );
        return { rows: readDetectionRows(selectDetections(sql, ids)), total: positions.length };
      }),
    detectionRowIndex: ({ filter, sort, id }) =>
      memory.read((detections) => {
        const position = findPosition(detections.columns.id, id);
        const at = position < 0 ? -1 : memory.order(detections, filter, sort).indexOf(position);
        return at < 0 ? undefined : at;
      }),
    detections: (ids) => readDetectionRows(selectDetections(sql, ids)),
  };
}
