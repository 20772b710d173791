import { z } from 'zod';
import { jobSchema } from '../../../../shared/jobs/job.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';
import type { StoredFetch, WorkspaceStore } from '../workspace.ts';

const storedFetchSchema = z.object({
  job: jobSchema,
  search: searchSchema,
  frozenAt: z.string(),
  brand: z.string(),
});

/** Fetches with their cursors, oldest first. */
export function createFetchesTable(
  sql: Sql,
): Pick<WorkspaceStore, 'listFetches' | 'putFetch' | 'deleteFetch'> {
  return {
    listFetches: () =>
      sql
        .all('SELECT fetch FROM fetches ORDER BY started_at, fetch_id')
        .map((row) => parseFetch(textCell(row, 'fetch'))),
    putFetch: (fetch) => sql.transaction(() => writeFetch(sql, fetch)),
    deleteFetch: (id) => sql.transaction(() => sql.run('DELETE FROM fetches WHERE fetch_id = ?', id)),
  };
}

/** The fetch with this id; undefined when there is none. */
export function readFetch(sql: Sql, id: string): StoredFetch | undefined {
  const row = sql.get('SELECT fetch FROM fetches WHERE fetch_id = ?', id);
  return row && parseFetch(textCell(row, 'fetch'));
}

/** Writes a fetch within a transaction that is under way. */
export function writeFetch(sql: Sql, fetch: StoredFetch): void {
  sql.run(
    'INSERT OR REPLACE INTO fetches (fetch_id, started_at, fetch) VALUES (?, ?, ?)',
    fetch.job.id,
    fetch.job.startedAt,
    JSON.stringify(fetch),
  );
}

function parseFetch(text: string): StoredFetch {
  return storedFetchSchema.parse(JSON.parse(text));
}
