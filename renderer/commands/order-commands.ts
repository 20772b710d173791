import { z } from 'zod';
import { formFromRequest } from '../../shared/orders/form-from-request.ts';
import type { Submission } from '../../shared/orders/submission.ts';
import type { Failure } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo, notifyUndo } from '../app/notify.tsx';
import { isDraftStarted } from '../stores/orders-store.ts';
import type { Command } from './command.ts';

/** What work on orders needs of the app. */
export type OrderWork = Pick<App, 'api' | 'stores'>;

/** Opens the order form with the draft as it stands. */
export function openOrderForm({ stores }: OrderWork): void {
  const { draft, changeDraft, show } = stores.orders.getState();
  const username = stores.session.getState().session?.username;
  if (draft.contactEmail === '' && z.email().safeParse(username).success) {
    changeDraft({ contactEmail: username ?? '' });
  }
  stores.ui.getState().showPanel('orders');
  show({ kind: 'form' });
}

/** Opens the order form with the area in it, beside those that are in it already. */
export function orderForArea(app: OrderWork, areaId: string): void {
  const { draft, changeDraft } = app.stores.orders.getState();
  if (!draft.areaIds.includes(areaId)) changeDraft({ areaIds: [...draft.areaIds, areaId] });
  openOrderForm(app);
}

/**
 * Sends the draft, once: a second call while the first is under way does nothing. An accepted order, and one whose
 * outcome is unknown, leave the form empty: both are kept in the workspace with their bodies, and a form that still
 * held the order would invite sending it twice.
 */
export async function sendOrder(app: OrderWork): Promise<void> {
  const orders = app.stores.orders.getState();
  if (orders.send.kind === 'sending') return;
  orders.setSend({ kind: 'sending' });
  const result = await ask(() => app.api.orders.submit.mutate(orders.draft));
  if (!result.ok) {
    orders.setSend({ kind: 'failed', failure: withDoubt(result.failure) });
    return;
  }
  settleSend(app, result.value);
}

/** Asks the service for the list of orders now. Answers the failure, for the place that asked. */
export async function refreshOrders(app: OrderWork): Promise<Failure | null> {
  const result = await ask(() => app.api.orders.refresh.mutate());
  return result.ok ? null : result.failure;
}

/**
 * Fills the form with a request that was sent before. Shapes of it that the workspace has no area for any more become
 * areas again. The draft that was in the form can be had back. Answers the failure, if it could not be done.
 */
export async function reuseRequest(app: OrderWork, requestText: string): Promise<Failure | null> {
  const areas = app.stores.workspace.getState().areas;
  const reused = formFromRequest(requestText, areas.state === 'ready' ? areas.value : []);
  if (!reused) return { code: 'invalid-input', message: 'This text is no order request. Write a new order.' };
  const addedIds: string[] = [];
  for (const [index, shape] of reused.missingShapes.entries()) {
    const name = `${reused.form.descriptiveName || 'Order'}, area ${index + 1}`.slice(-200);
    const added = await ask(() => app.api.areas.create.mutate({ name, shape }));
    if (!added.ok) return added.failure;
    addedIds.push(added.value.id);
  }
  const { draft, changeDraft, setSend } = app.stores.orders.getState();
  changeDraft({ ...reused.form, areaIds: [...reused.form.areaIds, ...addedIds] });
  setSend({ kind: 'idle' });
  openOrderForm(app);
  const said = [
    'The form holds this request.',
    ...(addedIds.length === 0 ? [] : [`${addedIds.length} of its areas were added to the workspace again.`]),
    ...reused.losses,
  ].join(' ');
  if (isDraftStarted(draft)) notifyUndo(said, () => changeDraft(draft));
  else notifyInfo(said);
  return null;
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
  const { clearDraft, setSend, show } = app.stores.orders.getState();
  switch (submission.state) {
    case 'accepted':
      clearDraft();
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
      clearDraft();
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
