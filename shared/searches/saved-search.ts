import { z } from 'zod';
import type { Job } from '../jobs/job.ts';
import { type Search, searchSchema } from '../results/search.ts';
import { scheduleSchema } from './schedule.ts';

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

/** A saved search and how it stands. */
export type SavedSearchStanding = {
  readonly search: SavedSearch;
  /** UTC. Everything uploaded before has been asked for; null until a run has ended complete. */
  readonly watermark: string | null;
  readonly lastRun: {
    readonly fetchId: string;
    readonly kind: RunKind;
    readonly revision: number;
    readonly startedAt: string;
    readonly updatedAt: string;
    readonly state: Job['state'];
    readonly resumable: boolean;
    /** Why it failed, or why it was stopped. */
    readonly problem: string | null;
  } | null;
  /** Full runs of this revision that have ended complete: from two on there is something to compare. */
  readonly fullRuns: number;
  /** The last full run that has one before it to be compared with. */
  readonly comparableFetchId: string | null;
  /** All its records. */
  readonly records: number;
  readonly detections: number;
  /** Those that came to it since its results were last opened. */
  readonly newRecords: number;
  readonly newDetections: number;
  /** When its schedule makes it run next, epoch milliseconds; null for by hand and while it is paused. */
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
