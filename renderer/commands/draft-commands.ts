import { linkDraftAreas, literalShape } from '../../shared/orders/draft-areas.ts';
import { describeTimes, withoutTimes } from '../../shared/orders/duplicate-draft.ts';
import { importDraft } from '../../shared/orders/import-draft.ts';
import type { OrderDraft } from '../../shared/orders/order-draft.ts';
import { draftFromTemplate, orderTemplateSchema, toTemplate } from '../../shared/orders/order-template.ts';
import { requestToDraft } from '../../shared/orders/request-to-draft.ts';
import {
  draftTitle,
  draftToKeepSchema,
  type KeptDraft,
  type KeptTemplate,
  type StoredDraft,
} from '../../shared/orders/stored-draft.ts';
import type { Failure, Result } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import { notifyFailure, notifyInfo, notifyUndo } from '../app/notify.tsx';
import type { EditedDraft } from '../stores/orders-store.ts';
import { keepDraft } from './keep-draft.ts';
import { listedAreas, type OrderWork } from './order-work.ts';

/** Opens the form with a kept draft. */
export function openDraft(app: OrderWork, { id, name, draft }: KeptDraft): void {
  showInForm(app, { id, name, draft, notes: [] }, 'kept');
}

/** Begins a draft and opens the form with it. It is kept from its first change on. */
export function beginDraft(app: OrderWork, draft: OrderDraft): void {
  showInForm(app, { id: crypto.randomUUID(), name: '', draft, notes: [] }, 'new');
}

/** Begins a draft that is worth keeping as it is. */
function beginFilledDraft(app: OrderWork, draft: OrderDraft, notes: readonly string[]): void {
  showInForm(app, { id: crypto.randomUUID(), name: '', draft, notes }, 'changed');
  void keepDraft(app);
}

function showInForm(app: OrderWork, editing: EditedDraft, keep: 'new' | 'kept' | 'changed'): void {
  void keepDraft(app);
  app.stores.orders.getState().edit(editing, keep);
  app.stores.ui.getState().showPanel('orders');
  app.stores.orders.getState().show({ kind: 'form' });
}

/**
 * Begins a draft with a request that was sent before. `times: 'ask'` leaves its times blank, to order the same again
 * at another time; `keep` takes them over, to put a request right. Answers the failure, if it cannot be read.
 */
export function reuseRequest(app: OrderWork, requestText: string, times: 'ask' | 'keep'): Failure | null {
  const read = requestToDraft(requestText);
  if (!read.ok) return read.failure;
  const { draft, notes } = read.value;
  const linked = linkDraftAreas(draft, listedAreas(app));
  if (times === 'keep')
    beginFilledDraft(app, linked, ['Copied from a request that was sent before.', ...notes]);
  else {
    const former = draft.ranges.length > 0 ? ` It was ordered for ${describeTimes(draft)}.` : '';
    beginFilledDraft(app, withoutTimes(linked), [
      `Copied from a stored request. Give it a new time range.${former}`,
      ...notes,
    ]);
  }
  return null;
}

/** Begins a draft with a template. */
export function beginWithTemplate(app: OrderWork, { template }: KeptTemplate): void {
  beginFilledDraft(app, draftFromTemplate(template), [
    `Begun with the template “${template.templateName}”. Give it a time range.`,
  ]);
}

/** Keeps the draft in the form as a template, too. Answers the failure. */
export async function saveAsTemplate(app: OrderWork, templateName: string): Promise<Failure | null> {
  const { editing } = app.stores.orders.getState();
  if (!editing) return null;
  const template = orderTemplateSchema.safeParse(toTemplate(editing.draft, templateName));
  if (!template.success) return invalid(template.error.issues[0]?.message);
  const kept = await ask(() =>
    app.api.drafts.put.mutate({ kind: 'template', id: crypto.randomUUID(), template: template.data }),
  );
  if (!kept.ok) return kept.failure;
  notifyInfo(`Template “${template.data.templateName}” kept. Its times were left out.`);
  return null;
}

/** Renames a draft or template; it can be undone. Answers the failure. */
export async function renameStored(
  app: OrderWork,
  stored: StoredDraft,
  name: string,
): Promise<Failure | null> {
  const renamed: StoredDraft =
    stored.kind === 'draft'
      ? { ...stored, name }
      : { ...stored, template: { ...stored.template, templateName: name } };
  const checked = draftToKeepSchema.safeParse(renamed);
  if (!checked.success) return invalid(checked.error.issues[0]?.message);
  const kept = await putStored(app, checked.data);
  if (!kept.ok) return kept.failure;
  notifyUndo(`“${draftTitle(stored)}” renamed.`, async () => {
    const undone = await putStored(app, stored);
    if (!undone.ok) notifyFailure(undone.failure, 'The old name could not be had back.');
  });
  return null;
}

/** The form must not write the old name back with its next change. */
async function putStored(app: OrderWork, stored: Parameters<OrderWork['api']['drafts']['put']['mutate']>[0]) {
  const { editing, renameDraft } = app.stores.orders.getState();
  if (stored.kind === 'draft' && editing?.id === stored.id) {
    renameDraft(stored.name);
    const failure = await keepDraft(app);
    return failure ? { ok: false as const, failure } : { ok: true as const };
  }
  return ask(() => app.api.drafts.put.mutate(stored));
}

/** Takes a draft or template away; it can be had back. */
export async function deleteStored(app: OrderWork, stored: StoredDraft): Promise<void> {
  const orders = app.stores.orders.getState();
  const wasEdited = orders.editing?.id === stored.id;
  if (wasEdited) {
    await keepDraft(app);
    orders.edit(null, 'kept');
    orders.show({ kind: 'drafts' });
  }
  const title = draftTitle(stored);
  const removed = await ask(() => app.api.drafts.remove.mutate(stored.id));
  if (!removed.ok) {
    notifyFailure(removed.failure, `“${title}” was not deleted.`);
    return;
  }
  notifyUndo(`“${title}” deleted.`, async () => {
    const restored = await ask(() => app.api.drafts.restore.mutate(stored.id));
    if (!restored.ok) notifyFailure(restored.failure, `“${title}” could not be had back.`);
  });
}

/** Writes a draft or template to a file of the user's choice. Answers where it lies; null when no place was chosen. */
export async function exportStored(app: OrderWork, id: string) {
  const { editing, setKeep } = app.stores.orders.getState();
  // A draft that was begun and not changed yet is not in the workspace.
  if (editing?.id === id) setKeep({ kind: 'changed' });
  const failure = await keepDraft(app);
  if (failure) return { ok: false as const, failure };
  return ask(() => app.api.drafts.export.mutate(id));
}

/** Brings in an exported draft or template, or the JSON of a request. Answers the failure. */
export async function importText(app: OrderWork, text: string): Promise<Failure | null> {
  const imported = importDraft(text);
  if (!imported.ok) return imported.failure;
  if (imported.value.kind === 'draft') {
    const { draft, notes } = imported.value;
    beginFilledDraft(app, linkDraftAreas(draft, listedAreas(app)), ['Imported.', ...notes]);
    return null;
  }
  const { template } = imported.value;
  const kept = await ask(() =>
    app.api.drafts.put.mutate({ kind: 'template', id: crypto.randomUUID(), template }),
  );
  if (!kept.ok) return kept.failure;
  notifyInfo(`Template “${template.templateName}” imported.`);
  return null;
}

/** Makes an area of the workspace of an AOI that the draft has written out, and lets the draft follow it. */
export async function keepAsArea(app: OrderWork, index: number): Promise<void> {
  const { editing } = app.stores.orders.getState();
  const item = editing?.draft.areas[index];
  if (!editing || !item || item.kind === 'area') return;
  const name =
    item.name.trim() || `${editing.draft.descriptiveName || 'Order'}, area ${index + 1}`.slice(-200);
  const added = await ask(() => app.api.areas.create.mutate({ name, shape: literalShape(item) }));
  if (!added.ok) {
    notifyFailure(added.failure, `“${name}” did not become an area.`);
    return;
  }
  const { editing: now, changeDraft } = app.stores.orders.getState();
  if (now?.id !== editing.id) return;
  changeDraft({
    areas: now.draft.areas.map((other) =>
      other === item ? { kind: 'area', areaId: added.value.id } : other,
    ),
  });
}

function invalid(message = 'This name cannot be used.'): Failure {
  return { code: 'invalid-input', message };
}

/** The kept draft with this id; undefined when there is none. */
export async function findDraft(app: OrderWork, id: string): Promise<Result<KeptDraft | undefined>> {
  const drafts = await ask(() => app.api.drafts.list.query());
  if (!drafts.ok) return drafts;
  const found = drafts.value.find((stored) => stored.id === id);
  return { ok: true, value: found?.kind === 'draft' ? found : undefined };
}
