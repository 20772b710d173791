import { checkTeam, type TeamState } from './migrations/migrate-team.ts';
import type { TeamDatabase } from './pg-client.ts';
import { TeamError } from './team-failure.ts';
import type { TeamCursor } from './team-protocol.ts';

/**
 * Returns the version after which a workspace continues to pull: that of its cursor, or 0 when the database does not
 * have the cursor's revision because a backup was restored. Throws `TeamError` for the database of another team.
 */
export async function findStart(
  database: Pick<TeamDatabase, 'rows'>,
  cursor: TeamCursor | undefined,
): Promise<{ readonly state: TeamState; readonly start: number }> {
  const state = await checkTeam(database, 'read');
  if (!cursor) return { state, start: 0 };
  if (cursor.teamId !== state.teamId) {
    throw new TeamError(
      'conflict',
      'This workspace has joined another team database. Use a different workspace for this one.',
    );
  }
  const [found] = await database.rows('SELECT sightline.revision_at($1) AS revision', cursor.version);
  return { state, start: found?.revision === cursor.revision ? cursor.version : 0 };
}
