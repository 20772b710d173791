import { randomUUID } from 'node:crypto';
import type { Order } from '../../../shared/orders/order.ts';
import type { Submission } from '../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { type GetWorkspace, toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

type OrderSenderDeps = {
  readonly client: Pick<ServiceClient, 'placeOrder'>;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  /** Called when a submission has an unknown outcome. */
  readonly onUnknown: (submissionId: string) => void;
  readonly onProblem: (error: unknown, where: string) => void;
};

type OrderToSend = Pick<Submission, 'descriptiveName' | 'bodyText' | 'draftId' | 'retryOf'>;

/** Sends each order once, and writes its outcome to the workspace. */
export function createOrderSender({ client, workspace, events, onUnknown, onProblem }: OrderSenderDeps) {
  /** Submissions that are being added and sent, by id. */
  const sending = new Map<string, Promise<Result<Submission>>>();
  /** Writers of outcomes of submissions that could not be written, by id, and into which file. */
  const unsaved = new Map<string, { readonly path: string; write(target: Workspace): Promise<void> }>();
  const changed = () => events.publish({ type: 'changed', topic: 'orders' });

  const writeOutcome = async (target: Workspace, settled: Submission, order: Order | null = null) => {
    const { isDraftDeleted } = await target.saveOutcome(settled, order, nowUtc());
    if (isDraftDeleted) events.publish({ type: 'changed', topic: 'drafts' });
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
      if (!isFrozen(opened, workspace())) await write(opened);
      // Frozen in the meantime, it may have missed the copy. Writing it twice does no harm.
      if (!isFrozen(opened, workspace())) unsaved.delete(settled.id);
    } catch (error) {
      onProblem(error, `saving the outcome of submission ${settled.id}`);
    }
    changed();
    if (settled.state === 'unknown') onUnknown(settled.id);
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
    const refused = refuseSending(opened, workspace());
    const placed = refused ?? (await client.placeOrder(submission.bodyText));
    const settled = applyOutcome(submission, placed);
    await saveOutcome(opened, settled, placed);
    return succeed(settled);
  };

  /** Returns the outcome of a submission that was added before, once it is known. */
  const outcomeOf = async (
    opened: Workspace,
    submission: Submission,
    bodyText?: string,
  ): Promise<Result<Submission>> => {
    const pending = sending.get(submission.id);
    if (pending) return pending;
    const outcome = (await findSubmission(opened, submission.id)) ?? submission;
    // The draft can have been restored after its order. A draft changed since then stays: its changes were not ordered.
    if (outcome.state === 'accepted' && outcome.bodyText === bodyText) {
      await writeOutcome(opened, outcome).catch((error) =>
        onProblem(error, `deleting the draft of submission ${outcome.id}`),
      );
    }
    return succeed(outcome);
  };

  return {
    /** Registers the submission before it is added, so that a second call finds it and closing the workspace waits for it. */
    async send(opened: Workspace, order: OrderToSend): Promise<Result<Submission>> {
      const submission: Submission = { ...order, id: randomUUID(), state: 'sending', createdAt: nowUtc() };
      const sent = addAndSend(opened, submission);
      sending.set(submission.id, sent);
      return sent.finally(() => sending.delete(submission.id));
    },
    outcomeOf,
    /** Writes a decided submission, and deletes its draft when it was accepted. */
    writeOutcome,
    /** Writes the outcomes that could not be written to this file before. */
    async saveUnsaved(target: Workspace): Promise<void> {
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
    },
    /** Whether the outcome of a submission is known or will be, although the file does not have it. */
    isPending: (id: string): boolean => sending.has(id) || unsaved.has(id),
    /** Resolves when no submission is being sent. */
    async settled(): Promise<void> {
      await Promise.allSettled(sending.values());
    },
  };
}

export type OrderSender = ReturnType<typeof createOrderSender>;

/** The submission with this id in the workspace. */
export async function findSubmission(
  opened: Workspace,
  submissionId: string,
): Promise<Submission | undefined> {
  return (await opened.listSubmissions()).find(({ id }) => id === submissionId);
}

/** The failure for an unknown id of a submission. */
export function noSuchSubmission(id: string) {
  return fail('not-found', `There is no submission ${id} in this workspace.`);
}

/** Whether the file of the workspace is being replaced, as when it is compacted. */
function isFrozen(opened: Workspace, current: Workspace | undefined): boolean {
  return current !== opened && current?.path === opened.path && current.readOnly !== undefined;
}

/** After a switch of the account, the order must not go out in the name of another. */
function refuseSending(opened: Workspace, current: Workspace | undefined) {
  if (current === opened) return undefined;
  return isFrozen(opened, current)
    ? fail('read-only', 'The workspace was frozen before the order left. Nothing was sent.')
    : fail('signed-out', 'Another account signed in before the order left. Nothing was sent.');
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
