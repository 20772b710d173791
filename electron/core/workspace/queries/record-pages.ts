import { z } from 'zod';
import type {
  DetectionFilter,
  RecordPageRequest,
  RecordPageResult,
  RecordRow,
} from '../../../../shared/results/detection.ts';
import { filtersSingleDetections } from '../../../../shared/results/filters-single-detections.ts';
import { inRanges, type Steps } from '../../base/steps.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import { parseInstant } from '../ingest/parse-instant.ts';
import type { QueryCache } from '../query-cache.ts';
import type { Sql, SqlValue } from '../sql.ts';
import { featureProblems, featuresRequested } from './feature-problems.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { filterCacheKey } from './memory/filter-mask.ts';
import { recordsOfSearch } from './search-runs.ts';

/** Pages of the records, the last uploaded first; those without a time of upload last. */
export function createRecordPages(
  sql: Sql,
  memory: DetectionMemory,
  cache: QueryCache,
): (detections: Detections, page: RecordPageRequest) => Steps<RecordPageResult> {
  return function* (detections, { offset, limit, filter = {}, ...list }) {
    const isFiltered = Object.values(filter).some((member) => member !== undefined);
    const listed = JSON.stringify(list);
    const listAll = () => cache.get(`records ${listed}`, () => selectRecordKeys(sql, list));
    if (!isFiltered) {
      const all = listAll();
      return {
        rows: selectRows(sql, pageOf(all, offset, limit), null),
        total: all.length,
        unfiltered: all.length,
      };
    }
    const key = filterCacheKey(detections, filter);
    const shown = yield* cache.inSteps(`shown by record ${key}`, () =>
      countByRecord(memory, detections, filter),
    );
    yield;
    // In one step: between two, a page may add records without detections.
    const all = listAll();
    const keys = cache.get(`records ${key} ${listed}`, () => selectFilteredKeys(sql, filter, all, shown));
    yield;
    return {
      rows: selectRows(sql, pageOf(keys, offset, limit), shown),
      total: keys.length,
      unfiltered: all.length,
    };
  };
}

function pageOf(keys: Uint32Array, offset: number, limit: number): readonly number[] {
  return [...keys.subarray(offset, offset + limit)];
}

/** Which records are meant. */
export type RecordFilter = Omit<RecordPageRequest, 'offset' | 'limit'>;
type Condition = { readonly text: string; readonly values: readonly SqlValue[] };

/** Keys of the records that are meant by their own members, the last uploaded first. */
export function selectRecordKeys(sql: Sql, { having, text, filter = {} }: RecordFilter): Uint32Array {
  return selectKeys(sql, [...listConditions({ having, text }), ...recordConditions(filter)]);
}

function selectKeys(sql: Sql, conditions: readonly Condition[]): Uint32Array {
  const where = conditions.length > 0 ? `WHERE ${conditions.map(({ text }) => text).join(' AND ')}` : '';
  // One text is read in two thirds of the time of a row for each of half a million records.
  const [[keys] = []] = sql.arrays(
    `SELECT json_group_array(id ORDER BY uploaded_at DESC, id DESC) FROM records ${where}`,
    ...conditions.flatMap(({ values }) => values),
  );
  return Uint32Array.from(JSON.parse(String(keys)) as number[]);
}

/** How many detections of each record match, by its key. */
function* countByRecord(
  memory: DetectionMemory,
  detections: Detections,
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
 * Those of the listed records that have a shown detection, or have none at all and match by their own members: that
 * nothing was found in an image is a result, too.
 */
function selectFilteredKeys(
  sql: Sql,
  filter: DetectionFilter,
  listed: Uint32Array,
  shown: Uint32Array,
): Uint32Array {
  const isOfRecords = !filtersSingleDetections(filter) && !filter.within && !filter.boundingBox;
  const matching = new Set(isOfRecords ? selectEmptyRecords(sql, filter) : []);
  return listed.filter((key) => (shown[key] ?? 0) > 0 || matching.has(key));
}

/** Keys of the records without detections that match by their own members and those of a sensor. */
function selectEmptyRecords(sql: Sql, filter: DetectionFilter): Iterable<number> {
  const isEmpty: Condition = { text: 'detections = 0', values: [] };
  const keys = selectKeys(sql, [isEmpty, ...recordConditions(filter)]);
  const {
    sensors,
    collectedFrom = Number.NEGATIVE_INFINITY,
    collectedTo = Number.POSITIVE_INFINITY,
  } = filter;
  const isTimed = filter.collectedFrom !== undefined || filter.collectedTo !== undefined;
  if (!sensors && !isTimed) return keys;
  const rows = sql.arrays(
    `SELECT records.id, sensor_name, start_time_utc FROM sensors JOIN records USING (record_id)
     WHERE records.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...keys]),
  );
  return rows.flatMap(([key, name, startTime]) => {
    if (sensors && !sensors.includes(String(name))) return [];
    const time = parseInstant(startTime)?.epochMs ?? Number.NaN;
    return !isTimed || (time >= collectedFrom && time < collectedTo) ? [Number(key)] : [];
  });
}

/** The conditions of the list's own controls. */
function listConditions({ having, text }: Omit<RecordFilter, 'filter'>): readonly Condition[] {
  const conditions: Condition[] = [];
  if (having === 'detections') conditions.push({ text: 'detections > 0', values: [] });
  // If a record's features did not come or could not be read, it is unknown whether it has any.
  if (having === 'nothing') {
    conditions.push({
      text: `detections = 0 AND ${featuresRequested} AND ${featureProblems} = 0`,
      values: [],
    });
  }
  if (text !== undefined && text !== '') {
    const lower = text.toLowerCase();
    conditions.push({
      text: `(text_contains(record_id, ?) OR text_contains(product_type, ?)
        OR record_id IN (SELECT record_id FROM processors WHERE text_contains(name, ?))
        OR record_id IN (SELECT record_id FROM sensors WHERE text_contains(sensor_name, ?)))`,
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
      `record_id IN (SELECT record_id FROM processors WHERE name IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(analytics),
    );
  }
  if (regions) add('region IN (SELECT value FROM json_each(?))', JSON.stringify(regions));
  if (fetchId !== undefined) {
    add('id IN (SELECT record_key FROM fetch_records WHERE fetch_id = ?)', fetchId);
  }
  if (searchId !== undefined) add(`id IN (SELECT record_key ${recordsOfSearch})`, searchId);
  if (uploadedFrom !== undefined) add('uploaded_at >= ?', isoOf(uploadedFrom));
  if (uploadedTo !== undefined) add('uploaded_at < ?', isoOf(uploadedTo));
  if (recordId !== undefined) add('record_id = ?', recordId);
  return conditions;
}

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** As the DATETIME columns write it; instants that they cannot write match like the first or last they can. */
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
