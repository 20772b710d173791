import { isDeepStrictEqual } from 'node:util';
import { type AccountNameChange, findAccountName } from '../../../../shared/orders/account-names.ts';
import {
  type DraftRevert,
  type DraftToSave,
  draftToSaveSchema,
  type StoredDraft,
} from '../../../../shared/orders/draft/stored-draft.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  type Submission,
} from '../../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import type { StoredChange } from '../../../../shared/stored-revert.ts';
import { textCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { parseInstant } from '../ingest/parse-instant.ts';
import { readSubmissions } from '../read/orders.ts';
import { changeItems } from './items.ts';
import { createStoredItems } from './stored-items.ts';

const drafts = createStoredItems('drafts');

/** Adds or updates orders; a known stored request stays. Returns the ids that changed. */
export function upsertOrders(sql: Sql, orders: readonly Order[], seenAt: string): readonly string[] {
  return sql.transaction(() => {
    const changed = orders.filter((order) => upsertOrder(sql, order, seenAt));
    return [...new Set(changed.map((order) => order.id))];
  });
}

/** Saves the text of a stored request of the service, by its id. */
export function upsertOrderRequest(sql: Sql, requestId: string, text: string, seenAt: string): void {
  sql.transaction(
    () =>
      sql.run`
      INSERT INTO order_requests (request_id, body, seen_at) VALUES (${requestId}, ${text}, ${seenAt})
      ON CONFLICT (request_id) DO UPDATE SET body = excluded.body, seen_at = excluded.seen_at`,
  );
}

/**
 * Must be called within a transaction. Returns whether the order is new or its content has changed.
 *
 * A new order is first seen after all earlier submissions, even when the clock was set back, as one may have created it.
 */
export function upsertOrder(sql: Sql, order: Order, seenAt: string): boolean {
  const body = JSON.stringify(order);
  const known = sql.get`SELECT body FROM orders WHERE order_id = ${order.id}`;
  if (known && textCell(known, 'body') === body) {
    sql.run`UPDATE orders SET last_seen_at = ${seenAt} WHERE order_id = ${order.id}`;
    return false;
  }
  const history = order.statusHistory ?? [];
  sql.run`
    INSERT INTO orders (order_id, descriptive_name, state, created_at, request_id, body, first_seen_at,
      last_seen_at)
    VALUES (${order.id}, ${order.descriptiveName ?? null}, ${history.at(-1)?.state ?? null},
      ${parseInstant(history[0]?.when)?.iso ?? null}, ${order.request ?? null}, ${body},
      max(${seenAt}, (SELECT coalesce(max(created_at), '') FROM submissions)), ${seenAt})
    ON CONFLICT (order_id) DO UPDATE SET descriptive_name = excluded.descriptive_name, state = excluded.state,
      created_at = excluded.created_at, request_id = excluded.request_id, body = excluded.body,
      last_seen_at = excluded.last_seen_at`;
  sql.run`DELETE FROM order_status WHERE order_id = ${order.id}`;
  for (const [position, entry] of history.entries()) {
    sql.run`
      INSERT INTO order_status (order_id, position, state, entered_at)
      VALUES (${order.id}, ${position}, ${entry.state}, ${entry.when})`;
  }
  return true;
}

/** The outcome of `addSubmission`: added, or the submission that prevents it. */
type AddedSubmission =
  | { readonly kind: 'added' }
  /** The draft was submitted before, as this submission. */
  | { readonly kind: 'already-submitted'; readonly submission: Submission }
  /** Another draft with an equal body is being sent or may have been accepted. */
  | { readonly kind: 'equal-undecided'; readonly submission: Submission };

/**
 * Adds the submission of a draft, unless the draft has one that it does not retry, or an equal body is being sent or
 * has an unknown outcome. Reads and writes in one transaction, which is on the disk when this returns: then the request
 * may be sent, and must never be forgotten.
 */
export function addSubmission(sql: Sql, submission: Submission): AddedSubmission {
  return sql.durableTransaction((): AddedSubmission => {
    const submissions = readSubmissions(sql).map(requireReadable);
    const before = findDraftSubmission(getDraftId(submission), submissions);
    if (before && !canSubmitDraft(before, submission.retryOf)) {
      return { kind: 'already-submitted', submission: before };
    }
    const equal = submissions.find((other) => isUndecided(other) && other.bodyText === submission.bodyText);
    if (equal) return { kind: 'equal-undecided', submission: equal };
    writeSubmission(sql, submission);
    return { kind: 'added' };
  });
}

/** Replaces a submission; it is on the disk when this returns. */
export function saveSubmission(sql: Sql, submission: Submission): void {
  sql.durableTransaction(() => writeSubmission(sql, submission));
}

/**
 * Saves what became of a submission at `at`, with the order that the service has made of it, and deletes the draft of an
 * accepted one, which can be made again from the stored request: all or nothing, on the disk when it returns.
 */
export function saveOutcome(
  sql: Sql,
  submission: Submission,
  order: Order | null,
  at: string,
): { readonly isDraftDeleted: boolean } {
  const { state, draftId } = submission;
  return sql.durableTransaction(() => {
    if (order) upsertOrder(sql, order, at);
    writeSubmission(sql, submission);
    const isOrdered = state === 'accepted' && draftId !== undefined;
    return { isDraftDeleted: isOrdered && drafts.setDeleted(sql, draftId, at).ok };
  });
}

function requireReadable(submission: Submission | undefined): Submission {
  if (submission) return submission;
  throw new Error(
    'The order was not sent: an order that was sent from this workspace cannot be read, and it may be the same one. Compare the orders of the service, then send this one from a new workspace.',
  );
}

function writeSubmission(sql: Sql, submission: Submission): void {
  sql.run`
    INSERT OR REPLACE INTO submissions (submission_id, created_at, submission)
    VALUES (${submission.id}, ${submission.createdAt}, ${JSON.stringify(submission)})`;
}

function isUndecided({ state }: Submission): boolean {
  return state === 'sending' || state === 'unknown';
}

/**
 * Adds it, or replaces the one with its id, whose time of creation stays. One that was deleted stays deleted. With
 * `expected` it fails with `conflict` unless that or the draft itself is stored.
 */
export function saveDraft(
  sql: Sql,
  draft: StoredDraft,
  expected?: DraftToSave,
): Result<StoredChange<StoredDraft>> {
  return sql.transaction(() => {
    if (expected) {
      const stored = drafts.find(sql, draft.id);
      // A page whose save was written while its connection was lost expects what was stored before it.
      const isKnown =
        stored.ok &&
        [expected, draftToSaveSchema.parse(draft)].some((each) => drafts.hasSettings(stored.value, each));
      if (!isKnown) return fail('conflict', 'It has been changed, ordered or deleted since.');
    }
    return succeed(writeDraft(sql, draft));
  });
}

/** Replaces it by a former state, or deletes it. Fails with `not-found`, or with `conflict` when it has been changed. */
export function revertDraft(sql: Sql, revert: DraftRevert, now: string): Result<undefined> {
  return drafts.revert(sql, revert, now, (to) => writeDraft(sql, { ...to, createdAt: now, updatedAt: now }));
}

/** A deleted draft stays deleted: a late change must not restore a draft whose order was placed. */
function writeDraft(sql: Sql, draft: StoredDraft): StoredChange<StoredDraft> {
  const { former, before } = drafts.readFormer(sql, draft.id);
  const saved: StoredDraft = former ? { ...draft, createdAt: former.createdAt } : draft;
  sql.run`
    INSERT INTO order_drafts (draft_id, updated_at, body)
    VALUES (${saved.id}, ${saved.updatedAt}, ${JSON.stringify(saved)})
    ON CONFLICT (draft_id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`;
  return { before, after: saved };
}

/** Names an owner or a customer. Fails with `conflict` when the entry is not the expected one. */
export function nameAccount(sql: Sql, { expected, to }: AccountNameChange): Result<undefined> {
  return changeItems(sql, 'account-names', (names) => {
    if (!isDeepStrictEqual(findAccountName(names, expected.id), expected) || to.id !== expected.id)
      return fail('conflict', 'The name has been changed since.');
    const others = names.filter(({ id }) => id !== to.id);
    const next = to.name === '' && !to.isMe ? others : [...others, to];
    return succeed({ next, result: undefined });
  });
}
