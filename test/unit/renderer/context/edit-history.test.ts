import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  callEdit,
  type HistoryContext,
  recordEdit,
  redoLastEdit,
  settleBeforeUndo,
  undoLastEdit,
} from '../../../../renderer/context/edit-history.ts';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import type { Edit } from '../../../../renderer/stores/history-store.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { type FailureCode, fail, succeed } from '../../../../shared/result.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';
import { spyOnNotifications } from '../../../builders/notification-spies.ts';

const { notifyEdit, notifyFailure, notifyInfo } = spyOnNotifications();

let app: HistoryContext & { stores: ReturnType<typeof createStores> };
let calls: string[];

beforeEach(() => {
  vi.clearAllMocks();
  app = { stores: createStores() };
  calls = [];
});

function edit(name: string, state: { failing?: FailureCode } = {}): Edit {
  const act = (what: string) => async () => {
    calls.push(`${what} ${name}`);
    return state.failing ? fail(state.failing, 'It cannot be done.') : succeed(null);
  };
  return { name, undo: act('undo'), redo: act('redo') };
}

/** Clicks the button of the last notification about an edit. */
async function clickLast(): Promise<void> {
  await notifyEdit.mock.lastCall?.[1].run();
}

describe('the history of edits', () => {
  it('is undone from the last edit backwards, whatever was edited, and redone forwards', async () => {
    for (const name of ['drawing', 'confirming', 'adding a bookmark']) recordEdit(app, edit(name));
    for (let count = 0; count < 3; count += 1) await undoLastEdit(app);
    await undoLastEdit(app);
    expect(notifyInfo).toHaveBeenLastCalledWith('There is nothing to undo.');
    await redoLastEdit(app);
    await redoLastEdit(app);
    expect(calls).toEqual([
      'undo adding a bookmark',
      'undo confirming',
      'undo drawing',
      'redo drawing',
      'redo confirming',
    ]);
  });

  it('names what was undone or redone, with a button for the opposite', async () => {
    recordEdit(app, edit('deleting “A”'), '“A” deleted.');
    expect(notifyEdit).toHaveBeenLastCalledWith('“A” deleted.', expect.objectContaining({ label: 'Undo' }));
    await clickLast();
    expect(notifyEdit).toHaveBeenLastCalledWith(
      'Undone: deleting “A”.',
      expect.objectContaining({ label: 'Redo' }),
    );
    await clickLast();
    expect(notifyEdit).toHaveBeenLastCalledWith(
      'Redone: deleting “A”.',
      expect.objectContaining({ label: 'Undo' }),
    );
    expect(calls).toEqual(['undo deleting “A”', 'redo deleting “A”']);
  });

  it('does nothing when the button of an edit that was undone by key is clicked', async () => {
    recordEdit(app, edit('one'));
    recordEdit(app, edit('two'), 'Two done.');
    const [, button] = notifyEdit.mock.lastCall ?? [];
    await undoLastEdit(app);
    await button?.run();
    expect(calls).toEqual(['undo two']);
  });

  it('undoes one edit after another when the key is held', async () => {
    recordEdit(app, edit('one'));
    recordEdit(app, edit('two'));
    await Promise.all([undoLastEdit(app), undoLastEdit(app), redoLastEdit(app)]);
    expect(calls).toEqual(['undo two', 'undo one', 'redo one']);
  });

  it('forgets what was undone when something else is done', async () => {
    recordEdit(app, edit('one'));
    await undoLastEdit(app);
    recordEdit(app, edit('two'));
    await redoLastEdit(app);
    expect(notifyInfo).toHaveBeenLastCalledWith('There is nothing to redo.');
    expect(calls).toEqual(['undo one']);
  });

  it('does not offer to redo an edit when another was made while it was being undone', async () => {
    const undoing = Promise.withResolvers<ReturnType<typeof succeed<null>>>();
    recordEdit(app, { ...edit('one'), undo: () => undoing.promise });
    const done = undoLastEdit(app);
    await Promise.resolve();
    await Promise.resolve();
    recordEdit(app, edit('two'));
    undoing.resolve(succeed(null));
    await done;
    expect(app.stores.history.getState().done.map(({ name }) => name)).toEqual(['two']);
    expect(app.stores.history.getState().undone).toEqual([]);
  });

  it('reports why an edit can no longer be undone, and continues with the one before', async () => {
    recordEdit(app, edit('one'));
    recordEdit(app, edit('two', { failing: 'conflict' }));
    await undoLastEdit(app);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'It cannot be done.' }),
      'Not undone: two.',
    );
    await undoLastEdit(app);
    expect(calls).toEqual(['undo two', 'undo one']);
  });

  it('undoes an edit later when it could not be written now', async () => {
    const state: { failing?: FailureCode } = { failing: 'disk' };
    recordEdit(app, edit('one', state));
    await undoLastEdit(app);
    delete state.failing;
    await undoLastEdit(app);
    expect(app.stores.history.getState().undone.map(({ name }) => name)).toEqual(['one']);
  });

  it('is that of the open workspace', async () => {
    followSession(app.stores, () => undefined);
    const open = (workspacePath: string) =>
      app.stores.session
        .getState()
        .setSession({ workspacePath, profile: { id: 'demo' } } as unknown as SessionState);
    open('/a.gpkg');
    recordEdit(app, edit('one'));
    open('/a.gpkg');
    expect(app.stores.history.getState().done).toHaveLength(1);
    open('/b.gpkg');
    await undoLastEdit(app);
    expect(calls).toEqual([]);
    expect(notifyInfo).toHaveBeenLastCalledWith('There is nothing to undo.');
  });

  it('records changes that wait to be saved before the last one is undone', async () => {
    recordEdit(app, edit('one'));
    let isWaiting = true;
    settleBeforeUndo(app, async () => {
      if (isWaiting) recordEdit(app, edit('typing'));
      isWaiting = false;
      return null;
    });
    await undoLastEdit(app);
    expect(calls).toEqual(['undo typing']);
  });

  it('undoes an edit whose call has not ended yet, and not the one before', async () => {
    recordEdit(app, edit('one'));
    const call = Promise.withResolvers<ReturnType<typeof succeed<null>>>();
    const making = callEdit(app, () => call.promise).then(() => recordEdit(app, edit('two')));
    const undoing = undoLastEdit(app);
    call.resolve(succeed(null));
    await Promise.all([making, undoing]);
    expect(calls).toEqual(['undo two']);
  });

  it('undoes nothing while the last change cannot be saved', async () => {
    recordEdit(app, edit('one'));
    settleBeforeUndo(app, async () => ({ code: 'disk', message: 'The disk is full.' }));
    await undoLastEdit(app);
    expect(calls).toEqual([]);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'The disk is full.' }),
      'The last change is not saved yet.',
    );
  });
});
