import { z } from 'zod';
import { isActive, type Job } from '../jobs/job.ts';
import { type Search, searchSchema } from '../results/search.ts';
import { nextDue, scheduleSchema } from './schedule.ts';

/** What the analyst says of a saved search. */
export const savedSearchToKeepSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Give the search a name.').max(200, 'Use at most 200 characters.'),
  /** It always goes on to the end: `maxRecords` is not kept. */
  search: searchSchema,
  schedule: scheduleSchema,
  /** Its schedule is held back; by hand it still runs. */
  paused: z.boolean().default(false),
  /**
   * Minutes before the watermark from which a run asks again, for records whose upload time lies before that of others
   * that were there earlier, and for clocks that differ.
   */
  overlapMinutes: z.int().min(0).max(43_200).default(60),
  /** Only detections inside this area are shown when its results are opened; the service cannot filter by place. */
  areaId: z.uuid().optional(),
  /** The order from whose request it was made. */
  orderId: z.string().optional(),
});
export type SavedSearchToKeep = z.input<typeof savedSearchToKeepSchema>;

/** A saved search as the workspace keeps it. */
export const savedSearchSchema = savedSearchToKeepSchema.extend({
  /** Raised when what is asked for changes: runs of another revision say nothing about this one. */
  revision: z.int().positive(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its results were last opened; what ended later is new. */
  lookedAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/**
 * What a run asks for. `new`: what was uploaded since the watermark, less the overlap. `full`: everything once more,
 * which can be compared with the full run before.
 */
export const runKindSchema = z.enum(['new', 'full']);
export type RunKind = z.infer<typeof runKindSchema>;

/** Which run of which saved search a fetch is. */
export const searchRunSchema = z.object({
  searchId: z.uuid(),
  revision: z.int().positive(),
  kind: runKindSchema,
});
export type SearchRun = z.infer<typeof searchRunSchema>;

/** A saved search with what its runs tell, as the workspace keeps them. */
export type StoredSearch = {
  readonly search: SavedSearch;
  /** UTC. Everything uploaded before has been asked for; null until a run has ended complete. */
  readonly watermark: string | null;
  readonly lastRun: { readonly job: Job; readonly run: SearchRun } | null;
  /** Full runs of this revision that have ended complete. */
  readonly fullRuns: number;
  /** The last full run that has one before it to be compared with. */
  readonly comparableFetchId: string | null;
};

/** What a saved search has brought, by what it asks for now. */
export type SearchCounts = {
  readonly searchId: string;
  readonly records: number;
  readonly detections: number;
  /** Those that came to it since its results were last opened. */
  readonly newRecords: number;
  readonly newDetections: number;
};

/** A saved search and how it stands. */
export type SavedSearchStanding = StoredSearch &
  Omit<SearchCounts, 'searchId'> & {
    /** When its schedule makes it run next, epoch milliseconds; null for by hand and while it is paused or runs. */
    readonly dueAt: number | null;
  };

/** What a run of the search asks for: all of it, or with `since` (UTC) only what was uploaded after. */
export function runSearch({ search }: Pick<SavedSearch, 'search'>, since: string | null): Search {
  const { maxRecords: _all, ...rest } = search;
  const { uploadedAfter } = rest;
  if (since === null) return rest;
  const isLater = uploadedAfter !== undefined && Date.parse(uploadedAfter) > Date.parse(since);
  return { ...rest, uploadedAfter: isLater ? uploadedAfter : since };
}

/** From when a run for what is new asks: the watermark less the overlap; null without a watermark: from the beginning. */
export function sinceOf(watermark: string | null, overlapMinutes: number): string | null {
  if (watermark === null) return null;
  return new Date(Math.max(0, Date.parse(watermark) - overlapMinutes * 60_000)).toISOString();
}

const retryMs = 30 * 60_000;

/**
 * When the search is to run next by its schedule, epoch milliseconds, which may lie in the past. A run that failed is
 * tried again after half an hour or at the next appointed time, whichever comes first; one that Sightline's end has
 * interrupted, and one that asked for something else than the search asks now, at once.
 */
export function dueAt({ search, lastRun }: Pick<StoredSearch, 'search' | 'lastRun'>): number | null {
  if (search.paused || search.schedule.kind === 'manual') return null;
  if (!lastRun || lastRun.run.revision !== search.revision) return nextDue(search.schedule, null);
  const { job } = lastRun;
  if (isActive(job)) return null;
  if (job.state === 'interrupted') return 0;
  const due = nextDue(search.schedule, Date.parse(job.startedAt));
  return due !== null && job.state === 'failed' ? Math.min(due, Date.parse(job.updatedAt) + retryMs) : due;
}
