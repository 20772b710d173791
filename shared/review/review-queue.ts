import { z } from 'zod';

/** Maximum number of detections in a queue: their list is sent to the main process in one request. */
export const maxReviewQueueLength = 1_200_000;

/** The order of the detections in a queue. */
export const reviewQueueOrderSchema = z.enum(['pass', 'newest', 'unsure-first', 'table']);
export type ReviewQueueOrder = z.infer<typeof reviewQueueOrderSchema>;

/** The progress of a review queue, as stored in the workspace. */
export const reviewQueueProgressSchema = z.object({
  /** Index of the current detection, from 0. */
  at: z.int().nonnegative(),
  state: z.enum(['running', 'paused', 'finished']),
});
export type ReviewQueueProgress = z.infer<typeof reviewQueueProgressSchema>;

/** A queue of detections to review, as stored in the workspace. */
export const savedReviewQueueSchema = z.object({
  /** Description of its detections. */
  title: z.string().max(1000),
  /** Whether a verdict moves on to the next detection without a verdict, not simply to the next one. */
  skipsJudged: z.boolean(),
  /** UTC, ISO 8601. */
  startedAt: z.string(),
  /** The shared queue of the team that they were leased from (UUID); absent for a queue of this workspace only. */
  sharedQueue: z.uuid().optional(),
  /** The detections' ids in order, uint32 little-endian, as base64. */
  ids: z
    .string()
    .max(Math.ceil((maxReviewQueueLength * 4) / 3) * 4)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'The ids of a queue are base64.'),
});
export type SavedReviewQueue = z.infer<typeof savedReviewQueueSchema>;
