import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { emptyReview } from '../../../shared/review/review.ts';
import { leaseMinutes, type SharedQueues } from '../../../shared/review/shared-queue.ts';
import { textOrNull } from '../workspace/file/cells.ts';
import { closeDatabase, createSql, type Sql } from '../workspace/file/sql.ts';
import { openReader } from '../workspace/open/open-database.ts';
import { locateReviews } from '../workspace/read/reviews/locate-reviews.ts';
import { readReviewedDetection } from '../workspace/read/reviews/read-review.ts';
import { readReviewTargets } from '../workspace/tables/reviews.ts';
import { checkTeam } from './migrations/migrate-team.ts';
import { type TeamDatabase, type TeamQuery, withTeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { toStorableJsonText } from './storable-json.ts';
import type { TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';
import type {
  CreatedQueue,
  CreateQueueRequest,
  LeasedItems,
  LeaseRequest,
  QueueLease,
  ReleaseRequest,
} from './team-protocol.ts';

/** Maximum number of detections that a reviewer leases at once, and for how long. */
const leasedItems = 10;
const leaseTime = `${leaseMinutes} minutes`;
/** Maximum number of leases in a row of which the workspace has no detection; then no more are requested. */
const maxAbsentLeases = 50;
/** Maximum number of queues that are listed. */
const maxQueues = 50;

const heldSchema = z.array(z.object({ reviewer: z.string(), items: z.int(), until: z.string() }));

/** Returns the shared queues of the team, the latest first. Throws `TeamError`. */
export function listQueues(connection: TeamConnection): Promise<SharedQueues> {
  return connectAndRun(connection, 'read', async ({ rows }) => {
    const [permission] = await rows('SELECT sightline.may_push_reviews() AS may');
    const found = await rows('SELECT * FROM sightline.list_queues($1)', maxQueues);
    return {
      mayReview: permission?.may === true,
      queues: found.map((row) => ({
        queue: String(row.queue),
        title: String(row.title),
        createdBy: String(row.made_by),
        createdAt: String(row.made_at),
        total: Number(row.total),
        done: Number(row.done),
        held: heldSchema.parse(row.held),
      })),
    };
  });
}

/** Creates a shared queue of detections of a workspace. Throws `TeamError`. */
export async function createQueue(request: CreateQueueRequest): Promise<CreatedQueue> {
  const { connection, workspacePath, title, ids, passCounts } = request;
  const items = await readWorkspace(workspacePath, (sql) => readItems(sql, ids, passCounts));
  const queue = randomUUID();
  const created = await connectAndRun(connection, 'write', async ({ rows }) => {
    const [row] = await rows(
      'SELECT sightline.create_queue($1, $2, $3) AS items',
      queue,
      title,
      toStorableJsonText(items),
    );
    const count = Number(row?.items);
    if (count === 0) {
      throw new TeamError(
        'invalid-input',
        'The queue was not created: the team database has none of these records. Publish them first.',
      );
    }
    return count;
  });
  return { queue, items: created, notPublished: items.length - created };
}

/**
 * Leases the next detections of a shared queue that this workspace has. Detections that it lacks are leased during the
 * call, so that they are not offered again, and released at its end. Throws `TeamError`.
 */
export function leaseItems({ connection, workspacePath, queue }: LeaseRequest): Promise<LeasedItems> {
  return withTeamDatabase({ connection }, async (database) => {
    const absent: string[] = [];
    let missing = 0;
    let leased: Pick<LeasedItems, 'lease' | 'ids'> = { lease: null, ids: [] };
    while (absent.length < maxAbsentLeases) {
      const rows = await runConflicting(database, 'write', (query) =>
        query.rows('SELECT * FROM sightline.lease_items($1, $2, $3)', queue, leasedItems, leaseTime),
      );
      const [first] = rows;
      if (!first) break;
      const token = String(first.token);
      const ids = await readWorkspace(workspacePath, (sql) => findLeased(sql, rows));
      missing += rows.length - ids.length;
      if (ids.length > 0) {
        leased = {
          lease: { queue, token, title: String(first.title), until: String(first.leased_until) },
          ids,
        };
        break;
      }
      absent.push(token);
    }
    for (const token of absent) {
      await runConflicting(database, 'write', ({ rows }) =>
        rows('SELECT sightline.release_items($1, $2)', queue, token),
      );
    }
    return { ...leased, missing };
  });
}

/** Returns the ids of those leased detections that the workspace has. */
function findLeased(sql: Sql, rows: readonly Record<string, unknown>[]): readonly number[] {
  const entries = rows.map((row) => ({
    recordId: String(row.record_id),
    identity: localIdentity(sql, String(row.record_id), String(row.identity)),
    detection: readReviewedDetection({
      detection: row.detection === null ? null : String(row.detection),
    }),
    review: emptyReview,
  }));
  return locateReviews(sql, entries).flatMap(({ id, isPresent }) => (isPresent ? [id] : []));
}

/** Ends leases; those that have ended already are left as they are. Throws `TeamError`. */
export async function releaseItems({ connection, queue, tokens }: ReleaseRequest): Promise<null> {
  await connectAndRun(connection, 'write', async ({ rows }) => {
    for (const token of tokens) await rows('SELECT sightline.release_items($1, $2)', queue, token);
  });
  return null;
}

/** Extends a lease. Returns its new end, or undefined when it has nothing left to review. */
export async function renewLease(
  database: TeamDatabase,
  { queue, token }: QueueLease,
): Promise<string | undefined> {
  const [row] = await retryConflicts(() =>
    database.rows('SELECT sightline.renew_items($1, $2, $3) AS until', queue, token, leaseTime),
  );
  return typeof row?.until === 'string' ? row.until : undefined;
}

/** Deletes a shared queue that the user has created; its reviews stay. Throws `TeamError`. */
export function deleteQueue({
  connection,
  queue,
}: {
  readonly connection: TeamConnection;
  readonly queue: string;
}): Promise<null> {
  return connectAndRun(connection, 'write', async ({ rows }) => {
    const [row] = await rows('SELECT sightline.delete_queue($1) AS deleted', queue);
    if (row?.deleted !== true) {
      throw new TeamError('not-found', 'The shared queue does not exist, or another user created it.');
    }
    return null;
  });
}

function connectAndRun<T>(
  connection: TeamConnection,
  use: 'read' | 'write',
  steps: (query: TeamQuery) => Promise<T>,
): Promise<T> {
  return withTeamDatabase({ connection }, (database) => runConflicting(database, use, steps));
}

function runConflicting<T>(
  database: TeamDatabase,
  use: 'read' | 'write',
  steps: (query: TeamQuery) => Promise<T>,
): Promise<T> {
  return retryConflicts(() =>
    database.transaction(async (query) => {
      await checkTeam(query, use);
      return steps(query);
    }),
  );
}

async function readWorkspace<T>(path: string, read: (sql: Sql) => T): Promise<T> {
  const { database: file } = openReader(path);
  try {
    return read(createSql(file));
  } finally {
    closeDatabase(file);
  }
}

/** The detections in the form of `sightline.create_queue`; those that are gone are left out. */
function readItems(sql: Sql, ids: readonly number[], passCounts: readonly number[]) {
  const passOf = new Map<number, number>();
  let at = 0;
  for (const [pass, count] of passCounts.entries()) {
    for (const id of ids.slice(at, at + count)) passOf.set(id, pass);
    at += count;
  }
  const targets = new Map(readReviewTargets(sql, ids).map((target) => [target.id, target]));
  return ids.flatMap((id) => {
    const target = targets.get(id);
    if (!target) return [];
    const { recordId, identity } = target;
    const known = sql.get`
      SELECT reviews.detection, team_identity FROM reviews LEFT JOIN team_reviews USING (record_id, identity)
      WHERE record_id = ${recordId} AND identity = ${identity}`;
    const detection = target.detection
      ? JSON.stringify(target.detection)
      : known && textOrNull(known, 'detection');
    return {
      recordId,
      identity: (known && textOrNull(known, 'team_identity')) ?? identity,
      detection: detection ?? null,
      pass: passOf.get(id) ?? passCounts.length,
    };
  });
}

/** The identity in this workspace of a review that has another one in the team database. */
function localIdentity(sql: Sql, recordId: string, identity: string): string {
  const row = sql.get`
    SELECT identity FROM team_reviews WHERE record_id = ${recordId} AND team_identity = ${identity}`;
  return (row && textOrNull(row, 'identity')) ?? identity;
}
