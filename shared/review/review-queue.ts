import { z } from 'zod';

/** Most detections of one queue: their list goes to the main process in one request. */
export const longestReviewQueue = 1_200_000;

/** In which order a queue goes through its detections. */
export const reviewQueueOrderSchema = z.enum(['pass', 'newest', 'unsure-first', 'table']);
export type ReviewQueueOrder = z.infer<typeof reviewQueueOrderSchema>;

/** Where a review of many detections stands. */
export const reviewQueuePlaceSchema = z.object({
  /** Which of the queue's detections is looked at, counted from 0. */
  at: z.int().nonnegative(),
  state: z.enum(['running', 'paused', 'finished']),
});
export type ReviewQueuePlace = z.infer<typeof reviewQueuePlaceSchema>;

/** A queue of detections to be judged, as the workspace keeps it. */
export const keptReviewQueueSchema = z.object({
  /** What it was made of, in words. */
  title: z.string().max(1000),
  /** After a verdict comes the next detection without one; otherwise simply the next. */
  skipsJudged: z.boolean(),
  /** UTC, ISO 8601. */
  startedAt: z.string(),
  /** The detections' ids in order, uint32 little-endian, as base64. */
  ids: z
    .string()
    .max(Math.ceil((longestReviewQueue * 4) / 3) * 4)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'The ids of a queue are base64.'),
});
export type KeptReviewQueue = z.infer<typeof keptReviewQueueSchema>;
