import {
  type ReviewConflict,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../shared/review/merge-reviews.ts';
import type { ConflictChoice } from '../../../../shared/review/review-merge.ts';
import { markReviewsMoved } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { readForeignReviews } from '../read/reviews/foreign-reviews.ts';
import { type MergeOutcome, planMerge } from '../read/reviews/plan-merge.ts';
import { type ReviewBatchInfo, type WrittenReviewChanges, writeReviewChanges } from './review-changes.ts';
import { writeReviews } from './stored-reviews.ts';

/** What a merge has written. */
export type MergeResult = {
  readonly written: WrittenReviewChanges;
  readonly waiting: number;
  readonly conflicts: number;
};

/** Merges the reviews of the workspace at `path`, and what its history knows more, in one transaction. */
export function mergeWorkspace(
  sql: Sql,
  path: string,
  choice: ConflictChoice,
  batchInfo: ReviewBatchInfo,
): MergeOutcome<MergeResult> {
  const foreign = readForeignReviews(path);
  if (typeof foreign === 'string') return { kind: 'refused', reason: foreign };
  const except = new Set(choice.except);
  const takes = (conflict: ReviewConflict) =>
    (choice.winner === 'arriving') !== except.has(reviewKey(conflict));
  return sql.transaction(() => {
    const { plan, present, locationOf, history } = planMerge(sql, foreign, takes);
    const standing = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
    const located = plan.accepted.map((entry) => ({ entry, location: locationOf(entry) }));
    if (located.some(({ location }) => location.isMoved)) markReviewsMoved(sql);
    const waiting = located.filter(({ location }) => !location.isPresent).length;
    const changes = located.map(({ entry, location: { id } }) => ({
      ...entry,
      id,
      former: standing.get(reviewKey(entry)) ?? null,
      recordedReview: entry.review,
    }));
    const written = writeReviewChanges(sql, { ...batchInfo, kind: 'merge', undoes: null }, changes);
    // The history retains the reviews of both sides, whichever was accepted.
    writeReviews(sql, [], [...history, ...plan.conflicts.map(presentReview)]);
    return { kind: 'done', value: { written, waiting, conflicts: plan.conflicts.length } };
  });
}

function presentReview({ recordId, identity, present }: ReviewConflict): ReviewOfDetection {
  return { recordId, identity, review: present };
}
