import { hash } from 'node:crypto';
import { z } from 'zod';
import { reviewOfDetectionSchema } from '../../../shared/review/merge-reviews.ts';
import { reviewSchema } from '../../../shared/review/review.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import type { Sql } from '../workspace/sql.ts';
import { readReviewedDetection } from '../workspace/tables/review-rows.ts';
import { createSettingsTable } from '../workspace/tables/settings-table.ts';
import { parseReviewsCursor, reviewsCursorSetting } from '../workspace/tables/team-cursors.ts';
import type { TeamReviewChange } from '../workspace/tables/team-reviews.ts';
import { findStart, type TeamStart } from './find-start.ts';
import { requireUsable } from './migrations/migrate-team.ts';
import { type TeamDatabase, withTeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { renewLease } from './shared-queues.ts';
import { toStorableJsonText } from './storable-json.ts';
import { TeamError } from './team-failure.ts';
import type { ReviewsPage, ReviewsSync, SyncReviewsRequest } from './team-protocol.ts';
import { readWorkspace } from './workspace-reader.ts';
import {
  type LocalBatch,
  type LocalReviewChange,
  locateLocalReviews,
  readBatchChanges,
  readBatchesAfter,
} from './workspace-reviews.ts';

/** Most changes of reviews that are pushed in one transaction. */
const chunkChanges = 2000;
/** Revisions that one query returns, each with up to `chunkChanges` changes. */
const revisionsPerQuery = 20;
/** Number of pushed batches after which the workspace saves its cursor. */
const batchesPerPage = 50;
/** Most reviews whose detections one exchange locates. */
const maxLocated = 5000;

/**
 * Pushes the batches of reviews that the workspace has made since the last exchange, then sends the changes that all
 * workspaces have pushed since. The team database ignores a batch that it already has, so an exchange that was
 * interrupted can be repeated without losing or duplicating a review. Throws `TeamError`.
 */
export function syncReviews(
  { connection, workspacePath, lease }: SyncReviewsRequest,
  context: CallContext<never, ReviewsPage>,
): Promise<ReviewsSync> {
  const sql = readWorkspace(workspacePath);
  const cursor = parseReviewsCursor(createSettingsTable(sql).getSetting(reviewsCursorSetting));
  return withTeamDatabase({ connection, signal: context.signal }, async (database) => {
    const unpushed = readBatchesAfter(sql, cursor?.pushed ?? 0);
    // Reviews are pulled by the first query unless others are pushed before.
    const found = await findStart(database, cursor, unpushed.length === 0 ? revisionsPerQuery : 0);
    const { state, start, mayPush } = found;
    const { teamId } = state;
    const startedAnew = cursor !== undefined && start < cursor.version;
    let after = { teamId, version: start, revision: cursor?.revision ?? null };
    if (startedAnew)
      await context.send({ kind: 'anew', cursor: { teamId, version: 0, revision: null }, pushed: 0 });
    if (start === 0) after = { teamId, version: 0, revision: null };
    // Only a workspace with a cursor has joined, also one whose reviews a newer schema refuses.
    if (cursor === undefined) await context.send({ kind: 'pushed', cursor: after, pushed: 0 });
    const saved = startedAnew ? 0 : (cursor?.pushed ?? 0);
    const batches = startedAnew ? readBatchesAfter(sql, 0) : unpushed;
    const pushed = await pushReviews(sql, database, found, {
      batches,
      from: saved,
      throwIfStopped: context.throwIfStopped,
      save: (id) => context.send({ kind: 'pushed', cursor: after, pushed: id }),
    });
    const leasedUntil = lease && pushed.changes > 0 ? await renewLease(database, lease) : undefined;
    let received = 0;
    for (let pulled = startedAnew || unpushed.length > 0 ? undefined : found.reviews; ; pulled = undefined) {
      context.throwIfStopped();
      const rows =
        pulled ??
        (await database.rows(
          'SELECT * FROM sightline.pull_reviews($1, $2)',
          after.version,
          revisionsPerQuery,
        ));
      for (const row of rows) {
        const changes = readChanges(row.changes);
        received += changes.length;
        after = { teamId, version: Number(row.version), revision: String(row.revision) };
        await context.send({ kind: 'pulled', changes, cursor: after, pushed: pushed.last });
      }
      if (rows.length < revisionsPerQuery) break;
    }
    // Otherwise it was saved with what was pulled.
    if (received === 0 && pushed.last !== saved)
      await context.send({ kind: 'pushed', cursor: after, pushed: pushed.last });
    // Also without new reviews: the records of earlier ones may have been published since.
    if (mayPush) await locateReviews(sql, database);
    const { changes, disputed } = pushed;
    return { teamId, startedAnew, pushed: changes, disputed, received, mayPush, leasedUntil };
  });
}

type PushOptions = {
  readonly batches: readonly LocalBatch[];
  /** Id of the last batch before them. */
  readonly from: number;
  readonly throwIfStopped: () => void;
  readonly save: (id: number) => Promise<void>;
};

/** Pushes batches. Their last id is saved now and then, and at the end with what is pulled. */
async function pushReviews(
  sql: Sql,
  database: TeamDatabase,
  { state, mayPush }: TeamStart,
  { batches, from, throwIfStopped, save }: PushOptions,
) {
  const pushed = { last: from, changes: 0, disputed: 0 };
  if (!mayPush || batches.length === 0) return pushed;
  requireUsable(state, 'write');
  for (const [index, batch] of batches.entries()) {
    throwIfStopped();
    const changes = readBatchChanges(sql, batch);
    for (let at = 0; at < changes.length; at += chunkChanges) {
      pushed.disputed += await pushChunk(
        database,
        batch,
        at / chunkChanges,
        changes.slice(at, at + chunkChanges),
      );
    }
    pushed.changes += changes.length;
    pushed.last = batch.id;
    if ((index + 1) % batchesPerPage === 0) await save(batch.id);
  }
  return pushed;
}

async function pushChunk(
  database: TeamDatabase,
  { batch, undoes }: LocalBatch,
  part: number,
  changes: readonly LocalReviewChange[],
): Promise<number> {
  const [row] = await retryConflicts(() =>
    database.rows(
      'SELECT sightline.push_reviews($1, $2, $3, $4) AS disputed',
      toUuid(batch, part),
      toUuid(batch),
      undoes === null ? null : toUuid(undoes),
      toStorableJsonText(changes),
    ),
  );
  return Number(row?.disputed);
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the UUID of a batch or, for a part after the first, of that part. */
function toUuid(batch: string, part = 0): string {
  if (part === 0 && uuidPattern.test(batch)) return batch;
  const digits = hash('sha256', `${part} ${batch}`, 'hex');
  return [0, 8, 12, 16, 20].map((at, index, all) => digits.slice(at, all[index + 1] ?? 32)).join('-');
}

const changeSchema = z.object({
  recordId: reviewOfDetectionSchema.shape.recordId,
  identity: reviewOfDetectionSchema.shape.identity,
  detection: z.string().nullable(),
  batch: z.string(),
  change: reviewSchema,
  current: reviewSchema,
  seen: z.int(),
  disputing: z.array(reviewSchema),
});

function readChanges(value: unknown): readonly TeamReviewChange[] {
  // Null for a revision without changes.
  const parsed = z.array(changeSchema).safeParse(value ?? []);
  if (!parsed.success) {
    throw new TeamError(
      'bad-response',
      'The team database has reviews in a form that this Sightline does not know.',
    );
  }
  return parsed.data.map(({ detection, ...change }) => ({
    ...change,
    detection: readReviewedDetection({ detection }),
  }));
}

/** Sets the detection ids of reviews that have none, so that the views for other GIS show them. */
async function locateReviews(sql: Sql, database: TeamDatabase): Promise<void> {
  const unlocated = await database.rows(
    'SELECT record_id, identity FROM sightline.unlocated_reviews($1)',
    maxLocated,
  );
  const located = locateLocalReviews(
    sql,
    unlocated.map((row) => ({ recordId: String(row.record_id), identity: String(row.identity) })),
  );
  if (located.length === 0) return;
  await retryConflicts(() =>
    database.rows(
      'SELECT sightline.locate_reviews($1, $2, $3, $4)',
      located.map(({ recordId }) => recordId),
      located.map(({ identity }) => identity),
      located.map(({ contentHash }) => Buffer.from(contentHash)),
      located.map(({ position }) => position),
    ),
  );
}
