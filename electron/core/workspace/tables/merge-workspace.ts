import { createMergeOrder, type HistoricalReview } from '../../../../shared/review/merge-order.ts';
import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewMergePlan,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../shared/review/merge-reviews.ts';
import { isSameReview } from '../../../../shared/review/review.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../../../shared/review/review-merge.ts';
import { maxShownConflicts } from '../../../../shared/workspace/package-import.ts';
import { markReviewsMoved } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { type ForeignReviews, readForeignReviews } from '../read/reviews/foreign-reviews.ts';
import { type LocatedReview, locateReviews, renameHistory } from '../read/reviews/locate-reviews.ts';
import { type ReviewBatchInfo, type WrittenReviewChanges, writeReviewChanges } from './review-changes.ts';
import { readReviewRow, readReviews, writeReviews } from './stored-reviews.ts';

/** The outcome of a merge or of its preview; `refused` has the reason why the other file cannot be read. */
export type MergeOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string };

/** What a merge has written. */
export type MergeResult = {
  readonly written: WrittenReviewChanges;
  readonly waiting: number;
  readonly conflicts: number;
};

/** Previews a merge with the workspace at `path`; changes nothing. */
export function previewMerge(sql: Sql, path: string): MergeOutcome<ReviewMergePreview> {
  const foreign = readForeignReviews(path);
  if (typeof foreign === 'string') return { kind: 'refused', reason: foreign };
  const { plan, locationOf } = planMerge(sql, foreign, () => false);
  const waiting = plan.accepted.filter((entry) => !locationOf(entry).isPresent).length;
  return {
    kind: 'done',
    value: {
      counts: plan.counts,
      conflicts: plan.conflicts.slice(0, maxShownConflicts),
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

type MergePlan = {
  readonly plan: ReviewMergePlan;
  readonly present: readonly ReviewOfDetection[];
  /** The other workspace’s history, with the identities that the detections have here. */
  readonly history: readonly ReviewOfDetection[];
  locationOf(entry: ReviewOfDetection): LocatedReview;
};

function planMerge(
  sql: Sql,
  foreign: ForeignReviews,
  takes: (conflict: ReviewConflict) => boolean,
): MergePlan {
  const located = locateReviews(sql, foreign.reviews);
  const reviews = located.map(({ entry }) => entry);
  const history = renameHistory(foreign.history, located);
  const locations = new Map(located.map((location) => [reviewKey(location.entry), location]));
  const present = readReviews(sql, 'reviews', recordsOf(reviews));
  const standing = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
  // Histories are only needed for reviews that differ.
  const differing = reviews.filter((entry) => {
    const here = standing.get(reviewKey(entry));
    return here !== undefined && !isSameReview(here, entry.review);
  });
  const keys = new Set(differing.map(reviewKey));
  const orderOf = createMergeOrder(
    readLocalHistory(sql, recordsOf(differing)),
    history.filter((entry) => keys.has(reviewKey(entry))),
  );
  return {
    plan: planReviewMerge(present, reviews, takes, orderOf),
    present,
    history: [...history, ...reviews],
    locationOf(entry) {
      const location = locations.get(reviewKey(entry));
      if (!location) throw new Error('A review that is to be merged was not located.');
      return location;
    },
  };
}

function readLocalHistory(sql: Sql, recordIds: readonly string[]): readonly HistoricalReview[] {
  return sql
    .all(
      'SELECT * FROM review_history WHERE record_id IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(recordIds),
    )
    .map((row) => ({ ...readReviewRow(row), isLocalChange: row.batch !== null }));
}

function recordsOf(entries: readonly ReviewOfDetection[]): readonly string[] {
  return [...new Set(entries.map(({ recordId }) => recordId))];
}
