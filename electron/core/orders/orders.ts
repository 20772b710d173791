import { randomUUID } from 'node:crypto';
import { formatQuantity } from '../../../shared/format.ts';
import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { OverlapCheck } from '../../../shared/orders/overlap/overlap-check.ts';
import {
  canSubmitDraft,
  findDraftSubmission,
  getDraftId,
  isNotOrdered,
  type Submission,
  type SubmissionMatch,
} from '../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { ServiceClient } from '../service/service-client.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { createOrderRepository, type OrderList } from './order-repository.ts';
import { checkOverlaps } from './overlap-check.ts';
import { findMatches, matchCandidates } from './submission-matches.ts';

/** A draft to be sent, under the id it got when its form opened. */
export type DraftToSend = {
  readonly draftId: string;
  readonly draft: OrderDraft;
  /** The last submission of the draft as the caller knows it, to send the draft again where that ordered nothing. */
  readonly retryOf?: string | undefined;
};

type OrdersDeps = {
  readonly client: ServiceClient;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** How many stored requests are fetched at most to find what became of a submission. */
const maxComparedRequests = 50;

/** Orders of the open workspace and its account: sent once, polled while they can change, stored in the workspace. */
export function createOrders({ client, workspace, events, onProblem }: OrdersDeps) {
  const repository = createOrderRepository(client, workspace, events);
  /** Orders whose request the service does not give: the next comparison goes on with others. */
  const absentRequests = new Set<string>();
  /** Submissions that are being added and sent, by id. */
  const sending = new Map<string, Promise<Result<Submission>>>();
  /** What writes the outcomes of submissions that could not be written, by id, and into which file. */
  const unsaved = new Map<string, { readonly path: string; write(target: Workspace): Promise<void> }>();
  const changed = () => events.publish({ type: 'changed', topic: 'orders' });

  const build = async (opened: Workspace, draft: OrderDraft) => {
    // What cuts areas is loaded with the first order.
    const { draftToRequest } = await import('../../../shared/orders/draft/draft-to-request.ts');
    const built = draftToRequest(draft, await opened.listAreas());
    if (built.ok) return succeed(built);
    return fail('invalid-input', 'The order has fields that cannot be sent.', {
      problems: [...built.problems],
    });
  };

  /** Whether the file of the workspace is being replaced, as when it is compacted. */
  const isFrozen = (opened: Workspace) => {
    const current = workspace();
    return current !== opened && current?.path === opened.path && current.readOnly !== undefined;
  };

  /** Adds the submission, then sends it. A submission that is not added is not sent: its draft may have been ordered. */
  const addAndSend = async (opened: Workspace, submission: Submission): Promise<Result<Submission>> => {
    const added = await toWriteResult(opened.addSubmission(submission));
    if (!added.ok) return added;
    if (added.value.kind === 'equal-undecided') return failEqualUndecided(added.value.submission);
    if (added.value.kind === 'already-submitted') {
      return outcomeOf(opened, added.value.submission, submission.bodyText);
    }
    changed();
    // A switch of the account in the meantime: the order must not go out in the name of another.
    const placed =
      workspace() === opened
        ? await client.placeOrder(submission.bodyText)
        : isFrozen(opened)
          ? fail('read-only', 'The workspace was frozen before the order left. Nothing was sent.')
          : fail('signed-out', 'Another account signed in before the order left. Nothing was sent.');
    const settled = applyOutcome(submission, placed);
    await saveOutcome(opened, settled, placed);
    return succeed(settled);
  };

  /** Registers the submission before it is added, so that a second call finds it and closing the workspace waits for it. */
  const send = async (opened: Workspace, order: OrderToSend): Promise<Result<Submission>> => {
    const submission: Submission = { ...order, id: randomUUID(), state: 'sending', createdAt: nowUtc() };
    const sent = addAndSend(opened, submission);
    sending.set(submission.id, sent);
    try {
      return await sent;
    } finally {
      sending.delete(submission.id);
    }
  };

  /** Returns the outcome of a submission that was added before, once it is known. */
  const outcomeOf = async (
    opened: Workspace,
    submission: Submission,
    bodyText?: string,
  ): Promise<Result<Submission>> => {
    const pending = sending.get(submission.id);
    if (pending) return pending;
    const outcome = (await find(opened, submission.id)) ?? submission;
    // The draft can have been restored after its order. A draft changed since then stays: its changes were not ordered.
    if (outcome.state === 'accepted' && outcome.bodyText === bodyText) {
      await writeOutcome(opened, outcome).catch((error) =>
        onProblem(error, `deleting the draft of submission ${outcome.id}`),
      );
    }
    return succeed(outcome);
  };

  /**
   * The row still has the state `sending` when this fails, which is read as unknown at the next start. Until then it is
   * tried again before each fetch of the list: another program may have locked the file. What is written to a frozen
   * workspace would be lost with the file that is replaced.
   */
  const saveOutcome = async (opened: Workspace, settled: Submission, placed: Result<Order>) => {
    const write = (target: Workspace) => writeOutcome(target, settled, placed.ok ? placed.value : null);
    unsaved.set(settled.id, { path: opened.path, write });
    try {
      if (!isFrozen(opened)) await write(opened);
      // Frozen in the meantime, it may have missed the copy. Writing it twice does no harm.
      if (!isFrozen(opened)) unsaved.delete(settled.id);
    } catch (error) {
      onProblem(error, `saving the outcome of submission ${settled.id}`);
    }
    changed();
    if (settled.state === 'unknown') {
      compare(settled.id).catch((error) => onProblem(error, 'comparing an order of unknown outcome'));
    }
  };

  const saveUnsaved = async (target: Workspace) => {
    for (const [id, { path, write }] of unsaved) {
      if (path !== target.path) continue;
      try {
        await write(target);
        unsaved.delete(id);
        changed();
      } catch (error) {
        onProblem(error, `saving the outcome of submission ${id}`);
      }
    }
  };

  const pull = async (signal?: AbortSignal) => {
    const opened = getWritableWorkspace(workspace);
    if (opened.ok) await saveUnsaved(opened.value);
    return repository.pull(signal);
  };

  const writeOutcome = async (target: Workspace, settled: Submission, order: Order | null = null) => {
    const { isDraftDeleted } = await target.saveOutcome(settled, order, nowUtc());
    if (isDraftDeleted) events.publish({ type: 'changed', topic: 'drafts' });
  };

  /**
   * Orders on the service that may be what an unknown submission created. Fails with `bad-response` when there is none and
   * some orders of the service could not be read or compared.
   */
  const compare = async (submissionId: string): Promise<Result<readonly SubmissionMatch[]>> => {
    const opened = getOpenWorkspace(workspace);
    if (!opened.ok) return opened;
    const pulled = await pull();
    if (!pulled.ok) return pulled;
    const submissions = await opened.value.listSubmissions();
    const submission = submissions.find(({ id }) => id === submissionId);
    if (!submission) return noSuchSubmission(submissionId);
    const candidates = matchCandidates(submission, await opened.value.listOrders(), submissions);
    const missing = candidates.filter(
      ({ order, requestText }) => requestText === undefined && order.request && !absentRequests.has(order.id),
    );
    for (const { order } of missing.slice(0, maxComparedRequests)) {
      const fetched = await repository.request(order.id);
      // To show fewer matches than there are would tempt the analyst to send again.
      if (!fetched.ok && !isAbsent(fetched.failure.code)) return fetched;
      if (!fetched.ok) absentRequests.add(order.id);
    }
    const listed = await repository.list();
    if (!listed.ok) return listed;
    const { orders: known, problems } = listed.value;
    const compared = matchCandidates(submission, known, submissions);
    const matches = findMatches(submission, compared);
    if (matches.length > 0) return succeed(matches);
    if (problems.length > 0) return failUnreadable(problems);
    const uncompared = compared.filter(({ requestText }) => requestText === undefined).length;
    return uncompared > 0 ? failUncompared(uncompared) : succeed(matches);
  };

  return {
    list: repository.list,
    get: repository.get,
    nameAccount: repository.nameAccount,
    request: repository.request,
    pull,
    /** Fetches the service's list now. */
    async refresh(): Promise<Result<OrderList>> {
      const pulled = await pull();
      return pulled.ok ? repository.list() : pulled;
    },
    /** Checks the draft, and returns the body that `submit` would send. */
    async preview(
      draft: OrderDraft,
    ): Promise<Result<{ readonly bodyText: string; readonly notes: readonly string[] }>> {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      if (!built.ok) return built;
      return succeed({ bodyText: built.value.bodyText, notes: built.value.notes });
    },
    /**
     * Compares what `submit` would send with all known orders and with the results in the workspace. The service's list
     * and missing stored requests are fetched before, within bounds.
     */
    async overlaps(draft: OrderDraft): Promise<Result<OverlapCheck>> {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      return built.ok ? checkOverlaps(opened.value, built.value.bodyText, repository) : built;
    },
    /**
     * Sends the order of a draft once. The submission is in the workspace before the first byte leaves. Whatever happens
     * to the connection, the process or the machine, it is never sent again by itself.
     *
     * A draft that was submitted before is not sent: the result is its submission, whatever its state, and whatever the
     * draft holds now. Only `retryOf` sends it again, where it names the last submission of the draft and that one
     * ordered nothing.
     *
     * The outcome is the state of the submission. A failure means that nothing was stored and nothing sent:
     * `invalid-input`, `no-workspace`, `read-only`, `disk`, or `conflict` when another draft with an equal body is being
     * sent or has an unknown outcome.
     *
     * A stored draft goes away once the service has accepted the order; until then it stays.
     */
    async submit({ draftId, draft, retryOf }: DraftToSend): Promise<Result<Submission>> {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const built = await build(opened.value, draft);
      const bodyText = built.ok ? built.value.bodyText : undefined;
      const before = findDraftSubmission(draftId, await opened.value.listSubmissions());
      if (before && !canSubmitDraft(before, retryOf)) return outcomeOf(opened.value, before, bodyText);
      if (!built.ok) return built;
      const { descriptiveName } = draft;
      const retry = retryOf === undefined ? {} : { retryOf };
      return send(opened.value, { draftId, descriptiveName, bodyText: built.value.bodyText, ...retry });
    },
    /**
     * Sends the body of a submission once more, byte for byte; only one that was certainly not accepted, else `conflict`.
     * It is `submit` with this submission as `retryOf`: called again it sends nothing and returns its outcome.
     */
    async resend(submissionId: string): Promise<Result<Submission>> {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (!isNotOrdered(submission)) {
        return fail('conflict', 'This order was accepted, or may have been. It is not sent again.');
      }
      const { descriptiveName, bodyText } = submission;
      const draftId = getDraftId(submission);
      return send(opened.value, { draftId, descriptiveName, bodyText, retryOf: submissionId });
    },
    matches: compare,
    /** The analyst's decision on an unknown submission: it is this order, or (null) it was not taken. */
    async settle(submissionId: string, orderId: string | null): Promise<Result<Submission>> {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (submission.state !== 'unknown') {
        return fail('conflict', 'What became of this order is known already; there is nothing to decide.');
      }
      if (orderId !== null) {
        const order = await repository.get(orderId);
        if (!order.ok) return order;
      }
      const settled: Submission =
        orderId === null
          ? { ...submission, state: 'dismissed', settledAt: nowUtc() }
          : { ...submission, state: 'accepted', orderId, settledAt: nowUtc() };
      const saved = await toWriteResult(writeOutcome(opened.value, settled));
      if (!saved.ok) return saved;
      changed();
      return succeed(settled);
    },
    /** Archives a submission that ordered nothing, or restores it. Fails with `conflict` for any other. */
    async archive(submissionId: string, isArchived: boolean): Promise<Result<Submission>> {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const submission = await find(opened.value, submissionId);
      if (!submission) return noSuchSubmission(submissionId);
      if (!isNotOrdered(submission)) {
        return fail('conflict', 'Only an order that came to nothing can be archived.');
      }
      const { archivedAt: _before, ...rest } = submission;
      const moved: Submission = isArchived ? { ...rest, archivedAt: nowUtc() } : rest;
      const saved = await toWriteResult(opened.value.saveSubmission(moved));
      if (!saved.ok) return saved;
      changed();
      return succeed(moved);
    },
    /** Must be called with a newly opened workspace: submissions interrupted while being sent become unknown. */
    async onWorkspaceOpened(opened: Workspace): Promise<void> {
      if (opened.readOnly !== undefined) return;
      await saveUnsaved(opened);
      for (const submission of await opened.listSubmissions()) {
        const { id, state } = submission;
        // The file was replaced while the order was being sent: its outcome is known, or will be.
        const isPending = sending.has(id) || unsaved.has(id);
        if (state === 'sending' && !isPending) await opened.saveSubmission(interrupted(submission));
      }
    },
    /** Resolves when no submission is being sent. */
    async settled() {
      await Promise.allSettled(sending.values());
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;

type OrderToSend = Pick<Submission, 'descriptiveName' | 'bodyText' | 'draftId' | 'retryOf'>;

async function find(opened: Workspace, submissionId: string): Promise<Submission | undefined> {
  return (await opened.listSubmissions()).find(({ id }) => id === submissionId);
}

/** The failure for an equal order that is being sent or may have been accepted: it could be ordered, and paid, twice. */
function failEqualUndecided({ state }: Submission) {
  return fail(
    'conflict',
    state === 'sending'
      ? 'This same order is being sent already. Wait for its outcome.'
      : 'This same order was sent before and may have been accepted. Decide first whether it was accepted.',
  );
}

function applyOutcome(submission: Submission, placed: Result<Order>): Submission {
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

/** The failure for an order that may be one that the service listed and Sightline cannot read. */
function failUnreadable(problems: readonly string[]) {
  return fail(
    'bad-response',
    `The service lists ${formatQuantity(problems.length, 'order')} that cannot be read, and what was sent may be among them. ${problems[0]} Ask the operator of the service before sending again.`,
  );
}

/** The failure for an order that may be one whose stored request is not in the workspace. */
function failUncompared(count: number) {
  return fail(
    'bad-response',
    `The stored requests of ${formatQuantity(count, 'order')} could not be compared, and what was sent may be among them. Search again: ${maxComparedRequests} are fetched at a time. If their number stays the same, ask the operator of the service before sending again.`,
  );
}

function isAbsent(code: string): boolean {
  return code === 'not-found' || code === 'forbidden';
}

function noSuchSubmission(id: string) {
  return fail('not-found', `There is no submission ${id} in this workspace.`);
}
