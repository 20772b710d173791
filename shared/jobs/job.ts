import { z } from 'zod';
import { boundingBoxSchema } from '../geo/geometry.ts';
import { failureSchema } from '../result.ts';
import { processorChangeCountSchema } from './processor-changes.ts';

/**
 * A long-running task that the analyst can watch and cancel.
 *
 * - `queued`: waits until a running job ends
 * - `running`
 * - `waiting`: paused until the analyst signs in again, or for the reason in `pause`; continues by itself
 * - `cancelled`, `interrupted` (Sightline exited while it ran), `failed`: can be resumed from its last position
 * - `stopped`: the paging of the service could not be trusted; fetched pages are saved, but the job is not complete. Can
 *   be resumed as long as refetching the last page may help
 * - `complete`: everything requested was received; see `fetchLimitReached` for a fetch with a maximum
 */
export const jobStates = [
  'queued',
  'running',
  'waiting',
  'cancelled',
  'interrupted',
  'failed',
  'stopped',
  'complete',
] as const;

export const jobSchema = z.object({
  id: z.uuid(),
  /**
   * `chips`: chip prefetch; `tiles`: tiles of a basemap for offline use; `workspace`: copy, compact or rebuild a
   * workspace file; `check`: check of a case; `import`: import of a case, of raw records or of a layer; `team`:
   * exchange with the team database; `pictures`: map images that the page draws one after the other.
   */
  kind: z.enum(['fetch', 'export', 'chips', 'tiles', 'workspace', 'check', 'import', 'team', 'pictures']),
  title: z.string(),
  state: z.enum(jobStates),
  startedAt: z.string(),
  updatedAt: z.string(),
  resumable: z.boolean(),
  /** While it is active: it was cancelled a while ago, and its work is still ending. */
  isEnding: z.boolean().optional(),
  failure: failureSchema.optional(),
  /** Warnings for the analyst, in the order in which they occurred. */
  warnings: z.array(z.string()),
  /** Detections a second over the last seconds while running. */
  ratePerSecond: z.number().nonnegative().optional(),
  /** Estimated remaining time, when the end and the rate are known. */
  secondsLeft: z.number().nonnegative().optional(),
  /** Reason why the job is paused, and when it continues (UTC) if known. */
  pause: z.object({ reason: z.string(), until: z.string().optional() }).optional(),
  /** Name of what comes slowly, and when it is aborted (UTC). */
  slow: z.object({ reason: z.string(), until: z.string() }).optional(),
  fetch: z
    .object({
      queryText: z.string(),
      pages: z.int().nonnegative(),
      records: z.int().nonnegative(),
      detections: z.int().nonnegative(),
      /** Counts of `records` that were new to the workspace, or changed. */
      newRecords: z.int().nonnegative(),
      changedRecords: z.int().nonnegative(),
      problems: z.int().nonnegative(),
      /** Changes of QC status and processor versions in records that came again; absent without any. */
      processorChanges: z.array(processorChangeCountSchema).optional(),
      /** Index of the running query of a fetch of several (`splitSearch`), from 0; absent in a fetch of one. */
      query: z.object({ index: z.int().nonnegative(), count: z.int().positive() }).optional(),
      /** Offset of the next page to fetch, in the running query. */
      offset: z.int().nonnegative(),
      /** Expected total number of records; absent when it is not known for certain. */
      expectedRecords: z.int().positive().optional(),
      /** The saved search that this fetch is a run of. */
      searchId: z.uuid().optional(),
      /** The order whose results this fetch requests. */
      orderId: z.string().optional(),
      /** Whether that order was completed when this fetch began, so that it brings all results. */
      isOrderCompleted: z.boolean().optional(),
      /** Maximum number of records requested; absent without a limit. */
      maxRecords: z.int().positive().optional(),
      /**
       * Once the fetch has ended at `maxRecords`: whether the service has more records, by the `nextOffset` of its last
       * page. Absent before.
       */
      recordsBeyondLimit: z.enum(['exist', 'none', 'unknown']).optional(),
    })
    .optional(),
  /** Imported content that can be shown; absent where there is none. */
  imported: z
    .discriminatedUnion('kind', [
      /** Records are those of a fetch with this id; `detections` states how many there are, and where. */
      z.object({ kind: z.literal('records'), importId: z.uuid(), detections: z.string() }),
      z.object({ kind: z.literal('layers'), bounds: boundingBoxSchema.readonly() }),
      /**
       * Extent and times of all reports of the file, times in epoch milliseconds UTC; of `contacts` some were saved.
       */
      z.object({
        kind: z.literal('ais'),
        contacts: z.int().nonnegative(),
        bounds: boundingBoxSchema.readonly(),
        fromMs: z.number(),
        toMs: z.number(),
      }),
    ])
    .optional(),
  /** Summary of what was done, once the job is complete. */
  outcome: z.string().optional(),
  /** Files that a job other than an export wrote, once they are in place. */
  files: z
    .array(z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() }))
    .optional(),
  export: z
    .object({
      written: z.int().nonnegative(),
      total: z.int().nonnegative(),
      /** Unit of the counts; detections by default. */
      unit: z.literal('features').optional(),
      /** Names and paths of the exported files, once they are in place. */
      files: z.array(z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() })),
    })
    .optional(),
  /** Results of a chip prefetch. */
  chips: z
    .object({
      /** Were cached already. */
      cached: z.int().nonnegative(),
      fetched: z.int().nonnegative(),
      /** Bytes of those fetched. */
      bytes: z.int().nonnegative(),
      /** Do not exist on the service yet; requested again later. */
      absent: z.int().nonnegative(),
      failed: z.int().nonnegative(),
    })
    .optional(),
  /** Progress of the other kinds of jobs, in `unit`; `total` is absent while it is unknown. */
  progress: z
    .object({
      done: z.number().nonnegative(),
      total: z.number().nonnegative().optional(),
      unit: z.enum(['chips', 'tiles', 'records', 'detections', 'features', 'bytes', 'steps', 'images']),
    })
    .optional(),
});
export type Job = z.infer<typeof jobSchema>;

/** The counts of a fetch that has requested no page yet. */
export const noFetchProgress = {
  pages: 0,
  records: 0,
  detections: 0,
  newRecords: 0,
  changedRecords: 0,
  problems: 0,
  offset: 0,
} as const;
export type JobState = Job['state'];

/** The states of a job that can still change without user action. */
export const activeJobStates: readonly Job['state'][] = ['queued', 'running', 'waiting'];

/** Whether the job can still change without user action. */
export function isActiveJob({ state }: Job): boolean {
  return activeJobStates.includes(state);
}
