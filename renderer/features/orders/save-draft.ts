import { type DraftSave, type DraftToSave, draftTitle } from '../../../shared/orders/draft/stored-draft.ts';
import type { Failure, Result } from '../../../shared/result.ts';
import { isOutcomeUnknown } from '../../api/failure-kinds.ts';
import { settleBeforeUndo } from '../../context/edit-history.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { recordDraftSave } from './draft-edits.ts';
import { findStoredDraft, noteStoredDraft } from './known-drafts.ts';
import type { OrderCommandContext } from './order-command-context.ts';
import { texts } from './texts.ts';

/** Delay after the last change before a draft is saved. */
const autosaveDelayMs = 500;
/** Delay after a save that failed before it is tried again: another program may have locked the file. */
const retryDelayMs = 5_000;
/** The last write of each app's draft, so that writes run one after another. */
const lastWrite = new WeakMap<object, Promise<Failure | null>>();
/** The last save of each draft whose response was lost. */
const savesWithoutResponse = new Map<string, DraftSave>();
/** The draft that replaces one that another window has changed, for writes that were requested before. */
const replacements = new Map<string, { readonly id: string; readonly failure: Failure }>();

/** Saves the draft in the form to the workspace, unless it is saved already. Returns the failure, if any. */
export function saveFormDraft(app: OrderCommandContext): Promise<Failure | null> {
  const { orders } = app.stores;
  const { editing, saveState } = orders.getState();
  if (!editing || saveState.kind === 'saved' || saveState.kind === 'new') return Promise.resolve(null);
  const before = lastWrite.get(orders) ?? Promise.resolve(null);
  const write = before.then(async () => {
    const replacement = replacements.get(editing.id);
    const { name, draft } = editing;
    const saved: DraftToSave = { kind: 'draft', id: replacement?.id ?? editing.id, name, draft };
    const result = await sendDraft(app, saved);
    if (!result.ok && result.failure.code === 'conflict') {
      const id = await saveAsAnother(app, saved);
      replacements.set(editing.id, { id, failure: result.failure });
      if (lastWrite.get(orders) === write) replacements.clear();
      return result.failure;
    }
    if (lastWrite.get(orders) === write) replacements.clear();
    // Changes made in the meantime are saved by the next write.
    if (orders.getState().editing === editing) {
      orders
        .getState()
        .setSaveState(result.ok ? { kind: 'saved' } : { kind: 'failed', failure: result.failure });
    }
    return result.ok ? (replacement?.failure ?? null) : result.failure;
  });
  lastWrite.set(orders, write);
  return write;
}

/** Sends a save whose response was lost once more, so that it is known what is stored, and then the draft. */
async function sendDraft(app: OrderCommandContext, saved: DraftToSave): Promise<Result<unknown>> {
  const lost = savesWithoutResponse.get(saved.id);
  if (lost) {
    const stored = await sendSave(app, lost);
    if (!stored.ok) return stored;
  }
  const expected = findStoredDraft(app, saved.id);
  return sendSave(app, { ...saved, ...(expected && { expected }) });
}

async function sendSave(app: OrderCommandContext, save: DraftSave): Promise<Result<unknown>> {
  const result = await app.api.drafts.save.mutate(save);
  if (!result.ok && isOutcomeUnknown(result.failure)) savesWithoutResponse.set(save.id, save);
  else savesWithoutResponse.delete(save.id);
  if (result.ok) {
    noteStoredDraft(app, result.value.after);
    recordDraftSave(app, result.value);
  }
  return result;
}

/**
 * Another window has changed the draft, or removed it. What was entered here becomes a draft of its own, whose id is
 * returned.
 */
async function saveAsAnother(app: OrderCommandContext, refused: DraftToSave): Promise<string> {
  const { editing, edit } = app.stores.orders.getState();
  const id = crypto.randomUUID();
  if (editing?.id === refused.id) {
    // The autosave saves it, with what was typed in the meantime.
    edit({ ...editing, id, notes: [...editing.notes, texts.drafts.changedElsewhere] }, 'changed');
    return id;
  }
  const saved = await app.api.drafts.save.mutate({ ...refused, id });
  if (saved.ok) notifyInfo(texts.drafts.otherChangedElsewhere(draftTitle(refused)));
  else notifyFailure(saved.failure, texts.drafts.isNotSaved);
  return id;
}

/**
 * Saves the draft shortly after each change, again after a failed save, and at once when the page is hidden. Returns a
 * function that stops it.
 */
export function startDraftAutosave(app: OrderCommandContext): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    clearTimeout(timer);
    void saveFormDraft(app);
  };
  const saveIfHidden = () => {
    if (document.visibilityState === 'hidden') saveNow();
  };
  const unsubscribe = app.stores.orders.subscribe(({ editing, saveState }, before) => {
    const isChanged = editing !== before.editing && saveState.kind === 'changed';
    // Only what was entered can be wrong for good: a workspace that is being compacted can be written again soon.
    const isRetried =
      saveState !== before.saveState &&
      saveState.kind === 'failed' &&
      saveState.failure.code !== 'invalid-input';
    if (!isChanged && !isRetried) return;
    clearTimeout(timer);
    timer = setTimeout(saveNow, isChanged ? autosaveDelayMs : retryDelayMs);
  });
  settleBeforeUndo(app, () => saveFormDraft(app));
  document.addEventListener('visibilitychange', saveIfHidden);
  window.addEventListener('pagehide', saveNow);
  // This is loaded after the first frame, when something may have been typed already.
  saveNow();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', saveIfHidden);
    window.removeEventListener('pagehide', saveNow);
  };
}
