import { createDetectionColumns, type DetectionColumns } from '../../columns/detection-chunk.ts';

/** The columns of a chunk without their number. */
export const columnNames = [
  'longitude',
  'latitude',
  'collected',
  'uploaded',
  'confidence',
  'id',
  'x',
  'y',
  'record',
  'analytic',
  'region',
  'sensor',
  'flags',
] as const satisfies readonly (keyof DetectionColumns)[];

/** Room that is kept for detections to come, as a share of those that are there. */
const spare = 1 / 8;

/** Columns for `count` detections within `room`, when that is large enough, or else in new room with some to spare. */
export function roomFor(room: DetectionColumns, count: number): DetectionColumns {
  if (count <= room.count) return room;
  const larger = createDetectionColumns(count + Math.ceil(count * spare));
  copyColumns(room, 0, room.count, larger, 0);
  return larger;
}

/** Copies `count` detections from one place to another, also within the same columns. */
export function copyColumns(
  from: DetectionColumns,
  start: number,
  count: number,
  to: DetectionColumns,
  at: number,
): void {
  for (const name of columnNames) to[name].set(from[name].subarray(start, start + count), at);
}

/** The first `count` detections, looking into the same memory. */
export function firstOf(columns: DetectionColumns, count: number): DetectionColumns {
  return {
    count,
    longitude: columns.longitude.subarray(0, count),
    latitude: columns.latitude.subarray(0, count),
    collected: columns.collected.subarray(0, count),
    uploaded: columns.uploaded.subarray(0, count),
    confidence: columns.confidence.subarray(0, count),
    id: columns.id.subarray(0, count),
    x: columns.x.subarray(0, count),
    y: columns.y.subarray(0, count),
    record: columns.record.subarray(0, count),
    analytic: columns.analytic.subarray(0, count),
    region: columns.region.subarray(0, count),
    sensor: columns.sensor.subarray(0, count),
    flags: columns.flags.subarray(0, count),
  };
}
