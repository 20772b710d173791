import { type ReviewOfDetection, reviewKey } from '../../../../shared/review/merge-reviews.ts';
import { isSameReview, type Review } from '../../../../shared/review/review.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import { incrementReviewsVersion, markReviewsMoved, readReviewsVersion } from '../file/results-version.ts';
import type { Sql } from '../file/sql.ts';
import { locateReviews } from '../read/reviews/locate-reviews.ts';
import { readReview } from '../read/reviews/read-review.ts';
import { isChangedAfter } from '../read/reviews/team-overview.ts';
import { insertHistoryRow, upsertReviewRow } from './reviews.ts';
import { setSetting } from './settings-table.ts';
import { isInHistory } from './stored-reviews.ts';

/** A change that was pushed to the team database, and the present state of the changed review there. */
export type TeamReviewChange = {
  readonly recordId: string;
  readonly identity: string;
  /** Null when the workspace that pushed the change did not have the detection. */
  readonly detection: ReviewedDetection | null;
  /** The batch in the workspace that made the change. */
  readonly batch: string;
  readonly change: Review;
  /** The current review of the detection in the team. */
  readonly current: Review;
  /** The last entry of the team's history that `current` and `disputing` take into account. */
  readonly seen: number;
  /** The reviews that disagree with the current one, in the order in which they reached the team. */
  readonly disputing: readonly Review[];
};

/** Changes of reviews to write to the workspace, and the cursor after them. */
export type TeamReviewsPage = {
  /** The login of this workspace's reviewer on the team database. */
  readonly user: string;
  readonly changes: readonly TeamReviewChange[];
  /**
   * Id of the last batch of this workspace that was pushed. Reviews that were changed in later batches are not
   * overwritten.
   */
  readonly pushed: number;
  /** The setting to save in the same transaction. */
  readonly cursor: { readonly key: string; readonly value: string };
  /** Whether a backup of the team database was restored, so that the known state of the team must be deleted first. */
  readonly isAnew: boolean;
};

/** Number of reviews changed by a page, and the versions of the workspace's reviews before and after it. */
export type AppliedTeamReviews = {
  readonly changed: number;
  readonly previousVersion: number;
  readonly version: number;
};

/** Writes a page of the team's reviews and its cursor, in one transaction. */
export function applyTeamReviews(sql: Sql, page: TeamReviewsPage): AppliedTeamReviews {
  return sql.transaction(() => {
    const previousVersion = readReviewsVersion(sql);
    if (page.isAnew) sql.run('DELETE FROM team_reviews');
    const { key, value } = page.cursor;
    sql.run(setSetting, key, value);
    const changed = applyChanges(sql, page);
    return { changed, previousVersion, version: readReviewsVersion(sql) };
  });
}

function applyChanges(sql: Sql, { user, changes, pushed }: TeamReviewsPage): number {
  const latest = new Map(changes.map((change) => [reviewKey(change), change]));
  const entries = [...latest.values()].map(
    ({ recordId, identity, detection, current }): ReviewOfDetection => ({
      recordId,
      identity,
      detection,
      review: current,
    }),
  );
  const located = locateReviews(sql, entries);
  const identities = new Map(located.map(({ formerKey, entry }) => [formerKey, entry.identity]));
  for (const { recordId, identity, batch, change } of changes) {
    const name = identities.get(reviewKey({ recordId, identity })) ?? identity;
    const entry = { recordId, identity: name, review: change };
    // Another member may have pushed a review under the id of a batch of this workspace.
    if (change.reviewer === user && isOwnBatch(sql, batch)) {
      // The team database records the login and limits the time by its own clock, so both may differ from what is
      // stored here.
      sql.run`
        UPDATE review_history SET reviewer = ${change.reviewer}, reviewed_at = ${change.reviewedAt}
        WHERE batch = ${batch} AND record_id = ${recordId} AND identity = ${name}`;
    } else if (!isInHistory(sql, entry)) insertHistoryRow(sql, entry);
  }
  let changed = 0;
  let version: number | undefined;
  for (const { entry, formerKey, id, isMoved } of located) {
    const { recordId, identity, review } = entry;
    const known = latest.get(formerKey);
    if (!known || isChangedAfter(sql, recordId, identity, pushed)) continue;
    saveKnown(sql, identity, known);
    const row = sql.get`SELECT * FROM reviews WHERE record_id = ${recordId} AND identity = ${identity}`;
    const here = row && readReview(row);
    const isEqual =
      here &&
      isSameReview(here, review) &&
      here.reviewer === review.reviewer &&
      here.reviewedAt === review.reviewedAt;
    if (isEqual) continue;
    if (isMoved) markReviewsMoved(sql);
    version ??= incrementReviewsVersion(sql);
    upsertReviewRow(sql, id, entry, version);
    changed += 1;
  }
  return changed;
}

function isOwnBatch(sql: Sql, batch: string): boolean {
  return sql.get`SELECT 1 FROM review_batches WHERE batch = ${batch}` !== undefined;
}

function saveKnown(
  sql: Sql,
  identity: string,
  { recordId, identity: team, seen, disputing }: TeamReviewChange,
): void {
  sql.run`
    INSERT INTO team_reviews (record_id, identity, team_identity, seen, disputing)
    VALUES (${recordId}, ${identity}, ${team}, ${seen}, ${JSON.stringify(disputing)})
    ON CONFLICT (record_id, identity) DO UPDATE
    SET team_identity = excluded.team_identity, seen = excluded.seen, disputing = excluded.disputing`;
}
