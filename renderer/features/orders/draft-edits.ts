import { draftTitle, type StoredDraft } from '../../../shared/orders/draft/stored-draft.ts';
import { fail } from '../../../shared/result.ts';
import type { StoredChange } from '../../../shared/stored-revert.ts';
import { recordItemEdit, tableSetter } from '../../context/items.ts';
import type { Edit, EditResult } from '../../stores/history-store.ts';
import { noteStoredDraft } from './known-drafts.ts';
import type { OrderCommandContext } from './order-command-context.ts';
import { texts } from './texts.ts';

type DraftChange = { before: StoredDraft | null; after: StoredDraft };

/** The last recorded change of each app's history, which the next one extends when both are of the same text. */
const lastChange = new WeakMap<object, { edit: Edit; change: DraftChange; text: string | null }>();

/** Names a draft in the history, so that its edits are forgotten when its order is sent. */
export function draftSubject(id: string): string {
  return `draft ${id}`;
}

/** Records that a draft or template was saved. A text that is saved several times while it is typed is one edit. */
export function recordDraftSave(
  app: OrderCommandContext,
  { before, after }: StoredChange<StoredDraft>,
  { name, message }: { readonly name?: string; readonly message?: string } = {},
): void {
  const { history } = app.stores;
  const text = before && changedText(before, after);
  const last = lastChange.get(history);
  const isLast = last !== undefined && history.getState().done.at(-1) === last.edit;
  if (isLast && text !== null && last.text === text && history.getState().undone.length === 0) {
    last.change.after = after;
    return;
  }
  const change: DraftChange = { before, after };
  const what = texts.edits.draft(after.kind, draftTitle(after));
  const edit = recordItemEdit(app, change, draftSetter(app), {
    name: name ?? (before ? texts.edits.changing(what) : texts.edits.adding(what)),
    subject: draftSubject(after.id),
    message,
  });
  lastChange.set(history, { edit, change, text });
}

/** Records that a draft or template was deleted. */
export function recordDraftRemoval(app: OrderCommandContext, removed: StoredDraft): void {
  const title = draftTitle(removed);
  recordItemEdit(app, { before: removed, after: null }, draftSetter(app), {
    name: texts.edits.deleting(removed.kind, title),
    subject: draftSubject(removed.id),
    message: texts.edits.deleted(title),
  });
}

/** Sets a draft back to a former state or, when that is null, deletes it; in the form, too, if it is open there. */
async function setDraft(
  app: OrderCommandContext,
  expected: StoredDraft,
  to: StoredDraft | null,
): Promise<EditResult> {
  const {
    api,
    stores: { orders },
  } = app;
  const { editing, send } = orders.getState();
  const isInForm = editing?.id === expected.id;
  if (isInForm && (send.kind === 'sending' || send.kind === 'checking'))
    return fail('cancelled', texts.edits.beingSent);
  const done = await api.drafts.revert.mutate({ expected, to });
  if (done.ok && to) noteStoredDraft(app, to);
  // What was typed in the meantime stays, and is saved after this.
  if (!done.ok || !isInForm || orders.getState().editing !== editing) return done;
  const { edit, show, view } = orders.getState();
  if (to?.kind === 'draft') edit({ ...editing, name: to.name, draft: to.draft }, 'saved');
  else {
    edit(null, 'saved');
    if (view.kind === 'form') show({ kind: 'drafts' });
  }
  return done;
}

function draftSetter(app: OrderCommandContext) {
  const { restore } = tableSetter<StoredDraft>(app.api.drafts);
  return {
    revert: (expected: StoredDraft, to: StoredDraft | null) => setDraft(app, expected, to),
    restore,
  };
}

/** The only member that differs, when it is a text; else null. */
function changedText(before: StoredDraft, after: StoredDraft): string | null {
  if (before.kind !== 'draft' || after.kind !== 'draft') return null;
  const [former, now]: Record<string, unknown>[] = [
    { ...before.draft, name: before.name },
    { ...after.draft, name: after.name },
  ];
  const changed = Object.keys({ ...former, ...now }).filter(
    (key) => JSON.stringify(former?.[key]) !== JSON.stringify(now?.[key]),
  );
  const [key] = changed;
  if (changed.length !== 1 || key === undefined) return null;
  return typeof former?.[key] === 'string' && typeof now?.[key] === 'string' ? `${after.id} ${key}` : null;
}
