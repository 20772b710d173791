import {
  columnNames,
  createDetectionColumns,
  type DetectionColumns,
} from '../../file/columns/detection-chunk.ts';

/** Spare capacity for new detections, as a share of those that are there. */
const spareShare = 1 / 8;

/** Columns for `count` detections: `buffer` when it is large enough, or else a new one with spare capacity. */
export function ensureCapacity(buffer: DetectionColumns, count: number): DetectionColumns {
  if (count <= buffer.count) return buffer;
  const larger = createDetectionColumns(count + Math.ceil(count * spareShare));
  copyColumns(buffer, 0, buffer.count, larger, 0);
  return larger;
}

/** Copies `count` detections from one position to another, also within the same columns. */
export function copyColumns(
  from: DetectionColumns,
  start: number,
  count: number,
  to: DetectionColumns,
  at: number,
): void {
  for (const name of columnNames) to[name].set(from[name].subarray(start, start + count), at);
}

/** Whether `count` detections from one position are the same, byte by byte, as those from a position of other columns. */
export function areEqualColumns(
  one: DetectionColumns,
  start: number,
  other: DetectionColumns,
  otherStart: number,
  count: number,
): boolean {
  return columnNames.every((name) =>
    bytesOf(one[name].subarray(start, start + count)).equals(
      bytesOf(other[name].subarray(otherStart, otherStart + count)),
    ),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** The first `count` detections, as views of the same memory. */
export function viewOfFirst(columns: DetectionColumns, count: number): DetectionColumns {
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
