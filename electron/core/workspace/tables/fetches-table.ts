import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import type { StoredFetch } from '../read/fetches.ts';

/** Adds a fetch, or replaces the one with the id of its job. */
export function saveFetch(sql: Sql, fetch: StoredFetch): void {
  sql.transaction(() => writeFetch(sql, fetch));
}

/** Removes it from the list of jobs; it stays in the history. */
export function dismissFetch(sql: Sql, id: string, dismissedAt: string): void {
  sql.transaction(() => sql.run('UPDATE fetches SET dismissed_at = ? WHERE fetch_id = ?', dismissedAt, id));
}

/**
 * Removes ended fetches from the history and the list of jobs. Returns the removed ids. Their results stay. Runs of saved
 * searches are only hidden: the search's results depend on them.
 */
export function clearHistory(sql: Sql, ids: readonly string[] | 'all', clearedAt: string): readonly string[] {
  return sql.transaction(() => clearEntries(sql, ids, clearedAt));
}

function clearEntries(sql: Sql, ids: readonly string[] | 'all', clearedAt: string): readonly string[] {
  const condition = ids === 'all' ? 'TRUE' : 'fetch_id IN (SELECT value FROM json_each(?))';
  const values = ids === 'all' ? [] : [JSON.stringify(ids)];
  const cleared = sql
    .all(
      `SELECT fetch_id FROM fetches
       WHERE cleared_at IS NULL AND state NOT IN ('queued', 'running', 'waiting') AND ${condition}`,
      ...values,
    )
    .map((row) => textCell(row, 'fetch_id'));
  const list = JSON.stringify(cleared);
  sql.run(
    `UPDATE fetches SET cleared_at = ?1, dismissed_at = coalesce(dismissed_at, ?1)
     WHERE fetch_id IN (SELECT value FROM json_each(?2))`,
    clearedAt,
    list,
  );
  const gone = `IN (SELECT fetch_id FROM fetches WHERE cleared_at NOT NULL AND search_id IS NULL)`;
  sql.run(`DELETE FROM record_changes WHERE fetch_id ${gone}`);
  sql.run(`DELETE FROM fetch_records WHERE fetch_id ${gone}`);
  sql.run('DELETE FROM fetches WHERE cleared_at NOT NULL AND search_id IS NULL');
  return cleared;
}

/** Writes a fetch within a transaction that is under way. The query text of its first page stays in its column. */
export function writeFetch(sql: Sql, fetch: StoredFetch): void {
  const { job, run, frozenAt } = fetch;
  sql.run(
    `INSERT INTO fetches (fetch_id, started_at, fetch, state, updated_at, frozen_at, title, query_text, search_id,
       search_revision, run_kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (fetch_id) DO UPDATE SET fetch = excluded.fetch, state = excluded.state,
       updated_at = excluded.updated_at, title = excluded.title,
       query_text = iif(coalesce(excluded.fetch ->> '$.job.fetch.pages', 0) <= 1, excluded.query_text, query_text)`,
    job.id,
    job.startedAt,
    JSON.stringify(fetch),
    job.state,
    job.updatedAt,
    frozenAt,
    job.title,
    job.fetch?.queryText ?? '',
    run?.searchId ?? null,
    run?.revision ?? null,
    run?.kind ?? null,
  );
}
