import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
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
  changeWorkspace,
  type GetWorkspace,
  getWritableWorkspace,
  readWorkspace,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { createOrderRepository, type OrderListing, type OrderRepository } from './order-repository.ts';
import { createOrderSender, findSubmission, noSuchSubmission, type OrderSender } from './order-sender.ts';
import { createSubmissionMatches } from './submission-matches.ts';

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

/** Orders of the open workspace and its account: sent once, polled while they can change, stored in the workspace. */
export function createOrders({ client, workspace, events, onProblem }: OrdersDeps) {
  const repository = createOrderRepository(client, workspace, events);
  const findMatches = createSubmissionMatches(repository);
  const sender = createOrderSender({
    ...{ client, workspace, events, onProblem },
    onUnknown: (submissionId) => {
      matches(submissionId).catch((error) => onProblem(error, 'comparing an order of unknown outcome'));
    },
  });

  const pull = async (signal?: AbortSignal) => {
    const opened = getWritableWorkspace(workspace);
    if (opened.ok) await sender.saveUnsaved(opened.value);
    return repository.pull(signal);
  };

  const matches = (submissionId: string): Promise<Result<readonly SubmissionMatch[]>> =>
    readWorkspace(workspace, async (opened) => {
      const pulled = await pull();
      return pulled.ok ? findMatches(opened, submissionId) : pulled;
    });

  return {
    list: repository.list,
    get: repository.get,
    request: repository.request,
    pull,
    /** Fetches the service's list now. */
    async refresh(): Promise<Result<OrderListing>> {
      const pulled = await pull();
      return pulled.ok ? repository.list() : pulled;
    },
    /** Checks the draft, and returns the body that `submit` would send. */
    preview: (draft: OrderDraft): Promise<Result<BuiltOrder>> =>
      readWorkspace(workspace, (opened) => buildOrder(opened, draft)),
    /**
     * Compares what `submit` would send with all known orders and with the results in the workspace. The service's list
     * and missing stored requests are fetched before, within bounds.
     */
    overlaps: (draft: OrderDraft): Promise<Result<OverlapCheck>> =>
      readWorkspace(workspace, async (opened) => {
        const built = await buildOrder(opened, draft);
        if (!built.ok) return built;
        const { checkOverlaps } = await import('./overlap-check.ts');
        return checkOverlaps(opened, built.value.bodyText, repository);
      }),
    /**
     * Orders on the service that may be what an unknown submission created. Fails with `bad-response` when there is none
     * and some orders of the service could not be read or compared.
     */
    matches,
    ...createSubmissions(workspace, events, repository, sender),
    /** Must be called with a newly opened workspace: submissions interrupted while being sent become unknown. */
    async onWorkspaceOpened(opened: Workspace): Promise<void> {
      if (opened.readOnly !== undefined) return;
      await sender.saveUnsaved(opened);
      for (const submission of await opened.listSubmissions()) {
        const { id, state } = submission;
        // The file was replaced while the order was being sent: its outcome is known, or will be.
        if (state === 'sending' && !sender.isPending(id)) {
          await opened.saveSubmission(interrupted(submission));
        }
      }
    },
    /** Resolves when no submission is being sent. */
    settled: sender.settled,
  };
}

export type Orders = ReturnType<typeof createOrders>;

/** Actions of the user on submissions of the open workspace. */
function createSubmissions(
  workspace: GetWorkspace,
  events: Events,
  repository: Pick<OrderRepository, 'get'>,
  sender: OrderSender,
) {
  /** Runs `work` with a submission of the workspace. Fails with `not-found`. */
  const withSubmission = (
    submissionId: string,
    work: (submission: Submission, opened: Workspace) => Promise<Result<Submission>>,
  ): Promise<Result<Submission>> =>
    changeWorkspace(workspace, async (opened) => {
      const submission = await findSubmission(opened, submissionId);
      return submission ? work(submission, opened) : noSuchSubmission(submissionId);
    });

  const publish = (changed: Submission): Result<Submission> => {
    events.publish({ type: 'changed', topic: 'orders' });
    return succeed(changed);
  };

  return {
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
    submit: (order: DraftToSend): Promise<Result<Submission>> =>
      changeWorkspace(workspace, (opened) => submitDraft(opened, order, sender)),
    /**
     * Sends the body of a submission once more, byte for byte; only one that was certainly not accepted, else `conflict`.
     * It is `submit` with this submission as `retryOf`: called again it sends nothing and returns its outcome.
     */
    resend: (submissionId: string): Promise<Result<Submission>> =>
      withSubmission(submissionId, async (submission, opened) => {
        if (!isNotOrdered(submission)) {
          return fail('conflict', 'This order was accepted, or may have been. It is not sent again.');
        }
        const { descriptiveName, bodyText } = submission;
        const draftId = getDraftId(submission);
        return sender.send(opened, { draftId, descriptiveName, bodyText, retryOf: submissionId });
      }),
    /** The analyst's decision on an unknown submission: it is this order, or (null) it was not taken. */
    settle: (submissionId: string, orderId: string | null): Promise<Result<Submission>> =>
      withSubmission(submissionId, async (submission, opened) => {
        if (submission.state !== 'unknown') {
          return fail('conflict', 'What became of this order is known already; there is nothing to decide.');
        }
        const order = orderId === null ? undefined : await repository.get(orderId);
        if (order && !order.ok) return order;
        const settledAt = nowUtc();
        const settled: Submission =
          orderId === null
            ? { ...submission, state: 'dismissed', settledAt }
            : { ...submission, state: 'accepted', orderId, settledAt };
        await sender.writeOutcome(opened, settled);
        return publish(settled);
      }),
    /** Archives a submission that ordered nothing, or restores it. Fails with `conflict` for any other. */
    archive: (submissionId: string, isArchived: boolean): Promise<Result<Submission>> =>
      withSubmission(submissionId, async (submission, opened) => {
        if (!isNotOrdered(submission)) {
          return fail('conflict', 'Only an order that came to nothing can be archived.');
        }
        const { archivedAt: _before, ...rest } = submission;
        const moved: Submission = isArchived ? { ...rest, archivedAt: nowUtc() } : rest;
        await opened.saveSubmission(moved);
        return publish(moved);
      }),
  };
}

/** The body of an order as it is sent, and what the analyst should know about it. */
type BuiltOrder = { readonly bodyText: string; readonly notes: readonly string[] };

async function buildOrder(opened: Workspace, draft: OrderDraft): Promise<Result<BuiltOrder>> {
  // What cuts areas is loaded with the first order.
  const { draftToRequest } = await import('../../../shared/orders/draft/draft-to-request.ts');
  const built = draftToRequest(draft, await opened.listAreas());
  if (built.ok) return succeed({ bodyText: built.bodyText, notes: built.notes });
  return fail('invalid-input', 'The order has fields that cannot be sent.', {
    problems: [...built.problems],
  });
}

async function submitDraft(
  opened: Workspace,
  { draftId, draft, retryOf }: DraftToSend,
  sender: OrderSender,
): Promise<Result<Submission>> {
  const built = await buildOrder(opened, draft);
  const bodyText = built.ok ? built.value.bodyText : undefined;
  const before = findDraftSubmission(draftId, await opened.listSubmissions());
  if (before && !canSubmitDraft(before, retryOf)) return sender.outcomeOf(opened, before, bodyText);
  if (!built.ok) return built;
  const { descriptiveName } = draft;
  const retry = retryOf === undefined ? {} : { retryOf };
  return sender.send(opened, { draftId, descriptiveName, bodyText: built.value.bodyText, ...retry });
}

function interrupted(submission: Submission): Submission {
  const { failure } = fail(
    'unknown-outcome',
    'Sightline ended while this order was being sent, so it may have been taken. Compare with the list of orders before sending again.',
  );
  return { ...submission, state: 'unknown', failure };
}
