import { activeJobStates } from '../../../../shared/jobs/job.ts';
import {
  type SavedSearch,
  type SearchCounts,
  type StoredSearch,
  savedSearchSchema,
} from '../../../../shared/searches/saved-search.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import { readResultsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { parseFetch } from './fetches.ts';

/** SQL after a SELECT of `record_key`: the records of the bound search, in its current revision. */
export const recordsOfSearch = `FROM fetch_records WHERE fetch_id IN (
  SELECT fetch_id FROM fetches JOIN searches USING (search_id)
  WHERE search_id = ? AND search_revision = body ->> '$.revision')`;

/** The state of the saved searches, derived from their runs. */
export function createSearchRuns(sql: Sql) {
  const counted = new Map<string, { readonly state: string; readonly counts: SearchCounts }>();
  const count = (search: SavedSearch) => {
    const state = readCountState(sql, search);
    const known = counted.get(search.id);
    if (known?.state === state) return known.counts;
    const counts = countRecords(sql, search);
    counted.set(search.id, { state, counts });
    return counts;
  };
  return {
    /** Saved searches by name, and the ids of those that cannot be read, which stay in the workspace. */
    listSearches(): {
      readonly searches: readonly StoredSearch[];
      readonly unreadableIds: readonly string[];
    } {
      const { searches, unreadableIds } = readSearches(sql);
      return { searches: searches.map((search) => readStoredSearch(sql, search)), unreadableIds };
    },
    /** Counts of the results of each. */
    searchCounts: (): readonly SearchCounts[] => readSearches(sql).searches.map(count),
    /**
     * The newest upload time (UTC) of the records that the complete runs of a saved search have returned, or null when
     * it was not fetched. Undefined when they have returned no record.
     */
    newestUploadOfSearch: (searchId: string): string | null | undefined => readNewestUpload(sql, searchId),
  };
}

/**
 * Maximum number of runs that are read in search of the last one that can be read: without any, a search would be due
 * at once.
 */
const maxRunsRead = 20;

/** The watermark is derived from the existing runs, so it cannot become inconsistent with them. */
function readStoredSearch(sql: Sql, search: SavedSearch): StoredSearch {
  const complete = sql.get`
    SELECT max(frozen_at) AS watermark, count(*) FILTER (WHERE run_kind = 'full') AS full_runs
    FROM fetches WHERE search_id = ${search.id} AND search_revision = ${search.revision} AND state =
    'complete'`;
  const comparable = sql.all`
    SELECT fetch_id FROM fetches
    WHERE search_id = ${search.id} AND search_revision = ${search.revision} AND state = 'complete' AND
    run_kind = 'full'
    ORDER BY started_at DESC LIMIT 2`;
  // A run that was started before the clock was set back is only the last one while it is active, or while it is the only
  // one: its start is in the future.
  const lastFetch = sql
    .all(
      `SELECT fetch FROM fetches WHERE search_id = ?
       ORDER BY state IN (SELECT value FROM json_each(?)) DESC,
         started_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), started_at DESC, fetch_id LIMIT ${maxRunsRead}`,
      search.id,
      JSON.stringify(activeJobStates),
    )
    .values()
    .map((row) => parseFetch(textCell(row, 'fetch')))
    .find((fetch) => fetch !== undefined);
  const [newest] = comparable;
  return {
    search,
    watermark: complete ? textOrNull(complete, 'watermark') : null,
    fullRuns: complete ? numberCell(complete, 'full_runs') : 0,
    comparableFetchId: newest && comparable.length > 1 ? textCell(newest, 'fetch_id') : null,
    lastRun: lastFetch?.run ? { job: lastFetch.job, run: lastFetch.run } : null,
  };
}

/**
 * Each run begins before the newest record of those before it, so only the last one with records is read. One whose clock
 * was ahead is the last only while there is no other.
 */
function readNewestUpload(sql: Sql, searchId: string): string | null | undefined {
  const row = sql.get`
    SELECT (SELECT max(uploaded_at) FROM fetch_records JOIN records ON records.id = record_key
        WHERE fetch_records.fetch_id = run.fetch_id) AS uploaded_at
    FROM fetches AS run JOIN searches USING (search_id)
    WHERE search_id = ${searchId} AND search_revision = body ->> '$.revision' AND state = 'complete'
      AND EXISTS (SELECT 1 FROM fetch_records WHERE fetch_records.fetch_id = run.fetch_id)
    ORDER BY started_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), started_at DESC LIMIT 1`;
  return row && textOrNull(row, 'uploaded_at');
}

/** Whatever the counts follow from, in short. */
function readCountState(sql: Sql, { id, revision, viewedAt }: SavedSearch): string {
  const runs = sql.get`
    SELECT count(*) || ' ' || max(updated_at) AS state FROM fetches WHERE search_id = ${id}`;
  return `${revision} ${viewedAt} ${readResultsVersion(sql)} ${runs ? textOrNull(runs, 'state') : ''}`;
}

/** New are the records of runs that ended since the results were viewed, and of no earlier run. */
function countRecords(sql: Sql, { id, revision, viewedAt }: SavedSearch): SearchCounts {
  const row = sql.get(
    `WITH all_keys AS (
       SELECT DISTINCT record_key FROM fetch_records WHERE fetch_id IN
         (SELECT fetch_id FROM fetches WHERE search_id = ?1 AND search_revision = ?2)
     ), seen_keys AS (
       SELECT DISTINCT record_key FROM fetch_records WHERE fetch_id IN
         (SELECT fetch_id FROM fetches WHERE search_id = ?1 AND updated_at <= ?3)
     )
     SELECT count(*) AS records, coalesce(sum(detections), 0) AS detections,
       count(*) FILTER (WHERE is_new) AS new_records,
       coalesce(sum(detections) FILTER (WHERE is_new), 0) AS new_detections
     FROM (SELECT detections, id NOT IN (SELECT record_key FROM seen_keys) AS is_new
       FROM records WHERE id IN (SELECT record_key FROM all_keys))`,
    id,
    revision,
    viewedAt,
  );
  if (!row) throw new Error('The workspace did not count the records of a search.');
  return {
    searchId: id,
    records: numberCell(row, 'records'),
    detections: numberCell(row, 'detections'),
    newRecords: numberCell(row, 'new_records'),
    newDetections: numberCell(row, 'new_detections'),
  };
}

/** The saved searches that have not been deleted, by name, and the ids of those that cannot be read. */
function readSearches(sql: Sql): {
  readonly searches: readonly SavedSearch[];
  readonly unreadableIds: readonly string[];
} {
  const read = sql
    .all(
      'SELECT search_id, body FROM searches WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, search_id',
    )
    .map((row) => ({
      id: textCell(row, 'search_id'),
      parsed: savedSearchSchema.safeParse(parseBoundedJson(textOrNull(row, 'body') ?? '')),
    }));
  return {
    searches: read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
    unreadableIds: read.flatMap(({ id, parsed }) => (parsed.success ? [] : [id])),
  };
}
