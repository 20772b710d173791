import type { TeamCursor } from '../workspace/tables/team-cursors.ts';
import { requireUsable, type TeamDatabaseState, toTeamState } from './migrations/migrate-team.ts';
import type { TeamDatabase } from './pg-client.ts';
import { TeamError } from './team-failure.ts';

/** The point at which a workspace goes on. */
export type TeamStart = {
  readonly state: TeamDatabaseState;
  /**
   * The version after which the workspace pulls: that of its cursor; 0 without one, and when the database does not have the
   * cursor's revision because a backup was restored.
   */
  readonly start: number;
};

/** Returns where a workspace with this cursor goes on. Throws the errors of `toStart`. */
export async function findStart(
  database: Pick<TeamDatabase, 'rows'>,
  cursor: TeamCursor | undefined,
): Promise<TeamStart> {
  const [row] = await database.rows(
    'SELECT state.*, sightline.revision_at($1) AS revision FROM sightline.team_state() AS state',
    cursor?.version ?? 0,
  );
  return toStart(row, cursor);
}

/**
 * Returns where a workspace with this cursor goes on, given a row with the columns of `sightline.team_state()` and the
 * `revision` at the version of the cursor. Throws `TeamError` for the database of another team, and when this Sightline
 * cannot read it.
 */
export function toStart(row: Record<string, unknown> | undefined, cursor: TeamCursor | undefined): TeamStart {
  const state = toTeamState(row);
  requireUsable(state, 'read');
  if (!cursor) return { state, start: 0 };
  if (cursor.teamId !== state.teamId) {
    throw new TeamError(
      'conflict',
      'This workspace has joined another team database. Use a different workspace for this one.',
    );
  }
  return { state, start: row?.revision === cursor.revision ? cursor.version : 0 };
}
