import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  publishWorkspace,
  pullTeamRecords,
  setUpTeam,
  syncTeamReviews,
} from '../../electron/core/team/team.ts';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { Result } from '../../shared/result.ts';
import { coreWorkers } from './core-workers.ts';
import {
  postgisDatabase,
  runSql,
  type TeamCluster,
  type TestDatabase,
  type TestDatabases,
} from './team-cluster.ts';
import {
  buildFetch,
  buildFetchedPage,
  openTestStore,
  openTestWorkspace,
  type TestStore,
} from './workspace-builder.ts';

/** A database with the tables of the team. */
export async function createTeam(databases: TestDatabases): Promise<TestDatabase> {
  const database = await databases.createDatabase(postgisDatabase);
  expectOk(await setUpTeam(coreWorkers.team, database.owner));
  return database;
}

/** A store with these records, which were fetched at this time. */
export function openFilledStore(records: readonly unknown[], fetchedAt?: string): TestStore {
  const store = openTestStore();
  addRecords(store, records, fetchedAt);
  return store;
}

export function addRecords(store: TestStore, records: readonly unknown[], fetchedAt?: string): void {
  const fetch = buildFetch();
  store.saveFetch(fetch);
  const outcome = store.ingestPage(
    buildFetchedPage(fetch, records, fetchedAt === undefined ? {} : { fetchedAt }),
  );
  if (!outcome.ok) throw new Error(outcome.message);
}

/** Nothing in the tests aborts. */
const { signal } = new AbortController();

export function publish(connection: TeamConnection, store: TestStore) {
  return publishWorkspace(
    coreWorkers.team,
    { connection, workspacePath: store.path },
    { signal, onProgress() {} },
  );
}

export function follow(connection: TeamConnection, workspace: Workspace, onProgress: () => void = () => {}) {
  return pullTeamRecords(coreWorkers.team, { connection, workspace }, { signal, onProgress });
}

const clientProgram = fileURLToPath(new URL('team-client.ts', import.meta.url));

/**
 * Starts a process that publishes a workspace, pulls records or pushes reviews. `onPage` is called after each page that was
 * pulled. `kill` ends it without notice.
 */
export function startTeamClient(
  step: 'publish' | 'pull' | 'push',
  connection: TeamConnection,
  workspacePath: string,
  onPage: () => void = () => {},
): { kill(): Promise<void>; readonly ended: Promise<unknown> } {
  const args = ['--no-warnings', clientProgram, step, JSON.stringify(connection), workspacePath];
  const client = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(client.stdout).on('line', onPage);
  const ended = once(client, 'exit');
  return {
    ended,
    async kill() {
      client.kill('SIGKILL');
      await ended;
    },
  };
}

/** Ends the sessions of a user, or the server, which is started again. */
export async function cutOff(
  cluster: TeamCluster,
  owner: TeamConnection,
  user: string,
  end: 'backend' | 'server',
): Promise<void> {
  if (end === 'server') {
    await cluster.kill();
    await cluster.start();
  } else {
    await runSql(owner, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [user]);
  }
}

/** Counts of the team database: what is stored, and whether anything is there that no record refers to. */
export async function countTeam(owner: TeamConnection) {
  const [row] = await runSql(
    owner,
    `SELECT (SELECT count(*)::int FROM sightline.records),
       (SELECT count(*)::int FROM sightline.detections) + (SELECT count(*)::int FROM sightline.detection_areas),
       (SELECT count(*)::int FROM sightline.detections WHERE detection_id >> 20 NOT IN (SELECT record_key FROM sightline.records)),
       (SELECT count(*)::int FROM sightline.records WHERE raw_block NOT IN (SELECT block FROM sightline.raw_blocks)),
       (SELECT version::int FROM sightline.team) - (SELECT count(*)::int FROM sightline.revisions)`,
  );
  const [records, detections, orphans, lost, gaps] = (row ?? []) as readonly number[];
  return { records, detections, orphans, lost, gaps };
}

/** The partitions of detections that do not have exactly one spatial index. */
export async function partitionsWithoutIndex(owner: TeamConnection): Promise<readonly unknown[]> {
  const rows = await runSql(
    owner,
    `SELECT c.relname::text FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
     WHERE inhparent IN ('sightline.detections'::regclass, 'sightline.detection_areas'::regclass) AND (
       SELECT count(*) FROM pg_indexes
       WHERE schemaname = 'sightline' AND tablename = c.relname AND indexdef LIKE '%USING gist (geom)'
     ) <> 1`,
  );
  return rows.flat();
}

/** The columns of detections of which `ANALYZE` has retained statistics, in any partition. */
export async function analyzedColumns(owner: TeamConnection): Promise<readonly unknown[]> {
  const rows = await runSql(
    owner,
    `SELECT DISTINCT attname::text FROM pg_stats
     WHERE schemaname = 'sightline' AND tablename LIKE 'detections\\_%' AND tablename <> 'detections_undated'`,
  );
  return rows.flat();
}

/** The value of a success. Throws the message of a failure. */
export function expectOk<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

/** Pushes the reviews of a workspace, and pulls those of the others. */
export function syncReviews(
  connection: TeamConnection,
  workspace: Workspace,
  options: { readonly pullsLater?: boolean } = {},
) {
  return syncTeamReviews(coreWorkers.team, { connection, workspace }, { signal, ...options });
}

/** The workspace of a member of a team, and their connection. */
export type Desk = { readonly workspace: Workspace; readonly connection: TeamConnection };

/** A new team with the desks of two reviewers, and what opens further ones. `fill` fills their workspaces. */
export async function openReviewerDesks(
  databases: TestDatabases,
  fill: (workspace: Workspace) => Promise<unknown> = async () => {},
) {
  const team = await createTeam(databases);
  const open = async (role: 'reviewer' | 'publisher', isFilled = true): Promise<Desk> => {
    const workspace = await openTestWorkspace();
    if (isFilled) await fill(workspace);
    return { workspace, connection: await team.createUser(role) };
  };
  return { team, anna: await open('reviewer'), ben: await open('reviewer'), open };
}

/** Exchanges the reviews and journals of a desk with its team. */
export async function syncDesk({ connection, workspace }: Desk) {
  return expectOk(await syncReviews(connection, workspace));
}
