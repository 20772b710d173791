import { z } from 'zod';
import { type Job, jobStates } from '../jobs/job.ts';
import type { Search } from '../results/search.ts';
import type { SearchRun } from './saved-search.ts';

/** Requests a page of the search history, latest first. */
export const historyPageRequestSchema = z.object({
  /**
   * Substring of the title, the query text, a requested id or range, or the name of the saved search. Case does not
   * matter.
   */
  text: z.string().default(''),
  states: z.array(z.enum(jobStates)).optional(),
  /** Whether complete fetches ended at their maximum with records beyond it, or not known to have none. */
  endedAtLimit: z.boolean().optional(),
  searchId: z.uuid().optional(),
  fetchId: z.uuid().optional(),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type HistoryPageRequest = z.infer<typeof historyPageRequestSchema>;

/** A fetch, whose search is sent to the service as one or several queries (`splitSearch`). */
export type HistoryEntry = {
  readonly job: Job;
  readonly search: Search;
  /** Text of the first query, as it was sent for its first page. */
  readonly queryText: string;
  /** When the fetch began, UTC instant in ISO 8601: its queries request earlier uploads only. */
  readonly frozenAt: string;
  /** The operator's name in the query texts. */
  readonly brand: string;
  readonly run: SearchRun | null;
  /** Name of the saved search, even if it was deleted since. */
  readonly searchName: string | null;
  /** Whether it was removed from the list of jobs. */
  readonly dismissed: boolean;
};

export type HistoryPageResult = {
  readonly entries: readonly HistoryEntry[];
  /** Total number of matching entries. */
  readonly total: number;
};
