import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import { readDetectionRow, selectDetections } from './detection-rows.ts';
import type { Memory } from './memory/memory.ts';
import { placeOfId } from './memory/place-of-id.ts';

/** Pages of the table of detections. Equal values are ordered by id; absent values come first when ascending. */
export function createDetectionPages(
  sql: Sql,
  memory: Memory,
): Pick<WorkspaceStore, 'detectionPage' | 'detectionPlace' | 'detections'> {
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
    detectionPlace: ({ filter, sort, id }) =>
      memory.read((detections) => {
        const place = placeOfId(detections.columns.id, id);
        const at = place < 0 ? -1 : memory.order(detections, filter, sort).indexOf(place);
        return at < 0 ? undefined : at;
      }),
    detections: (ids) => selectDetections(sql, ids).map(readDetectionRow),
  };
}
