import type { DetectionFilter, KnownNames, ResultCounts } from '../../../../shared/results/detection.ts';
import {
  type DetectionField,
  type ParameterSummary,
  type PropertyType,
  reviewFields,
} from '../../../../shared/results/detection-field.ts';
import { readParameters } from '../../../../shared/results/processor-parameters.ts';
import type {
  DistributionRequest,
  GroupCountRequest,
  Timeline,
  TimelineRequest,
} from '../../../../shared/results/statistics.ts';
import { countRows, type Sql } from '../file/sql.ts';
import { countCodes, countGroups } from './count-groups.ts';
import { distributionOf } from './distribution.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { createPropertySummaries, fieldValuesOf } from './property-summaries.ts';
import type { DefineQuery } from './query.ts';
import type { QueryCache } from './query-cache.ts';

/** Counts and distributions over all detections. Results are cached until detections change. */
export function createStatistics(query: DefineQuery, sql: Sql, memory: DetectionMemory, cache: QueryCache) {
  return {
    counts: query(
      (filter: DetectionFilter) => ({ filter }),
      (detections, filter) => ({
        ...countResults(sql, memory, detections, filter),
        served: cache.get(`served names ${lastFetchUpdate(sql)}`, () => readServedNames(sql)),
      }),
    ),
    /** Greatest first; days in their order. */
    groupCounts: query(
      ({ filter, by }: GroupCountRequest) => ({ filter, ...(by === 'day' ? {} : { fields: [by] }) }),
      (detections, request) => {
        const reviews = request.by === 'day' ? '' : reviewsKey(detections, request.by);
        const filter = filterCacheKey(detections, request.filter);
        return cache.inSteps(`groups ${reviews} ${JSON.stringify({ ...request, filter })}`, () =>
          countGroups(memory, detections, request),
        );
      },
    ),
    distribution: query(
      ({ filter, field }: DistributionRequest) => ({ filter, fields: [field] }),
      (detections, request) =>
        cache.inSteps(
          `distribution ${reviewsKey(detections, request.field)} ${JSON.stringify({
            ...request,
            filter: filterCacheKey(detections, request.filter),
          })}`,
          () => distributionOf(memory, detections, request),
        ),
    ),
    timeline: query(
      ({ filter }: TimelineRequest) => ({ filter }),
      (detections, request) => {
        const filter = filterCacheKey(detections, request.filter);
        return cache.get(`timeline ${JSON.stringify({ ...request, filter })}`, () =>
          timelineOf(memory, detections, request),
        );
      },
    ),
    /** The properties of the features, by falling count. */
    properties: query(() => ({}), createPropertySummaries(memory)),
    /** The parameters of the processors of records, by falling count. */
    parameters: (): readonly ParameterSummary[] => cache.get('parameters', () => summarizeParameters(sql)),
    /** Up to `limit` values of a field that contain `part`, the most frequent first, for completion. */
    fieldValues: query(
      (field: DetectionField, _part: string, _limit: number) => ({ fields: [field] }),
      (detections, field, part, limit) =>
        cache.inSteps(`values ${reviewsKey(detections, field)} ${JSON.stringify([field, part, limit])}`, () =>
          fieldValuesOf(memory, detections, field, part, limit),
        ),
    ),
  };
}

/** The version of the reviews for a result that depends on a field of them. */
function reviewsKey({ reviewsVersion }: StoredDetections, field: DetectionField): string {
  return reviewFields.has(field) ? String(reviewsVersion) : '';
}

/** Maximum number of parameters that are listed: the service limits neither their names nor their number. */
const maxParameters = 2000;

/** The parameters of processors, by falling count of the processors that have them. */
function summarizeParameters(sql: Sql): readonly ParameterSummary[] {
  const summaries = new Map<string, { type: PropertyType; count: number }>();
  // Equal parameters are read once.
  const rows = sql.arrays`
    SELECT parameters, count(*) FROM processors WHERE parameters NOT NULL GROUP BY parameters`;
  for (const [json, count] of rows) {
    for (const [name, value] of readParameters(String(json))) {
      const type = typeOf(value);
      const known = summaries.get(name);
      if (known) {
        known.count += Number(count);
        if (known.type !== type) known.type = 'mixed';
      } else if (summaries.size < maxParameters) {
        summaries.set(name, { type, count: Number(count) });
      }
    }
  }
  return [...summaries]
    .map(([name, summary]) => ({ name, ...summary }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}

function typeOf(value: string | number | boolean): PropertyType {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

/**
 * Counts what matches the filter. An empty filter counts all records, including those without detections. Any other
 * counts the records of the matching detections. Problems are filtered by `recordId` only.
 */
function countResults(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  filter: DetectionFilter,
): Omit<ResultCounts, 'served'> {
  const { columns } = detections;
  const { bits, count } = memory.mask(detections, filter);
  const names = memory.store.names.texts();
  const isUnfiltered = Object.values(filter).every((member) => member === undefined);
  return {
    records: isUnfiltered ? countRows(sql, 'records') : recordKeysOfMask(columns.record, bits).length,
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

/** The names in records that a fetch returned; those that were only imported are not known to be served. */
function readServedNames(sql: Sql): KnownNames {
  const read = (name: string, from: string) =>
    sql
      .arrays(
        `SELECT known FROM (SELECT DISTINCT ${name} AS known FROM ${from} WHERE ${name} NOT NULL)
         WHERE EXISTS (SELECT 1 FROM ${from} JOIN fetch_records ON record_key = records.id JOIN fetches USING (fetch_id)
           WHERE ${name} = known)
         ORDER BY known`,
      )
      .map(([known]) => String(known));
  return {
    regions: read('records.region', 'records'),
    analytics: read('processors.name', 'processors JOIN records USING (record_id)'),
  };
}

/** Changes with each page of a fetch, also where its records were there before. */
function lastFetchUpdate(sql: Sql): unknown {
  return sql.arrays('SELECT count(*), max(updated_at) FROM fetches').join();
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
    ? countRows(sql, 'problems')
    : countRows(sql, 'problems WHERE record_id = ?', recordId);
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

/** Detections over time in bins of equal length; the last one includes its end. */
function timelineOf(
  memory: DetectionMemory,
  detections: StoredDetections,
  { filter, by, bins, isTrimmed, ...range }: TimelineRequest,
): Timeline {
  const times = detections.columns[by];
  const { first, last } = timeExtent(times);
  const { bits } = memory.mask(detections, withoutBounds(filter, by));
  const usual = isTrimmed ? usualSpan(times, bits) : null;
  const from = range.from ?? usual?.from ?? first;
  const to = range.to ?? usual?.to ?? last;
  const outside = { before: 0, after: 0 };
  const missing = times.reduce((sum, time, index) => sum + (Number.isNaN(time) ? Number(bits[index]) : 0), 0);
  if (from === null || to === null) {
    const empty = new Array<number>(bins).fill(0);
    return { from: null, to: null, all: empty, filtered: empty, outside, missing };
  }
  const all = new Uint32Array(bins);
  const filtered = new Uint32Array(bins);
  const scale = to > from ? bins / (to - from) : 0;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] as number;
    if (time < from) outside.before += bits[index] as number;
    if (time > to) outside.after += bits[index] as number;
    if (!(time >= from && time <= to)) continue;
    const bin = Math.min(bins - 1, Math.floor((time - from) * scale));
    all[bin] = (all[bin] as number) + 1;
    filtered[bin] = (filtered[bin] as number) + (bits[index] as number);
  }
  return { from, to, all: [...all], filtered: [...filtered], outside, missing };
}

/** A shorter span is not worth leaving anything out, and of fewer times each is one that matters. */
const minGain = 2;
const minTimes = 20;

/**
 * The times of the matching detections without 1 % at either end, and at least one; null where that is not half as long as
 * all of them.
 */
function usualSpan(
  times: Float64Array,
  bits: Uint8Array,
): { readonly from: number; readonly to: number } | null {
  const sorted = times.filter((time, index) => bits[index] === 1 && !Number.isNaN(time)).sort();
  const left = Math.max(1, Math.floor(sorted.length / 100));
  const [from, to] = [sorted[left], sorted[sorted.length - 1 - left]];
  const whole = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  return sorted.length < minTimes ||
    from === undefined ||
    to === undefined ||
    to <= from ||
    minGain * (to - from) > whole
    ? null
    : { from, to };
}

/** The filter without its bounds of this time. */
function withoutBounds(filter: DetectionFilter, by: TimelineRequest['by']): DetectionFilter {
  if (by === 'collected') {
    const { collectedFrom: _from, collectedTo: _to, ...rest } = filter;
    return rest;
  }
  const { uploadedFrom: _from, uploadedTo: _to, ...rest } = filter;
  return rest;
}

function timeExtent(times: Float64Array) {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] as number;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  const isEmpty = first > last;
  return { first: isEmpty ? null : first, last: isEmpty ? null : last };
}
