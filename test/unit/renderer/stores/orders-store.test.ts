import { describe, expect, it } from 'vitest';
import { createOrdersStore } from '../../../../renderer/stores/orders-store.ts';
import { makeDraft } from '../../../builders/order-draft-builder.ts';

describe('orders store', () => {
  const editing = { id: 'one', name: '', draft: makeDraft(), notes: [] };

  it('distinguishes an opened draft from one that was changed since', () => {
    const store = createOrdersStore();
    store.getState().edit(editing, 'saved');
    expect(store.getState().saveState).toEqual({ kind: 'saved' });
    store.getState().changeDraft({ descriptiveName: 'Ningbo' });
    expect(store.getState()).toMatchObject({
      saveState: { kind: 'changed' },
      editing: { id: 'one', draft: { descriptiveName: 'Ningbo', analytics: editing.draft.analytics } },
    });
  });

  it('changes nothing while no draft is in the form', () => {
    const store = createOrdersStore();
    store.getState().changeDraft({ descriptiveName: 'Ningbo' });
    expect(store.getState()).toMatchObject({ editing: null, saveState: { kind: 'saved' } });
  });

  it('forgets how the sending of one draft went when another is opened', () => {
    const store = createOrdersStore();
    store.getState().edit(editing, 'saved');
    store.getState().setSend({ kind: 'failed', failure: { code: 'conflict', message: 'Sent before.' } });
    store.getState().edit({ ...editing, id: 'two' }, 'saved');
    expect(store.getState().send).toEqual({ kind: 'idle' });
  });
});
