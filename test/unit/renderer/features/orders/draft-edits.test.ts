import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { redoLastEdit, undoLastEdit } from '../../../../../renderer/context/edit-history.ts';
import { deleteStored, startDraft } from '../../../../../renderer/features/orders/draft-commands.ts';
import type { OrderCommandContext } from '../../../../../renderer/features/orders/order-command-context.ts';
import { saveFormDraft } from '../../../../../renderer/features/orders/save-draft.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { blankDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import type {
  DraftRevert,
  DraftToSave,
  StoredDraft,
} from '../../../../../shared/orders/draft/stored-draft.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure } = spyOnNotifications();

let app: OrderCommandContext;
let stored: Map<string, StoredDraft>;
let deleted: Map<string, StoredDraft>;

beforeEach(() => {
  vi.clearAllMocks();
  stored = new Map();
  deleted = new Map();
  const remove = (id: string) => {
    const draft = stored.get(id);
    if (!draft) return fail('not-found', 'There is no such draft.');
    stored.delete(id);
    deleted.set(id, draft);
    return succeed(draft);
  };
  const drafts = {
    save: {
      async mutate(draft: DraftToSave) {
        const before = stored.get(draft.id) ?? null;
        const after = { ...draft, createdAt: '', updatedAt: '' } as StoredDraft;
        stored.set(draft.id, after);
        return succeed({ before, after });
      },
    },
    remove: { mutate: async (id: string) => remove(id) },
    restore: {
      async mutate(id: string) {
        const draft = deleted.get(id);
        if (draft) stored.set(id, draft);
        return draft ? succeed(draft) : fail('not-found', 'There is no such draft.');
      },
    },
    revert: {
      async mutate({ expected, to }: DraftRevert) {
        if (!stored.has(expected.id)) return fail('not-found', 'There is no such draft.');
        if (!isDeepStrictEqual(stored.get(expected.id), expected)) return fail('conflict', 'It was changed.');
        if (to) stored.set(to.id, to as StoredDraft);
        else remove(expected.id);
        return succeed(undefined);
      },
    },
  };
  app = { ...pageApi({ drafts }), stores: createStores() };
  void startDraft(app, blankDraft);
});

const orders = () => app.stores.orders.getState();
const editNames = () => app.stores.history.getState().done.map(({ name }) => name);

/** Changes the draft in the form as typing does, and saves it. */
async function change(next: Parameters<ReturnType<typeof orders>['changeDraft']>[0]): Promise<void> {
  orders().changeDraft(next);
  await saveFormDraft(app);
}

describe('edits of a draft', () => {
  it('are undone one by one, in the form, too; a text that is typed is one edit', async () => {
    await change({ descriptiveName: 'N' });
    await change({ customerNotes: 'so' });
    await change({ customerNotes: 'soon' });
    expect(editNames()).toEqual(['adding the draft “N”', 'changing the draft “N”']);
    await undoLastEdit(app);
    expect(orders().editing?.draft).toMatchObject({ descriptiveName: 'N', customerNotes: '' });
    await redoLastEdit(app);
    expect(orders().editing?.draft.customerNotes).toBe('soon');
    await undoLastEdit(app);
    await undoLastEdit(app);
    expect([orders().editing, stored.size]).toEqual([null, 0]);
    await redoLastEdit(app);
    expect([...stored.values()]).toMatchObject([{ draft: { descriptiveName: 'N', customerNotes: '' } }]);
  });

  it('are not undone when another window has changed the draft, or while its order is being sent', async () => {
    await change({ descriptiveName: 'N' });
    await change({ customerNotes: 'soon' });
    orders().setSend({ kind: 'sending' });
    await undoLastEdit(app);
    expect(orders().editing?.draft.customerNotes).toBe('soon');
    expect(editNames()).toHaveLength(2);
    orders().setSend({ kind: 'idle' });

    const [draft] = stored.values();
    if (draft?.kind !== 'draft') throw new Error('No draft was saved.');
    stored.set(draft.id, { ...draft, name: 'Of another window' });
    await undoLastEdit(app);
    expect([...stored.values()]).toMatchObject([{ name: 'Of another window' }]);
    expect(notifyFailure).toHaveBeenLastCalledWith(
      expect.objectContaining({ code: 'conflict' }),
      'Not undone: changing the draft “N”.',
    );
  });

  it('include its deletion', async () => {
    await change({ descriptiveName: 'N' });
    const [draft] = stored.values();
    if (draft) await deleteStored(app, draft);
    expect(stored.size).toBe(0);
    await undoLastEdit(app);
    expect([...stored.values()]).toEqual([draft]);
    await redoLastEdit(app);
    expect(stored.size).toBe(0);
  });
});
