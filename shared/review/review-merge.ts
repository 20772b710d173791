import { z } from 'zod';
import type { ReviewConflict, ReviewMergePlan } from './merge-reviews.ts';

/** Whose review stays where two people disagree, but for `except` (keys of `reviewKey`). */
export const conflictChoiceSchema = z.object({
  keep: z.enum(['present', 'arriving']),
  except: z.array(z.string()).max(100_000),
});
export type ConflictChoice = z.infer<typeof conflictChoiceSchema>;

/** What a merge with another workspace would do. */
export type ReviewMergeLook = {
  readonly counts: ReviewMergePlan['counts'];
  /** Disagreements, at most so many as can be looked through; `counts` has them all. */
  readonly conflicts: readonly ReviewConflict[];
  /** Of those that would be taken: reviews of detections that are not here yet, and wait for them. */
  readonly waiting: number;
  /** Rows that make no sense, which another program or damage has left; they are passed over. */
  readonly unreadable: number;
};

/** A workspace whose reviews may be merged; nothing has been done yet. */
export type OfferedReviews = {
  readonly id: string;
  readonly fileName: string;
  /** The name that its analyst gave to it. */
  readonly name: string | null;
  readonly look: ReviewMergeLook;
};

/** What a merge has done. */
export type MergedReviews = {
  /** Names it so that it can be undone; null when no review was changed. */
  readonly batch: string | null;
  readonly changed: number;
  readonly waiting: number;
  readonly conflicts: number;
};

/** What is to be merged: a workspace that was looked at. */
export const mergeRequestSchema = z.object({ fileId: z.uuid(), conflicts: conflictChoiceSchema });
export type MergeRequest = z.infer<typeof mergeRequestSchema>;
