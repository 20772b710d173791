import type { Failure } from '../../shared/result.ts';
import { isPermanent } from '../api/failure-kinds.ts';
import type { Edit } from '../stores/history-store.ts';
import { notifyEdit, notifyFailure, notifyInfo } from '../ui/notify.tsx';
import type { App } from './app-context.tsx';

/** The parts of the app that the history uses. */
export type HistoryContext = { readonly stores: Pick<App['stores'], 'history'> };

/** Work that an undo waits for. */
type Sequence = {
  /** The last undo or redo: each begins with what the one before has left. */
  last: Promise<void>;
  /** Calls that make edits and have not ended yet. */
  readonly calls: Set<Promise<unknown>>;
  /** Flush of acts that are saved after a delay, so that they are in the history before something is undone. */
  readonly settlers: (() => Promise<Failure | null>)[];
};

const sequences = new WeakMap<object, Sequence>();

function sequenceOf({ stores: { history } }: HistoryContext): Sequence {
  const sequence = sequences.get(history) ?? { last: Promise.resolve(), calls: new Set(), settlers: [] };
  sequences.set(history, sequence);
  return sequence;
}

/** Adds an edit to the history. `message`, a sentence, is shown with an Undo button, as for a deletion. */
export function recordEdit(app: HistoryContext, edit: Edit, message?: string): void {
  app.stores.history.getState().record(edit);
  if (message !== undefined) notifyEdit(message, { label: 'Undo', run: () => undoEdit(app, edit) });
}

/**
 * Calls a procedure that makes an edit, which the caller records when it succeeds. An undo that is requested in the
 * meantime waits for it, so that it undoes this edit and not the one before.
 */
export async function callEdit<Answer extends { readonly ok: boolean }>(
  app: HistoryContext,
  call: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly failure: Failure }> {
  const { calls } = sequenceOf(app);
  const running = call();
  calls.add(running);
  try {
    return await running;
  } finally {
    calls.delete(running);
  }
}

/** Calls `settle` before each undo and redo: it saves and records changes that wait, or returns why it cannot. */
export function settleBeforeUndo(app: HistoryContext, settle: () => Promise<Failure | null>): void {
  sequenceOf(app).settlers.push(settle);
}

/** Undoes the last edit, and names it. Shows a message when there is none. */
export function undoLastEdit(app: HistoryContext): Promise<void> {
  return runInOrder(app, async () => {
    const edit = app.stores.history.getState().done.at(-1);
    if (edit) await undo(app, edit);
    else notifyInfo('There is nothing to undo.');
  });
}

/** Redoes the edit that was undone last, and names it. Shows a message when there is none. */
export function redoLastEdit(app: HistoryContext): Promise<void> {
  return runInOrder(app, async () => {
    const edit = app.stores.history.getState().undone.at(-1);
    if (edit) await redo(app, edit);
    else notifyInfo('There is nothing to redo.');
  });
}

/** Undoes this edit, also if later ones were made. Does nothing when it was undone already. */
function undoEdit(app: HistoryContext, edit: Edit): Promise<void> {
  return runInOrder(app, async () => {
    if (app.stores.history.getState().done.includes(edit)) await undo(app, edit);
  });
}

function redoEdit(app: HistoryContext, edit: Edit): Promise<void> {
  return runInOrder(app, async () => {
    if (app.stores.history.getState().undone.includes(edit)) await redo(app, edit);
  });
}

async function undo(app: HistoryContext, edit: Edit): Promise<void> {
  const { history } = app.stores;
  const last = history.getState().done.at(-1);
  const result = await edit.undo();
  if (!result.ok) return reportNotReverted(app, edit, result.failure, `Not undone: ${edit.name}.`);
  history.getState().markUndone(edit, history.getState().done.at(-1) !== last);
  notifyEdit(`Undone: ${edit.name}.`, { label: 'Redo', run: () => redoEdit(app, edit) });
}

async function redo(app: HistoryContext, edit: Edit): Promise<void> {
  const result = await edit.redo();
  if (!result.ok) return reportNotReverted(app, edit, result.failure, `Not redone: ${edit.name}.`);
  app.stores.history.getState().markRedone(edit);
  notifyEdit(`Redone: ${edit.name}.`, { label: 'Undo', run: () => undoEdit(app, edit) });
}

/** After a full disk, an edit can be undone later. One that can never be undone must not block earlier ones. */
function reportNotReverted(app: HistoryContext, edit: Edit, failure: Failure, title: string): void {
  if (isPermanent(failure)) app.stores.history.getState().forget(edit);
  notifyFailure(failure, title);
}

function runInOrder(app: HistoryContext, task: () => Promise<void>): Promise<void> {
  const sequence = sequenceOf(app);
  const start = async () => {
    await Promise.allSettled(sequence.calls);
    for (const settle of sequence.settlers) {
      const failure = await settle();
      if (failure) return notifyFailure(failure, 'The last change is not saved yet.');
    }
    await task();
  };
  sequence.last = sequence.last.then(start, start);
  return sequence.last;
}
