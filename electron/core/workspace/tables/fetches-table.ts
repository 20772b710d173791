import { z } from 'zod';
import { jobSchema } from '../../../../shared/jobs/job.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { searchRunSchema } from '../../../../shared/searches/saved-search.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { StoredFetch, WorkspaceStore } from '../workspace.ts';

const storedFetchSchema = z.object({
  job: jobSchema,
  search: searchSchema,
  frozenAt: z.string(),
  brand: z.string(),
  run: searchRunSchema.optional(),
});

/** Fetches with their cursors, oldest first, as far as they can be read; dismissed ones are in the history only. */
export function createFetchesTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listFetches' | 'saveFetch' | 'dismissFetch'> {
  return {
    listFetches: () =>
      sql
        .all('SELECT fetch FROM fetches WHERE dismissed_at IS NULL ORDER BY started_at, fetch_id')
        .flatMap((row) => parseFetch(textCell(row, 'fetch')) ?? []),
    saveFetch: (fetch) => sql.transaction(() => writeFetch(sql, fetch)),
    dismissFetch: (id, dismissedAt) =>
      sql.transaction(() =>
        sql.run('UPDATE fetches SET dismissed_at = ? WHERE fetch_id = ?', dismissedAt, id),
      ),
  };
}

/** The fetch with this id; undefined when there is none, or when it cannot be read. */
export function readFetch(sql: Sql, id: string): StoredFetch | undefined {
  const row = sql.get('SELECT fetch FROM fetches WHERE fetch_id = ?', id);
  return row && parseFetch(textCell(row, 'fetch'));
}

/** Writes a fetch within a transaction that is under way. The query text of its first page stays in its column. */
export function writeFetch(sql: Sql, fetch: StoredFetch): void {
  const { job, run, frozenAt } = fetch;
  sql.run(
    `INSERT INTO fetches (fetch_id, started_at, fetch, state, updated_at, frozen_at, title, query_text, search_id,
       search_revision, run_kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (fetch_id) DO UPDATE SET fetch = excluded.fetch, state = excluded.state,
       updated_at = excluded.updated_at, title = excluded.title`,
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

/**
 * A fetch from its cell; undefined where damage to the file, or another program, has changed it. It must not keep the
 * workspace closed, whose results do not need it.
 */
export function parseFetch(text: string): StoredFetch | undefined {
  return storedFetchSchema.safeParse(parseBoundedJson(text)).data;
}
