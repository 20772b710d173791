import { z } from 'zod';
import { foldText } from '../../../../shared/fold-text.ts';
import { jobSchema } from '../../../../shared/jobs/job.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { searchRunSchema } from '../../../../shared/searches/saved-search.ts';
import type {
  HistoryEntry,
  HistoryPageRequest,
  HistoryPageResult,
} from '../../../../shared/searches/search-history.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell, textOrNull } from '../file/cells.ts';
import { countRows, type Sql, type SqlRow, type SqlValue } from '../file/sql.ts';

const storedFetchSchema = z.object({
  job: jobSchema,
  search: searchSchema,
  /** UTC ISO 8601; `uploadTime lt` this, so that pages do not shift while they are fetched. */
  frozenAt: z.string(),
  brand: z.string(),
  /** The saved search's run that the fetch is, if any. */
  run: searchRunSchema.optional(),
});

/** A fetch as stored in the workspace, so that it can be resumed after any end. */
export type StoredFetch = Readonly<z.infer<typeof storedFetchSchema>>;

/** Fetches with their cursors, oldest first, as far as they can be read; dismissed ones are in the history only. */
export function listFetches(sql: Sql): readonly StoredFetch[] {
  return sql
    .all('SELECT fetch FROM fetches WHERE dismissed_at IS NULL ORDER BY started_at, fetch_id')
    .flatMap((row) => parseFetch(textCell(row, 'fetch')) ?? []);
}

/** The fetch with this id; undefined when there is none, or when it cannot be read. */
export function readFetch(sql: Sql, id: string): StoredFetch | undefined {
  const row = sql.get`SELECT fetch FROM fetches WHERE fetch_id = ${id}`;
  return row && parseFetch(textCell(row, 'fetch'));
}

/**
 * A fetch from its cell; undefined where damage to the file, or another program, has changed it. It must not keep the
 * workspace closed, whose results do not need it.
 */
export function parseFetch(text: string): StoredFetch | undefined {
  return storedFetchSchema.safeParse(parseBoundedJson(text)).data;
}

const from = 'fetches LEFT JOIN searches USING (search_id)';

/** The condition of `fetchLimitReached` (shared/jobs/fetch-limit.ts). */
const limitReached = `(state = 'complete'
  AND coalesce(fetch ->> '$.job.fetch.records' >= fetch ->> '$.job.fetch.maxRecords', FALSE)
  AND coalesce(fetch ->> '$.job.fetch.recordsBeyondLimit', 'unknown') <> 'none')`;

/** All fetches, the last first. */
export function fetchHistory(
  sql: Sql,
  { text, states, endedAtLimit, searchId, fetchId, offset, limit }: HistoryPageRequest,
): HistoryPageResult {
  const conditions = ['cleared_at IS NULL', 'json_valid(fetch)'];
  const values: SqlValue[] = [];
  const searchText = foldText(text.trim());
  if (searchText !== '') {
    // The query text is that of the first query; the ids and ranges of the others are in the search.
    const texts = [
      'title',
      'query_text',
      "coalesce(name, '')",
      "coalesce(fetch ->> '$.search.recordIds', '')",
      "coalesce(fetch ->> '$.search.collectedRanges', '')",
    ];
    conditions.push(`(${texts.map((text) => `text_contains(${text}, ?)`).join(' OR ')})`);
    values.push(...texts.map(() => searchText));
  }
  if (states) {
    conditions.push('state IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(states));
  }
  if (endedAtLimit !== undefined) conditions.push(endedAtLimit ? limitReached : `NOT ${limitReached}`);
  if (searchId !== undefined) {
    conditions.push('search_id = ?');
    values.push(searchId);
  }
  if (fetchId !== undefined) {
    conditions.push('fetch_id = ?');
    values.push(fetchId);
  }
  const where = `WHERE ${conditions.join(' AND ')}`;
  const rows = sql.all(
    `SELECT fetch, query_text, dismissed_at, name FROM ${from} ${where}
     ORDER BY started_at DESC, fetch_id LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return {
    entries: rows.flatMap((row) => readEntry(row) ?? []),
    total: countRows(sql, `${from} ${where}`, ...values),
  };
}

function readEntry(row: SqlRow): HistoryEntry | undefined {
  const fetch = parseFetch(textCell(row, 'fetch'));
  if (!fetch) return undefined;
  return {
    ...fetch,
    queryText: textCell(row, 'query_text'),
    run: fetch.run ?? null,
    searchName: textOrNull(row, 'name'),
    dismissed: textOrNull(row, 'dismissed_at') !== null,
  };
}
