import { createMergeOrder, type HistoricalReview } from '../../../../../shared/review/merge-order.ts';
import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewMergePlan,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../../shared/review/merge-reviews.ts';
import { isSameReview } from '../../../../../shared/review/review.ts';
import type { ReviewMergePreview } from '../../../../../shared/review/review-merge.ts';
import { maxShownConflicts } from '../../../../../shared/workspace/package-import.ts';
import type { Sql } from '../../file/sql.ts';
import { type ForeignReviews, readForeignReviews } from './foreign-reviews.ts';
import { type LocatedReview, locateReviews, renameHistory } from './locate-reviews.ts';
import { readReviewRow, readReviews } from './read-reviews.ts';

/** The outcome of a merge or of its preview; `refused` has the reason why the other file cannot be read. */
export type MergeOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string };

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

type MergePlan = {
  readonly plan: ReviewMergePlan;
  readonly present: readonly ReviewOfDetection[];
  /** The other workspace’s history, with the identities that the detections have here. */
  readonly history: readonly ReviewOfDetection[];
  locationOf(entry: ReviewOfDetection): LocatedReview;
};

export function planMerge(
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
