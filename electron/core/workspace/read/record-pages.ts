import { z } from 'zod';
import { foldText } from '../../../../shared/fold-text.ts';
import type {
  DetectionFilter,
  RecordPageRequest,
  RecordPageResult,
  RecordRow,
} from '../../../../shared/results/detection.ts';
import { filtersSingleDetections } from '../../../../shared/results/filters-single-detections.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import type { Sql, SqlValue } from '../file/sql.ts';
import { storedEpoch } from '../ingest/parse-instant.ts';
import { featureProblems, featuresRequested } from './feature-problems.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { orderOfNumbers } from './memory/number-order.ts';
import { forEachRow } from './memory/rows-in-steps.ts';
import type { DefineQuery } from './query.ts';
import { liftFilter, type QueryCache } from './query-cache.ts';
import { recordsOfSearch } from './search-runs.ts';

/** Pages of the records, the last uploaded first; those without a time of upload last. */
export function createRecordPages(query: DefineQuery, sql: Sql, memory: DetectionMemory, cache: QueryCache) {
  return {
    /** A page of the records, those without detections too. */
    recordPage: query(
      ({ filter }: RecordPageRequest) => ({ filter }),
      (detections, page) => readRecordPage(sql, memory, cache, detections, page),
    ),
  };
}

function* readRecordPage(
  sql: Sql,
  memory: DetectionMemory,
  cache: QueryCache,
  detections: StoredDetections,
  { offset, limit, filter = {}, ...list }: RecordPageRequest,
): Steps<RecordPageResult> {
  const isFiltered = Object.values(filter).some((member) => member !== undefined);
  const listed = JSON.stringify(list);
  const listAll = () => cache.inSteps(`records ${listed}`, () => listRecords(sql, cache, list));
  if (!isFiltered) {
    const all = yield* listAll();
    yield;
    return {
      rows: selectRows(sql, pageOf(all, offset, limit), null),
      total: all.length,
      unfiltered: all.length,
    };
  }
  const key = filterCacheKey(detections, filter);
  const { keys, shown, unfiltered } = yield* cache.inSteps(`records ${key} ${listed}`, function* () {
    // Listed here, so that cached results are of one state when a page adds records without detections.
    const all = yield* listAll();
    const counts = yield* cache.inSteps(`shown by record ${key}`, () =>
      countByRecord(memory, detections, filter),
    );
    yield;
    const matching = yield* selectFilteredKeys(sql, liftFilter(sql, cache, filter), all, counts);
    return { keys: matching, shown: counts, unfiltered: all.length };
  });
  yield;
  return { rows: selectRows(sql, pageOf(keys, offset, limit), shown), total: keys.length, unfiltered };
}

function pageOf(keys: Uint32Array, offset: number, limit: number): readonly number[] {
  return [...keys.subarray(offset, offset + limit)];
}

/** Records in scope. */
export type RecordFilter = Omit<RecordPageRequest, 'offset' | 'limit'>;
type Condition = { readonly text: string; readonly values: readonly SqlValue[] };

/** Keys of the records of a list without a filter of detections, the last uploaded first. */
function* listRecords(sql: Sql, cache: QueryCache, list: Omit<RecordFilter, 'filter'>): Steps<Uint32Array> {
  const order = yield* cache.inSteps('records by upload', () => orderByUpload(sql));
  const conditions = listConditions(list);
  if (conditions.length === 0) return order;
  const isListed = yield* markRecords(sql, conditions);
  return order.filter((key) => isListed[key] === 1);
}

/** Keys of all records, the last uploaded first, of equal times that of the highest key. */
function* orderByUpload(sql: Sql): Steps<Uint32Array> {
  const keys: number[] = [];
  const times: number[] = [];
  yield* forEachRow(
    sql,
    `SELECT id, unixepoch(uploaded_at, 'subsec') FROM records WHERE id > ? ORDER BY id LIMIT ?`,
    ([key, seconds]) => {
      keys.push(Number(key));
      times.push(typeof seconds === 'number' ? seconds : Number.NEGATIVE_INFINITY);
    },
  );
  yield;
  const ascending = yield* orderOfNumbers(Float64Array.from(times));
  return ascending.map((index) => keys[index] as number).reverse();
}

/** Marks the records that are meant by their own members: 1 by the key of each. */
export function markMatchingRecords(sql: Sql, filter: DetectionFilter): Steps<Uint8Array> {
  return markRecords(sql, recordConditions(filter));
}

/** Keys of records that are compared with conditions in one step, some ten milliseconds. */
const keysInStep = 4096;

function* markRecords(sql: Sql, conditions: readonly Condition[]): Steps<Uint8Array> {
  const [[highest] = []] = sql.arrays('SELECT max(id) FROM records');
  const isMarked = new Uint8Array(Number(highest ?? 0) + 1);
  const where = ['id BETWEEN ? AND ?', ...conditions.map(({ text }) => text)].join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  for (let from = 0; from < isMarked.length; from += keysInStep) {
    yield;
    const last = Math.min(from + keysInStep, isMarked.length) - 1;
    for (const [key] of sql.arrays(`SELECT id FROM records WHERE ${where}`, from, last, ...values)) {
      isMarked[Number(key)] = 1;
    }
  }
  return isMarked;
}

/** Number of matching detections of each record, by its key. */
function* countByRecord(
  memory: DetectionMemory,
  detections: StoredDetections,
  filter: DetectionFilter,
): Steps<Uint32Array> {
  const { record } = detections.columns;
  const { bits } = memory.mask(detections, filter);
  let highest = 0;
  yield* inRanges(record.length, (from, to) => {
    highest = highestIn(record, highest, from, to);
  });
  const counts = new Uint32Array(highest + 1);
  yield* inRanges(record.length, (from, to) => addMatching(record, bits, counts, from, to));
  return counts;
}

function highestIn(keys: Uint32Array, least: number, from: number, to: number): number {
  let highest = least;
  for (let at = from; at < to; at += 1) highest = Math.max(highest, keys[at] as number);
  return highest;
}

function addMatching(
  keys: Uint32Array,
  bits: Uint8Array,
  counts: Uint32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const key = keys[at] as number;
    counts[key] = (counts[key] as number) + (bits[at] as number);
  }
}

/**
 * The listed records that have a shown detection, or have none at all and match by their own members: that nothing was
 * found in an image is a result, too.
 */
function* selectFilteredKeys(
  sql: Sql,
  filter: DetectionFilter,
  listed: Uint32Array,
  shown: Uint32Array,
): Steps<Uint32Array> {
  const isOfRecords = !filtersSingleDetections(filter) && !filter.within && !filter.boundingBox;
  const isEmpty = isOfRecords ? yield* markEmptyRecords(sql, filter) : null;
  return listed.filter((key) => (shown[key] ?? 0) > 0 || isEmpty?.[key] === 1);
}

/** Marks the records without detections that match by their own members and those of a sensor. */
function* markEmptyRecords(sql: Sql, filter: DetectionFilter): Steps<Uint8Array> {
  const conditions = [{ text: 'detections = 0', values: [] }, ...recordConditions(filter)];
  const isEmpty = yield* markRecords(sql, conditions);
  const {
    sensors,
    collectedFrom = Number.NEGATIVE_INFINITY,
    collectedTo = Number.POSITIVE_INFINITY,
  } = filter;
  const isTimed = filter.collectedFrom !== undefined || filter.collectedTo !== undefined;
  if (!sensors && !isTimed) return isEmpty;
  const keys = Array.from(isEmpty.keys()).filter((key) => isEmpty[key] === 1);
  const isMatching = new Uint8Array(isEmpty.length);
  for (let from = 0; from < keys.length; from += keysInStep) {
    yield;
    const rows = sql.arrays`
      SELECT records.id, sensor_name, start_time_utc FROM sensors JOIN records USING (record_id)
      WHERE records.id IN
        (SELECT value FROM json_each(${JSON.stringify(keys.slice(from, from + keysInStep))}))`;
    for (const [key, name, startTime] of rows) {
      if (sensors && !sensors.includes(String(name))) continue;
      const time = storedEpoch(startTime);
      if (!isTimed || (time >= collectedFrom && time < collectedTo)) isMatching[Number(key)] = 1;
    }
  }
  return isMatching;
}

/** The conditions of the list's own controls. Like the conditions below, they are evaluated record by record. */
function listConditions({ having, text }: Omit<RecordFilter, 'filter'>): readonly Condition[] {
  const conditions: Condition[] = [];
  if (having === 'detections') conditions.push({ text: 'detections > 0', values: [] });
  // Features that were not fetched or could not be read may have had detections.
  if (having === 'nothing') {
    conditions.push({
      text: `detections = 0 AND ${featuresRequested} AND ${featureProblems} = 0`,
      values: [],
    });
  }
  if (text !== undefined && text !== '') {
    const lower = foldText(text);
    conditions.push({
      text: `(text_contains(record_id, ?) OR text_contains(product_type, ?)
        OR EXISTS (SELECT 1 FROM processors
          WHERE processors.record_id = records.record_id AND text_contains(name, ?))
        OR EXISTS (SELECT 1 FROM sensors
          WHERE sensors.record_id = records.record_id AND text_contains(sensor_name, ?)))`,
      values: [lower, lower, lower, lower],
    });
  }
  return conditions;
}

/** The conditions of the members that a record has itself. */
function recordConditions(filter: DetectionFilter): readonly Condition[] {
  const { analytics, regions, recordId, fetchId, searchId, uploadedFrom, uploadedTo } = filter;
  const conditions: Condition[] = [];
  const add = (condition: string, ...values: SqlValue[]) => conditions.push({ text: condition, values });
  if (analytics) {
    add(
      `EXISTS (SELECT 1 FROM processors
        WHERE processors.record_id = records.record_id AND name IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(analytics),
    );
  }
  if (regions) add('region IN (SELECT value FROM json_each(?))', JSON.stringify(regions));
  if (fetchId !== undefined) {
    add('EXISTS (SELECT 1 FROM fetch_records WHERE fetch_id = ? AND record_key = records.id)', fetchId);
  }
  if (searchId !== undefined)
    add(`EXISTS (SELECT 1 ${recordsOfSearch} AND record_key = records.id)`, searchId);
  if (uploadedFrom !== undefined) add('uploaded_at >= ?', isoOf(uploadedFrom));
  if (uploadedTo !== undefined) add('uploaded_at < ?', isoOf(uploadedTo));
  if (recordId !== undefined) add('record_id = ?', recordId);
  return conditions;
}

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Text that the DATETIME columns write; instants that they cannot write match like the first or last they can. */
function isoOf(epochMs: number): string {
  return new Date(Math.min(lastInstant, Math.max(firstInstant, epochMs))).toISOString();
}

const namesSchema = z.array(z.string());

/** `shown` has the matching detections of each record by its key; null without a filter. */
function selectRows(sql: Sql, keys: readonly number[], shown: Uint32Array | null): readonly RecordRow[] {
  const rows = sql.all(
    `SELECT id, record_id, region, product_type, upload_time, detections, fields,
       (SELECT json_group_array(name) FROM
         (SELECT name FROM processors WHERE processors.record_id = records.record_id ORDER BY position)) AS analytics,
       (SELECT json_group_array(sensor_name) FROM
         (SELECT sensor_name FROM sensors WHERE sensors.record_id = records.record_id AND sensor_name NOT NULL
          ORDER BY position)) AS sensors,
       (SELECT start_time_utc FROM sensors WHERE sensors.record_id = records.record_id AND start_time_utc NOT NULL
        ORDER BY position LIMIT 1) AS collection_time,
       (SELECT count(*) FROM problems WHERE problems.record_id = records.record_id) AS problems,
       ${featureProblems} AS feature_problems
     FROM records WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  );
  const byKey = new Map(rows.map((row) => [numberCell(row, 'id'), row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    return {
      recordId: textCell(row, 'record_id'),
      analytics: distinct(textCell(row, 'analytics')),
      region: textOrNull(row, 'region'),
      productType: textOrNull(row, 'product_type'),
      sensorNames: distinct(textCell(row, 'sensors')),
      collectedAt: textOrNull(row, 'collection_time'),
      uploadedAt: textOrNull(row, 'upload_time'),
      detections: numberCell(row, 'detections'),
      shownDetections: shown ? (shown[key] ?? 0) : numberCell(row, 'detections'),
      problems: numberCell(row, 'problems'),
      featureProblems: numberCell(row, 'feature_problems'),
      fields: textCell(row, 'fields'),
    };
  });
}

function distinct(json: string): readonly string[] {
  return [...new Set(namesSchema.parse(JSON.parse(json)))];
}
