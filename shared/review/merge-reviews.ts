import { z } from 'zod';
import { isSameReview, type Review, reviewSchema } from './review.ts';
import { reviewedDetectionSchema } from './reviewed-detection.ts';

/** A review and its detection, identified independently of the workspace. */
export const reviewOfDetectionSchema = z.object({
  recordId: z.string(),
  /** Identifies the detection within the record. */
  identity: z.string(),
  review: reviewSchema,
  /** The reviewed detection; null or absent when unknown. */
  detection: reviewedDetectionSchema.nullish(),
  /** The distance of the detection that it was carried over to; null or absent when it is equal. */
  carriedMeters: z.number().nonnegative().nullish(),
});
export type ReviewOfDetection = z.infer<typeof reviewOfDetectionSchema>;

/**
 * The order of two workspaces' states of one detection by their histories: one state is a successor of the other, or
 * they have diverged (`apart`).
 */
export type MergeOrder = 'here-later' | 'there-later' | 'apart';

/** The results of merging an arriving review with the present one. */
export const reviewMerges = [
  /** There is no present review. */
  'new',
  /** Both are equal. */
  'same',
  /** The arriving review is later and replaces the present one. */
  'newer',
  /** The present review is later and stays. */
  'older',
  /** Nothing proves that either is later: the present one stays unless the analyst decides otherwise. */
  'conflict',
] as const;
export type ReviewMerge = (typeof reviewMerges)[number];

/**
 * Merges an arriving review with the present one. Names and times prove nothing, since anyone can write them into a file:
 * only a history that contains the present review makes another one of the same reviewer its successor.
 */
export function mergeReview(
  present: Review | undefined,
  arriving: Review,
  order: MergeOrder = 'apart',
): ReviewMerge {
  if (!present) return 'new';
  if (isSameReview(present, arriving)) return 'same';
  if (order === 'here-later') return 'older';
  if (present.reviewer !== arriving.reviewer) return 'conflict';
  if (order === 'there-later') return 'newer';
  return Date.parse(arriving.reviewedAt) > Date.parse(present.reviewedAt) ? 'conflict' : 'older';
}

/** Returns a key of the detection that a review belongs to. */
export function reviewKey({ recordId, identity }: Pick<ReviewOfDetection, 'recordId' | 'identity'>): string {
  return JSON.stringify([recordId, identity]);
}

/** A conflict between two reviews of a detection. */
export type ReviewConflict = {
  readonly recordId: string;
  readonly identity: string;
  readonly present: Review;
  readonly arriving: Review;
};

/** The plan of a merge, with the conflicts to decide. */
export type ReviewMergePlan = {
  readonly counts: Readonly<Record<ReviewMerge, number>>;
  readonly conflicts: readonly ReviewConflict[];
  /** Reviews to write. */
  readonly accepted: readonly ReviewOfDetection[];
};

/**
 * Plans a merge of arriving reviews into those that are present. Of several arriving reviews of one detection the first
 * counts. `acceptsArriving` decides whether the arriving review of a conflict wins; `orderOf` returns the order by the
 * histories.
 */
export function planReviewMerge(
  present: readonly ReviewOfDetection[],
  arriving: readonly ReviewOfDetection[],
  acceptsArriving: (conflict: ReviewConflict) => boolean = () => false,
  orderOf: (present: ReviewOfDetection, arriving: ReviewOfDetection) => MergeOrder = () => 'apart',
): ReviewMergePlan {
  const here = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
  const counts = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
  const conflicts: ReviewConflict[] = [];
  const accepted: ReviewOfDetection[] = [];
  const seen = new Set<string>();
  for (const entry of arriving) {
    const key = reviewKey(entry);
    if (seen.has(key)) continue;
    seen.add(key);
    const current = here.get(key);
    const order = current && orderOf({ ...entry, review: current }, entry);
    const merge = mergeReview(current, entry.review, order);
    counts[merge] += 1;
    if (merge === 'new' || merge === 'newer') accepted.push(entry);
    if (merge !== 'conflict' || !current) continue;
    const conflict = { ...entry, present: current, arriving: entry.review };
    conflicts.push({
      recordId: entry.recordId,
      identity: entry.identity,
      present: current,
      arriving: entry.review,
    });
    if (acceptsArriving(conflict)) accepted.push(entry);
  }
  return { counts, conflicts, accepted };
}
