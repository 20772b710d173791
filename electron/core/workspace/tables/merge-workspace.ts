import type { AisDecision } from '../../../../shared/ais/ais-file.ts';
import { type DecisionConflict, decisionKey } from '../../../../shared/ais/decision-entry.ts';
import {
  type ReviewConflict,
  type ReviewOfDetection,
  reviewKey,
} from '../../../../shared/review/merge-reviews.ts';
import type { ConflictChoice } from '../../../../shared/review/review-merge.ts';
import {
  type MergedKind,
  type MergedList,
  type MergeOf,
  mergedKinds,
  mergedLists,
} from '../carried/journals.ts';
import { markReviewsMoved, readReviewsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { locateDecisions } from '../read/ais/locate-decisions.ts';
import { type ForeignOutcome, readForeignReviews } from '../read/reviews/foreign-reviews.ts';
import { planMerge } from '../read/reviews/plan-merge.ts';
import { type MergedDecisions, mergeDecisions } from './ais-decisions.ts';
import { writeMergedList } from './merged-lists.ts';
import {
  type ReviewBatchInfo,
  type ReviewRowChange,
  type WrittenReviewChanges,
  writeReviewChanges,
} from './reviews.ts';
import { writeReviews } from './stored-reviews.ts';

/** Counts of a merge. */
export type MergeResult = {
  readonly written: WrittenReviewChanges;
  readonly waiting: number;
  readonly conflicts: number;
  readonly decisions: MergedDecisions;
} & { readonly [Kind in MergedKind]: Omit<MergeOf<Kind>, 'merged'> };

/**
 * Merges the reviews of the workspace at `path`, what its history knows more, its AIS decisions, corrected meanings and
 * statements about places, in one transaction and one batch.
 */
export function mergeWorkspace(
  sql: Sql,
  path: string,
  choice: ConflictChoice,
  batchInfo: ReviewBatchInfo,
): ForeignOutcome<MergeResult> {
  const except = new Set(choice.except);
  const takesArriving = (key: string) => (choice.winner === 'arriving') !== except.has(key);
  const takes = (conflict: ReviewConflict) => takesArriving(reviewKey(conflict));
  const winnerOf = ({ present }: DecisionConflict) =>
    takesArriving(decisionKey(present)) ? 'arriving' : 'present';
  const info = { by: batchInfo.reviewer, at: batchInfo.at };
  return readForeignReviews(path, batchInfo.at, (parts, lists) =>
    sql.transaction(() => {
      let waiting = 0;
      let conflicts = 0;
      let isMoved = false;
      const decided: AisDecision[] = [];
      let decisionConflicts = 0;
      function* changes(): Generator<ReviewRowChange, void> {
        for (const foreign of parts) {
          const located = locateDecisions(sql, foreign.decisions, foreign.decided);
          const decisions = mergeDecisions(sql, located, winnerOf, info);
          decided.push(...decisions.changes);
          decisionConflicts += decisions.conflicts;
          const { plan, present, locationOf, history } = planMerge(sql, foreign, takes);
          const currentReviews = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
          for (const entry of plan.accepted) {
            const location = locationOf(entry);
            isMoved ||= location.isMoved;
            if (!location.isPresent) waiting += 1;
            const former = currentReviews.get(reviewKey(entry)) ?? null;
            yield { ...entry, id: location.id, former, recordedReview: entry.review };
          }
          conflicts += plan.conflicts.length;
          // The history retains the reviews of both sides, whichever was accepted.
          writeReviews(sql, [], [...history, ...plan.conflicts.map(presentReview)]);
        }
      }
      const written = writeReviewChanges(sql, { ...batchInfo, kind: 'merge', undoes: null }, changes());
      const merged = mergedKinds.map((kind) => {
        const { keyOfConflict }: MergedList = mergedLists[kind];
        const { merged: _all, ...merge } = writeMergedList(sql, kind, lists[kind].items, batchInfo.at, {
          by: info.by,
          winnerOf: (conflict) => (takesArriving(keyOfConflict?.(conflict) ?? '') ? 'arriving' : 'present'),
        });
        return [kind, merge] as const;
      });
      const judged = { decisions: { changes: decided, conflicts: decisionConflicts } };
      return {
        ...{ written: isMoved ? markMoved(sql, written) : written, waiting, conflicts, ...judged },
        ...(Object.fromEntries(merged) as Pick<MergeResult, MergedKind>),
      };
    }),
  );
}

/** Its former version is one that no reader has, so that all reviews are read again. */
function markMoved(sql: Sql, written: WrittenReviewChanges): WrittenReviewChanges {
  markReviewsMoved(sql);
  return { ...written, previousVersion: written.version, version: readReviewsVersion(sql) };
}

function presentReview({ recordId, identity, present }: ReviewConflict): ReviewOfDetection {
  return { recordId, identity, review: present };
}
