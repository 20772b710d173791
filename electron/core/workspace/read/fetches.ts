import { z } from 'zod';
import { type Job, jobSchema } from '../../../../shared/jobs/job.ts';
import { type Search, searchSchema } from '../../../../shared/results/search.ts';
import { type SearchRun, searchRunSchema } from '../../../../shared/searches/saved-search.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';

const storedFetchSchema = z.object({
  job: jobSchema,
  search: searchSchema,
  frozenAt: z.string(),
  brand: z.string(),
  run: searchRunSchema.optional(),
});

/** A fetch as stored in the workspace, so that it can be resumed after any end. */
export type StoredFetch = {
  readonly job: Job;
  readonly search: Search;
  /** UTC ISO 8601; `uploadTime lt` this, so that pages do not shift while they are fetched. */
  readonly frozenAt: string;
  readonly brand: string;
  /** The saved search's run that the fetch is, if any. */
  readonly run?: SearchRun | undefined;
};

/** Fetches with their cursors, oldest first, as far as they can be read; dismissed ones are in the history only. */
export function listFetches(sql: Sql): readonly StoredFetch[] {
  return sql
    .all('SELECT fetch FROM fetches WHERE dismissed_at IS NULL ORDER BY started_at, fetch_id')
    .flatMap((row) => parseFetch(textCell(row, 'fetch')) ?? []);
}

/** The fetch with this id; undefined when there is none, or when it cannot be read. */
export function readFetch(sql: Sql, id: string): StoredFetch | undefined {
  const row = sql.get('SELECT fetch FROM fetches WHERE fetch_id = ?', id);
  return row && parseFetch(textCell(row, 'fetch'));
}

/**
 * A fetch from its cell; undefined where damage to the file, or another program, has changed it. It must not keep the
 * workspace closed, whose results do not need it.
 */
export function parseFetch(text: string): StoredFetch | undefined {
  return storedFetchSchema.safeParse(parseBoundedJson(text)).data;
}
