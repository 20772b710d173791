import { foldText } from '../../../../shared/fold-text.ts';
import type {
  HistoryEntry,
  HistoryPageRequest,
  HistoryPageResult,
} from '../../../../shared/searches/search-history.ts';
import { numberCell, textCell, textOrNull } from '../file/cells.ts';
import type { Sql, SqlRow, SqlValue } from '../file/sql.ts';
import { parseFetch } from './fetches.ts';

const from = 'FROM fetches LEFT JOIN searches USING (search_id)';

/** The condition of `fetchLimitReached` (shared/jobs/fetch-limit.ts). */
const limitReached = `(state = 'complete'
  AND coalesce(fetch ->> '$.job.fetch.records' >= fetch ->> '$.job.fetch.maxRecords', FALSE)
  AND coalesce(fetch ->> '$.job.fetch.recordsBeyondLimit', 'unknown') <> 'none')`;

/** All fetches, the last first. */
export function fetchHistory(
  sql: Sql,
  { text, states, endedAtLimit, searchId, offset, limit }: HistoryPageRequest,
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
  const where = `WHERE ${conditions.join(' AND ')}`;
  const total = sql.get(`SELECT count(*) AS total ${from} ${where}`, ...values);
  const rows = sql.all(
    `SELECT fetch, query_text, dismissed_at, name ${from} ${where}
     ORDER BY started_at DESC, fetch_id LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return {
    entries: rows.flatMap((row) => readEntry(row) ?? []),
    total: total ? numberCell(total, 'total') : 0,
  };
}

function readEntry(row: SqlRow): HistoryEntry | undefined {
  const fetch = parseFetch(textCell(row, 'fetch'));
  if (!fetch) return undefined;
  const { job, search, run, frozenAt, brand } = fetch;
  return {
    job,
    search,
    frozenAt,
    brand,
    queryText: textCell(row, 'query_text'),
    run: run ?? null,
    searchName: textOrNull(row, 'name'),
    dismissed: textOrNull(row, 'dismissed_at') !== null,
  };
}
