import type { Result } from '../../../../shared/result.ts';
import type {
  SavedSearch,
  SavedSearchSettings,
  SearchRevert,
} from '../../../../shared/searches/saved-search.ts';
import type { StoredChange } from '../../../../shared/stored-revert.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import type { StoredFetch } from '../read/fetches.ts';
import { createStoredItems } from './stored-items.ts';

const searches = createStoredItems('searches');

/** Adds a fetch, or replaces the one with the id of its job. */
export function saveFetch(sql: Sql, fetch: StoredFetch): void {
  sql.transaction(() => writeFetch(sql, fetch));
}

/** Removes it from the list of jobs; it stays in the history. */
export function dismissFetch(sql: Sql, id: string, dismissedAt: string): void {
  sql.transaction(() => sql.run`UPDATE fetches SET dismissed_at = ${dismissedAt} WHERE fetch_id = ${id}`);
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
  sql.run`
    INSERT INTO fetches (fetch_id, started_at, fetch, state, updated_at, frozen_at, title, query_text,
      search_id, search_revision, run_kind)
    VALUES (${job.id}, ${job.startedAt}, ${JSON.stringify(fetch)}, ${job.state}, ${job.updatedAt},
      ${frozenAt}, ${job.title}, ${job.fetch?.queryText ?? ''}, ${run?.searchId ?? null}, ${run?.revision ?? null},
      ${run?.kind ?? null})
    ON CONFLICT (fetch_id) DO UPDATE SET fetch = excluded.fetch, state = excluded.state,
      updated_at = excluded.updated_at, title = excluded.title,
      query_text = iif(coalesce(excluded.fetch ->> '$.job.fetch.pages', 0) <= 1, excluded.query_text,
        query_text)`;
}

/** Adds it, or replaces the one with its id. */
export function saveSearch(sql: Sql, search: SavedSearchSettings, now: string): StoredChange<SavedSearch> {
  return sql.transaction(() => writeSearch(sql, search, now));
}

/** Replaces it by former settings, or deletes it. Fails with `not-found`, or with `conflict` when they have changed. */
export function revertSearch(sql: Sql, revert: SearchRevert, now: string): Result<undefined> {
  return searches.revert(sql, revert, now, (to) => writeSearch(sql, to, now));
}

/** Marks results up to now as viewed. Fails with `not-found`. */
export function markSearchViewed(sql: Sql, id: string, viewedAt: string): Result<SavedSearch> {
  return searches.change(sql, id, (search) => ({ ...search, viewedAt }));
}

/** Replaces the saved search; one that was deleted since, as in another window, is restored. */
function writeSearch(sql: Sql, settings: SavedSearchSettings, now: string): StoredChange<SavedSearch> {
  const { maxRecords: _all, startOffset: _start, ...search } = settings.search;
  const { former, before } = searches.readFormer(sql, settings.id);
  const isSame = former !== undefined && isSameQuery(former.search, search);
  const saved: SavedSearch = {
    ...settings,
    search,
    revision: (former?.revision ?? 0) + (isSame ? 0 : 1),
    createdAt: former?.createdAt ?? now,
    updatedAt: now,
    viewedAt: former?.viewedAt ?? now,
  };
  sql.run`
    INSERT INTO searches (search_id, name, updated_at, body)
    VALUES (${saved.id}, ${saved.name}, ${now}, ${JSON.stringify(saved)})
    ON CONFLICT (search_id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at,
      body = excluded.body, deleted_at = NULL`;
  return { before, after: saved };
}

/** The page size does not matter. */
function isSameQuery(one: SavedSearch['search'], other: SavedSearch['search']): boolean {
  return JSON.stringify({ ...one, pageSize: 0 }) === JSON.stringify({ ...other, pageSize: 0 });
}
