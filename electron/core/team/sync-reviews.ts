import { hash } from 'node:crypto';
import { z } from 'zod';
import { type JournalKind, journalKinds } from '../../../shared/carried-words.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { reviewOfDetectionSchema } from '../../../shared/review/merge-reviews.ts';
import { reviewSchema } from '../../../shared/review/review.ts';
import type { CallContext } from '../base/thread-protocol.ts';
import type { Sql } from '../workspace/file/sql.ts';
import { readReviewedDetection } from '../workspace/read/reviews/read-review.ts';
import { getSetting } from '../workspace/read/settings.ts';
import {
  parseReviewsCursor,
  type ReviewsCursor,
  reviewsCursorSetting,
} from '../workspace/tables/team-cursors.ts';
import type { TeamReviewChange } from '../workspace/tables/team-reviews.ts';
import { pullItems } from './exchange-items.ts';
import { type TeamStart, toStart } from './find-start.ts';
import { checkTeam, requireUsable, teamSchemaVersion } from './migrations/migrate-team.ts';
import { type TeamDatabase, withTeamDatabase } from './pg-client.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { renewLease } from './shared-queues.ts';
import { toStorableJsonText } from './storable-json.ts';
import { syncJournal } from './sync-journal.ts';
import { sqlStateOf } from './team-failure.ts';
import type { ReviewsPage, ReviewsSync, SyncReviewsRequest } from './team-protocol.ts';
import { openForReading } from './workspace-reader.ts';
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
/** SQLSTATE of a function that the database does not have. */
const undefinedFunction = '42883';
/** Most reviews whose detections one exchange locates. */
const maxLocated = 5000;

/**
 * Pushes the batches of reviews that the workspace has made since the last exchange, then sends the changes that all
 * workspaces have pushed since. Corrected meanings, statements about places and AIS decisions follow in the same manner.
 * The team database ignores a batch that it already has, so an interrupted exchange can be repeated without losing or
 * duplicating a review. Throws `TeamError`.
 */
export function syncReviews(
  { connection, workspacePath, lease, pullsLater = false, itemsFolder }: SyncReviewsRequest,
  context: CallContext<never, ReviewsPage>,
): Promise<ReviewsSync> {
  const sql = openForReading(workspacePath);
  const cursor = parseReviewsCursor(getSetting(sql, reviewsCursorSetting));
  return withTeamDatabase({ connection, signal: context.signal }, async (database) => {
    const unpushed = readBatchesAfter(sql, cursor?.pushed ?? 0);
    const found = await startExchange(sql, database, cursor, unpushed);
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
    const { changes: sent, disputed } = pushed;
    const outcome = { teamId, startedAnew, pushed: sent, disputed, mayPush, leasedUntil };
    const isOnlyPush = batches.length === 1 && pushed.statements === 0 && found.reviews === undefined;
    // That the batch was pushed is not saved, so that the next exchange sends it again and receives it.
    if (pullsLater && isOnlyPush && disputed === 0) return { ...outcome, received: 0, isComplete: false };
    let received = 0;
    for (let pulled = pushed.statements === 0 && !startedAnew ? found.reviews : undefined; ; ) {
      context.throwIfStopped();
      const rows =
        pulled ??
        (await database.rows(
          'SELECT * FROM sightline.pull_reviews($1, $2)',
          after.version,
          revisionsPerQuery,
        ));
      pulled = undefined;
      for (const row of rows) {
        const { changes, problem } = readChanges(row);
        received += changes.length;
        after = { teamId, version: Number(row.version), revision: String(row.revision) };
        await context.send({ kind: 'pulled', changes, problem, cursor: after, pushed: pushed.last });
      }
      if (rows.length < revisionsPerQuery) break;
    }
    // Otherwise it was saved with what was pulled.
    if (received === 0 && pushed.last !== saved)
      await context.send({ kind: 'pushed', cursor: after, pushed: pushed.last });
    for (const kind of journalKinds)
      await syncJournal(sql, database, kind, { teamId, latest: found.latest[kind], mayPush }, context);
    const items = { teamId, latest: found.latest.items, user: connection.user };
    if (itemsFolder !== undefined) await pullItems(sql, database, { ...items, folder: itemsFolder }, context);
    // Also without new reviews: the records of earlier ones may have been published since.
    if (mayPush) await locateReviews(sql, database);
    return { ...outcome, received, isComplete: true };
  });
}

const revisionSchema = z.string().nullable().catch(null);
const latestSchema = z.object({
  ...{
    corrections: revisionSchema,
    decisions: revisionSchema,
    places: revisionSchema,
    items: revisionSchema,
  },
});

/** Effect and rows of the first statement of an exchange. */
type ExchangeStart = TeamStart & {
  /** Whether the user may push reviews. */
  readonly mayPush: boolean;
  /** The last revisions of journals, and of the layers, sites and rules that members have published; null for none. */
  readonly latest: Readonly<Record<JournalKind | 'items', string | null>>;
  /**
   * The first batch, whose first `chunkChanges` changes the team database has now, and how many of these it recorded as
   * disputed. Undefined when they were not pushed.
   */
  readonly first:
    | {
        readonly batch: LocalBatch;
        readonly changes: readonly LocalReviewChange[];
        readonly disputed: number;
      }
    | undefined;
  /**
   * The next revisions of reviews after the cursor, as `sightline.pull_reviews` returns them. Undefined when the
   * statement has pushed changes instead.
   */
  readonly reviews: readonly Record<string, unknown>[] | undefined;
};

/**
 * Begins an exchange with one statement, since it mostly waits for responses: the first changes of the first batch are
 * pushed with it, unless the database has another team or schema or lacks the revision of the cursor.
 */
async function startExchange(
  sql: Sql,
  database: TeamDatabase,
  cursor: ReviewsCursor | undefined,
  [batch]: readonly LocalBatch[],
): Promise<ExchangeStart> {
  const changes = cursor && batch ? readBatchChanges(sql, batch) : undefined;
  const chunk = batch && changes ? toPushedChunk(batch, 0, changes) : [null, null, null, null];
  let row: Record<string, unknown> | undefined;
  try {
    [row] = await retryConflicts(() =>
      database.rows(
        'SELECT * FROM sightline.exchange_reviews($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        teamSchemaVersion,
        cursor?.teamId,
        cursor?.version ?? 0,
        cursor?.revision,
        revisionsPerQuery,
        ...chunk,
      ),
    );
  } catch (error) {
    // An older schema does not have the function.
    if (sqlStateOf(error) === undefinedFunction) await checkTeam(database, 'read');
    throw error;
  }
  const disputed = row?.disputed;
  return {
    ...toStart(row, cursor),
    mayPush: row?.may_push === true,
    latest: latestSchema.parse(row),
    first: batch && changes && typeof disputed === 'number' ? { batch, changes, disputed } : undefined,
    reviews: (row?.reviews ?? undefined) as ExchangeStart['reviews'],
  };
}

type PushOptions = {
  readonly batches: readonly LocalBatch[];
  /** Id of the last batch before them. */
  readonly from: number;
  readonly throwIfStopped: () => void;
  readonly save: (id: number) => Promise<void>;
};

/**
 * Pushes batches, except what the first statement has pushed. Their last id is saved now and then, and at the end with
 * what is pulled. Counts the statements that it needed.
 */
async function pushReviews(
  sql: Sql,
  database: TeamDatabase,
  { state, mayPush, first }: ExchangeStart,
  { batches, from, throwIfStopped, save }: PushOptions,
) {
  const pushed = { last: from, changes: 0, disputed: first?.disputed ?? 0, statements: 0 };
  if (!mayPush || batches.length === 0) return pushed;
  requireUsable(state, 'write');
  for (const [index, batch] of batches.entries()) {
    throwIfStopped();
    const isFirst = batch === first?.batch;
    const changes = isFirst ? first.changes : readBatchChanges(sql, batch);
    for (let part = isFirst ? 1 : 0; part * chunkChanges < changes.length; part += 1) {
      pushed.disputed += await pushChunk(database, toPushedChunk(batch, part, changes));
      pushed.statements += 1;
    }
    pushed.changes += changes.length;
    pushed.last = batch.id;
    if ((index + 1) % batchesPerPage === 0) await save(batch.id);
  }
  return pushed;
}

/** The arguments of `sightline.push_reviews`: revision, batch, the batch that it undoes, and changes as JSON. */
type PushedChunk = readonly [string, string, string | null, string];

function toPushedChunk(
  { batch, undoes }: LocalBatch,
  part: number,
  changes: readonly LocalReviewChange[],
): PushedChunk {
  return [
    toUuid(batch, part),
    toUuid(batch),
    undoes === null ? null : toUuid(undoes),
    toStorableJsonText(changes.slice(part * chunkChanges, (part + 1) * chunkChanges).map(toPushedChange)),
  ];
}

/** Longest description of a detection that the team database accepts. */
const maxDetectionLength = 10_000_000;

/** Without a time that is none, for which the team database sets its own, and without a description that is too long. */
function toPushedChange(change: LocalReviewChange) {
  const { reviewedAt, detection } = change;
  return {
    ...change,
    reviewedAt: isTime(reviewedAt) ? reviewedAt : null,
    detection: detection !== null && detection.length > maxDetectionLength ? null : detection,
  };
}

/** Whether a text is a time of the years 1 to 9999, as Sightline writes it. */
function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) &&
    !text.startsWith('0000') &&
    !Number.isNaN(Date.parse(text))
  );
}

async function pushChunk(database: TeamDatabase, chunk: PushedChunk): Promise<number> {
  const [row] = await retryConflicts(() =>
    database.rows('SELECT sightline.push_reviews($1, $2, $3, $4) AS disputed', ...chunk),
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

const teamReviewSchema = reviewSchema.refine(({ reviewedAt }) => isTime(reviewedAt));

const changeSchema = z.object({
  recordId: reviewOfDetectionSchema.shape.recordId,
  identity: reviewOfDetectionSchema.shape.identity,
  detection: z.string().nullable(),
  batch: z.string(),
  change: teamReviewSchema,
  current: teamReviewSchema,
  seen: z.int(),
  disputing: z.array(teamReviewSchema),
});

/** Returns the changes of a row of `sightline.pull_reviews`; those that no Sightline can have made are set aside. */
function readChanges(
  row: Record<string, unknown>,
): Pick<Extract<ReviewsPage, { kind: 'pulled' }>, 'changes' | 'problem'> {
  // Null for a revision without changes.
  const all = Array.isArray(row.changes) ? row.changes : [];
  const changes = all.flatMap((value): readonly TeamReviewChange[] => {
    const { data } = changeSchema.safeParse(value);
    return data ? [{ ...data, detection: readReviewedDetection({ detection: data.detection }) }] : [];
  });
  const setAside = all.length - changes.length;
  return {
    changes,
    problem:
      setAside === 0
        ? null
        : {
            author: String(row.author),
            reason: `${formatQuantity(setAside, 'review change')} in a form that this Sightline does not know.`,
          },
  };
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
