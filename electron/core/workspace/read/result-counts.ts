import type { DetectionFilter, ResultCounts } from '../../../../shared/results/detection.ts';
import { numberCell } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';
import { countCodes } from './count-groups.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';

/**
 * Counts what matches the filter. An empty filter counts all records, including those without detections. Any other
 * counts the records of the matching detections. Problems are filtered by `recordId` only.
 */
export function countResults(
  sql: Sql,
  memory: DetectionMemory,
  detections: Detections,
  filter: DetectionFilter,
): ResultCounts {
  const { columns } = detections;
  const { bits, count } = memory.mask(detections, filter);
  const names = memory.store.names.texts();
  const isUnfiltered = Object.values(filter).every((member) => member === undefined);
  return {
    records: isUnfiltered
      ? countOf(sql.get('SELECT count(*) AS n FROM records'))
      : recordKeysOfMask(columns.record, bits).length,
    detections: count,
    problems: countProblems(sql, filter.recordId),
    byAnalytic: countCodes(bits, columns.analytic, names)
      .map(({ key, count: ofAnalytic }) => ({ analytic: key ?? '', count: ofAnalytic }))
      .sort((one, other) => other.count - one.count || one.analytic.localeCompare(other.analytic)),
    regions: countCodes(bits, columns.region, names)
      .flatMap(({ key }) => key ?? [])
      .sort(),
    ...extentOf(bits, columns.collected),
  };
}

function extentOf(
  bits: Uint8Array,
  times: Float64Array,
): Pick<ResultCounts, 'collectedFrom' | 'collectedTo'> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < bits.length; index += 1) {
    if (bits[index] === 0) continue;
    const time = times[index] as number;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return first > last
    ? { collectedFrom: null, collectedTo: null }
    : { collectedFrom: first, collectedTo: last };
}

function countProblems(sql: Sql, recordId: string | undefined): number {
  return recordId === undefined
    ? countOf(sql.get('SELECT count(*) AS n FROM problems'))
    : countOf(sql.get('SELECT count(*) AS n FROM problems WHERE record_id = ?', recordId));
}

function countOf(row: SqlRow | undefined): number {
  return row ? numberCell(row, 'n') : 0;
}

/** Keys of the records that the detections left by a mask came with, ascending. */
function recordKeysOfMask(records: Uint32Array, bits: Uint8Array): Uint32Array {
  let highest = 0;
  for (let index = 0; index < records.length; index += 1)
    highest = Math.max(highest, records[index] as number);
  const isPresent = new Uint8Array(highest + 1);
  for (let index = 0; index < bits.length; index += 1) {
    const key = records[index] as number;
    isPresent[key] = (isPresent[key] as number) | (bits[index] as number);
  }
  const keys: number[] = [];
  // 0 means a record that is not in the workspace.
  for (let key = 1; key < isPresent.length; key += 1) if (isPresent[key] === 1) keys.push(key);
  return Uint32Array.from(keys);
}
