import { z } from 'zod';
import type { MergeOrder } from './merge-order.ts';
import { type Review, reviewSchema, saysTheSame } from './review.ts';

/** A review with what it is a review of, in words that mean the same in every workspace. */
export const reviewOfDetectionSchema = z.object({
  recordId: z.string(),
  /** What tells the record's detections apart. */
  identity: z.string(),
  review: reviewSchema,
});
export type ReviewOfDetection = z.infer<typeof reviewOfDetectionSchema>;

/** What becomes of a review that comes from elsewhere, beside the one that is here. */
export type ReviewMerge =
  /** Nothing has been said here. */
  | 'new'
  /** Both say the same. */
  | 'same'
  /** The same reviewer said so later, or knew what stands here: it takes the place of the one here. */
  | 'newer'
  /** It has been changed here since: the one here stays. */
  | 'older'
  /** Two people disagree: the one here stays unless somebody decides otherwise. */
  | 'conflict';

/**
 * How an arriving review stands to the present one. Where histories do not tell which came later, the times of one
 * reviewer do, compared as UTC instants.
 */
export function mergeReview(
  present: Review | undefined,
  arriving: Review,
  order: MergeOrder = 'apart',
): ReviewMerge {
  if (!present) return 'new';
  if (saysTheSame(present, arriving)) return 'same';
  if (order === 'here-later') return 'older';
  if (present.reviewer !== arriving.reviewer) return 'conflict';
  if (order === 'there-later') return 'newer';
  return Date.parse(arriving.reviewedAt) > Date.parse(present.reviewedAt) ? 'newer' : 'older';
}

/** A key of the detection that a review belongs to. */
export function reviewKey({ recordId, identity }: Pick<ReviewOfDetection, 'recordId' | 'identity'>): string {
  return JSON.stringify([recordId, identity]);
}

/** A disagreement, with both sides. */
export type ReviewConflict = {
  readonly recordId: string;
  readonly identity: string;
  readonly present: Review;
  readonly arriving: Review;
};

/** What a merge would do, and what has to be decided. */
export type ReviewMergePlan = {
  readonly counts: Readonly<Record<ReviewMerge, number>>;
  readonly conflicts: readonly ReviewConflict[];
  /** Those that are to be written where nobody decides otherwise. */
  readonly accepted: readonly ReviewOfDetection[];
};

/**
 * Plans a merge of arriving reviews into those that are present. Of several that arrive for one detection the first
 * counts. `takes` says of a conflict whether the arriving review is to win; `orderOf` what the histories say.
 */
export function planReviewMerge(
  present: readonly ReviewOfDetection[],
  arriving: readonly ReviewOfDetection[],
  takes: (conflict: ReviewConflict) => boolean = () => false,
  orderOf: (present: ReviewOfDetection, arriving: ReviewOfDetection) => MergeOrder = () => 'apart',
): ReviewMergePlan {
  const here = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
  const counts = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
  const conflicts: ReviewConflict[] = [];
  const accepted: ReviewOfDetection[] = [];
  const met = new Set<string>();
  for (const entry of arriving) {
    const key = reviewKey(entry);
    if (met.has(key)) continue;
    met.add(key);
    const standing = here.get(key);
    const order = standing && orderOf({ ...entry, review: standing }, entry);
    const merge = mergeReview(standing, entry.review, order);
    counts[merge] += 1;
    if (merge === 'new' || merge === 'newer') accepted.push(entry);
    if (merge !== 'conflict' || !standing) continue;
    const conflict = { ...entry, present: standing, arriving: entry.review };
    conflicts.push({
      recordId: entry.recordId,
      identity: entry.identity,
      present: standing,
      arriving: entry.review,
    });
    if (takes(conflict)) accepted.push(entry);
  }
  return { counts, conflicts, accepted };
}
