import { type Result, succeed } from '../../../shared/result.ts';
import type { TeamTest } from '../../../shared/settings/team.ts';
import { serveThread } from '../base/serve-thread.ts';
import { explainSqliteError } from '../workspace/file/sql.ts';
import { claimFindings, publishItems } from './exchange-items.ts';
import { checkTeam, migrateTeam } from './migrations/migrate-team.ts';
import { endKeptConnection, keepConnection, pingConnection, withTeamDatabase } from './pg-client.ts';
import { publishToDatabase } from './publish-workspace.ts';
import { pullRecords } from './pull-records.ts';
import { createQueue, deleteQueue, leaseItems, listQueues, releaseItems } from './shared-queues.ts';
import { syncReviews } from './sync-reviews.ts';
import type { TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';
import type { PooledConnectionMessage, TeamThreadMethods } from './team-protocol.ts';
import { closeWorkspaceReader } from './workspace-reader.ts';

// Entry of the thread that uses the team database. It is started for one call or for one session, so `pg` is loaded only
// when a team is used.
serveThread<TeamThreadMethods>(
  {
    test: ([connection]) => testTeam(connection),
    keepConnection: ([connection, port]) => {
      const post = (message: PooledConnectionMessage) => port.postMessage(message);
      return asResult(
        keepConnection(connection, {
          onVersion: (version) => post({ kind: 'version', version }),
          onEnd: () => post({ kind: 'ended' }),
        }).then(() => null),
      );
    },
    probe: () => pingConnection(),
    // Migrating a large database takes any time.
    setUp: ([connection]) =>
      asResult(withTeamDatabase({ connection: { ...connection, maxSilenceMs: 0 } }, migrateTeam)),
    publish: ([request], context) => asResult(publishToDatabase(request, context)),
    syncReviews: ([request], context) => asResult(syncReviews(request, context)),
    pull: ([request], context) => asResult(pullRecords(request, context)),
    publishItems: ([request], context) => asResult(publishItems(request, context)),
    claimFindings: ([request]) => asResult(claimFindings(request)),
    listQueues: ([connection]) => asResult(listQueues(connection)),
    createQueue: ([request]) => asResult(createQueue(request)),
    leaseItems: ([request]) => asResult(leaseItems(request)),
    releaseItems: ([request]) => asResult(releaseItems(request)),
    deleteQueue: ([request]) => asResult(deleteQueue(request)),
  },
  {
    explain: explainSqliteError,
    async onClose() {
      closeWorkspaceReader();
      await endKeptConnection();
    },
  },
);

async function asResult<T>(outcome: Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await outcome);
  } catch (error) {
    if (error instanceof TeamError) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** Connects like an exchange, and reads what the user may do. An expected failure is a result that names the hop. */
async function testTeam(connection: TeamConnection): Promise<Result<TeamTest>> {
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
