import { z } from 'zod';
import type { RecordPageRequest, RecordPageResult, RecordRow } from '../../../../shared/results/detection.ts';
import { fieldListSchema } from '../../../../shared/results/search.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import type { QueryCache } from '../query-cache.ts';
import type { Sql, SqlValue } from '../sql.ts';
import { featureProblems } from './feature-problems.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { recordsOfSearch } from './search-runs.ts';

/** Pages of the records, the last uploaded first; those without a time of upload last. */
export function createRecordPages(
  sql: Sql,
  memory: DetectionMemory,
  cache: QueryCache,
): (page: RecordPageRequest) => RecordPageResult {
  return ({ offset, limit, ...filter }) => {
    // What a fetch found unchanged raises no version.
    const isOfFetches = filter.fetchId !== undefined || filter.searchId !== undefined;
    const state = isOfFetches ? memory.read(({ fileState }) => fileState) : '';
    const keys = cache.get(`records ${state} ${JSON.stringify(filter)}`, () => selectRecordKeys(sql, filter));
    const ofPage = [...keys.subarray(offset, offset + limit)];
    return { rows: selectRows(sql, ofPage), total: keys.length };
  };
}

/** Which records are meant. */
export type RecordFilter = Omit<RecordPageRequest, 'offset' | 'limit'>;
type Condition = { readonly text: string; readonly values: readonly SqlValue[] };

/** Keys of the records that are meant, the last uploaded first. */
export function selectRecordKeys(sql: Sql, filter: RecordFilter): Uint32Array {
  const conditions = conditionsOf(filter);
  const where = conditions.length > 0 ? `WHERE ${conditions.map(({ text }) => text).join(' AND ')}` : '';
  const rows = sql.arrays(
    `SELECT id FROM records ${where} ORDER BY uploaded_at DESC, id DESC`,
    ...conditions.flatMap(({ values }) => values),
  );
  return Uint32Array.from(rows, ([key]) => Number(key));
}

function conditionsOf(filter: RecordFilter) {
  const { having, analytics, regions, fetchId, searchId, uploadedFrom, uploadedTo, text } = filter;
  const conditions: Condition[] = [];
  const add = (condition: string, ...values: SqlValue[]) => conditions.push({ text: condition, values });
  if (having === 'detections') add('detections > 0');
  // If a record's features did not come or could not be read, it is unknown whether it has any.
  if (having === 'nothing') add(`detections = 0 AND fields = 'all' AND ${featureProblems} = 0`);
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
  if (text !== undefined && text !== '') {
    const lower = text.toLowerCase();
    add(
      `(text_contains(record_id, ?) OR text_contains(product_type, ?)
        OR record_id IN (SELECT record_id FROM processors WHERE text_contains(name, ?))
        OR record_id IN (SELECT record_id FROM sensors WHERE text_contains(sensor_name, ?)))`,
      lower,
      lower,
      lower,
      lower,
    );
  }
  return conditions;
}

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** As the DATETIME columns write it; instants that they cannot write match like the first or last they can. */
function isoOf(epochMs: number): string {
  return new Date(Math.min(lastInstant, Math.max(firstInstant, epochMs))).toISOString();
}

const namesSchema = z.array(z.string());

function selectRows(sql: Sql, keys: readonly number[]): readonly RecordRow[] {
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
      problems: numberCell(row, 'problems'),
      featureProblems: numberCell(row, 'feature_problems'),
      fields: fieldListSchema.parse(textCell(row, 'fields')),
    };
  });
}

function distinct(json: string): readonly string[] {
  return [...new Set(namesSchema.parse(JSON.parse(json)))];
}
