import { inlineAreaShape, linkDraftAreas } from '../../../shared/orders/draft/draft-areas.ts';
import { clearDraftTimes, describeTimes, type OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import {
  draftFromTemplate,
  orderTemplateSchema,
  toTemplate,
} from '../../../shared/orders/draft/order-template.ts';
import { importDraft, requestToDraft } from '../../../shared/orders/draft/request-to-draft.ts';
import {
  draftTitle,
  draftToSaveSchema,
  type SavedDraft,
  type SavedTemplate,
  type StoredDraft,
} from '../../../shared/orders/draft/stored-draft.ts';
import type { Failure, Result } from '../../../shared/result.ts';
import { recordAreaSwap } from '../../context/area-edits.ts';
import { getAreas } from '../../context/areas.ts';
import { callEdit } from '../../context/edit-history.ts';
import type { EditedDraft } from '../../stores/orders-store.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { recordDraftRemoval, recordDraftSave } from './draft-edits.ts';
import { noteStoredDraft } from './known-drafts.ts';
import type { OrderCommandContext } from './order-command-context.ts';
import { saveFormDraft } from './save-draft.ts';
import { texts } from './texts.ts';

/** Opens the form with a saved draft. */
export async function openDraft(app: OrderCommandContext, saved: SavedDraft): Promise<void> {
  const { id, name, draft } = saved;
  // What was entered into the same draft is newer than what is stored.
  if (app.stores.orders.getState().editing?.id === id && isUnsaved(app)) {
    showForm(app);
    return;
  }
  noteStoredDraft(app, saved);
  await showInForm(app, { id, name, draft, notes: [] }, 'saved');
}

/** Starts a draft and opens the form with it. It is saved from its first change on. */
export function startDraft(app: OrderCommandContext, draft: OrderDraft): Promise<void> {
  return showInForm(app, { id: crypto.randomUUID(), name: '', draft, notes: [] }, 'new');
}

/** Starts a draft that is saved before its first change. */
function startFilledDraft(
  app: OrderCommandContext,
  draft: OrderDraft,
  notes: readonly string[],
): Promise<void> {
  return showInForm(app, { id: crypto.randomUUID(), name: '', draft, notes }, 'changed');
}

/** Shows a draft in the form once the former one is saved. Until it can be saved, that one stays: it is its only copy. */
async function showInForm(
  app: OrderCommandContext,
  next: EditedDraft,
  saveState: 'new' | 'saved' | 'changed',
): Promise<void> {
  const { orders } = app.stores;
  const former = orders.getState().editing;
  while (isUnsaved(app)) {
    const failure = await saveFormDraft(app);
    if (failure?.code === 'conflict' && former) {
      notifyInfo(texts.drafts.otherChangedElsewhere(draftTitle({ ...former, kind: 'draft' })));
    } else if (failure) {
      notifyFailure(failure, texts.drafts.isNotSaved);
      showForm(app);
      return;
    }
  }
  orders.getState().edit(next, saveState);
  showForm(app);
  if (saveState === 'changed') void saveFormDraft(app);
}

function showForm({ stores: { orders, ui } }: OrderCommandContext): void {
  ui.getState().showPanel('orders');
  orders.getState().show({ kind: 'form' });
}

/** Whether the form has something that the workspace does not have. */
function isUnsaved({ stores: { orders } }: OrderCommandContext): boolean {
  const { editing, saveState } = orders.getState();
  return editing !== null && (saveState.kind === 'changed' || saveState.kind === 'failed');
}

/**
 * Starts a draft with a request that was sent before. `times: 'blank'` leaves out its times, to order the same again
 * at another time; `copy` copies them, to correct a request. Returns the failure if the request cannot be read.
 */
export async function reuseRequest(
  app: OrderCommandContext,
  requestText: string,
  times: 'blank' | 'copy',
): Promise<Failure | null> {
  const read = requestToDraft(requestText);
  if (!read.ok) return read.failure;
  const { draft, notes } = read.value;
  const linked = linkDraftAreas(draft, getAreas(app));
  if (times === 'copy') await startFilledDraft(app, linked, [texts.drafts.copiedRequest, ...notes]);
  else {
    const former = draft.ranges.length > 0 ? texts.drafts.orderedFor(describeTimes(draft)) : '';
    await startFilledDraft(app, clearDraftTimes(linked), [texts.drafts.copiedWithoutTimes(former), ...notes]);
  }
  return null;
}

/** Starts a draft with the content of another: a draft is ordered once, and the copy is a separate order. */
export function duplicateDraft(
  app: OrderCommandContext,
  source: Pick<EditedDraft, 'id' | 'name' | 'draft'>,
): Promise<void> {
  return startFilledDraft(app, source.draft, [
    texts.drafts.copiedDraft(draftTitle({ ...source, kind: 'draft' })),
  ]);
}

/** Starts a draft from a template. */
export function startFromTemplate(app: OrderCommandContext, { template }: SavedTemplate): Promise<void> {
  return startFilledDraft(app, draftFromTemplate(template), [
    texts.drafts.fromTemplate(template.templateName),
  ]);
}

/** Saves a copy of the draft in the form as a template. Returns the failure. */
export async function saveAsTemplate(
  app: OrderCommandContext,
  templateName: string,
): Promise<Failure | null> {
  const { editing } = app.stores.orders.getState();
  if (!editing) return null;
  const template = orderTemplateSchema.safeParse(toTemplate(editing.draft, templateName));
  if (!template.success) return invalid(template.error.issues[0]?.message);
  const saved = await callEdit(app, () =>
    app.api.drafts.save.mutate({ kind: 'template', id: crypto.randomUUID(), template: template.data }),
  );
  if (!saved.ok) return saved.failure;
  recordDraftSave(app, saved.value, {
    message: texts.drafts.templateSaved(template.data.templateName),
  });
  return null;
}

/** Renames a draft or template; can be undone. Returns the failure. */
export async function renameStored(
  app: OrderCommandContext,
  stored: StoredDraft,
  name: string,
): Promise<Failure | null> {
  const unsaved = await saveFormDraft(app);
  if (unsaved) return unsaved;
  const { orders } = app.stores;
  const { editing } = orders.getState();
  const isInForm = stored.kind === 'draft' && editing?.id === stored.id;
  const renamed: StoredDraft =
    stored.kind === 'draft'
      ? { ...stored, name, ...(isInForm ? { draft: editing.draft } : {}) }
      : { ...stored, template: { ...stored.template, templateName: name } };
  const checked = draftToSaveSchema.safeParse(renamed);
  if (!checked.success) return invalid(checked.error.issues[0]?.message);
  const saved = await callEdit(app, () => app.api.drafts.save.mutate(checked.data));
  if (!saved.ok) return saved.failure;
  noteStoredDraft(app, saved.value.after);
  if (isInForm) {
    // The form must not write the old name back with its next change.
    if (orders.getState().editing === editing) orders.getState().edit({ ...editing, name }, 'saved');
    else orders.getState().renameDraft(name);
  }
  recordDraftSave(app, saved.value, {
    name: texts.edits.renaming(draftTitle(stored)),
    message: texts.edits.renamed(draftTitle(stored)),
  });
  return null;
}

/** Deletes a draft or template; can be undone. */
export async function deleteStored(app: OrderCommandContext, stored: StoredDraft): Promise<void> {
  const orders = app.stores.orders.getState();
  const title = draftTitle(stored);
  if (orders.editing?.id === stored.id) {
    const unsaved = await saveFormDraft(app);
    if (unsaved?.code === 'conflict') return notifyFailure(unsaved, texts.drafts.notDeleted(title));
    orders.edit(null, 'saved');
    orders.show({ kind: 'drafts' });
  }
  const removed = await callEdit(app, () => app.api.drafts.remove.mutate(stored.id));
  if (!removed.ok) return notifyFailure(removed.failure, texts.drafts.notDeleted(title));
  recordDraftRemoval(app, removed.value ?? stored);
}

/** Exports a draft or template to a file that the user chooses. Returns its path; null when the user cancelled. */
export async function exportStored(app: OrderCommandContext, id: string) {
  const { editing, setSaveState } = app.stores.orders.getState();
  // A new draft is saved from its first change on; marking it as changed saves it before the export.
  if (editing?.id === id) setSaveState({ kind: 'changed' });
  const failure = await saveFormDraft(app);
  if (failure) return { ok: false as const, failure };
  return app.api.drafts.export.mutate(id);
}

/** Imports an exported draft or template, or the JSON of a request. Returns the failure. */
export async function importText(app: OrderCommandContext, text: string): Promise<Failure | null> {
  const imported = importDraft(text);
  if (!imported.ok) return imported.failure;
  if (imported.value.kind === 'draft') {
    const { draft, notes } = imported.value;
    await startFilledDraft(app, linkDraftAreas(draft, getAreas(app)), [texts.drafts.imported, ...notes]);
    return null;
  }
  const { template } = imported.value;
  const saved = await callEdit(app, () =>
    app.api.drafts.save.mutate({ kind: 'template', id: crypto.randomUUID(), template }),
  );
  if (!saved.ok) return saved.failure;
  recordDraftSave(app, saved.value, { message: texts.drafts.templateImported(template.templateName) });
  return null;
}

/** Saves an inline AOI of the draft as an area of the workspace, and replaces it in the draft by a reference to it. */
export async function saveAsArea(app: OrderCommandContext, index: number): Promise<void> {
  const { editing } = app.stores.orders.getState();
  const item = editing?.draft.areas[index];
  if (!editing || !item || item.kind === 'area') return;
  const name = item.name.trim() || texts.areas.ofOrder(editing.draft.descriptiveName, index + 1).slice(-200);
  const added = await callEdit(app, () =>
    app.api.areas.create.mutate({ name, shape: inlineAreaShape(item) }),
  );
  if (!added.ok) return notifyFailure(added.failure, texts.areas.notSaved(name));
  recordAreaSwap(app, { added: [added.value], removed: [] }, { name: texts.edits.savingArea(name) });
  const { editing: now, changeDraft } = app.stores.orders.getState();
  if (now?.id !== editing.id) return;
  changeDraft({
    areas: now.draft.areas.map((other) =>
      other === item ? { kind: 'area', areaId: added.value.id } : other,
    ),
  });
}

function invalid(message: string = texts.drafts.invalidName): Failure {
  return { code: 'invalid-input', message };
}

/** The saved draft with this id; undefined when there is none. */
export async function findDraft(
  app: OrderCommandContext,
  id: string,
): Promise<Result<SavedDraft | undefined>> {
  const drafts = await app.api.drafts.list.query();
  if (!drafts.ok) return drafts;
  const found = drafts.value.drafts.find((stored) => stored.id === id);
  return { ok: true, value: found?.kind === 'draft' ? found : undefined };
}
