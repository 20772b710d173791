import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import {
  deleteStored,
  duplicateDraft,
  openDraft,
  startDraft,
} from '../../../../../renderer/features/orders/draft-commands.ts';
import { saveFormDraft, startDraftAutosave } from '../../../../../renderer/features/orders/save-draft.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { blankDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import type { DraftSave, DraftToSave } from '../../../../../shared/orders/draft/stored-draft.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure } = spyOnNotifications();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what was typed before the autosave was loaded is saved without another change', async () => {
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget());
  const stores = createStores();
  const saved: DraftToSave[] = [];
  const save = async (draft: DraftToSave) => {
    saved.push(draft);
    return succeed({ before: null, after: { ...draft, createdAt: '', updatedAt: '' } });
  };
  const app = { ...pageApi({ drafts: { save: { mutate: save } } }), stores };
  void startDraft(app, blankDraft);
  stores.orders.getState().renameDraft('Harbor');
  const stop = startDraftAutosave(app);
  await eventually(() => expect(stores.orders.getState().saveState).toEqual({ kind: 'saved' }));
  expect(saved).toMatchObject([{ name: 'Harbor' }]);
  stop();
});

test('what another window has changed stays, and what was typed here becomes another draft', async () => {
  vi.useFakeTimers();
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget());
  const stores = createStores();
  const stored = new Map<string, DraftToSave>();
  const save = async ({ expected, ...draft }: DraftSave) => {
    if (expected && !isDeepStrictEqual(expected, stored.get(draft.id))) return fail('conflict', 'Changed.');
    stored.set(draft.id, draft);
    return succeed({ before: null, after: draft });
  };
  const app = { ...pageApi({ drafts: { save: { mutate: save } } }), stores };
  const stop = startDraftAutosave(app);
  void startDraft(app, blankDraft);
  const { id } = stores.orders.getState().editing ?? { id: '' };
  stores.orders.getState().renameDraft('Harbor');
  await vi.advanceTimersByTimeAsync(1_000);
  stores.orders.getState().renameDraft('Harbor of this window');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...stored.values()]).toMatchObject([{ id, name: 'Harbor of this window' }]);

  const other: DraftToSave = { kind: 'draft', id, name: 'Of another window', draft: blankDraft };
  stored.set(id, other);
  stores.orders.getState().renameDraft('Typed here');
  await vi.advanceTimersByTimeAsync(2_000);
  const { editing, saveState } = stores.orders.getState();
  expect(saveState.kind).toBe('saved');
  expect(editing).toMatchObject({ name: 'Typed here', notes: [expect.stringContaining('Another window')] });
  expect([...stored.values()]).toMatchObject([other, { id: editing?.id, name: 'Typed here' }]);

  stored.set(editing?.id ?? '', { ...other, id: editing?.id ?? '' });
  stores.orders.getState().renameDraft('Typed before another draft was opened');
  void startDraft(app, blankDraft);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([...stored.values()].map((draft) => 'name' in draft && draft.name)).toEqual([
    'Of another window',
    'Of another window',
    'Typed before another draft was opened',
  ]);
  stop();
});

/** A form with a draft that is stored as `Harbor`. */
async function openStoredDraft() {
  const stores = createStores();
  const stored = new Map<string, DraftToSave>();
  const state = { losesResponses: false };
  const remove = vi.fn();
  const save = async ({ expected, ...draft }: DraftSave) => {
    const before = stored.get(draft.id);
    if (expected && ![expected, draft].some((each) => isDeepStrictEqual(each, before))) {
      return fail('conflict', 'Changed.');
    }
    stored.set(draft.id, draft);
    if (state.losesResponses) return fail('unreachable', 'The link is lost.');
    return succeed({ before: null, after: draft });
  };
  const app = { ...pageApi({ drafts: { save: { mutate: save }, remove: { mutate: remove } } }), stores };
  await startDraft(app, blankDraft);
  const { id = '' } = stores.orders.getState().editing ?? {};
  stores.orders.getState().renameDraft('Harbor');
  await saveFormDraft(app);
  const names = () => [...stored.values()].map((draft) => 'name' in draft && draft.name);
  const changeElsewhere = () =>
    stored.set(id, { kind: 'draft', id, name: 'Of another window', draft: blankDraft });
  return { app, id, remove, state, names, changeElsewhere, orders: stores.orders };
}

test('a draft whose response was lost stays one draft when it is changed before the next save', async () => {
  const { app, state, names, orders } = await openStoredDraft();
  state.losesResponses = true;
  orders.getState().renameDraft('Harbor 1');
  await saveFormDraft(app);
  state.losesResponses = false;
  orders.getState().renameDraft('Harbor 2');
  expect(await saveFormDraft(app)).toBeNull();
  expect(names()).toEqual(['Harbor 2']);
});

test('two saves of a draft that another window has changed make one other draft', async () => {
  const { app, names, changeElsewhere, orders } = await openStoredDraft();
  changeElsewhere();
  orders.getState().renameDraft('Typed here');
  await Promise.all([saveFormDraft(app), saveFormDraft(app)]);
  await saveFormDraft(app);
  expect(names()).toEqual(['Of another window', 'Typed here']);
});

test('a draft that another window has changed is not deleted', async () => {
  const { app, id, remove, changeElsewhere, orders } = await openStoredDraft();
  changeElsewhere();
  orders.getState().renameDraft('Typed here');
  const shown = {
    kind: 'draft',
    id,
    name: 'Harbor',
    draft: blankDraft,
    createdAt: '',
    updatedAt: '',
  } as const;
  await deleteStored(app, shown);
  expect(remove).not.toHaveBeenCalled();
  expect(orders.getState().editing?.name).toBe('Typed here');
});

test('a draft that cannot be saved stays in the form when another is opened', async () => {
  vi.useFakeTimers();
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget());
  const stores = createStores();
  let isFull = true;
  const save = async (draft: DraftToSave) =>
    isFull ? fail('disk', 'The disk is full.') : succeed({ before: null, after: draft });
  const app = { ...pageApi({ drafts: { save: { mutate: save } } }), stores };
  void startDraft(app, blankDraft);
  stores.orders.getState().renameDraft('Harbor');
  const { id = '' } = stores.orders.getState().editing ?? {};
  void duplicateDraft(app, { id, name: 'Harbor', draft: blankDraft });
  await vi.advanceTimersByTimeAsync(1_000);
  void openDraft(app, { kind: 'draft', id, name: 'Older', draft: blankDraft, createdAt: '', updatedAt: '' });
  expect(stores.orders.getState()).toMatchObject({
    editing: { id, name: 'Harbor' },
    saveState: { kind: 'failed' },
  });
  expect(notifyFailure).toHaveBeenCalledOnce();
  isFull = false;
  void startDraft(app, blankDraft);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stores.orders.getState().editing).toMatchObject({ name: '' });
});

test.each([
  ['in a file that was locked is saved without another change', 'disk', 'saved'],
  ['in a file that was being compacted is saved without another change', 'read-only', 'saved'],
  ['in a file that a compaction had closed is saved without another change', 'no-workspace', 'saved'],
  ['that the workspace refuses is not tried again', 'invalid-input', 'failed'],
] as const)('a draft %s', async (_what, code, expected) => {
  vi.useFakeTimers();
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget());
  const stores = createStores();
  const results: Result<unknown>[] = [fail(code, 'Not now.')];
  const save = vi.fn(
    async (draft: DraftToSave) =>
      results.shift() ?? succeed({ before: null, after: { ...draft, createdAt: '', updatedAt: '' } }),
  );
  const app = { ...pageApi({ drafts: { save: { mutate: save } } }), stores };
  const stop = startDraftAutosave(app);
  void startDraft(app, blankDraft);
  stores.orders.getState().renameDraft('Harbor');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stores.orders.getState().saveState.kind).toBe('failed');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stores.orders.getState().saveState.kind).toBe(expected);
  stop();
});
