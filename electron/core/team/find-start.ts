import type { TeamCursor } from '../workspace/tables/team-cursors.ts';
import { requireUsable, type TeamState, toTeamState } from './migrations/migrate-team.ts';
import type { TeamDatabase } from './pg-client.ts';
import { TeamError } from './team-failure.ts';

/** Where a workspace goes on, and what the same query has returned. */
export type TeamStart = {
  readonly state: TeamState;
  /**
   * The version after which the workspace pulls: that of its cursor; 0 without one, and when the database does not have the
   * cursor's revision because a backup was restored.
   */
  readonly start: number;
  /** Whether the user may push reviews. */
  readonly mayPush: boolean;
  /** The first revisions of reviews after the version of the cursor, as `sightline.pull_reviews` returns them. */
  readonly reviews: readonly Record<string, unknown>[];
};

/**
 * Returns where a workspace with this cursor goes on, with up to `maxReviews` revisions of reviews, in one query, since an
 * exchange mostly waits for responses. Throws `TeamError` for the database of another team, and when this Sightline cannot read it.
 */
export async function findStart(
  database: Pick<TeamDatabase, 'rows'>,
  cursor: TeamCursor | undefined,
  maxReviews = 0,
): Promise<TeamStart> {
  const reviewsColumn = `, (SELECT pg_catalog.json_agg(r) FROM sightline.pull_reviews($1, ${maxReviews}) AS r) AS reviews`;
  const [row] = await database.rows(
    `SELECT state.*, sightline.revision_at($1) AS revision,
       sightline.may_push_reviews() AS may_push${maxReviews > 0 ? reviewsColumn : ''}
     FROM sightline.team_state() AS state`,
    cursor?.version ?? 0,
  );
  const state = toTeamState(row);
  requireUsable(state, 'read');
  const mayPush = row?.may_push === true;
  const reviews = (row?.reviews ?? []) as readonly Record<string, unknown>[];
  if (!cursor) return { state, start: 0, mayPush, reviews };
  if (cursor.teamId !== state.teamId) {
    throw new TeamError(
      'conflict',
      'This workspace has joined another team database. Use a different workspace for this one.',
    );
  }
  return { state, start: row?.revision === cursor.revision ? cursor.version : 0, mayPush, reviews };
}
