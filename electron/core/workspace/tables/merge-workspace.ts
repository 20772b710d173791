import { createMergeOrder, type SaidReview } from '../../../../shared/review/merge-order.ts';
import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewMergePlan,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../shared/review/merge-reviews.ts';
import { saysTheSame } from '../../../../shared/review/review.ts';
import type { ConflictChoice, ReviewMergeLook } from '../../../../shared/review/review-merge.ts';
import { shownConflicts } from '../../../../shared/workspace/package-import.ts';
import { raiseReviewsMoved } from '../results-version.ts';
import type { Sql } from '../sql.ts';
import { type ForeignReviews, readForeignReviews } from './foreign-reviews.ts';
import { type ReviewAct, type ReviewsWritten, writeChanges } from './review-changes.ts';
import { createPlaceFinder, readReviewRow, readReviews, writeReviews } from './stored-reviews.ts';

/** What became of a merge, or of looking at one; `refused` says why the other file cannot be read. */
export type MergeOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string };

/** What a merge has written. */
export type MergeWritten = {
  readonly written: ReviewsWritten;
  readonly waiting: number;
  readonly conflicts: number;
};

/** Says what a merge with the workspace at `path` would do; changes nothing. */
export function lookAtMerge(sql: Sql, path: string): MergeOutcome<ReviewMergeLook> {
  const foreign = readForeignReviews(path);
  if (typeof foreign === 'string') return { kind: 'refused', reason: foreign };
  const { plan } = planMerge(sql, foreign, () => false);
  const placeOf = createPlaceFinder(sql);
  const waiting = plan.accepted.filter((entry) => !placeOf(entry).isHere).length;
  return {
    kind: 'done',
    value: {
      counts: plan.counts,
      conflicts: plan.conflicts.slice(0, shownConflicts),
      waiting,
      unreadable: foreign.unreadable,
    },
  };
}

/** Merges the reviews of the workspace at `path`, and what its history knows more, in one transaction. */
export function mergeWorkspace(
  sql: Sql,
  path: string,
  choice: ConflictChoice,
  act: ReviewAct,
): MergeOutcome<MergeWritten> {
  const foreign = readForeignReviews(path);
  if (typeof foreign === 'string') return { kind: 'refused', reason: foreign };
  const except = new Set(choice.except);
  const takes = (conflict: ReviewConflict) =>
    (choice.keep === 'arriving') !== except.has(reviewKey(conflict));
  return sql.transaction(() => {
    const { plan, present } = planMerge(sql, foreign, takes);
    const placeOf = createPlaceFinder(sql);
    const standing = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
    const placed = plan.accepted.map((entry) => ({ entry, place: placeOf(entry) }));
    if (placed.some(({ place }) => place.isMoved)) raiseReviewsMoved(sql);
    const waiting = placed.filter(({ place }) => !place.isHere).length;
    const changes = placed.map(({ entry, place: { id } }) => ({
      ...entry,
      id,
      former: standing.get(reviewKey(entry)) ?? null,
      said: entry.review,
    }));
    const written = writeChanges(sql, { ...act, kind: 'merge', undoes: null }, changes);
    // Whoever wins, what the other said stays on record.
    writeReviews(sql, [], [...foreign.history, ...foreign.reviews, ...plan.conflicts.map(presentOf)]);
    return { kind: 'done', value: { written, waiting, conflicts: plan.conflicts.length } };
  });
}

function presentOf({ recordId, identity, present }: ReviewConflict): ReviewOfDetection {
  return { recordId, identity, review: present };
}

function planMerge(
  sql: Sql,
  { reviews, history }: ForeignReviews,
  takes: (conflict: ReviewConflict) => boolean,
): { readonly plan: ReviewMergePlan; readonly present: readonly ReviewOfDetection[] } {
  const present = readReviews(sql, 'reviews', recordsOf(reviews));
  const standing = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
  // Histories are only asked where something is to be decided.
  const differing = reviews.filter((entry) => {
    const here = standing.get(reviewKey(entry));
    return here !== undefined && !saysTheSame(here, entry.review);
  });
  const keys = new Set(differing.map(reviewKey));
  const orderOf = createMergeOrder(
    readOwnHistory(sql, recordsOf(differing)),
    history.filter((entry) => keys.has(reviewKey(entry))),
  );
  return { plan: planReviewMerge(present, reviews, takes, orderOf), present };
}

function readOwnHistory(sql: Sql, recordIds: readonly string[]): readonly SaidReview[] {
  return sql
    .all(
      'SELECT * FROM review_history WHERE record_id IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(recordIds),
    )
    .map((row) => ({ ...readReviewRow(row), isAct: row.batch !== null }));
}

function recordsOf(entries: readonly ReviewOfDetection[]): readonly string[] {
  return [...new Set(entries.map(({ recordId }) => recordId))];
}
