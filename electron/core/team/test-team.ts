import { type Result, succeed } from '../../../shared/result.ts';
import type { TeamTest } from '../../../shared/settings/team.ts';
import { checkTeam } from './migrations/migrate-team.ts';
import { withTeamDatabase } from './pg-client.ts';
import type { TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';

/** Connects like an exchange, and reads what the user may do. An expected failure is a result that names the hop. */
export async function testTeam(connection: TeamConnection): Promise<Result<TeamTest>> {
  try {
    return await withTeamDatabase({ connection }, (database) =>
      database.transaction(async (query) => {
        const { teamId } = await checkTeam(query, 'read');
        const [row] = await query.rows(
          `SELECT sightline.may_push_reviews() AS review,
             has_table_privilege('sightline.detections', 'INSERT') AS publish`,
        );
        return succeed({
          failedAt: null,
          teamId,
          mayReview: row?.review === true,
          mayPublish: row?.publish === true,
        });
      }),
    );
  } catch (error) {
    if (!(error instanceof TeamError)) throw error;
    return succeed({ failedAt: error.hop ?? 'tables', failure: error.failure });
  }
}
