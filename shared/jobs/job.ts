import { z } from 'zod';
import { failureSchema } from '../result.ts';

/**
 * A long piece of work that the analyst can watch and stop.
 *
 * - `queued`: waits until one of those that run has ended
 * - `running`
 * - `waiting`: paused until the analyst signs in again, or for what `pause` says; goes on by itself then
 * - `cancelled`, `interrupted` (Sightline ended in the middle), `failed`: can be resumed where it stood
 * - `stopped`: the service's paging could not be trusted; what came is kept, and it is not called complete. Can be
 *   resumed while asking for the last page again may help
 * - `complete`: everything asked for has come
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
  /** `chips`: fetched ahead; `tiles`: of a basemap, for offline use; `workspace`: copying, compacting or rebuilding a workspace file; `import`: of a case package. */
  kind: z.enum(['fetch', 'export', 'chips', 'tiles', 'workspace', 'import']),
  title: z.string(),
  state: z.enum(jobStates),
  startedAt: z.string(),
  updatedAt: z.string(),
  resumable: z.boolean(),
  failure: failureSchema.optional(),
  /** Things the analyst should know although the job went on, in the order they came. */
  warnings: z.array(z.string()),
  /** Detections a second over the last seconds while running. */
  ratePerSecond: z.number().nonnegative().optional(),
  /** How long it will still take at most, where the end and the pace are known. */
  secondsLeft: z.number().nonnegative().optional(),
  /** Why it makes no headway just now, and when it goes on (UTC) where that is known. */
  pause: z.object({ reason: z.string(), until: z.string().optional() }).optional(),
  fetch: z
    .object({
      queryText: z.string(),
      pages: z.int().nonnegative(),
      records: z.int().nonnegative(),
      detections: z.int().nonnegative(),
      /** Of `records`: how many the workspace did not have, or had with other content. */
      newRecords: z.int().nonnegative(),
      changedRecords: z.int().nonnegative(),
      problems: z.int().nonnegative(),
      /** Offset of the next page to ask for. */
      offset: z.int().nonnegative(),
      /** Of what the whole request asked for, as far as that can be known honestly; absent where it cannot. */
      expectedRecords: z.int().positive().optional(),
      /** The saved search that this fetch is a run of. */
      searchId: z.uuid().optional(),
      /** How many records were asked for at most; absent when the end is not known. */
      maxRecords: z.int().positive().optional(),
    })
    .optional(),
  /** What was done, in words, once it has ended well. */
  outcome: z.string().optional(),
  /** What a job of another kind than an export has written, once it is in place. */
  files: z
    .array(z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() }))
    .optional(),
  export: z
    .object({
      written: z.int().nonnegative(),
      total: z.int().nonnegative(),
      /** What the host calls the files, once they are in place. */
      files: z.array(z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() })),
    })
    .optional(),
  /** What became of the chips that were fetched ahead. */
  chips: z
    .object({
      /** Had been cached before. */
      cached: z.int().nonnegative(),
      fetched: z.int().nonnegative(),
      /** Bytes of those fetched. */
      bytes: z.int().nonnegative(),
      /** Not there yet; asked for again later. */
      absent: z.int().nonnegative(),
      failed: z.int().nonnegative(),
    })
    .optional(),
  /** How far a job of the other kinds is, in the unit that it says; `total` is absent while it is not known. */
  progress: z
    .object({
      done: z.number().nonnegative(),
      total: z.number().nonnegative().optional(),
      unit: z.enum(['chips', 'tiles', 'records', 'detections', 'bytes', 'steps']),
    })
    .optional(),
});
export type Job = z.infer<typeof jobSchema>;
export type JobState = Job['state'];

/** Whether the job will change without anybody's doing. */
export function isActive(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running' || job.state === 'waiting';
}
