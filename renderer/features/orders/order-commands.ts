import { draftToRequest } from '../../../shared/orders/draft/draft-to-request.ts';
import { blankDraft } from '../../../shared/orders/draft/order-draft.ts';
import { hasFindings } from '../../../shared/orders/overlap/overlap-check.ts';
import { readEmailAddress } from '../../../shared/orders/request/email-address.ts';
import { isNotOrdered, type Submission } from '../../../shared/orders/request/submission.ts';
import type { Failure } from '../../../shared/result.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { isOutcomeUnknown } from '../../api/failure-kinds.ts';
import type { App } from '../../context/app-context.tsx';
import { findArea, getAreas } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import type { EditedDraft } from '../../stores/orders-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { startDraft } from './draft-commands.ts';
import { draftSubject } from './draft-edits.ts';
import type { OrderCommandContext } from './order-command-context.ts';
import { fetchOrderResults } from './order-tracking-commands.ts';
import { saveFormDraft } from './save-draft.ts';
import { texts } from './texts.ts';

/** Opens the form with a new order for what the search form asks for. The previous one stays among the drafts. */
export function openOrderForm(app: OrderCommandContext): Promise<void> {
  const username = app.stores.session.getState().session?.username;
  const reading = readEmailAddress(username ?? '');
  const contactEmail = reading.ok && reading.notes.length === 0 ? (username ?? '') : '';
  const { analytics, areaId } = app.stores.search.getState().form;
  const areas = findArea(app, areaId) ? [{ kind: 'area', areaId } as const] : [];
  return startDraft(app, { ...blankDraft, analytics, areas, contactEmail });
}

/** Opens the form with the area added to the edited order, or to a new one. */
export function startOrderForAreas(app: OrderCommandContext, areaIds: readonly string[]): void {
  const { stores } = app;
  if (stores.orders.getState().editing === null) void openOrderForm(app);
  const { editing, changeDraft, show } = stores.orders.getState();
  const areas = editing?.draft.areas ?? [];
  const present = new Set(areas.flatMap((item) => (item.kind === 'area' ? [item.areaId] : [])));
  const added = areaIds.filter((areaId) => !present.has(areaId));
  if (added.length > 0) {
    changeDraft({ areas: [...areas, ...added.map((areaId) => ({ kind: 'area', areaId }) as const)] });
  }
  stores.ui.getState().showPanel('orders');
  show({ kind: 'form' });
}

/**
 * Compares the draft with known orders and results, and sends it if there are no overlaps. A second call while the
 * first is running does nothing. A draft whose last submission was not ordered is sent again only when `retryOf` names
 * that submission.
 */
export async function checkAndSendOrder(app: OrderCommandContext, retryOf?: string): Promise<void> {
  const { editing, send, setSend } = app.stores.orders.getState();
  if (!editing || send.kind === 'checking' || send.kind === 'sending') return;
  setSend({ kind: 'checking' });
  const check = await app.api.orders.overlaps.mutate(editing.draft);
  if (app.stores.orders.getState().editing !== editing) {
    if (isInForm(app, editing)) setSend({ kind: 'idle' });
    notifyInfo(texts.sending.changedMeanwhile);
  } else if (!check.ok) setSend({ kind: 'failed', failure: check.failure });
  else if (hasFindings(check.value)) setSend({ kind: 'checked', check: check.value, retryOf });
  else await sendOrder(app, retryOf);
}

/**
 * Sends the draft, once: a second call while the first is running does nothing. It is saved before it is sent, and stays
 * among the drafts until the service has accepted it. A draft whose outcome is unknown is removed from the form: leaving
 * it there would invite sending it twice.
 */
export async function sendOrder(app: OrderCommandContext, retryOf?: string): Promise<void> {
  const orders = app.stores.orders.getState();
  const { editing } = orders;
  if (!editing || orders.send.kind === 'sending') return;
  orders.setSend({ kind: 'sending' });
  const workspace = workspaceKey(app.stores.session.getState().session);
  const saveFailure = await saveFormDraft(app);
  if (saveFailure) {
    showSendFailure(app, editing, saveFailure);
    return;
  }
  const { id: draftId, draft } = editing;
  const result = await app.api.orders.submit.mutate({ draftId, draft, retryOf, workspace });
  if (!result.ok) showSendFailure(app, editing, withUnknownOutcome(result.failure));
  else showSendOutcome(app, editing, result.value);
}

/** Sends the unchanged body of a failed submission again. Returns the failure, if any. */
export async function resendSubmission(
  app: OrderCommandContext,
  submissionId: string,
): Promise<Failure | null> {
  const result = await app.api.orders.resend.mutate(submissionId);
  if (!result.ok) return withUnknownOutcome(result.failure);
  const { id, state, orderId } = result.value;
  if (state === 'accepted') notifyInfo(texts.sending.accepted);
  const { view, show } = app.stores.orders.getState();
  // Stay in the current view if the user has navigated elsewhere in the meantime.
  if (view.kind === 'submission' && view.id === submissionId) {
    show(orderId ? { kind: 'order', id: orderId } : { kind: 'submission', id });
  }
  return null;
}

/** Archives a failed submission, or restores an archived one; can be undone. */
export async function setArchived(
  app: OrderCommandContext,
  { id, descriptiveName }: Submission,
  isArchived: boolean,
): Promise<void> {
  const archive = (to: boolean) => app.api.orders.archive.mutate({ submissionId: id, isArchived: to });
  const { submissions, edits } = texts;
  const result = await callEdit(app, () => archive(isArchived));
  if (!result.ok)
    return notifyFailure(result.failure, isArchived ? submissions.notArchived : submissions.notRestored);
  const { view, show } = app.stores.orders.getState();
  // Stay in the current view if the user has navigated elsewhere in the meantime.
  if (isArchived && view.kind === 'submission' && view.id === id) show({ kind: 'list' });
  const title = descriptiveName || texts.unnamed;
  recordEdit(
    app,
    {
      name: isArchived ? edits.archiving(title) : edits.restoring(title),
      undo: () => archive(!isArchived),
      redo: () => archive(isArchived),
    },
    isArchived ? edits.archived(title) : edits.restored(title),
  );
}

/** Refreshes the list of orders from the service. Returns the failure, if any. */
export async function refreshOrders(app: OrderCommandContext): Promise<Failure | null> {
  const result = await app.api.orders.refresh.mutate();
  return result.ok ? null : result.failure;
}

/** Saves the analyst's decision on a submission of unknown outcome. Returns the failure, if any. */
export async function resolveSubmission(
  app: OrderCommandContext,
  submissionId: string,
  orderId: string | null,
): Promise<Failure | null> {
  const result = await app.api.orders.settle.mutate({ submissionId, orderId });
  if (!result.ok) return result.failure;
  if (orderId !== null) app.stores.orders.getState().show({ kind: 'order', id: orderId });
  return null;
}

/** Reason why the service cannot be called now, or true. */
export function canReachService({ stores }: OrderCommandContext): true | string {
  const { session } = stores.session.getState();
  if (!session) return texts.blocked.starting;
  if (session.status === 'expired') return texts.blocked.expired;
  if (session.status !== 'signed-in') return texts.blocked.signInFirst;
  return true;
}

/** Reason why no draft can be sent now, or true. */
export function canSend(app: OrderCommandContext): true | string {
  const reachable = canReachService(app);
  if (reachable !== true) return reachable;
  const { session } = app.stores.session.getState();
  if (session?.workspace === 'none') return texts.blocked.noWorkspace;
  if (session?.workspace === 'read-only') {
    return texts.blocked.readOnly(session.workspaceProblem ?? '');
  }
  if (session?.connection === 'offline') {
    return texts.blocked.offline(session.connectionProblem);
  }
  return true;
}

/** The commands with which other features start an order and fetch its results. */
export function createOrderInputCommands(
  app: OrderCommandContext & Pick<App, 'commands'>,
): readonly InputCommand[] {
  return [
    {
      id: 'orders.start-for-areas',
      title: texts.commands.orderAreas,
      run: ({ areaIds }) => startOrderForAreas(app, areaIds),
    },
    {
      id: 'orders.fetch-results-of',
      title: texts.commands.fetchResultsOf,
      async run({ orderId }) {
        const failure = await fetchOrderResults(app, orderId);
        if (failure) notifyFailure(failure, texts.results.notFetched);
      },
    },
  ];
}

/** The commands about orders. */
export function createOrderCommands(app: OrderCommandContext): Command[] {
  return [
    {
      id: 'orders.new',
      title: texts.commands.new,
      group: 'Orders',
      hotkey: 'shift+N',
      run: () => openOrderForm(app),
    },
    {
      id: 'orders.drafts',
      title: texts.drafts.title,
      group: 'Orders',
      run: () => {
        app.stores.ui.getState().showPanel('orders');
        app.stores.orders.getState().show({ kind: 'drafts' });
      },
    },
    {
      id: 'orders.for-area',
      title: texts.commands.forArea,
      group: 'Orders',
      enabled: () => app.stores.ui.getState().selectedAreaId !== null || texts.commands.selectArea,
      run: () => {
        const areaId = app.stores.ui.getState().selectedAreaId;
        if (areaId) startOrderForAreas(app, [areaId]);
      },
    },
    {
      id: 'orders.refresh',
      title: texts.commands.refresh,
      group: 'Orders',
      enabled: () => canReachService(app),
      run: async () => {
        const refreshed = await app.api.orders.refresh.mutate();
        if (!refreshed.ok) notifyFailure(refreshed.failure, texts.list.notRefreshed);
        else notifyInfo(texts.list.refreshed(refreshed.value.problems.length));
      },
    },
  ];
}

/** Whether a draft is still in the form: the user may open another one while it is sent. */
function isInForm({ stores }: OrderCommandContext, { id }: EditedDraft): boolean {
  return stores.orders.getState().editing?.id === id;
}

function showSendFailure(app: OrderCommandContext, sent: EditedDraft, failure: Failure): void {
  if (isInForm(app, sent)) app.stores.orders.getState().setSend({ kind: 'failed', failure });
  else notifyFailure(failure, texts.sending.failed(orderTitle(sent)));
}

function orderTitle({ draft }: EditedDraft): string {
  return draft.descriptiveName || texts.unnamed;
}

function showSendOutcome(app: OrderCommandContext, sent: EditedDraft, submission: Submission): void {
  const { edit, setSend, view, show: showNow } = app.stores.orders.getState();
  // An order that may have been sent cannot be undone, nor can the edits of its draft, unless it was changed since.
  if (!isNotOrdered(submission) && !hasOtherContent(app, sent, submission)) {
    app.stores.history.getState().forgetSubject(draftSubject(sent.id));
  }
  if (!isInForm(app, sent)) {
    notifyInfo(sendOutcomeText(sent, submission));
    return;
  }
  // Stay in the current view if the user has navigated elsewhere in the meantime.
  const show: typeof showNow = (next) => {
    if (view.kind === 'form') showNow(next);
  };
  if (!isNotOrdered(submission) && hasOtherContent(app, sent, submission)) {
    // The draft was sent before and changed since. The form retains the changes and shows the outcome of the order.
    setSend({ kind: 'idle' });
    notifyInfo(texts.sending.otherContent);
    return;
  }
  switch (submission.state) {
    case 'accepted':
      edit(null, 'saved');
      if (submission.orderId) {
        app.stores.workspace.getState().setCompleted({ kind: 'order-sent', orderId: submission.orderId });
      }
      show(submission.orderId ? { kind: 'order', id: submission.orderId } : { kind: 'list' });
      notifyInfo(texts.sending.accepted);
      return;
    case 'refused':
    case 'not-sent':
    case 'dismissed':
      setSend({ kind: 'rejected', submission });
      return;
    case 'sending':
    case 'unknown':
      edit(null, 'saved');
      notifyInfo(texts.sending.unknownOutcome);
      show({ kind: 'submission', id: submission.id });
  }
}

/** The outcome of an order whose draft is no longer in the form. */
function sendOutcomeText(sent: EditedDraft, submission: Submission): string {
  if (submission.state === 'accepted') return texts.sending.namedAccepted(orderTitle(sent));
  return isNotOrdered(submission)
    ? texts.sending.namedNotOrdered(orderTitle(sent))
    : texts.sending.namedUnknown(orderTitle(sent));
}

/** Whether the submission has other content than the draft. */
function hasOtherContent(
  app: OrderCommandContext,
  { draft }: EditedDraft,
  { bodyText }: Submission,
): boolean {
  const built = draftToRequest(draft, getAreas(app));
  return built.ok && built.bodyText !== bodyText;
}

/** Adds a warning where a lost connection leaves the outcome unknown to the page. */
function withUnknownOutcome(failure: Failure): Failure {
  if (!isOutcomeUnknown(failure)) return failure;
  return {
    ...failure,
    message: texts.sending.maybeSent(failure.message),
  };
}
