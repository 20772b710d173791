import { z } from 'zod';
import { type ReviewOfDetection, reviewKey } from '../../../../shared/review/merge-reviews.ts';
import { isSameReview, type Review, reviewSchema } from '../../../../shared/review/review.ts';
import type { ReviewedDetection } from '../../../../shared/review/reviewed-detection.ts';
import type { Disagreement, ReviewerCount } from '../../../../shared/review/team-overview.ts';
import { numberCell, numberOrNull, textCell } from '../cells.ts';
import { incrementReviewsVersion, markReviewsMoved, readReviewsVersion } from '../results-version.ts';
import type { Sql } from '../sql.ts';
import { locateReviews } from './locate-reviews.ts';
import { insertHistoryRow, readReview, upsertReviewRow } from './review-rows.ts';
import { isInHistory } from './stored-reviews.ts';

/** A change of a review that was pushed to the team database, and what is true of the review there now. */
export type TeamReviewChange = {
  readonly recordId: string;
  readonly identity: string;
  readonly detection: ReviewedDetection | null;
  /** The batch in the workspace that made the change. */
  readonly batch: string;
  readonly change: Review;
  /** The review that stands. */
  readonly current: Review;
  /** The last entry of the team's history that `current` and `disputing` take into account. */
  readonly seen: number;
  /** The reviews that disagree with the one that stands, the first one first. */
  readonly disputing: readonly Review[];
};

export type TeamReviewsPage = {
  readonly changes: readonly TeamReviewChange[];
  /** The last batch of this workspace that was pushed. Reviews that were changed later stay as they are until then. */
  readonly pushed: number;
  /** The setting to save in the same transaction. */
  readonly cursor: { readonly key: string; readonly value: string };
  /** Whether what was known of the team's history is void, since a backup of it was restored. */
  readonly isAnew: boolean;
};

/** What a page has changed, and the versions of the reviews before and after it. */
export type AppliedTeamReviews = {
  readonly changed: number;
  readonly previousVersion: number;
  readonly version: number;
};

/** Writes what the team has reviewed and how far it was read, in one transaction. */
export function applyTeamReviews(sql: Sql, page: TeamReviewsPage): AppliedTeamReviews {
  return sql.transaction(() => {
    const previousVersion = readReviewsVersion(sql);
    if (page.isAnew) sql.run('DELETE FROM team_reviews');
    const { key, value } = page.cursor;
    sql.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
    const changed = applyChanges(sql, page);
    return { changed, previousVersion, version: readReviewsVersion(sql) };
  });
}

function applyChanges(sql: Sql, { changes, pushed }: TeamReviewsPage): number {
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
    if (isOwnBatch(sql, batch)) {
      // The team database has recorded another author or time, when the name here or the clock differs.
      sql.run(
        'UPDATE review_history SET reviewer = ?, reviewed_at = ? WHERE batch = ? AND record_id = ? AND identity = ?',
        change.reviewer,
        change.reviewedAt,
        batch,
        recordId,
        name,
      );
    } else if (!isInHistory(sql, entry)) insertHistoryRow(sql, entry);
  }
  let changed = 0;
  let version: number | undefined;
  for (const { entry, formerKey, id, isMoved } of located) {
    const { recordId, identity, review } = entry;
    const known = latest.get(formerKey);
    if (!known || isChangedAfter(sql, recordId, identity, pushed)) continue;
    saveKnown(sql, identity, known);
    const row = sql.get('SELECT * FROM reviews WHERE record_id = ? AND identity = ?', recordId, identity);
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
  return sql.get('SELECT 1 FROM review_batches WHERE batch = ?', batch) !== undefined;
}

/** Whether the workspace has changed the review in a batch that is not pushed yet. */
function isChangedAfter(sql: Sql, recordId: string, identity: string, pushed: number): boolean {
  return (
    sql.get(
      `SELECT 1 FROM review_history JOIN review_batches USING (batch)
       WHERE record_id = ? AND identity = ? AND review_batches.id > ?`,
      recordId,
      identity,
      pushed,
    ) !== undefined
  );
}

function saveKnown(
  sql: Sql,
  identity: string,
  { recordId, identity: team, seen, disputing }: TeamReviewChange,
): void {
  sql.run(
    `INSERT INTO team_reviews (record_id, identity, team_identity, seen, disputing) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (record_id, identity) DO UPDATE
     SET team_identity = excluded.team_identity, seen = excluded.seen, disputing = excluded.disputing`,
    recordId,
    identity,
    team,
    seen,
    JSON.stringify(disputing),
  );
}

/** Whether the team disagrees about a review: then the one that stands can be set again, which decides it. */
export function isDisputed(sql: Sql, recordId: string, identity: string): boolean {
  return (
    sql.get(
      "SELECT 1 FROM team_reviews WHERE record_id = ? AND identity = ? AND disputing <> '[]'",
      recordId,
      identity,
    ) !== undefined
  );
}

/** The disagreements of the team, as far as this workspace knows, and how many there are in all; `pushed`: see `TeamReviewsPage`. */
export function readDisagreements(
  sql: Sql,
  limit: number,
  pushed: number,
): { readonly total: number; readonly rows: readonly Disagreement[] } {
  const total = sql.get("SELECT count(*) AS count FROM team_reviews WHERE disputing <> '[]'");
  const rows = sql.all(
    `SELECT reviews.*, disputing, found.fid AS found
     FROM team_reviews JOIN reviews USING (record_id, identity)
       LEFT JOIN (SELECT fid FROM detections UNION ALL SELECT fid FROM detection_areas) AS found
         ON found.fid = reviews.detection_id
     WHERE disputing <> '[]' ORDER BY team_reviews.record_id, team_reviews.id LIMIT ?`,
    limit,
  );
  return {
    total: total ? numberCell(total, 'count') : 0,
    rows: rows.map((row) => ({
      recordId: textCell(row, 'record_id'),
      identity: textCell(row, 'identity'),
      detectionId: numberOrNull(row, 'found'),
      current: readReview(row),
      disputing: z.array(reviewSchema).parse(JSON.parse(textCell(row, 'disputing'))),
      isDecided: isChangedAfter(sql, textCell(row, 'record_id'), textCell(row, 'identity'), pushed),
    })),
  };
}

/** Who has set how many of the verdicts, the most first. */
export function countByReviewer(sql: Sql): readonly ReviewerCount[] {
  return sql
    .all(
      `SELECT reviewer, count(*) AS verdicts, max(reviewed_at) AS last_at FROM reviews
       WHERE verdict IS NOT NULL GROUP BY reviewer ORDER BY verdicts DESC, reviewer`,
    )
    .map((row) => ({
      reviewer: textCell(row, 'reviewer'),
      verdicts: numberCell(row, 'verdicts'),
      lastAt: textCell(row, 'last_at'),
    }));
}

/** Reviews of this workspace that are not pushed yet: those of batches after this one. */
export function countUnpushed(sql: Sql, pushed: number): number {
  const row = sql.get('SELECT coalesce(sum(changed), 0) AS count FROM review_batches WHERE id > ?', pushed);
  return row ? numberCell(row, 'count') : 0;
}
