import { hasName } from '../../../../shared/results/builtin-fields.ts';
import {
  type DetectionField,
  parameterOf,
  shareClassOf,
} from '../../../../shared/results/detection-field.ts';
import type { GroupCount, GroupCountRequest } from '../../../../shared/results/statistics.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { type FieldColumn, toText } from './memory/field-column.ts';

const msPerDay = 86_400_000;

/** Numbers of detections that match a filter, by the values of a field or the UTC day of collection. */
export function* countGroups(
  memory: DetectionMemory,
  detections: StoredDetections,
  { filter, by }: GroupCountRequest,
): Steps<readonly GroupCount[]> {
  const { columns } = detections;
  const { bits } = memory.mask(detections, filter);
  if (by === 'day') {
    const days = yield* countDays(bits, columns.collected);
    return yield* withNotFetched(
      memory,
      detections,
      'collected',
      days,
      (index) => bits[index] === 1 && Number.isNaN(columns.collected[index]),
    );
  }
  const column = memory.fieldColumn(detections, by);
  if (column.kind !== 'coded') return [];
  const groups = countValues(bits, column);
  yield;
  const isAbsent = (index: number) => bits[index] === 1 && column.codes[index] === 0;
  return byFrequency(yield* withNotFetched(memory, detections, by, groups, isAbsent));
}

/**
 * Splits the group of detections without a value into those that have none and those of which it was not requested.
 * `isAbsent` states by index whether a detection is in that group.
 */
function* withNotFetched(
  memory: DetectionMemory,
  detections: StoredDetections,
  field: DetectionField,
  groups: readonly GroupCount[],
  isAbsent: (index: number) => boolean,
): Steps<readonly GroupCount[]> {
  if (!groups.some(({ key }) => key === null)) return groups;
  yield* memory.fieldColumnInSteps(detections, 'not_fetched');
  yield;
  const notFetched = countNotFetched(memory, detections, field, isAbsent);
  if (notFetched === 0) return groups;
  return groups.flatMap((group): readonly GroupCount[] => {
    if (group.key !== null) return [group];
    const absent = group.count - notFetched;
    return [
      ...(absent > 0 ? [{ key: null, count: absent }] : []),
      { key: null, count: notFetched, isNotFetched: true },
    ];
  });
}

/** The number of detections selected by `isCounted` that have no value because it was not requested. */
export function countNotFetched(
  memory: DetectionMemory,
  detections: StoredDetections,
  field: DetectionField,
  isCounted: (index: number) => boolean,
): number {
  const isNotFetched = notFetchedTest(memory, detections, field);
  if (isNotFetched === null) return 0;
  let count = 0;
  for (let index = 0; index < detections.columns.count; index += 1) {
    if (isNotFetched(index) && isCounted(index)) count += 1;
  }
  return count;
}

/** Whether a field was not requested with the record of a detection, by its index; null where it was with all. */
export function notFetchedTest(
  memory: DetectionMemory,
  detections: StoredDetections,
  field: DetectionField,
): ((index: number) => boolean) | null {
  const name =
    parameterOf(field) !== undefined
      ? 'parameters'
      : shareClassOf(field) !== undefined
        ? 'class_share'
        : field;
  const column = memory.fieldColumn(detections, 'not_fetched');
  if (column.kind !== 'coded' || column.values.length === 1) return null;
  const isMissing = column.values.map((names) => typeof names === 'string' && hasName(names, name));
  return isMissing.includes(true) ? (index) => isMissing[column.codes[index] as number] === true : null;
}

function countValues(bits: Uint8Array, column: Extract<FieldColumn, { kind: 'coded' }>): GroupCount[] {
  const keys = column.values.map((value) => (value === null ? null : toText(value)));
  return countCodes(bits, column.codes, keys);
}

/** Number of each code. */
export function countCodes(
  bits: Uint8Array,
  codes: Uint8Array | Uint32Array,
  keys: readonly (string | null)[],
): GroupCount[] {
  const counts = new Uint32Array(keys.length);
  for (let index = 0; index < bits.length; index += 1) {
    const code = codes[index] as number;
    counts[code] = (counts[code] as number) + (bits[index] as number);
  }
  return keys.flatMap((key, code) => {
    const count = counts[code] as number;
    return count > 0 ? [{ key, count }] : [];
  });
}

/** Greatest first, equal ones by name. */
function byFrequency(groups: readonly GroupCount[]): readonly GroupCount[] {
  return groups.toSorted(
    (one, other) => other.count - one.count || (one.key ?? '').localeCompare(other.key ?? ''),
  );
}

/** In their order; those without a time last. */
function* countDays(bits: Uint8Array, times: Float64Array): Steps<readonly GroupCount[]> {
  const counts = new Map<number, number>();
  let missing = 0;
  yield* inRanges(bits.length, (from, to) => {
    missing += addDays(bits, times, counts, from, to);
  });
  const days: GroupCount[] = [...counts]
    .sort(([one], [other]) => one - other)
    .map(([day, ofDay]) => ({ key: new Date(day).toISOString().slice(0, -14), count: ofDay }));
  return missing > 0 ? [...days, { key: null, count: missing }] : days;
}

/** Adds the detections of a range to the counts of their days; returns how many have no time. */
function addDays(
  bits: Uint8Array,
  times: Float64Array,
  counts: Map<number, number>,
  from: number,
  to: number,
): number {
  let missing = 0;
  // Neighbors mostly share a day, so it is looked up only when it changes.
  let [start, end, count] = [Number.NaN, Number.NaN, 0];
  const flush = () => {
    if (count > 0) counts.set(start, (counts.get(start) ?? 0) + count);
    count = 0;
  };
  for (let index = from; index < to; index += 1) {
    if (bits[index] === 0) continue;
    const time = times[index] as number;
    if (time >= start && time < end) {
      count += 1;
    } else if (Number.isNaN(time)) {
      missing += 1;
    } else {
      flush();
      start = Math.floor(time / msPerDay) * msPerDay;
      end = start + msPerDay;
      count = 1;
    }
  }
  flush();
  return missing;
}
