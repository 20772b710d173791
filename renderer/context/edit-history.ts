import type { Failure, FailureCode } from '../../shared/result.ts';
import { callApi } from '../api/call-api.ts';
import type { Edit } from '../stores/history-store.ts';
import { notifyEdit, notifyFailure, notifyInfo } from '../ui/notify.tsx';
import type { App } from './app-context.tsx';

/** The parts of the app that the history uses. */
export type HistoryContext = { readonly stores: Pick<App['stores'], 'history'> };

/** After any other failure, such as a full disk, an edit can still be undone or redone later. */
const permanentFailures: ReadonlySet<FailureCode> = new Set(['invalid-input', 'not-found', 'conflict']);

/** Undo and redo of each app run one after another, so that each begins with what the one before has left. */
const lastRun = new WeakMap<object, Promise<void>>();
/** Calls that make edits and have not ended yet. */
const callsUnderWay = new WeakMap<object, Set<Promise<unknown>>>();
/** What saves acts that are saved after a delay, so that they are in the history before something is undone. */
const settlers = new WeakMap<object, (() => Promise<Failure | null>)[]>();

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
  { stores: { history } }: HistoryContext,
  call: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly failure: Failure }> {
  const calls = callsUnderWay.get(history) ?? new Set();
  callsUnderWay.set(history, calls);
  const running = callApi(call);
  calls.add(running);
  try {
    return await running;
  } finally {
    calls.delete(running);
  }
}

/** Calls `settle` before each undo and redo: it saves and records changes that wait, or returns why it cannot. */
export function settleBeforeUndo(
  { stores: { history } }: HistoryContext,
  settle: () => Promise<Failure | null>,
): void {
  settlers.set(history, [...(settlers.get(history) ?? []), settle]);
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
  const result = await callApi(() => edit.undo());
  if (!result.ok) {
    // An edit that can never be undone must not block earlier ones.
    if (permanentFailures.has(result.failure.code)) history.getState().forget(edit);
    notifyFailure(result.failure, `Not undone: ${edit.name}.`);
    return;
  }
  history.getState().markUndone(edit, history.getState().done.at(-1) !== last);
  notifyEdit(`Undone: ${edit.name}.`, { label: 'Redo', run: () => redoEdit(app, edit) });
}

async function redo(app: HistoryContext, edit: Edit): Promise<void> {
  const { history } = app.stores;
  const result = await callApi(() => edit.redo());
  if (!result.ok) {
    if (permanentFailures.has(result.failure.code)) history.getState().forget(edit);
    notifyFailure(result.failure, `Not redone: ${edit.name}.`);
    return;
  }
  history.getState().markRedone(edit);
  notifyEdit(`Redone: ${edit.name}.`, { label: 'Undo', run: () => undoEdit(app, edit) });
}

function runInOrder({ stores: { history } }: HistoryContext, task: () => Promise<void>): Promise<void> {
  const start = async () => {
    await Promise.allSettled(callsUnderWay.get(history) ?? []);
    for (const settle of settlers.get(history) ?? []) {
      const failure = await settle();
      if (failure) return notifyFailure(failure, 'The last change is not saved yet.');
    }
    await task();
  };
  const run = (lastRun.get(history) ?? Promise.resolve()).then(start, start);
  lastRun.set(history, run);
  return run;
}
