import { z } from 'zod';
import { isActiveJob, type Job } from '../jobs/job.ts';
import { type Search, searchSchema } from '../results/search.ts';
import { storedRevertSchema } from '../stored-revert.ts';
import { nextDue, scheduleSchema } from './schedule.ts';

/** The settings of a saved search that the analyst edits. */
export const savedSearchInputSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Give the search a name.').max(200, 'Use at most 200 characters.'),
  /** Query that always fetches from the start to the end: `maxRecords` and `startOffset` are not used. */
  search: searchSchema,
  schedule: scheduleSchema,
  /** Its schedule is paused; it can still be run manually. */
  paused: z.boolean().default(false),
  /** Minutes before the watermark from which a run fetches again, for late records and clock differences. */
  overlapMinutes: z.int().min(0).max(43_200).default(60),
  /**
   * Only detections inside this area are shown when its results are opened; the service cannot filter by location.
   */
  areaId: z.uuid().optional(),
  /** The order from whose request it was created. */
  orderId: z.string().optional(),
});
export type SavedSearchInput = z.input<typeof savedSearchInputSchema>;
export type SavedSearchSettings = z.infer<typeof savedSearchInputSchema>;

/** A saved search whose settings are set back to former ones, or that is deleted. */
export const searchRevertSchema = storedRevertSchema(savedSearchInputSchema);
export type SearchRevert = z.infer<typeof searchRevertSchema>;

/** A saved search as stored in the workspace. */
export const savedSearchSchema = savedSearchInputSchema.extend({
  /** Incremented when the query changes: runs of other revisions do not count. */
  revision: z.int().positive(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its results were last viewed; results of later runs are new. */
  viewedAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/**
 * The kind of a run. `new`: records uploaded since the watermark, less the overlap. `full`: all records again, for
 * comparison with the previous full run.
 */
export const runKindSchema = z.enum(['new', 'full']);
export type RunKind = z.infer<typeof runKindSchema>;

/** Identifies a fetch as a run of a saved search. */
export const searchRunSchema = z.object({
  searchId: z.uuid(),
  revision: z.int().positive(),
  kind: runKindSchema,
});
export type SearchRun = z.infer<typeof searchRunSchema>;

/** A saved search with the state derived from its runs. */
export type StoredSearch = {
  readonly search: SavedSearch;
  /** UTC. All records uploaded before were fetched; null until a run is complete. */
  readonly watermark: string | null;
  readonly lastRun: { readonly job: Job; readonly run: SearchRun } | null;
  /** Number of complete full runs of this revision. */
  readonly fullRuns: number;
  /** The last full run with a previous one to compare with. */
  readonly comparableFetchId: string | null;
};

/** Counts of the results of a saved search, for its current revision. */
export type SearchCounts = {
  readonly searchId: string;
  readonly records: number;
  readonly detections: number;
  /** New since its results were last viewed. */
  readonly newRecords: number;
  readonly newDetections: number;
};

/** A saved search with its counts and next run. */
export type SavedSearchStatus = StoredSearch &
  Omit<SearchCounts, 'searchId'> & {
    /** Next scheduled run, epoch milliseconds; null without a schedule, and while paused or running. */
    readonly dueAt: number | null;
  };

/** The saved searches of a workspace. */
export type SavedSearches = {
  /** By name. */
  readonly searches: readonly SavedSearchStatus[];
  /** Number of those that this Sightline cannot read: of a newer version, or damaged. They stay in the workspace. */
  readonly unreadable: number;
};

/** Returns the search of a run: all records, or with `since` (UTC) only later uploads. */
export function searchForRun({ search }: Pick<SavedSearch, 'search'>, since: string | null): Search {
  const { maxRecords: _all, startOffset: _start, ...rest } = search;
  const { uploadedAfter } = rest;
  if (since === null) return rest;
  const isLater = uploadedAfter !== undefined && Date.parse(uploadedAfter) > Date.parse(since);
  return { ...rest, uploadedAfter: isLater ? uploadedAfter : since };
}

/**
 * Returns the start of a run of kind `new`: the watermark less the overlap; null without a watermark, for all records.
 * The watermark may be a time of this computer, whose clock may be ahead of the service's. When the newest fetched
 * upload is earlier, it is used instead.
 */
export function runStartTime(
  watermark: string | null,
  newestUpload: string | null,
  overlapMinutes: number,
): string | null {
  if (watermark === null) return null;
  const fetchedUntil = Math.min(Date.parse(watermark), Date.parse(newestUpload ?? watermark));
  return new Date(Math.max(0, fetchedUntil - overlapMinutes * 60_000)).toISOString();
}

const retryMs = 30 * 60_000;

/**
 * Returns the next scheduled run, epoch milliseconds, possibly in the past. A failed run is retried after half an hour
 * or at the next scheduled time, whichever is first; an interrupted run, one of another revision, or one that was started
 * after `now` because the clock was set back, at once.
 */
export function dueAt(
  { search, lastRun }: Pick<StoredSearch, 'search' | 'lastRun'>,
  now: number,
): number | null {
  if (search.paused || search.schedule.kind === 'manual') return null;
  if (!lastRun || lastRun.run.revision !== search.revision) return nextDue(search.schedule, null);
  const { job } = lastRun;
  if (isActiveJob(job)) return null;
  // The earlier one, since a run may have been resumed after the clock was set back.
  const ranAt = Math.min(Date.parse(job.startedAt), Date.parse(job.updatedAt));
  if (job.state === 'interrupted' || ranAt > now) return 0;
  const due = nextDue(search.schedule, ranAt);
  return due !== null && job.state === 'failed' ? Math.min(due, Date.parse(job.updatedAt) + retryMs) : due;
}
