import {
  type DecisionConflict,
  type DecisionPlan,
  planDecisionMerge,
} from '../../../../../shared/ais/decision-entry.ts';
import { placeKey } from '../../../../../shared/fixed-objects/merge-places.ts';
import { layerSuccession } from '../../../../../shared/layers/vector-layer.ts';
import { createMergeOrder, type HistoricalReview } from '../../../../../shared/review/merge-order.ts';
import {
  planReviewMerge,
  type ReviewConflict,
  type ReviewMergePlan,
  type ReviewOfDetection,
  reviewKey,
  reviewMerges,
} from '../../../../../shared/review/merge-reviews.ts';
import { isSameReview } from '../../../../../shared/review/review.ts';
import {
  type MergeItems,
  maxShownConflicts,
  type ReviewMergePreview,
} from '../../../../../shared/review/review-merge.ts';
import { nowUtc } from '../../../../../shared/time.ts';
import { planListMerge } from '../../carried/journals.ts';
import type { Sql } from '../../file/sql.ts';
import { locateDecisions } from '../ais/locate-decisions.ts';
import { readDecisions } from '../ais/read-decisions.ts';
import { listItems } from '../items.ts';
import { listLayers } from '../layers/list-layers.ts';
import {
  type ForeignItems,
  type ForeignOutcome,
  type ForeignReviews,
  readForeignReviews,
} from './foreign-reviews.ts';
import { type LocatedReview, locateReviews, renameHistory } from './locate-reviews.ts';
import { readReviewRow, readReviews } from './read-reviews.ts';

/** Previews a merge with the workspace at `path`; changes nothing. */
export function previewMerge(sql: Sql, path: string): ForeignOutcome<ReviewMergePreview> {
  const now = nowUtc();
  return readForeignReviews(path, now, (parts, lists, items) => {
    const counts = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
    const conflicts: ReviewConflict[] = [];
    const decisions = { new: 0, same: 0, newer: 0, older: 0, conflict: 0 };
    const decisionConflicts: DecisionConflict[] = [];
    let waiting = 0;
    let unreadable = Object.values(lists).reduce((sum, list) => sum + list.unreadable.length, 0);
    for (const foreign of parts) {
      for (const { kind, conflict } of planDecisions(sql, foreign)) {
        decisions[kind] += 1;
        if (conflict && decisionConflicts.length < maxShownConflicts) decisionConflicts.push(conflict);
      }
      const { plan, locationOf } = planMerge(sql, foreign, () => false);
      for (const kind of reviewMerges) counts[kind] += plan.counts[kind];
      conflicts.push(...plan.conflicts.slice(0, maxShownConflicts - conflicts.length));
      waiting += plan.accepted.filter((entry) => !locationOf(entry).isPresent).length;
      unreadable += foreign.unreadable;
    }
    const corrections = planListMerge(sql, 'corrections', lists, now);
    const places = planListMerge(sql, 'places', lists, now);
    return {
      ...{ counts, conflicts, waiting, unreadable, corrections: corrections.changes.length },
      decisions: { counts: decisions, conflicts: decisionConflicts },
      places: {
        changed: places.changes.length,
        inConflict: places.conflicts.length,
        conflicts: places.conflicts.slice(0, maxShownConflicts).map((conflict) => {
          return { key: placeKey(conflict), ...conflict };
        }),
      },
      items: countItems(sql, items),
    };
  });
}

/** An area that is no site here becomes one. */
function countItems(sql: Sql, { layers, sites, rules, lists }: ForeignItems): MergeItems {
  const here = new Map(listLayers(sql).map((layer) => [layer.id, layer]));
  const successions = [...layers].map(([id, history]) => {
    const present = here.get(id);
    if (!present) return 'missing';
    return history ? layerSuccession(present, history) : 'unreadable';
  });
  const countLayers = (kind: (typeof successions)[number]) =>
    successions.filter((one) => one === kind).length;
  const countMissing = (ids: readonly string[], present: readonly unknown[]) => {
    const here = new Set(present);
    return ids.filter((id) => !here.has(id)).length;
  };
  const count = (ids: readonly string[], present: string) =>
    countMissing(
      ids,
      sql.arrays(present).map(([id]) => id),
    );
  const missingOf = [...lists].map(
    ([kind, ids]) =>
      [
        kind,
        countMissing(
          ids,
          listItems(sql, kind).map(({ id }) => id),
        ),
      ] as const,
  );
  return {
    ...Object.fromEntries(missingOf),
    layers: countLayers('missing'),
    newerLayers: countLayers('newer'),
    divergedLayers: countLayers('diverged'),
    sites: count(sites, 'SELECT area_id FROM areas WHERE site_min_share NOT NULL'),
    rules: count(rules, 'SELECT rule_id FROM watch_rules'),
  };
}

function planDecisions(
  sql: Sql,
  { decisions, decided }: Pick<ForeignReviews, 'decisions' | 'decided'>,
): readonly DecisionPlan[] {
  const arriving = locateDecisions(sql, decisions, decided);
  const present = Map.groupBy(readDecisions(sql, recordsOf(arriving)), reviewKey);
  return [...Map.groupBy(arriving, reviewKey)].map(([key, entries]) =>
    planDecisionMerge(present.get(key) ?? [], entries),
  );
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
  const currentReviews = new Map(present.map((entry) => [reviewKey(entry), entry.review]));
  // Histories are only needed for reviews that differ.
  const differing = reviews.filter((entry) => {
    const here = currentReviews.get(reviewKey(entry));
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

function recordsOf(entries: readonly Pick<ReviewOfDetection, 'recordId'>[]): readonly string[] {
  return [...new Set(entries.map(({ recordId }) => recordId))];
}
