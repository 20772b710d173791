import { hash, randomUUID } from 'node:crypto';
import { formatCarried, type JournalKind } from '../../../shared/carried-words.ts';
import { formatCount } from '../../../shared/format.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import type { SetAsideRevision } from '../../../shared/review/team-overview.ts';
import { releaseMemory } from '../base/release-memory.ts';
import { runInThread } from '../base/start-thread.ts';
import type { CallOptions } from '../base/thread-protocol.ts';
import { journals } from '../workspace/carried/journals.ts';
import { type ImportCounts, importRecords, noImports } from '../workspace/open/import-records.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import {
  itemsCursorSetting,
  parseCursor,
  parseReviewsCursor,
  recordsCursorSetting,
  reviewsCursorSetting,
} from '../workspace/tables/team-cursors.ts';
import type { AppliedTeamReviews } from '../workspace/tables/team-reviews.ts';
import type { TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';
import type { PulledPage, QueueLease, ReviewsSync, TeamThreadMethods } from './team-protocol.ts';
import type { TeamSession } from './team-session.ts';
import { teamThreadOptions } from './team-thread-options.ts';
import { fieldLists } from './workspace-records.ts';

/** The outcome of an exchange of what users have judged, and whose was set aside. */
export type SyncedTeamReviews = ReviewsSync &
  Readonly<Record<JournalKind, number>> & { readonly setAside: readonly SetAsideRevision[] };

/** Thread of an exchange: in a thread that is started for each call, or in that of an open session. */
export type TeamThread = URL | TeamSession;

/** Settles once the last batch is written, also when the session ends during it. */
async function call<Name extends 'pull' | 'syncReviews'>(
  target: TeamThread,
  method: Name,
  args: TeamThreadMethods[Name]['args'],
  options: CallOptions<TeamThreadMethods[Name]>,
): Promise<TeamThreadMethods[Name]['result']> {
  if (target instanceof URL) {
    return runInThread<TeamThreadMethods, Name>(target, method, args, { ...teamThreadOptions, ...options });
  }
  let written: Promise<void> | undefined;
  try {
    return await target.thread.call(method, args, {
      ...options,
      onBatch(batch) {
        written = options.onBatch?.(batch);
        return written ?? Promise.resolve();
      },
    });
  } catch (error) {
    // The connection was lost after the former call.
    if (error instanceof TeamError) return { ok: false, failure: error.failure };
    throw error;
  } finally {
    // Its error has ended the call, or comes after the end.
    await written?.catch(() => {});
  }
}

/** A call of the thread of the team database, which is started for it. Rejects with `CallStopped` when the signal aborts. */
function teamCall<Name extends OneArgument>(
  method: Name,
  more: { readonly isTerminatedBySignal?: true } = {},
) {
  type Method = TeamThreadMethods[Name];
  return (
    workerUrl: URL,
    request: Method['args'][0],
    options: CallOptions<Method> = {},
  ): Promise<Method['result']> =>
    runInThread<TeamThreadMethods, Name>(workerUrl, method, [request] as Method['args'], {
      ...teamThreadOptions,
      ...options,
      ...more,
    });
}

type OneArgument = {
  [Name in keyof TeamThreadMethods]: TeamThreadMethods[Name]['args'] extends readonly [unknown]
    ? Name
    : never;
}[keyof TeamThreadMethods];

/** Creates the tables of the team in a database, or migrates them to this version. The user must own the database. */
export const setUpTeam = teamCall('setUp');
/** Tests the connection hop by hop. */
export const testTeam = teamCall('test');
/**
 * Publishes the records of a workspace that the team database does not have, or has in an older version. What was
 * committed before the signal aborts stays.
 */
export const publishWorkspace = teamCall('publish');
/** Publishes a workspace file with layers, sites and rules as the package of the user. */
export const publishTeamItems = teamCall('publishItems');
/** Claims findings of rules of the team. Returns the hashes of those of which the workspace is to notify. */
export const claimTeamFindings = teamCall('claimFindings', { isTerminatedBySignal: true });
/** Lists the shared queues of the team, the latest first. */
export const listSharedQueues = teamCall('listQueues');
/** Creates a shared queue of detections of a workspace. */
export const createSharedQueue = teamCall('createQueue');
/** Leases the next detections of a shared queue. */
export const leaseQueueItems = teamCall('leaseItems');
/** Ends leases of the user in a shared queue. */
export const releaseQueueItems = teamCall('releaseItems');
/** Deletes a shared queue that the user has created. */
export const deleteSharedQueue = teamCall('deleteQueue');

/** Counts of the records that a workspace has received from the team database. */
export type PulledTeamRecords = ImportCounts & {
  readonly setAside: readonly SetAsideRevision[];
  /** Whether all records were pulled again, because a backup of the team database was restored. */
  readonly startedAnew: boolean;
};

/**
 * Writes the records that were published since the last time to a workspace. A revision that cannot be read is set aside, and
 * those after it are written. The cursor is saved after the records of
 * its page, so that after an interruption the page is received again and found unchanged. Rejects with `CallStopped`
 * when the signal aborts; what was written stays.
 */
export async function pullTeamRecords(
  target: TeamThread,
  { connection, workspace }: { readonly connection: TeamConnection; readonly workspace: Workspace },
  options: { readonly signal: AbortSignal; onProgress(counts: ImportCounts): void },
): Promise<Result<PulledTeamRecords>> {
  const importId = randomUUID();
  const counts: ImportCounts = { ...noImports };
  const setAside: SetAsideRevision[] = [];
  const cursor = await readCursor(workspace);
  const pulled = await call(target, 'pull', [{ connection, cursor }], {
    signal: options.signal,
    async onBatch(page: PulledPage) {
      const problem = page.problem ?? (await importPage(workspace, importId, page, counts));
      if (problem !== undefined) setAside.push({ kind: 'records', author: page.author, reason: problem });
      await workspace.saveSetting(recordsCursorSetting, JSON.stringify(page.cursor));
      options.onProgress(counts);
    },
  });
  if (!pulled.ok) return pulled;
  return succeed({ ...counts, setAside, startedAnew: pulled.value.startedAnew });
}

/**
 * Exchanges reviews with the team: pushes those of the workspace, then writes those of all workspaces to it.
 * `onChanged` is called after each transaction of the workspace. Rejects with `CallStopped` when the signal aborts;
 * what was exchanged stays.
 */
export async function syncTeamReviews(
  target: TeamThread,
  { connection, workspace }: { readonly connection: TeamConnection; readonly workspace: Workspace },
  options: {
    readonly signal: AbortSignal;
    /** The lease that is extended when reviews are pushed. */
    readonly lease?: QueueLease | undefined;
    /** See `SyncReviewsRequest`. */
    readonly pullsLater?: boolean;
    onChanged?(applied: AppliedTeamReviews): void;
    /** Runs after entries of a journal have changed the workspace. */
    onJournal?(kind: JournalKind): void;
    /** See `SyncReviewsRequest`. */
    readonly itemsFolder?: string | undefined;
    /** Imports layers, sites and rules of a file. Resolves with why something was not imported, or undefined. */
    importItems?(file: string): Promise<string | undefined>;
  },
): Promise<Result<SyncedTeamReviews>> {
  const { lease, pullsLater, itemsFolder, importItems } = options;
  const setAside: SetAsideRevision[] = [];
  const changed = { corrections: 0, decisions: 0, places: 0 };
  const request = { connection, workspacePath: workspace.path, lease, pullsLater, itemsFolder };
  const synced = await call(target, 'syncReviews', [request], {
    signal: options.signal,
    async onBatch(page) {
      if (page.kind === 'journal') {
        const { of: kind, author, problem } = page;
        const applied = await workspace.applyTeamJournal(kind, page.entries, page.cursor);
        changed[kind] += applied.changed;
        if (applied.changed > 0) options.onJournal?.(kind);
        const { limit = 0 } = journals[kind];
        const surplus = `${formatCarried(kind, applied.leftOut)} beyond the ${formatCount(limit)} that a workspace has.`;
        for (const reason of [problem, applied.leftOut > 0 ? surplus : null]) {
          if (reason !== null) setAside.push({ kind, author, reason });
        }
        return;
      }
      if (page.kind === 'items') {
        const { author, file } = page;
        const reason = file === null ? page.problem : ((await importItems?.(file)) ?? null);
        if (reason !== null) setAside.push({ kind: 'items', author, reason });
        await workspace.saveSetting(itemsCursorSetting, JSON.stringify(page.cursor));
        return;
      }
      const applied = await workspace.applyTeamReviews({
        user: connection.user,
        changes: page.kind === 'pulled' ? page.changes : [],
        pushed: page.pushed,
        cursor: { key: reviewsCursorSetting, value: JSON.stringify({ ...page.cursor, pushed: page.pushed }) },
        isAnew: page.kind === 'anew',
      });
      if (page.kind === 'pulled' && page.problem) setAside.push({ kind: 'reviews', ...page.problem });
      options.onChanged?.(applied);
    },
  });
  return synced.ok ? succeed({ ...synced.value, ...changed, setAside }) : synced;
}

/**
 * Imports the records of a page, together those that have the brand, the field list and the time of their fetch in
 * common. Returns why some were not imported.
 */
async function importPage(
  workspace: Workspace,
  importId: string,
  { records }: PulledPage,
  counts: ImportCounts,
): Promise<string | undefined> {
  let problem: string | undefined;
  const groups = Map.groupBy(records, ({ brand, completeness, fetchedAt }) =>
    JSON.stringify([brand, completeness, fetchedAt]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const origin = {
      importId,
      queryText: `${first.brand}_udp_analyticgeojsonrecord`,
      brand: first.brand,
      offset: 0,
      fields: fieldLists[first.completeness] ?? ('headers' as const),
    };
    const importable = group.map((record) => ({
      ...record,
      // Only compared for a record that the workspace has.
      get sha256() {
        return hash('sha256', record.bytes, 'hex');
      },
    }));
    problem = (await importRecords(workspace, origin, importable, counts)) ?? problem;
  }
  // The records of a page share one buffer.
  releaseMemory(...records.map(({ bytes }) => bytes));
  return problem;
}

/** Returns how far the reviews of the team were exchanged; undefined before the first exchange. */
export async function readReviewsCursor(workspace: Workspace) {
  return parseReviewsCursor(await workspace.getSetting(reviewsCursorSetting));
}

async function readCursor(workspace: Workspace) {
  return parseCursor(await workspace.getSetting(recordsCursorSetting));
}
