import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { Api } from '../../../../../renderer/api/client.ts';
import { createQueryClient } from '../../../../../renderer/api/query-client.ts';
import {
  duplicateDraft,
  openDraft,
  startDraft,
} from '../../../../../renderer/features/orders/draft-commands.ts';
import { startDraftAutosave } from '../../../../../renderer/features/orders/save-draft.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { notifyFailure } from '../../../../../renderer/ui/notify.tsx';
import { blankDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import type { DraftSave, DraftToSave } from '../../../../../shared/orders/draft/stored-draft.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';

vi.mock('../../../../../renderer/ui/notify.tsx', () => ({
  notifyEdit: vi.fn(),
  notifyFailure: vi.fn(),
  notifyInfo: vi.fn(),
}));

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
  const api = { drafts: { save: { mutate: save } } } as unknown as Api;
  const app = { api, queryClient: createQueryClient(), stores };
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
  const api = { drafts: { save: { mutate: save } } } as unknown as Api;
  const app = { api, queryClient: createQueryClient(), stores };
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

test('a draft that cannot be saved stays in the form when another is opened', async () => {
  vi.useFakeTimers();
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget());
  const stores = createStores();
  let isFull = true;
  const save = async (draft: DraftToSave) =>
    isFull ? fail('disk', 'The disk is full.') : succeed({ before: null, after: draft });
  const api = { drafts: { save: { mutate: save } } } as unknown as Api;
  const app = { api, queryClient: createQueryClient(), stores };
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
  const api = { drafts: { save: { mutate: save } } } as unknown as Api;
  const app = { api, queryClient: createQueryClient(), stores };
  const stop = startDraftAutosave(app);
  void startDraft(app, blankDraft);
  stores.orders.getState().renameDraft('Harbor');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stores.orders.getState().saveState.kind).toBe('failed');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stores.orders.getState().saveState.kind).toBe(expected);
  stop();
});
