import { randomUUID } from 'node:crypto';
import { draftToRequest } from '../../../shared/orders/draft-to-request.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { OrderDraft } from '../../../shared/orders/order-draft.ts';
import { cameToNothing, type Submission } from '../../../shared/orders/submission.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createOrderBook, type PulledOrders } from './order-book.ts';
import type { Orders } from './orders.ts';
import { checkOverlaps } from './overlap-check.ts';
import { findMatches, matchCandidates } from './submission-matches.ts';

/** The orders, with what the rest of the core needs of them. */
type BoundOrders = Orders & {
  pull(signal?: AbortSignal): Promise<Result<PulledOrders>>;
  /** To be called with a workspace that was just opened: what was being sent when Sightline ended is unknown. */
  adopt(workspace: Workspace): Promise<void>;
  /** Resolves when no order is on its way any more. */
  settled(): Promise<void>;
};

type OrdersParts = {
  readonly client: ServiceClient;
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** How many stored requests are fetched at most to find what became of a submission. */
const maxComparedRequests = 50;

/** Orders of the open workspace and its account. */
export function createOrders({ client, workspace, events, onProblem }: OrdersParts): BoundOrders {
  const book = createOrderBook(client, workspace, events);
  const sending = new Set<Promise<unknown>>();
  let lastPrepared: Promise<unknown> = Promise.resolve();
  const changed = () => events.publish({ type: 'changed', what: 'orders' });

  const build = async (opened: Workspace, draft: OrderDraft) => {
    const built = draftToRequest(draft, await opened.listAreas());
    if (built.ok) return succeed(built);
    return fail('invalid-input', 'The order has fields that cannot be sent.', {
      problems: [...built.problems],
    });
  };

  /** Keeps the submission, before anything leaves. */
  const prepare = async (opened: Workspace, order: OrderToSend): Promise<Result<Submission>> => {
    const submission: Submission = { ...order, id: randomUUID(), state: 'sending', createdAt: nowUtc() };
    const conflict = conflictWith(submission, await opened.listSubmissions());
    if (conflict) return conflict;
    const kept = await written(opened.putSubmission(submission));
    if (!kept.ok) return kept;
    changed();
    return succeed(submission);
  };

  const send = async (opened: Workspace, order: OrderToSend): Promise<Result<Submission>> => {
    // One after the other, so that of two equal orders pressed at once the second finds the first.
    const prepared = lastPrepared.then(() => prepare(opened, order));
    lastPrepared = prepared.catch(() => {});
    const submission = await prepared;
    if (!submission.ok) return submission;
    // A switch of the account meanwhile: the order must not go out in the name of another.
    const placed =
      workspace() === opened
        ? await client.placeOrder(submission.value.bodyText)
        : fail('signed-out', 'Another account signed in before the order left. Nothing was sent.');
    const settled = settle(submission.value, placed);
    await keepOutcome(opened, settled, placed);
    return succeed(settled);
  };

  /** So that a workspace which is being left waits for the answer. */
  const tracked = async (sent: Promise<Result<Submission>>) => {
    sending.add(sent);
    try {
      return await sent;
    } finally {
      sending.delete(sent);
    }
  };

  /** The row still says `sending` when this fails, which is read as unknown at the next start. */
  const keepOutcome = async (opened: Workspace, settled: Submission, placed: Result<Order>) => {
    try {
      if (placed.ok) await opened.putOrders([placed.value], nowUtc());
      await opened.putSubmission(settled);
      await dropOrderedDraft(opened, settled);
    } catch (error) {
      onProblem(error, `keeping the outcome of submission ${settled.id}`);
    }
    changed();
    if (settled.state === 'unknown') {
      compare(settled.id).catch((error) => onProblem(error, 'comparing an order of unknown outcome'));
    }
  };

  /** The order is the draft's end; what it asked for can be had back from the stored request. */
  const dropOrderedDraft = async (opened: Workspace, { state, draftId }: Submission) => {
    if (state !== 'accepted' || draftId === undefined) return;
    if (await opened.deleteDraft(draftId, nowUtc())) events.publish({ type: 'changed', what: 'drafts' });
  };

  const compare: Orders['matches'] = async (submissionId) => {
    const opened = openedWorkspace(workspace);
    if (!opened.ok) return opened;
    const pulled = await book.pull();
    if (!pulled.ok) return pulled;
    const submissions = await opened.value.listSubmissions();
    const submission = submissions.find(({ id }) => id === submissionId);
    if (!submission) return noSuchSubmission(submissionId);
    const candidates = matchCandidates(submission, await opened.value.listOrders(), submissions);
    for (const { order, requestText } of candidates.slice(0, maxComparedRequests)) {
      if (requestText !== undefined || !order.request) continue;
      const fetched = await book.request(order.id);
      // To show fewer matches than there are would tempt the analyst to send again.
      if (!fetched.ok && !isAbsent(fetched.failure.code)) return fetched;
    }
    const known = await opened.value.listOrders();
    return succeed(findMatches(submission, matchCandidates(submission, known, submissions)));
  };

  return {
    list: book.list,
    get: book.get,
    request: book.request,
    pull: book.pull,
    async refresh() {
      const pulled = await book.pull();
      return pulled.ok ? book.list() : pulled;
    },
    async preview(draft) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      if (!built.ok) return built;
      return succeed({ bodyText: built.value.bodyText, notes: built.value.notes });
    },
    async overlaps(draft) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      return built.ok ? checkOverlaps(opened.value, built.value.bodyText, book) : built;
    },
    async submit({ draftId, draft }) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      if (!built.ok) return built;
      const { bodyText } = built.value;
      return tracked(send(opened.value, { draftId, descriptiveName: draft.descriptiveName, bodyText }));
    },
    async resend(submissionId) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (!cameToNothing(submission)) {
        return fail('conflict', 'This order was taken, or may have been. It is not sent again.');
      }
      const { draftId, descriptiveName, bodyText } = submission;
      return tracked(
        send(opened.value, { descriptiveName, bodyText, ...(draftId === undefined ? {} : { draftId }) }),
      );
    },
    matches: compare,
    async settle(submissionId, orderId) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (submission.state !== 'unknown') {
        return fail('conflict', 'What became of this order is known already; there is nothing to decide.');
      }
      if (orderId !== null) {
        const order = await book.get(orderId);
        if (!order.ok) return order;
      }
      const settled: Submission =
        orderId === null
          ? { ...submission, state: 'dismissed', settledAt: nowUtc() }
          : { ...submission, state: 'accepted', orderId, settledAt: nowUtc() };
      const kept = await written(opened.value.putSubmission(settled));
      if (!kept.ok) return kept;
      await dropOrderedDraft(opened.value, settled);
      changed();
      return succeed(settled);
    },
    async putAway(submissionId, isAway) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (!cameToNothing(submission)) {
        return fail('conflict', 'Only an order that came to nothing can be put away.');
      }
      const { putAwayAt: _before, ...rest } = submission;
      const moved: Submission = isAway ? { ...rest, putAwayAt: nowUtc() } : rest;
      const kept = await written(opened.value.putSubmission(moved));
      if (!kept.ok) return kept;
      changed();
      return succeed(moved);
    },
    async adopt(opened) {
      if (opened.readOnly !== undefined) return;
      for (const submission of await opened.listSubmissions()) {
        if (submission.state === 'sending') await opened.putSubmission(interrupted(submission));
      }
    },
    async settled() {
      await Promise.allSettled(sending);
    },
  };
}

type OrderToSend = Pick<Submission, 'descriptiveName' | 'bodyText' | 'draftId'>;

async function find(opened: Workspace, submissionId: string): Promise<Submission | undefined> {
  return (await opened.listSubmissions()).find(({ id }) => id === submissionId);
}

/** An equal order that is on its way, or may have been taken: a second one could be ordered, and paid, twice. */
function conflictWith(submission: Submission, others: readonly Submission[]) {
  const twin = others.find(
    ({ bodyText, state }) => bodyText === submission.bodyText && (state === 'sending' || state === 'unknown'),
  );
  if (!twin) return undefined;
  return fail(
    'conflict',
    twin.state === 'sending'
      ? 'This same order is being sent already. Wait for its outcome.'
      : 'This same order was sent before and may have been taken. Decide first what became of it.',
  );
}

function settle(submission: Submission, placed: Result<Order>): Submission {
  const settledAt = nowUtc();
  if (placed.ok) return { ...submission, state: 'accepted', orderId: placed.value.id, settledAt };
  const { failure } = placed;
  if (failure.code === 'unknown-outcome') return { ...submission, state: 'unknown', failure };
  const state = failure.status === undefined ? 'not-sent' : 'refused';
  return { ...submission, state, failure, settledAt };
}

function interrupted(submission: Submission): Submission {
  const { failure } = fail(
    'unknown-outcome',
    'Sightline ended while this order was being sent, so it may have been taken. Compare with the list of orders before sending again.',
  );
  return { ...submission, state: 'unknown', failure };
}

function isAbsent(code: string): boolean {
  return code === 'not-found' || code === 'forbidden';
}

function noSuchSubmission(id: string) {
  return fail('not-found', `There is no submission ${id} in this workspace.`);
}
