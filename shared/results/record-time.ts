/** Sputnik 1: before it there was no image from orbit. */
const firstMs = Date.parse('1957-10-04T00:00:00.000Z');
/** Fixed, since a record must mean the same whenever it is read. */
const endMs = Date.parse('2050-01-01T00:00:00.000Z');

/**
 * Whether an instant (epoch milliseconds, UTC) can be when something was collected, generated or uploaded. Others are
 * written for “no date”: the years 1, 1601, 1900 and 9999, and the zero of computers, 1970-01-01T00:00:00Z.
 */
export function isRecordTime(epochMs: number): boolean {
  return epochMs >= firstMs && epochMs < endMs && epochMs !== 0;
}
