import { z } from 'zod';
import { blankDraft } from '../../shared/orders/order-draft.ts';
import { hasFindings } from '../../shared/orders/overlap-check.ts';
import type { Submission } from '../../shared/orders/submission.ts';
import type { Failure } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import { notifyFailure, notifyInfo, notifyUndo } from '../app/notify.tsx';
import type { Command } from './command.ts';
import { beginDraft } from './draft-commands.ts';
import { keepDraft } from './keep-draft.ts';
import type { OrderWork } from './order-work.ts';

/** Opens the form with a new order. The one that was in it stays among the drafts. */
export function openOrderForm(app: OrderWork): void {
  const username = app.stores.session.getState().session?.username;
  const contactEmail = z.email().safeParse(username).success ? (username ?? '') : '';
  beginDraft(app, { ...blankDraft, contactEmail });
}

/** Opens the form with the area in it: beside those of the order that is being written, or else in a new one. */
export function orderForArea(app: OrderWork, areaId: string): void {
  const { stores } = app;
  if (stores.orders.getState().editing === null) openOrderForm(app);
  const { editing, changeDraft, show } = stores.orders.getState();
  const areas = editing?.draft.areas ?? [];
  if (!areas.some((item) => item.kind === 'area' && item.areaId === areaId)) {
    changeDraft({ areas: [...areas, { kind: 'area', areaId }] });
  }
  stores.ui.getState().showPanel('orders');
  show({ kind: 'form' });
}

/**
 * Compares the draft with known orders and results, and sends it when there is nothing to decide. A second call while
 * the first is under way does nothing.
 */
export async function checkAndSendOrder(app: OrderWork): Promise<void> {
  const { editing, send, setSend } = app.stores.orders.getState();
  if (!editing || send.kind === 'checking' || send.kind === 'sending') return;
  setSend({ kind: 'checking' });
  const check = await ask(() => app.api.orders.overlaps.mutate(editing.draft));
  if (app.stores.orders.getState().editing !== editing) {
    setSend({ kind: 'idle' });
    notifyInfo('The order was changed while it was compared. Send it again.');
  } else if (!check.ok) setSend({ kind: 'failed', failure: check.failure });
  else if (hasFindings(check.value)) setSend({ kind: 'checked', check: check.value });
  else await sendOrder(app);
}

/**
 * Sends the draft, once: a second call while the first is under way does nothing. It is kept before it leaves, and
 * stays among the drafts until the service has taken it. One whose outcome is unknown leaves the form: a form that
 * still held the order would invite sending it twice.
 */
export async function sendOrder(app: OrderWork): Promise<void> {
  const orders = app.stores.orders.getState();
  const { editing } = orders;
  if (!editing || orders.send.kind === 'sending') return;
  orders.setSend({ kind: 'sending' });
  const notKept = await keepDraft(app);
  if (notKept) {
    orders.setSend({ kind: 'failed', failure: notKept });
    return;
  }
  const result = await ask(() => app.api.orders.submit.mutate({ draftId: editing.id, draft: editing.draft }));
  if (!result.ok) {
    orders.setSend({ kind: 'failed', failure: withDoubt(result.failure) });
    return;
  }
  settleSend(app, result.value);
}

/** Sends the body of a submission that came to nothing once more, as it is. Answers the failure. */
export async function resendSubmission(app: OrderWork, submissionId: string): Promise<Failure | null> {
  const result = await ask(() => app.api.orders.resend.mutate(submissionId));
  if (!result.ok) return withDoubt(result.failure);
  const { id, state, orderId } = result.value;
  if (state === 'accepted') notifyInfo('The service has taken the order.');
  const { view, show } = app.stores.orders.getState();
  // Who has gone elsewhere meanwhile is not called back.
  if (view.kind === 'submission' && view.id === submissionId) {
    show(orderId ? { kind: 'order', id: orderId } : { kind: 'submission', id });
  }
  return null;
}

/** Takes a submission that came to nothing out of sight; it can be had back. */
export async function putSubmissionAway(app: OrderWork, { id, descriptiveName }: Submission): Promise<void> {
  const result = await ask(() => app.api.orders.putAway.mutate({ submissionId: id, isAway: true }));
  if (!result.ok) {
    notifyFailure(result.failure, 'The order was not put away.');
    return;
  }
  app.stores.orders.getState().show({ kind: 'list' });
  notifyUndo(`“${descriptiveName || 'Order without a name'}” put away.`, () => bringSubmissionBack(app, id));
}

/** Brings back a submission that was put away. */
export async function bringSubmissionBack(app: OrderWork, submissionId: string): Promise<void> {
  const result = await ask(() => app.api.orders.putAway.mutate({ submissionId, isAway: false }));
  if (!result.ok) notifyFailure(result.failure, 'The order was not brought back.');
}

/** Asks the service for the list of orders now. Answers the failure, for the place that asked. */
export async function refreshOrders(app: OrderWork): Promise<Failure | null> {
  const result = await ask(() => app.api.orders.refresh.mutate());
  return result.ok ? null : result.failure;
}

/** Keeps the analyst's decision on a submission of unknown outcome. Answers the failure, if it could not be kept. */
export async function settleSubmission(
  app: OrderWork,
  submissionId: string,
  orderId: string | null,
): Promise<Failure | null> {
  const result = await ask(() => app.api.orders.settle.mutate({ submissionId, orderId }));
  if (!result.ok) return result.failure;
  if (orderId !== null) app.stores.orders.getState().show({ kind: 'order', id: orderId });
  return null;
}

/** Why the service cannot be asked now, or true. */
export function canReachService({ stores }: OrderWork): true | string {
  const { session } = stores.session.getState();
  if (!session) return 'Sightline is starting.';
  if (session.status === 'expired') return 'The sign-in has expired. Sign in again first.';
  if (session.status !== 'signed-in') return 'Sign in first.';
  return true;
}

/** Why the draft cannot be sent now, whatever stands in it, or true. */
export function canSend(app: OrderWork): true | string {
  const reachable = canReachService(app);
  if (reachable !== true) return reachable;
  const { session } = app.stores.session.getState();
  if (session?.workspace === 'none') return 'No workspace is open, so the order could not be kept.';
  if (session?.workspace === 'read-only') {
    return `The workspace may not be written, so the order could not be kept. ${session.workspaceProblem ?? ''}`;
  }
  if (session?.connection === 'offline') {
    return `The service is out of reach${session.connectionProblem ? `: ${session.connectionProblem}` : '.'}`;
  }
  return true;
}

/** The commands about orders. */
export function createOrderCommands(app: OrderWork): Command[] {
  return [
    {
      id: 'orders.new',
      title: 'New order',
      group: 'Orders',
      hotkey: 'shift+N',
      run: () => openOrderForm(app),
    },
    {
      id: 'orders.drafts',
      title: 'Drafts and templates',
      group: 'Orders',
      run: () => {
        app.stores.ui.getState().showPanel('orders');
        app.stores.orders.getState().show({ kind: 'drafts' });
      },
    },
    {
      id: 'orders.for-area',
      title: 'Order for the selected area',
      group: 'Orders',
      enabled: () => app.stores.ui.getState().selectedAreaId !== null || 'Select an area first.',
      run: () => {
        const areaId = app.stores.ui.getState().selectedAreaId;
        if (areaId) orderForArea(app, areaId);
      },
    },
    {
      id: 'orders.refresh',
      title: 'Refresh orders',
      group: 'Orders',
      enabled: () => canReachService(app),
      run: async () => {
        const failure = await refreshOrders(app);
        if (failure) notifyFailure(failure, 'The orders were not refreshed.');
        else notifyInfo('The orders are up to date.');
      },
    },
  ];
}

function settleSend(app: OrderWork, submission: Submission): void {
  const { edit, setSend, view, show: showNow } = app.stores.orders.getState();
  // Who has gone elsewhere meanwhile is not called back.
  const show: typeof showNow = (next) => {
    if (view.kind === 'form') showNow(next);
  };
  switch (submission.state) {
    case 'accepted':
      edit(null, 'kept');
      show(submission.orderId ? { kind: 'order', id: submission.orderId } : { kind: 'list' });
      notifyInfo('The service has taken the order.');
      return;
    case 'refused':
    case 'not-sent':
      setSend({ kind: 'not-taken', submission });
      return;
    case 'sending':
    case 'unknown':
    case 'dismissed':
      edit(null, 'kept');
      notifyInfo('What became of the order is not known yet.');
      show({ kind: 'submission', id: submission.id });
  }
}

/** When the page lost its link in the middle, it does not know what Sightline did with the order. */
function withDoubt(failure: Failure): Failure {
  if (!['unreachable', 'timeout', 'server-error'].includes(failure.code)) return failure;
  return {
    ...failure,
    message: `${failure.message} Whether the order was sent is not known to this page: look at the list of orders before sending it again.`,
  };
}
