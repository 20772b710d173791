import { z } from 'zod';
import { type Job, jobStates } from '../jobs/job.ts';
import type { Search } from '../results/search.ts';
import type { SearchRun } from './saved-search.ts';

/** Which entries of the history are listed, the last asked first. */
export const historyPageSchema = z.object({
  /** Found anywhere, in any case, in the title, the query text, or the name of the saved search. */
  text: z.string().default(''),
  states: z.array(z.enum(jobStates)).optional(),
  searchId: z.uuid().optional(),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

/** Something that was asked of the service. */
export type HistoryEntry = {
  readonly job: Job;
  readonly search: Search;
  /** As it was sent for the first page. */
  readonly queryText: string;
  readonly run: SearchRun | null;
  /** Of the saved search, also of one that was deleted meanwhile. */
  readonly searchName: string | null;
  /** It was taken off the list of jobs. */
  readonly dismissed: boolean;
};

export type HistoryAnswer = {
  readonly entries: readonly HistoryEntry[];
  /** How many the text and the states leave. */
  readonly total: number;
};
